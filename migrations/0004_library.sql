CREATE TABLE `categories` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `recording_categories` (
	`category_id` text NOT NULL,
	`recording_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`category_id`, `recording_id`),
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recording_id`) REFERENCES `recordings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `recording_categories_position` ON `recording_categories` (`category_id`,`position`,`recording_id`);--> statement-breakpoint
CREATE INDEX `recording_categories_recording` ON `recording_categories` (`recording_id`);--> statement-breakpoint
CREATE TABLE `recording_speakers` (
	`recording_id` text NOT NULL,
	`speaker_id` text NOT NULL,
	PRIMARY KEY(`recording_id`, `speaker_id`),
	FOREIGN KEY (`recording_id`) REFERENCES `recordings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`speaker_id`) REFERENCES `speakers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `recording_speakers_speaker` ON `recording_speakers` (`speaker_id`,`recording_id`);--> statement-breakpoint
CREATE TABLE `recording_words` (
	`word` text NOT NULL,
	`recording_id` text NOT NULL,
	PRIMARY KEY(`word`, `recording_id`),
	FOREIGN KEY (`recording_id`) REFERENCES `recordings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `recording_words_recording` ON `recording_words` (`recording_id`);--> statement-breakpoint
CREATE TABLE `recordings` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`access` text NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`length_seconds` integer NOT NULL,
	`chapters` text NOT NULL,
	`thumbnail_key` text,
	`published_at` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "recordings_access" CHECK("recordings"."access" IN ('premium', 'open')),
	CONSTRAINT "recordings_source" CHECK("recordings"."source" IN ('file', 'stream', 'youtube', 'vimeo')),
	CONSTRAINT "recordings_length" CHECK("recordings"."length_seconds" > 0)
);
--> statement-breakpoint
CREATE INDEX `recordings_published_at` ON `recordings` (`published_at`,`id`);--> statement-breakpoint
CREATE INDEX `recordings_created_at` ON `recordings` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `speakers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`title` text NOT NULL,
	`organisation` text NOT NULL,
	`biography` text NOT NULL,
	`profile_key` text,
	`background_key` text,
	`position` integer NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `speakers_position` ON `speakers` (`position`,`id`);--> statement-breakpoint
CREATE TABLE `subscription_periods` (
	`id` text PRIMARY KEY NOT NULL,
	`subscription_id` text NOT NULL,
	`transaction_id` text,
	`amount_cents` integer NOT NULL,
	`period_from` integer NOT NULL,
	`period_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_periods_once` ON `subscription_periods` (`subscription_id`,`period_from`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_periods_transaction` ON `subscription_periods` (`transaction_id`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`title` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`interval_months` integer NOT NULL,
	`state` text NOT NULL,
	`gateway` text NOT NULL,
	`transaction_id` text,
	`gateway_subscription_id` text,
	`card_brand` text,
	`card_last_four` text,
	`paid_until` integer,
	`cancelled_at` integer,
	`lease_until` integer NOT NULL,
	`unseen_since` integer,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_id" CHECK(length("subscriptions"."id") = 20),
	CONSTRAINT "subscriptions_amount" CHECK("subscriptions"."amount_cents" > 0),
	CONSTRAINT "subscriptions_state" CHECK("subscriptions"."state" IN ('reserved', 'charging', 'unknown', 'declined', 'released', 'charged', 'active', 'past_due', 'cancelled', 'ended', 'refunded'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_one_live` ON `subscriptions` (`uid`) WHERE "subscriptions"."state" IN ('reserved', 'charging', 'unknown', 'charged', 'active', 'past_due', 'cancelled');--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_transaction` ON `subscriptions` (`gateway`,`transaction_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_gateway` ON `subscriptions` (`gateway`,`gateway_subscription_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_uid` ON `subscriptions` (`uid`,`created_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_state` ON `subscriptions` (`state`,`lease_until`);--> statement-breakpoint
CREATE INDEX `subscriptions_paid_until` ON `subscriptions` (`state`,`paid_until`);--> statement-breakpoint
CREATE TABLE `watching` (
	`uid` text NOT NULL,
	`recording_id` text NOT NULL,
	`seconds` integer NOT NULL,
	`watched_at` integer NOT NULL,
	PRIMARY KEY(`uid`, `recording_id`),
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recording_id`) REFERENCES `recordings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `watching_watched_at` ON `watching` (`uid`,`watched_at`);--> statement-breakpoint
CREATE INDEX `watching_recording` ON `watching` (`recording_id`);