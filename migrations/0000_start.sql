CREATE TABLE `acceptances` (
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`version` integer NOT NULL,
	`full_name` text NOT NULL,
	`stated_date` text NOT NULL,
	`accepted_at` integer NOT NULL,
	`network` text,
	`user_agent` text,
	PRIMARY KEY(`conference_id`, `uid`, `version`),
	FOREIGN KEY (`conference_id`,`version`) REFERENCES `agreements`(`conference_id`,`version`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `add_ons` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`ticket_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`cents` integer NOT NULL,
	`disabled` integer DEFAULT false NOT NULL,
	`included` integer DEFAULT false NOT NULL,
	`variants` text,
	`image` text,
	`position` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`,`ticket_id`) REFERENCES `tickets`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "add_ons_cents" CHECK("add_ons"."cents" >= 0),
	CONSTRAINT "add_ons_included_free" CHECK("add_ons"."included" = 0 OR "add_ons"."cents" = 0)
);
--> statement-breakpoint
CREATE TABLE `agreements` (
	`conference_id` text NOT NULL,
	`version` integer NOT NULL,
	`opening_letter` text NOT NULL,
	`code_of_conduct` text NOT NULL,
	`refund_policy` text NOT NULL,
	`liability_release` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `version`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `answers` (
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`section_id` text NOT NULL,
	`version` integer NOT NULL,
	`answers` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `uid`, `section_id`),
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conference_id`,`section_id`) REFERENCES `sections`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "answers_version" CHECK("answers"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE `applications` (
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`created_at` integer NOT NULL,
	`submitted_at` integer,
	PRIMARY KEY(`conference_id`, `uid`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `applications_submitted_at` ON `applications` (`conference_id`,`submitted_at`);--> statement-breakpoint
CREATE TABLE `audit` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_uid` text,
	`action` text NOT NULL,
	`object` text NOT NULL,
	`detail` text NOT NULL,
	`request_id` text
);
--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`at`);--> statement-breakpoint
CREATE INDEX `audit_object` ON `audit` (`object`,`at`);--> statement-breakpoint
CREATE TABLE `conferences` (
	`id` text PRIMARY KEY NOT NULL,
	`location` text NOT NULL,
	`year` integer NOT NULL,
	`title` text,
	`track` text,
	`lat` real NOT NULL,
	`lng` real NOT NULL
);
--> statement-breakpoint
CREATE TABLE `counters` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `counters_expires_at` ON `counters` (`expires_at`);--> statement-breakpoint
CREATE TABLE `decisions` (
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`decision` text NOT NULL,
	`set_by` text,
	`set_at` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `uid`),
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "decisions_decision" CHECK("decisions"."decision" IN ('Accepted', 'Deferred to virtual', 'Waitlisted', 'Rejected'))
);
--> statement-breakpoint
CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`question_id` text NOT NULL,
	`file_name` text NOT NULL,
	`content_type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`object_key` text NOT NULL,
	`uploaded_at` integer NOT NULL,
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conference_id`,`question_id`) REFERENCES `questions`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "documents_size" CHECK("documents"."size" > 0 AND "documents"."size" <= 5000000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_question` ON `documents` (`conference_id`,`uid`,`question_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `documents_object_key` ON `documents` (`object_key`);--> statement-breakpoint
CREATE TABLE `editions` (
	`conference_id` text PRIMARY KEY NOT NULL,
	`ordinal` text NOT NULL,
	`venue` text NOT NULL,
	`first_day` text NOT NULL,
	`last_day` text NOT NULL,
	`time_zone` text NOT NULL,
	`minimum_age` integer NOT NULL,
	`refund_deposit_cents` integer NOT NULL,
	`refunds_until` integer NOT NULL,
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`message` text NOT NULL,
	`severity` text NOT NULL,
	`show_from` integer NOT NULL,
	`show_until` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "notifications_severity" CHECK("notifications"."severity" IN ('INFO', 'IMPORTANT', 'CRITICAL'))
);
--> statement-breakpoint
CREATE INDEX `notifications_show_from` ON `notifications` (`show_from`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`event_key` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_event_key` ON `outbox` (`event_key`);--> statement-breakpoint
CREATE INDEX `outbox_created_at` ON `outbox` (`created_at`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`delegate_uid` text NOT NULL,
	`pass_type` text NOT NULL,
	`add_ons` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`state` text NOT NULL,
	`gateway` text NOT NULL,
	`transaction_id` text,
	`card_brand` text,
	`card_last_four` text,
	`lease_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`conference_id`,`delegate_uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conference_id`,`pass_type`) REFERENCES `tickets`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_id" CHECK(length("payments"."id") = 20),
	CONSTRAINT "payments_amount" CHECK("payments"."amount_cents" > 0),
	CONSTRAINT "payments_state" CHECK("payments"."state" IN ('reserved', 'charging', 'unknown', 'captured', 'declined', 'released', 'voided', 'refund_pending', 'refunded')),
	CONSTRAINT "payments_pass_type" CHECK("payments"."pass_type" IN ('gold', 'goldPlus')),
	CONSTRAINT "payments_captured" CHECK("payments"."state" <> 'captured' OR "payments"."transaction_id" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_live` ON `payments` (`conference_id`,`delegate_uid`,`pass_type`) WHERE "payments"."state" IN ('reserved', 'charging', 'unknown', 'captured', 'refund_pending');--> statement-breakpoint
CREATE UNIQUE INDEX `payments_transaction` ON `payments` (`gateway`,`transaction_id`);--> statement-breakpoint
CREATE INDEX `payments_delegate` ON `payments` (`conference_id`,`delegate_uid`,`created_at`);--> statement-breakpoint
CREATE INDEX `payments_state` ON `payments` (`state`,`lease_until`);--> statement-breakpoint
CREATE INDEX `payments_conference` ON `payments` (`conference_id`,`state`,`pass_type`);--> statement-breakpoint
CREATE TABLE `prices` (
	`conference_id` text NOT NULL,
	`ticket_id` text NOT NULL,
	`round_id` text NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `ticket_id`, `round_id`),
	FOREIGN KEY (`conference_id`,`ticket_id`) REFERENCES `tickets`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conference_id`,`round_id`) REFERENCES `rounds`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "prices_cents" CHECK("prices"."cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE `profiles` (
	`uid` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `questions` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`section_id` text NOT NULL,
	`position` integer NOT NULL,
	`text` text NOT NULL,
	`hint` text,
	`kind` text NOT NULL,
	`required` text NOT NULL,
	`required_message` text,
	`depends_on` text,
	`options` text,
	`mask` text,
	`max_length` integer NOT NULL,
	`autocomplete` text,
	`scholarship_related` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`,`section_id`) REFERENCES `sections`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "questions_kind" CHECK("questions"."kind" IN ('short text', 'number', 'country', 'long text', 'document upload', 'choice', 'date'))
);
--> statement-breakpoint
CREATE TABLE `rounds` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL,
	`deadline` integer NOT NULL,
	`decision_release` integer NOT NULL,
	`released_at` integer,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "rounds_id" CHECK("rounds"."id" IN ('early', 'regular', 'bonus'))
);
--> statement-breakpoint
CREATE TABLE `sections` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`introduction` text,
	`position` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `seen_notifications` (
	`uid` text NOT NULL,
	`notification_id` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`uid`, `notification_id`),
	FOREIGN KEY (`uid`) REFERENCES `profiles`(`uid`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`notification_id`) REFERENCES `notifications`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`authenticated_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_uid` ON `sessions` (`uid`);--> statement-breakpoint
CREATE INDEX `sessions_expires_at` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `staff` (
	`uid` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "staff_role" CHECK("staff"."role" IN ('director', 'reviewer'))
);
--> statement-breakpoint
CREATE TABLE `tickets` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL,
	`on_sale` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tickets_id" CHECK("tickets"."id" IN ('gold', 'goldPlus'))
);
--> statement-breakpoint
CREATE TABLE `tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`uid` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tokens_purpose" CHECK("tokens"."purpose" IN ('reset-password'))
);
--> statement-breakpoint
CREATE INDEX `tokens_uid` ON `tokens` (`uid`,`purpose`);--> statement-breakpoint
CREATE INDEX `tokens_expires_at` ON `tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`uid` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`password_hash` text NOT NULL,
	`email_verified_at` integer,
	`admin` integer DEFAULT false NOT NULL,
	`hpair_plus_subscription_id` text,
	`disabled_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (`email_key`);