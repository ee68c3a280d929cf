DROP INDEX `refunds_one_live`;--> statement-breakpoint
ALTER TABLE `refunds` ADD `ends_pass` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_one_open` ON `refunds` (`payment_id`) WHERE "refunds"."state" IN ('pending', 'sending', 'unknown');--> statement-breakpoint
ALTER TABLE `payments` ADD `grounds` text;--> statement-breakpoint
ALTER TABLE `webhook_events` ADD `gateway` text DEFAULT 'authorize-net' NOT NULL;