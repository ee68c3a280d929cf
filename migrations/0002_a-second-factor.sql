CREATE TABLE `factor_resets` (
	`uid` text PRIMARY KEY NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at` integer NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asked_by`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `factor_resets_asked_by` ON `factor_resets` (`asked_by`);--> statement-breakpoint
CREATE TABLE `factors` (
	`uid` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`last_step` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_uid` ON `recovery_codes` (`uid`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `factor_typed_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `factor_used_at` integer;