ALTER TABLE `events` ADD `drawing` text;--> statement-breakpoint
ALTER TABLE `events` ADD `own_drawing` text;