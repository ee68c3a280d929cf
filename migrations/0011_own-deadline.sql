ALTER TABLE `applications` ADD `own_deadline` integer;--> statement-breakpoint
ALTER TABLE `applications` ADD `late_round` text;--> statement-breakpoint
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
	LEFT JOIN `rounds` AS r ON r.`conference_id` = a.`conference_id` AND r.`id` = coalesce((
		SELECT e.`id` FROM `rounds` AS e WHERE e.`conference_id` = a.`conference_id` AND a.`submitted_at` <= e.`deadline`
		ORDER BY e.`position` LIMIT 1), CASE WHEN a.`submitted_at` <= a.`own_deadline` THEN a.`late_round` END)
	UNION ALL
	SELECT `conference_id`, `uid`, 'submitted', CAST(`submitted_at` / 86400000 * 86400000 AS TEXT), 1, 0
	FROM `applications` WHERE `submitted_at` IS NOT NULL;
--> statement-breakpoint
DELETE FROM `tallies`;
--> statement-breakpoint
INSERT INTO `tallies` SELECT * FROM `tallied`;
--> statement-breakpoint
DROP TRIGGER `applications_update_before`;
--> statement-breakpoint
CREATE TRIGGER `applications_update_before` BEFORE UPDATE OF `conference_id`, `uid`, `submitted_at`, `own_deadline`, `late_round` ON `applications`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
DROP TRIGGER `applications_update_after`;
--> statement-breakpoint
CREATE TRIGGER `applications_update_after` AFTER UPDATE OF `conference_id`, `uid`, `submitted_at`, `own_deadline`, `late_round` ON `applications`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
