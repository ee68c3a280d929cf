CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `passkeys_uid` ON `passkeys` (`uid`);