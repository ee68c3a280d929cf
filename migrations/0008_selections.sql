-- selections: filters of the application list, and labels on applications
CREATE TABLE `application_labels` (
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`label_id` text NOT NULL,
	`labelled_by` text NOT NULL,
	`labelled_at` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `uid`, `label_id`),
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conference_id`,`label_id`) REFERENCES `labels`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `application_labels_label` ON `application_labels` (`conference_id`,`label_id`,`uid`);--> statement-breakpoint
CREATE TABLE `labels` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `labels_title` ON `labels` (`conference_id`,`title`);--> statement-breakpoint
CREATE TABLE `saved_selections` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`saved_by` text NOT NULL,
	`saved_at` integer NOT NULL,
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_selections_name` ON `saved_selections` (`conference_id`,`name`);--> statement-breakpoint
ALTER TABLE `applications` ADD `spread` integer;--> statement-breakpoint
UPDATE `applications` SET `spread` = (SELECT max(`score`) - min(`score`) FROM `reviews` WHERE `reviews`.`conference_id` = `applications`.`conference_id` AND `reviews`.`uid` = `applications`.`uid`) WHERE `review_count` > 1;
--> statement-breakpoint
INSERT OR IGNORE INTO `search_words` (`conference_id`, `word`, `uid`)
WITH RECURSIVE `given` (`conference_id`, `uid`, `shortest`, `text`) AS (
	SELECT `answers`.`conference_id`, `answers`.`uid`, iif(`questions`.`id` = 'institution', 1, 4),
		lower(replace(replace(replace(replace(replace(replace(replace(`answers`.`answers` ->> ('$."' || `questions`.`id` || '"'), char(10), ' '), ',', ' '), '(', ' '), ')', ' '), '-', ' '), '.', ' '), '''', ' ')) || ' '
	FROM `answers`
	JOIN `applications` ON `applications`.`conference_id` = `answers`.`conference_id` AND `applications`.`uid` = `answers`.`uid` AND `applications`.`submitted_at` IS NOT NULL
	JOIN `questions` ON `questions`.`conference_id` = `answers`.`conference_id` AND `questions`.`section_id` = `answers`.`section_id`
	WHERE (`questions`.`id` = 'institution' OR `questions`.`options` IS NOT NULL) AND `answers`.`answers` ->> ('$."' || `questions`.`id` || '"') <> ''
), `split` (`conference_id`, `uid`, `shortest`, `word`, `rest`) AS (
	SELECT `conference_id`, `uid`, `shortest`, substr(`text`, 1, instr(`text`, ' ') - 1), substr(`text`, instr(`text`, ' ') + 1) FROM `given`
	UNION ALL
	SELECT `conference_id`, `uid`, `shortest`, substr(`rest`, 1, instr(`rest`, ' ') - 1), substr(`rest`, instr(`rest`, ' ') + 1) FROM `split` WHERE `rest` <> ''
)
SELECT `conference_id`, '~' || substr(`word`, 1, 40), `uid` FROM `split` WHERE length(`word`) >= `shortest` AND `word` <> '';
--> statement-breakpoint
INSERT OR IGNORE INTO `search_words` (`conference_id`, `word`, `uid`)
SELECT `answers`.`conference_id`, '~=' || (`answers`.`answers` ->> ('$."' || `questions`.`id` || '"')), `answers`.`uid`
FROM `answers`
JOIN `applications` ON `applications`.`conference_id` = `answers`.`conference_id` AND `applications`.`uid` = `answers`.`uid` AND `applications`.`submitted_at` IS NOT NULL
JOIN `questions` ON `questions`.`conference_id` = `answers`.`conference_id` AND `questions`.`section_id` = `answers`.`section_id`
WHERE `questions`.`kind` = 'country' AND `answers`.`answers` ->> ('$."' || `questions`.`id` || '"') <> '';
