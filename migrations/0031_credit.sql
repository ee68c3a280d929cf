ALTER TABLE `payments` ADD `credit_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_person` ON `payments` (`delegate_uid`);--> statement-breakpoint
ALTER TABLE `refunds` ADD `credit_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What is paid with credit, and what goes back as credit, is no money that comes or goes.
DROP VIEW `tallied`;--> statement-breakpoint
DROP VIEW `payment_tallies`;--> statement-breakpoint
CREATE VIEW `payment_tallies` AS
	SELECT `id`, `conference_id`, 'revenue' AS `name`, CAST(`created_at` / 86400000 * 86400000 AS TEXT) AS `key`, 1 AS `number`,
		CASE `state` WHEN 'voided' THEN 0 ELSE
			`amount_cents` - `credit_cents` - (SELECT coalesce(sum(f.`amount_cents` - f.`credit_cents`), 0) FROM `refunds` AS f
				WHERE f.`payment_id` = `payments`.`id` AND f.`kind` = 'money' AND f.`state` <> 'refused') END AS `total`
	FROM `payments` WHERE `state` IN ('captured', 'voided', 'refund_pending', 'refunded');--> statement-breakpoint
CREATE VIEW `tallied` AS
	SELECT `conference_id`, `name`, `key`, sum(`number`) AS `number`, sum(`total`) AS `total` FROM (
		SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `payment_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `holding_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `place_tallies`)
	GROUP BY `conference_id`, `name`, `key`;--> statement-breakpoint
DROP TRIGGER `refunds_insert_after`;--> statement-breakpoint
CREATE TRIGGER `refunds_insert_after` AFTER INSERT ON `refunds`
BEGIN
	INSERT INTO `tallies` SELECT m.`conference_id`, m.`name`, m.`key`, 0, -(NEW.`amount_cents` - NEW.`credit_cents`) FROM `payment_tallies` AS m
		JOIN `payments` AS p ON p.`id` = m.`id`
		WHERE m.`id` = NEW.`payment_id` AND p.`state` <> 'voided' AND NEW.`kind` = 'money' AND NEW.`state` <> 'refused'
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
DROP TRIGGER `refunds_update_after`;--> statement-breakpoint
CREATE TRIGGER `refunds_update_after` AFTER UPDATE OF `payment_id`, `kind`, `amount_cents`, `credit_cents`, `state` ON `refunds`
BEGIN
	INSERT INTO `tallies` SELECT m.`conference_id`, m.`name`, m.`key`, 0, (OLD.`amount_cents` - OLD.`credit_cents`) FROM `payment_tallies` AS m
		JOIN `payments` AS p ON p.`id` = m.`id`
		WHERE m.`id` = OLD.`payment_id` AND p.`state` <> 'voided' AND OLD.`kind` = 'money' AND OLD.`state` <> 'refused'
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT m.`conference_id`, m.`name`, m.`key`, 0, -(NEW.`amount_cents` - NEW.`credit_cents`) FROM `payment_tallies` AS m
		JOIN `payments` AS p ON p.`id` = m.`id`
		WHERE m.`id` = NEW.`payment_id` AND p.`state` <> 'voided' AND NEW.`kind` = 'money' AND NEW.`state` <> 'refused'
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
DROP TRIGGER `refunds_delete_after`;--> statement-breakpoint
CREATE TRIGGER `refunds_delete_after` AFTER DELETE ON `refunds`
BEGIN
	INSERT INTO `tallies` SELECT m.`conference_id`, m.`name`, m.`key`, 0, (OLD.`amount_cents` - OLD.`credit_cents`) FROM `payment_tallies` AS m
		JOIN `payments` AS p ON p.`id` = m.`id`
		WHERE m.`id` = OLD.`payment_id` AND p.`state` <> 'voided' AND OLD.`kind` = 'money' AND OLD.`state` <> 'refused'
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
DROP VIEW `journal`;--> statement-breakpoint
CREATE VIEW `journal` AS
	SELECT p.`conference_id`, p.`id` AS `payment_id`, p.`created_at` AS `at`, 'payment' AS `kind`, iif(json_each.`value` = 'credit', 'credit', p.`gateway`) AS `account`,
		iif(json_each.`value` = 'credit', p.`credit_cents`, p.`amount_cents` - p.`credit_cents`) AS `cents`
	FROM `payments` AS p JOIN json_each('["money","credit"]')
	WHERE p.`state` IN ('captured', 'refund_pending', 'refunded') AND iif(json_each.`value` = 'credit', p.`credit_cents`, p.`amount_cents` - p.`credit_cents`) > 0
	UNION ALL
	SELECT p.`conference_id`, p.`id`, p.`created_at`, 'payment', h.`item`, -h.`cents`
	FROM `payments` AS p JOIN `holdings` AS h ON h.`payment_id` = p.`id`
	WHERE p.`state` IN ('captured', 'refund_pending', 'refunded') AND h.`from_holding` IS NULL AND h.`cents` > 0
	UNION ALL
	SELECT f.`conference_id`, f.`payment_id`, f.`settled_at`, iif(f.`kind` = 'credit', 'credit', 'refund'), iif(json_each.`value` = 'credit' OR f.`kind` = 'credit', 'credit', p.`gateway`),
		-iif(json_each.`value` = 'credit', f.`credit_cents`, f.`amount_cents` - f.`credit_cents`)
	FROM `refunds` AS f JOIN `payments` AS p ON p.`id` = f.`payment_id` JOIN json_each('["money","credit"]')
	WHERE f.`state` = 'done' AND p.`state` <> 'voided' AND iif(json_each.`value` = 'credit', f.`credit_cents`, f.`amount_cents` - f.`credit_cents`) > 0
	UNION ALL
	SELECT f.`conference_id`, f.`payment_id`, f.`settled_at`, iif(f.`kind` = 'credit', 'credit', 'refund'), h.`item`, l.`cents`
	FROM `refunds` AS f JOIN `payments` AS p ON p.`id` = f.`payment_id` JOIN `refund_lines` AS l ON l.`refund_id` = f.`id` JOIN `holdings` AS h ON h.`id` = l.`holding_id`
	WHERE f.`state` = 'done' AND p.`state` <> 'voided' AND l.`cents` > 0;
