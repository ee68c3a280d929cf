CREATE TABLE `edition_forms` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`page` text NOT NULL,
	`seen` text NOT NULL,
	`items` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `edition_forms_old` ON `edition_forms` (`created_at`);