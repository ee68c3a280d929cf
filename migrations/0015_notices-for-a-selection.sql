CREATE TABLE `notification_readers` (
	`notification_id` text NOT NULL,
	`uid` text NOT NULL,
	PRIMARY KEY(`notification_id`, `uid`),
	FOREIGN KEY (`notification_id`) REFERENCES `notifications`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `notification_readers_uid` ON `notification_readers` (`uid`);--> statement-breakpoint
ALTER TABLE `notifications` ADD `selection` text;