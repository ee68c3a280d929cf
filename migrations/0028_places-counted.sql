-- How many people have a place in a session of the programme, and how many wait for one: kept like the other counts.
DROP VIEW `tallied`;--> statement-breakpoint
CREATE VIEW `place_tallies` AS
	SELECT `session_id`, `uid`, `conference_id`, iif(`state` = 'held', 'attending', 'waiting') AS `name`, `session_id` AS `key`,
		1 AS `number`, `chosen_at` % 1000000 AS `total`
	FROM `places`;--> statement-breakpoint
CREATE VIEW `tallied` AS
	SELECT `conference_id`, `name`, `key`, sum(`number`) AS `number`, sum(`total`) AS `total` FROM (
		SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `payment_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `holding_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `place_tallies`)
	GROUP BY `conference_id`, `name`, `key`;--> statement-breakpoint
CREATE TRIGGER `places_insert_after` AFTER INSERT ON `places`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `place_tallies`
		WHERE `session_id` = NEW.`session_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `places_update_before` BEFORE UPDATE OF `conference_id`, `session_id`, `uid`, `state`, `chosen_at` ON `places`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `place_tallies`
		WHERE `session_id` = OLD.`session_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `places_update_after` AFTER UPDATE OF `conference_id`, `session_id`, `uid`, `state`, `chosen_at` ON `places`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `place_tallies`
		WHERE `session_id` = NEW.`session_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `places_delete_before` BEFORE DELETE ON `places`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `place_tallies`
		WHERE `session_id` = OLD.`session_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, sum(`number`), sum(`total`) FROM `place_tallies` GROUP BY `conference_id`, `name`, `key`;
