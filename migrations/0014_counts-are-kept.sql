CREATE TABLE `tallies` (
	`conference_id` text NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL,
	`number` integer NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `name`, `key`)
);
--> statement-breakpoint
ALTER TABLE `plans` ADD `asked_by` text;--> statement-breakpoint
ALTER TABLE `plans` ADD `asked_at` integer;--> statement-breakpoint
CREATE INDEX `plans_asked` ON `plans` (`asked_at`) WHERE "plans"."asked_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `answers_nameless` ON `answers` (`conference_id`,`uid`) WHERE "answers"."section_id" = 'about' AND trim(coalesce("answers"."answers" ->> 'firstName', '')) = '';--> statement-breakpoint
CREATE INDEX `outbox_given_up` ON `outbox` (`created_at`) WHERE "outbox"."sent_at" IS NULL AND "outbox"."due_at" IS NULL AND "outbox"."failures" <> 0;--> statement-breakpoint
CREATE INDEX `payments_state_created_at` ON `payments` (`conference_id`,`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_disabled` ON `users` (`disabled_at`) WHERE "users"."disabled_at" IS NOT NULL;--> statement-breakpoint
-- The counts, by what is counted once: an application, a payment, and what one reader has to do with one application.
-- Each view below says which counts such a thing is part of. Around a change of a row on which a view depends, triggers
-- take away what the thing counted before and add what it counts now. An INSERT that finds its row there already
-- (ON CONFLICT) is an update to the triggers, although BEFORE INSERT fires too. An update of a key concerns two things.
CREATE VIEW `application_tallies` AS
	SELECT a.`conference_id`, a.`uid`, 'standing' AS `name`,
		CASE WHEN a.`submitted_at` IS NULL THEN 'draft' ELSE
			coalesce(r.`id`, '') || '/' || coalesce(d.`decision`, '') || '/' || coalesce(d.`set_at` > r.`released_at`, 0) || '/' ||
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
	FROM `applications` WHERE `submitted_at` IS NOT NULL;--> statement-breakpoint
CREATE VIEW `payment_tallies` AS
	SELECT `id`, `conference_id`, 'pass' AS `name`, `pass_type` AS `key`, 1 AS `number`,
		`amount_cents` - (SELECT coalesce(sum(f.`amount_cents`), 0) FROM `refunds` AS f
			WHERE f.`payment_id` = `payments`.`id` AND f.`kind` = 'money' AND f.`state` <> 'refused') AS `total`
	FROM `payments` WHERE `state` = 'captured'
	UNION ALL
	SELECT `id`, `conference_id`, 'revenue', CAST(`created_at` / 86400000 * 86400000 AS TEXT), 1,
		CASE `state` WHEN 'voided' THEN 0 ELSE
			`amount_cents` - (SELECT coalesce(sum(f.`amount_cents`), 0) FROM `refunds` AS f
				WHERE f.`payment_id` = `payments`.`id` AND f.`kind` = 'money' AND f.`state` <> 'refused') END
	FROM `payments` WHERE `state` IN ('captured', 'voided', 'refund_pending', 'refunded');--> statement-breakpoint
CREATE VIEW `reading_tallies` AS
	SELECT `conference_id`, `uid`, `staff_uid`, 'assigned' AS `name`, `staff_uid` AS `key`, 1 AS `number`, 0 AS `total` FROM `assignments`
	UNION ALL
	SELECT `conference_id`, `uid`, `staff_uid`, 'reviewed', `staff_uid`, 1, 0 FROM `reviews`
	UNION ALL
	SELECT s.`conference_id`, s.`uid`, s.`staff_uid`, 'read', s.`staff_uid`, 1, 0 FROM `assignments` AS s
	JOIN `reviews` AS v ON v.`conference_id` = s.`conference_id` AND v.`uid` = s.`uid` AND v.`staff_uid` = s.`staff_uid`;--> statement-breakpoint
-- What the table must hold, counted from the rows. To count again: DELETE FROM tallies; INSERT INTO tallies SELECT * FROM tallied;
CREATE VIEW `tallied` AS
	SELECT `conference_id`, `name`, `key`, sum(`number`) AS `number`, sum(`total`) AS `total` FROM (
		SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `payment_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`)
	GROUP BY `conference_id`, `name`, `key`;--> statement-breakpoint
CREATE TRIGGER `applications_insert_after` AFTER INSERT ON `applications`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `applications_update_before` BEFORE UPDATE OF `conference_id`, `uid`, `submitted_at` ON `applications`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND (OLD.`conference_id`, OLD.`uid`) IS NOT (NEW.`conference_id`, NEW.`uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `applications_update_after` AFTER UPDATE OF `conference_id`, `uid`, `submitted_at` ON `applications`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND (OLD.`conference_id`, OLD.`uid`) IS NOT (NEW.`conference_id`, NEW.`uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `applications_delete_before` BEFORE DELETE ON `applications`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `decisions_insert_before` BEFORE INSERT ON `decisions`
WHEN NOT EXISTS (SELECT 1 FROM `decisions` WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`)
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `decisions_insert_after` AFTER INSERT ON `decisions`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `decisions_update_before` BEFORE UPDATE OF `conference_id`, `uid`, `decision`, `set_at` ON `decisions`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND (OLD.`conference_id`, OLD.`uid`) IS NOT (NEW.`conference_id`, NEW.`uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `decisions_update_after` AFTER UPDATE OF `conference_id`, `uid`, `decision`, `set_at` ON `decisions`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND (OLD.`conference_id`, OLD.`uid`) IS NOT (NEW.`conference_id`, NEW.`uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `decisions_delete_before` BEFORE DELETE ON `decisions`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `decisions_delete_after` AFTER DELETE ON `decisions`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `assignments_insert_before` BEFORE INSERT ON `assignments`
WHEN NOT EXISTS (SELECT 1 FROM `assignments` WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid`)
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `reading_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `assignments_insert_after` AFTER INSERT ON `assignments`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `assignments_update_before` BEFORE UPDATE OF `conference_id`, `uid`, `staff_uid` ON `assignments`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `reading_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND `staff_uid` = OLD.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND (OLD.`conference_id`, OLD.`uid`) IS NOT (NEW.`conference_id`, NEW.`uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `reading_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid` AND (OLD.`conference_id`, OLD.`uid`, OLD.`staff_uid`) IS NOT (NEW.`conference_id`, NEW.`uid`, NEW.`staff_uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `assignments_update_after` AFTER UPDATE OF `conference_id`, `uid`, `staff_uid` ON `assignments`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND (OLD.`conference_id`, OLD.`uid`) IS NOT (NEW.`conference_id`, NEW.`uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND `staff_uid` = OLD.`staff_uid` AND (OLD.`conference_id`, OLD.`uid`, OLD.`staff_uid`) IS NOT (NEW.`conference_id`, NEW.`uid`, NEW.`staff_uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `assignments_delete_before` BEFORE DELETE ON `assignments`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `reading_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND `staff_uid` = OLD.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `assignments_delete_after` AFTER DELETE ON `assignments`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND `staff_uid` = OLD.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `reviews_insert_before` BEFORE INSERT ON `reviews`
WHEN NOT EXISTS (SELECT 1 FROM `reviews` WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid`)
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `reading_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `reviews_insert_after` AFTER INSERT ON `reviews`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `reviews_update_before` BEFORE UPDATE OF `conference_id`, `uid`, `staff_uid` ON `reviews`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `reading_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND `staff_uid` = OLD.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `reading_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid` AND (OLD.`conference_id`, OLD.`uid`, OLD.`staff_uid`) IS NOT (NEW.`conference_id`, NEW.`uid`, NEW.`staff_uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `reviews_update_after` AFTER UPDATE OF `conference_id`, `uid`, `staff_uid` ON `reviews`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND `staff_uid` = OLD.`staff_uid` AND (OLD.`conference_id`, OLD.`uid`, OLD.`staff_uid`) IS NOT (NEW.`conference_id`, NEW.`uid`, NEW.`staff_uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `reviews_delete_before` BEFORE DELETE ON `reviews`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `reading_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND `staff_uid` = OLD.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `reviews_delete_after` AFTER DELETE ON `reviews`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND `staff_uid` = OLD.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `payments_insert_after` AFTER INSERT ON `payments`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `payment_tallies`
		WHERE `id` = NEW.`id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `payments_update_before` BEFORE UPDATE OF `id`, `conference_id`, `pass_type`, `amount_cents`, `state`, `created_at` ON `payments`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `payment_tallies`
		WHERE `id` = OLD.`id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `payments_update_after` AFTER UPDATE OF `id`, `conference_id`, `pass_type`, `amount_cents`, `state`, `created_at` ON `payments`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `payment_tallies`
		WHERE `id` = NEW.`id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `payments_delete_before` BEFORE DELETE ON `payments`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `payment_tallies`
		WHERE `id` = OLD.`id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `refunds_insert_after` AFTER INSERT ON `refunds`
BEGIN
	INSERT INTO `tallies` SELECT m.`conference_id`, m.`name`, m.`key`, 0, -NEW.`amount_cents` FROM `payment_tallies` AS m
		JOIN `payments` AS p ON p.`id` = m.`id`
		WHERE m.`id` = NEW.`payment_id` AND p.`state` <> 'voided' AND NEW.`kind` = 'money' AND NEW.`state` <> 'refused'
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `refunds_update_after` AFTER UPDATE OF `payment_id`, `kind`, `amount_cents`, `state` ON `refunds`
BEGIN
	INSERT INTO `tallies` SELECT m.`conference_id`, m.`name`, m.`key`, 0, OLD.`amount_cents` FROM `payment_tallies` AS m
		JOIN `payments` AS p ON p.`id` = m.`id`
		WHERE m.`id` = OLD.`payment_id` AND p.`state` <> 'voided' AND OLD.`kind` = 'money' AND OLD.`state` <> 'refused'
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT m.`conference_id`, m.`name`, m.`key`, 0, -NEW.`amount_cents` FROM `payment_tallies` AS m
		JOIN `payments` AS p ON p.`id` = m.`id`
		WHERE m.`id` = NEW.`payment_id` AND p.`state` <> 'voided' AND NEW.`kind` = 'money' AND NEW.`state` <> 'refused'
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `refunds_delete_after` AFTER DELETE ON `refunds`
BEGIN
	INSERT INTO `tallies` SELECT m.`conference_id`, m.`name`, m.`key`, 0, OLD.`amount_cents` FROM `payment_tallies` AS m
		JOIN `payments` AS p ON p.`id` = m.`id`
		WHERE m.`id` = OLD.`payment_id` AND p.`state` <> 'voided' AND OLD.`kind` = 'money' AND OLD.`state` <> 'refused'
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `rounds_insert_after` AFTER INSERT ON `rounds`
BEGIN
	DELETE FROM `tallies` WHERE `conference_id` = NEW.`conference_id` AND `name` = 'standing';
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, sum(`number`), sum(`total`) FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `name` = 'standing' GROUP BY `conference_id`, `name`, `key`;
END;--> statement-breakpoint
CREATE TRIGGER `rounds_update_after` AFTER UPDATE OF `conference_id`, `id`, `position`, `deadline`, `released_at` ON `rounds`
BEGIN
	DELETE FROM `tallies` WHERE `conference_id` = NEW.`conference_id` AND `name` = 'standing';
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, sum(`number`), sum(`total`) FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `name` = 'standing' GROUP BY `conference_id`, `name`, `key`;
END;--> statement-breakpoint
CREATE TRIGGER `rounds_delete_after` AFTER DELETE ON `rounds`
BEGIN
	DELETE FROM `tallies` WHERE `conference_id` = OLD.`conference_id` AND `name` = 'standing';
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, sum(`number`), sum(`total`) FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `name` = 'standing' GROUP BY `conference_id`, `name`, `key`;
END;--> statement-breakpoint
INSERT INTO `tallies` SELECT * FROM `tallied`;
