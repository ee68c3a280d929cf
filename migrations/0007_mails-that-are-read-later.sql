CREATE TABLE `unsubscribed_addresses` (
	`email_key` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `edition_publications` ADD `moved_deadlines` text;--> statement-breakpoint
CREATE INDEX `edition_publications_untold` ON `edition_publications` (`id`) WHERE "edition_publications"."moved_deadlines" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `kind` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `uid` text;--> statement-breakpoint
CREATE INDEX `outbox_copies` ON `outbox` (`uid`,`created_at`) WHERE "outbox"."uid" IS NOT NULL;