-- Something can be given back with nothing for it: an amount may be 0 if it is done at once. A CHECK cannot be altered, so
-- `refunds` is built again. A refund names the lines of a bill; what it ends is what is held of them now.
PRAGMA defer_foreign_keys = ON;--> statement-breakpoint
DROP VIEW `tallied`;--> statement-breakpoint
DROP VIEW `holding_tallies`;--> statement-breakpoint
DROP TRIGGER `refund_lines_insert_before`;--> statement-breakpoint
DROP TRIGGER `refund_lines_insert_after`;--> statement-breakpoint
DROP TRIGGER `refund_lines_delete_before`;--> statement-breakpoint
DROP TRIGGER `refund_lines_delete_after`;--> statement-breakpoint
CREATE TABLE `refunds_before` AS SELECT * FROM `refunds`;--> statement-breakpoint
DROP TABLE `refunds`;--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`ends_pass` integer DEFAULT true NOT NULL,
	`reason` text NOT NULL,
	`state` text NOT NULL,
	`transaction_id` text,
	`requested_by` text NOT NULL,
	`lease_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_id" CHECK(length("refunds"."id") = 20),
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount_cents" > 0 OR "refunds"."amount_cents" = 0 AND "refunds"."state" = 'done'),
	CONSTRAINT "refunds_kind" CHECK("refunds"."kind" IN ('money', 'credit')),
	CONSTRAINT "refunds_state" CHECK("refunds"."state" IN ('pending', 'sending', 'unknown', 'done', 'refused'))
);--> statement-breakpoint
INSERT INTO `refunds` (`id`, `conference_id`, `payment_id`, `kind`, `amount_cents`, `reason`, `state`, `transaction_id`, `requested_by`, `lease_until`, `created_at`, `settled_at`, `ends_pass`) SELECT `id`, `conference_id`, `payment_id`, `kind`, `amount_cents`, `reason`, `state`, `transaction_id`, `requested_by`, `lease_until`, `created_at`, `settled_at`, `ends_pass` FROM `refunds_before`;--> statement-breakpoint
DROP TABLE `refunds_before`;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_one_open` ON `refunds` (`payment_id`) WHERE "refunds"."state" IN ('pending', 'sending', 'unknown');--> statement-breakpoint
CREATE INDEX `refunds_payment` ON `refunds` (`payment_id`);--> statement-breakpoint
CREATE INDEX `refunds_state` ON `refunds` (`state`,`lease_until`);--> statement-breakpoint
-- Of each line of a bill, what was or is held of it: one of another size takes the place of the one before.
CREATE VIEW `line_holdings` AS
	SELECT b.`id` AS `line_id`, h.`id` FROM `holdings` AS b
	JOIN `holdings` AS h ON h.`payment_id` = b.`payment_id` AND h.`item` = b.`item`;--> statement-breakpoint
CREATE VIEW `holding_tallies` AS
	SELECT h.`id`, h.`conference_id`, 'pass' AS `name`, h.`pass_type` AS `key`, h.`item` = h.`pass_type` AS `number`,
		h.`cents` - (SELECT coalesce(sum(l.`cents`), 0) FROM `holdings` AS b
			JOIN `refund_lines` AS l ON l.`holding_id` = b.`id` JOIN `refunds` AS f ON f.`id` = l.`refund_id`
			WHERE b.`payment_id` = h.`payment_id` AND b.`item` = h.`item` AND f.`kind` = 'money' AND f.`state` <> 'refused') AS `total`
	FROM `holdings` AS h WHERE h.`state` = 'held'
	UNION ALL SELECT `id`, `conference_id`, 'taken', `item`, 1, 0 FROM `holdings` WHERE `state` IN ('pending', 'held', 'ending');--> statement-breakpoint
CREATE VIEW `tallied` AS
	SELECT `conference_id`, `name`, `key`, sum(`number`) AS `number`, sum(`total`) AS `total` FROM (
		SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `payment_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `holding_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`)
	GROUP BY `conference_id`, `name`, `key`;--> statement-breakpoint
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
CREATE TRIGGER `refund_lines_insert_before` BEFORE INSERT ON `refund_lines`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `holding_tallies`
		WHERE `id` IN (SELECT `id` FROM `line_holdings` WHERE `line_id` = NEW.`holding_id`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
-- First counted, then ended: the other way round what is ended would be counted twice.
CREATE TRIGGER `refund_lines_insert_after` AFTER INSERT ON `refund_lines`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `holding_tallies`
		WHERE `id` IN (SELECT `id` FROM `line_holdings` WHERE `line_id` = NEW.`holding_id`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	UPDATE `holdings` SET
		`state` = iif((SELECT `state` FROM `refunds` WHERE `id` = NEW.`refund_id`) = 'done', 'ended', 'ending'),
		`until` = (SELECT `created_at` FROM `refunds` WHERE `id` = NEW.`refund_id`)
		WHERE NEW.`ends` AND `id` IN (SELECT `id` FROM `line_holdings` WHERE `line_id` = NEW.`holding_id`) AND `state` IN ('held', 'ending');
END;--> statement-breakpoint
CREATE TRIGGER `refund_lines_delete_before` BEFORE DELETE ON `refund_lines`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `holding_tallies`
		WHERE `id` IN (SELECT `id` FROM `line_holdings` WHERE `line_id` = OLD.`holding_id`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `refund_lines_delete_after` AFTER DELETE ON `refund_lines`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `holding_tallies`
		WHERE `id` IN (SELECT `id` FROM `line_holdings` WHERE `line_id` = OLD.`holding_id`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `refunds_count_before` BEFORE UPDATE OF `kind`, `state` ON `refunds`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `holding_tallies`
		WHERE `id` IN (SELECT h.`id` FROM `refund_lines` AS l JOIN `line_holdings` AS h ON h.`line_id` = l.`holding_id` WHERE l.`refund_id` = OLD.`id`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `refunds_count_after` AFTER UPDATE OF `kind`, `state` ON `refunds`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `holding_tallies`
		WHERE `id` IN (SELECT h.`id` FROM `refund_lines` AS l JOIN `line_holdings` AS h ON h.`line_id` = l.`holding_id` WHERE l.`refund_id` = OLD.`id`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	UPDATE `holdings` SET `state` = iif(NEW.`state` = 'done', 'ended', 'held'),
		`until` = iif(NEW.`state` = 'done', `until`, NULL)
		WHERE NEW.`state` IN ('done', 'refused') AND `state` = 'ending'
			AND `id` IN (SELECT h.`id` FROM `refund_lines` AS l JOIN `line_holdings` AS h ON h.`line_id` = l.`holding_id` WHERE l.`refund_id` = NEW.`id` AND l.`ends`);
END;
