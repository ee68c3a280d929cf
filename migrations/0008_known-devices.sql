-- Links have one more purpose, which their table checks: SQLite changes a check only with its table. Nothing
-- refers to it, so no foreign key is in the way.
CREATE TABLE `new_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`uid` text NOT NULL,
	`email` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tokens_purpose" CHECK("purpose" IN ('reset-password', 'own-password', 'revert-email', 'verify-email', 'known-device'))
);
--> statement-breakpoint
INSERT INTO `new_tokens` ("hash", "purpose", "uid", "email", "created_at", "expires_at", "used_at") SELECT "hash", "purpose", "uid", "email", "created_at", "expires_at", "used_at" FROM `tokens`;--> statement-breakpoint
DROP TABLE `tokens`;--> statement-breakpoint
ALTER TABLE `new_tokens` RENAME TO `tokens`;--> statement-breakpoint
CREATE INDEX `tokens_uid` ON `tokens` (`uid`,`purpose`);--> statement-breakpoint
CREATE INDEX `tokens_expires_at` ON `tokens` (`expires_at`);--> statement-breakpoint
ALTER TABLE `users` DROP COLUMN `email_changed_at`;
