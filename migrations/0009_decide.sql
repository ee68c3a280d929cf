ALTER TABLE `decision_lines` ADD `old_released_at` integer;--> statement-breakpoint
ALTER TABLE `decision_lines` ADD `old_former` text;--> statement-breakpoint
ALTER TABLE `decisions` ADD `released_at` integer;--> statement-breakpoint
ALTER TABLE `decisions` ADD `former` text;--> statement-breakpoint
CREATE INDEX `decisions_untold_alone` ON `decisions` (`conference_id`) WHERE "decisions"."released_at" >= "decisions"."set_at" AND "decisions"."told_at" IS NULL;--> statement-breakpoint
DROP VIEW `application_tallies`;
--> statement-breakpoint
-- An application counts by where it stands (its round, its decision, whether that came after the release or was released alone, whether nobody reads it), and by the day on which it was submitted.
CREATE VIEW `application_tallies` AS
	SELECT a.`conference_id`, a.`uid`, 'standing' AS `name`,
		CASE WHEN a.`submitted_at` IS NULL THEN 'draft' ELSE
			coalesce(r.`id`, '') || '/' || coalesce(d.`decision`, '') || '/' ||
			CASE WHEN d.`set_at` <= r.`released_at` THEN 0 WHEN r.`id` IS NOT NULL AND d.`set_at` <= d.`released_at` THEN 2
				ELSE coalesce(d.`set_at` > r.`released_at`, 0) END || '/' ||
			(d.`uid` IS NULL AND NOT EXISTS (SELECT 1 FROM `assignments` AS s
				WHERE s.`conference_id` = a.`conference_id` AND s.`uid` = a.`uid`))
		END AS `key`, 1 AS `number`, coalesce(d.`set_at`, 0) AS `total`
	FROM `applications` AS a
	LEFT JOIN `decisions` AS d ON d.`conference_id` = a.`conference_id` AND d.`uid` = a.`uid`
	LEFT JOIN `rounds` AS r ON r.`conference_id` = a.`conference_id` AND r.`id` = (
		SELECT e.`id` FROM `rounds` AS e WHERE e.`conference_id` = a.`conference_id` AND a.`submitted_at` <= e.`deadline`
		ORDER BY e.`position` LIMIT 1)
	UNION ALL
	SELECT `conference_id`, `uid`, 'submitted', CAST(`submitted_at` / 86400000 * 86400000 AS TEXT), 1, 0
	FROM `applications` WHERE `submitted_at` IS NOT NULL;
--> statement-breakpoint
DELETE FROM `tallies`;
--> statement-breakpoint
INSERT INTO `tallies` SELECT * FROM `tallied`;
--> statement-breakpoint
DROP TRIGGER `decisions_update_before`;
--> statement-breakpoint
CREATE TRIGGER `decisions_update_before` BEFORE UPDATE OF `conference_id`, `uid`, `decision`, `set_at`, `released_at` ON `decisions`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND (OLD.`conference_id`, OLD.`uid`) IS NOT (NEW.`conference_id`, NEW.`uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
DROP TRIGGER `decisions_update_after`;
--> statement-breakpoint
CREATE TRIGGER `decisions_update_after` AFTER UPDATE OF `conference_id`, `uid`, `decision`, `set_at`, `released_at` ON `decisions`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND (OLD.`conference_id`, OLD.`uid`) IS NOT (NEW.`conference_id`, NEW.`uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
