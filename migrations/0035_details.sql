CREATE TABLE `detail_changes` (
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`version` integer NOT NULL,
	`changes` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `uid`, `version`),
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "detail_changes_version" CHECK("detail_changes"."version" > 0)
);
--> statement-breakpoint
CREATE TRIGGER `detail_changes_unchanged` BEFORE UPDATE ON `detail_changes`
BEGIN
	SELECT RAISE(ABORT, 'a change of details is never changed');
END;
