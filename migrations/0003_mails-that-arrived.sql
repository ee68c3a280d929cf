CREATE TABLE `mail_events` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mail_events_received_at` ON `mail_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `unreachable_addresses` (
	`email_key` text PRIMARY KEY NOT NULL,
	`uid` text,
	`because` text NOT NULL,
	`said` text NOT NULL,
	`at` integer NOT NULL,
	`mended_at` integer,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "unreachable_addresses_because" CHECK("unreachable_addresses"."because" IN ('bounced', 'complained'))
);
--> statement-breakpoint
CREATE INDEX `unreachable_addresses_uid` ON `unreachable_addresses` (`uid`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `provider_id` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `report` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `reported_at` integer;--> statement-breakpoint
CREATE INDEX `outbox_provider_id` ON `outbox` (`provider_id`) WHERE "outbox"."provider_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_not_arrived` ON `outbox` (`created_at`) WHERE "outbox"."report" IN ('bounced', 'withheld');