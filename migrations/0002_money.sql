CREATE TABLE `inspections` (
	`at` integer PRIMARY KEY NOT NULL,
	`findings` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`state` text NOT NULL,
	`transaction_id` text,
	`requested_by` text NOT NULL,
	`lease_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_id" CHECK(length("refunds"."id") = 20),
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount_cents" > 0),
	CONSTRAINT "refunds_kind" CHECK("refunds"."kind" IN ('money', 'credit')),
	CONSTRAINT "refunds_state" CHECK("refunds"."state" IN ('pending', 'sending', 'unknown', 'done', 'refused'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_one_live` ON `refunds` (`payment_id`) WHERE "refunds"."state" IN ('pending', 'sending', 'unknown', 'done');--> statement-breakpoint
CREATE INDEX `refunds_payment` ON `refunds` (`payment_id`);--> statement-breakpoint
CREATE INDEX `refunds_state` ON `refunds` (`state`,`lease_until`);--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`notification_id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`subject` text,
	`received_at` integer NOT NULL,
	`handled_at` integer
);
--> statement-breakpoint
CREATE INDEX `webhook_events_received_at` ON `webhook_events` (`received_at`);--> statement-breakpoint
CREATE INDEX `webhook_events_open` ON `webhook_events` (`handled_at`,`received_at`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `due_at` integer;--> statement-breakpoint
CREATE INDEX `outbox_due_at` ON `outbox` (`due_at`);--> statement-breakpoint
ALTER TABLE `payments` ADD `lines` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `unseen_since` integer;--> statement-breakpoint
CREATE INDEX `payments_created_at` ON `payments` (`conference_id`,`created_at`,`id`);