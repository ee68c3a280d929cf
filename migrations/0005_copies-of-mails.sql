ALTER TABLE `outbox` ADD `kind` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `uid` text;--> statement-breakpoint
CREATE INDEX `outbox_copies` ON `outbox` (`uid`,`created_at`) WHERE "outbox"."uid" IS NOT NULL;