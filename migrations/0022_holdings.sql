-- What somebody holds gets rows of its own. A CHECK cannot be altered, so `payments` is built again: an amount may be 0 if
-- nothing had to be paid. Its children stay: foreign keys are judged at the end.
-- Choices are written with iif(): behind an END that a comma follows, wrangler would not split this file any more.
PRAGMA defer_foreign_keys = ON;--> statement-breakpoint
DROP VIEW `tallied`;--> statement-breakpoint
DROP VIEW `payment_tallies`;--> statement-breakpoint
CREATE TABLE `payments_before` AS SELECT * FROM `payments`;--> statement-breakpoint
DROP TABLE `payments`;--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`delegate_uid` text NOT NULL,
	`pass_type` text NOT NULL,
	`add_ons` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`lines` text DEFAULT '[]' NOT NULL,
	`state` text NOT NULL,
	`gateway` text NOT NULL,
	`transaction_id` text,
	`card_brand` text,
	`card_last_four` text,
	`lease_until` integer NOT NULL,
	`unseen_since` integer,
	`grounds` text,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`conference_id`,`delegate_uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conference_id`,`pass_type`) REFERENCES `tickets`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_id" CHECK(length("payments"."id") = 20),
	CONSTRAINT "payments_amount" CHECK("payments"."amount_cents" > 0 OR "payments"."amount_cents" = 0 AND "payments"."gateway" = 'none'),
	CONSTRAINT "payments_state" CHECK("payments"."state" IN ('reserved', 'charging', 'unknown', 'captured', 'declined', 'released', 'voided', 'refund_pending', 'refunded')),
	CONSTRAINT "payments_pass_type" CHECK("payments"."pass_type" IN ('gold', 'goldPlus')),
	CONSTRAINT "payments_captured" CHECK("payments"."state" <> 'captured' OR "payments"."transaction_id" IS NOT NULL OR "payments"."gateway" IN ('none', 'bank transfer', 'cash'))
);--> statement-breakpoint
INSERT INTO `payments` (`id`, `conference_id`, `delegate_uid`, `pass_type`, `add_ons`, `amount_cents`, `lines`, `state`, `gateway`, `transaction_id`, `card_brand`, `card_last_four`, `lease_until`, `unseen_since`, `grounds`, `created_at`, `settled_at`) SELECT `id`, `conference_id`, `delegate_uid`, `pass_type`, `add_ons`, `amount_cents`, `lines`, `state`, `gateway`, `transaction_id`, `card_brand`, `card_last_four`, `lease_until`, `unseen_since`, `grounds`, `created_at`, `settled_at` FROM `payments_before`;--> statement-breakpoint
DROP TABLE `payments_before`;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_transaction` ON `payments` (`gateway`,`transaction_id`);--> statement-breakpoint
CREATE INDEX `payments_delegate` ON `payments` (`conference_id`,`delegate_uid`,`created_at`);--> statement-breakpoint
CREATE INDEX `payments_state` ON `payments` (`state`,`lease_until`);--> statement-breakpoint
CREATE INDEX `payments_conference` ON `payments` (`conference_id`,`state`,`pass_type`);--> statement-breakpoint
CREATE INDEX `payments_created_at` ON `payments` (`conference_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_state_created_at` ON `payments` (`conference_id`,`state`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `holdings` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`item` text NOT NULL,
	`pass_type` text NOT NULL,
	`title` text NOT NULL,
	`variant` text,
	`cents` integer NOT NULL,
	`payment_id` text NOT NULL,
	`from_holding` text,
	`state` text NOT NULL,
	`since` integer,
	`until` integer,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "holdings_cents" CHECK("holdings"."cents" >= 0),
	CONSTRAINT "holdings_state" CHECK("holdings"."state" IN ('pending', 'held', 'ending', 'ended')),
	CONSTRAINT "holdings_pass_type" CHECK("holdings"."pass_type" IN ('gold', 'goldPlus'))
);--> statement-breakpoint
CREATE UNIQUE INDEX `holdings_one_live` ON `holdings` (`conference_id`,`uid`,`item`) WHERE "holdings"."state" IN ('pending', 'held', 'ending');--> statement-breakpoint
CREATE INDEX `holdings_person` ON `holdings` (`conference_id`,`uid`,`state`);--> statement-breakpoint
CREATE INDEX `holdings_item` ON `holdings` (`conference_id`,`item`,`state`);--> statement-breakpoint
CREATE INDEX `holdings_payment` ON `holdings` (`payment_id`);--> statement-breakpoint
CREATE TABLE `refund_lines` (
	`refund_id` text NOT NULL,
	`holding_id` text NOT NULL,
	`cents` integer NOT NULL,
	`ends` integer NOT NULL,
	PRIMARY KEY(`refund_id`, `holding_id`),
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`holding_id`) REFERENCES `holdings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refund_lines_cents" CHECK("refund_lines"."cents" >= 0)
);--> statement-breakpoint
CREATE INDEX `refund_lines_holding` ON `refund_lines` (`holding_id`);--> statement-breakpoint
CREATE TABLE `budgets` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`title` text NOT NULL,
	`cents` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "budgets_cents" CHECK("budgets"."cents" >= 0)
);--> statement-breakpoint
CREATE INDEX `budgets_conference` ON `budgets` (`conference_id`);--> statement-breakpoint
CREATE TABLE `grant_uses` (
	`grant_id` text NOT NULL,
	`holding_id` text NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`grant_id`, `holding_id`),
	FOREIGN KEY (`grant_id`) REFERENCES `grants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`holding_id`) REFERENCES `holdings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "grant_uses_cents" CHECK("grant_uses"."cents" >= 0)
);--> statement-breakpoint
CREATE INDEX `grant_uses_holding` ON `grant_uses` (`holding_id`);--> statement-breakpoint
CREATE TABLE `grants` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`code` text,
	`uid` text,
	`percent` integer,
	`amount_cents` integer,
	`pass_type` text,
	`round_id` text,
	`max_uses` integer,
	`budget_id` text,
	`valid_from` integer,
	`valid_until` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`budget_id`) REFERENCES `budgets`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "grants_kind" CHECK("grants"."kind" IN ('award', 'code')),
	CONSTRAINT "grants_whose" CHECK(("grants"."kind" = 'award') = ("grants"."uid" IS NOT NULL)),
	CONSTRAINT "grants_known" CHECK(("grants"."kind" = 'code') = ("grants"."code" IS NOT NULL)),
	CONSTRAINT "grants_size" CHECK(("grants"."percent" IS NULL) <> ("grants"."amount_cents" IS NULL)),
	CONSTRAINT "grants_percent" CHECK("grants"."percent" BETWEEN 1 AND 100),
	CONSTRAINT "grants_amount" CHECK("grants"."amount_cents" > 0),
	CONSTRAINT "grants_uses" CHECK("grants"."max_uses" > 0)
);--> statement-breakpoint
CREATE UNIQUE INDEX `grants_code` ON `grants` (`conference_id`,`code`) WHERE "grants"."ended_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `grants_award` ON `grants` (`conference_id`,`uid`) WHERE "grants"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX `grants_budget` ON `grants` (`budget_id`);--> statement-breakpoint
-- The lines of a bill become what is held; of bills from before lines were stored, the pass and the chosen add-ons do.
INSERT INTO `holdings` (`id`, `conference_id`, `uid`, `item`, `pass_type`, `title`, `variant`, `cents`, `payment_id`, `state`, `since`)
	SELECT p.`id` || printf('-%02d', l.`key`), p.`conference_id`, p.`delegate_uid`, l.`value` ->> 'id', p.`pass_type`, l.`value` ->> 'title', l.`value` ->> 'variant', l.`value` ->> 'cents', p.`id`,
	iif(p.`state` IN ('reserved', 'charging', 'unknown'), 'pending', iif(p.`state` = 'captured', 'held',
		iif(p.`state` = 'refund_pending', 'ending', 'ended'))),
	iif(p.`state` IN ('captured', 'voided', 'refund_pending', 'refunded'), coalesce(p.`settled_at`, p.`created_at`), NULL)
	FROM `payments` AS p, json_each(iif(p.`lines` = '[]', json_array(json_object('id', p.`pass_type`, 'title', p.`pass_type`, 'cents', p.`amount_cents`)), p.`lines`)) AS l;--> statement-breakpoint
INSERT INTO `holdings` (`id`, `conference_id`, `uid`, `item`, `pass_type`, `title`, `variant`, `cents`, `payment_id`, `state`, `since`)
	SELECT p.`id` || '+' || a.`key`, p.`conference_id`, p.`delegate_uid`, a.`key`, p.`pass_type`, a.`key`, iif(a.`type` = 'text', a.`value`, NULL), 0, p.`id`,
	iif(p.`state` IN ('reserved', 'charging', 'unknown'), 'pending', iif(p.`state` = 'captured', 'held',
		iif(p.`state` = 'refund_pending', 'ending', 'ended'))),
	iif(p.`state` IN ('captured', 'voided', 'refund_pending', 'refunded'), coalesce(p.`settled_at`, p.`created_at`), NULL)
	FROM `payments` AS p, json_each(p.`add_ons`) AS a WHERE p.`lines` = '[]';--> statement-breakpoint
-- Refunds so far, over the lines in their order: each is an interval of the whole sum, as are the refunds one after the
-- other; what of them overlaps belongs together. A refused refund gave nothing back.
INSERT INTO `refund_lines` (`refund_id`, `holding_id`, `cents`, `ends`)
	SELECT f.`id`, h.`id`, max(0, min(f.`end`, h.`end`) - max(f.`end` - f.`amount_cents`, h.`end` - h.`cents`)), f.`ends_pass`
	FROM (SELECT *, sum(`amount_cents`) OVER (PARTITION BY `payment_id`, `state` = 'refused' ORDER BY `created_at`, `id`
			ROWS UNBOUNDED PRECEDING) AS `end` FROM `refunds` WHERE `state` <> 'refused') AS f
	JOIN (SELECT *, sum(`cents`) OVER (PARTITION BY `payment_id` ORDER BY `id` ROWS UNBOUNDED PRECEDING) AS `end` FROM `holdings`) AS h
		ON h.`payment_id` = f.`payment_id`
	WHERE f.`ends_pass` OR min(f.`end`, h.`end`) > max(f.`end` - f.`amount_cents`, h.`end` - h.`cents`);--> statement-breakpoint
UPDATE `payments` SET `grounds` = json_set(`grounds`, '$.beside', iif(`grounds` ->> 'beside' IN ('reserved', 'charging', 'unknown'), 'pending',
		iif(`grounds` ->> 'beside' = 'refund_pending', 'ending', 'held')))
	WHERE `grounds` ->> 'beside' IS NOT NULL;--> statement-breakpoint
-- What is held follows its payment and its refunds; what grants took off a line is written with it.
CREATE TRIGGER `payments_make_holdings` AFTER INSERT ON `payments`
BEGIN
	INSERT INTO `holdings` (`id`, `conference_id`, `uid`, `item`, `pass_type`, `title`, `variant`, `cents`, `payment_id`, `state`, `since`)
		SELECT NEW.`id` || printf('-%02d', l.`key`), NEW.`conference_id`, NEW.`delegate_uid`, l.`value` ->> 'id', NEW.`pass_type`, l.`value` ->> 'title', l.`value` ->> 'variant', l.`value` ->> 'cents', NEW.`id`,
		iif(NEW.`state` IN ('reserved', 'charging', 'unknown'), 'pending', iif(NEW.`state` = 'captured', 'held',
			iif(NEW.`state` = 'refund_pending', 'ending', 'ended'))),
		iif(NEW.`state` IN ('captured', 'voided', 'refund_pending', 'refunded'), coalesce(NEW.`settled_at`, NEW.`created_at`), NULL)
		FROM json_each(iif(NEW.`lines` = '[]', json_array(json_object('id', NEW.`pass_type`, 'title', NEW.`pass_type`, 'cents', NEW.`amount_cents`)), NEW.`lines`)) AS l;
	INSERT INTO `holdings` (`id`, `conference_id`, `uid`, `item`, `pass_type`, `title`, `variant`, `cents`, `payment_id`, `state`, `since`)
		SELECT NEW.`id` || '+' || a.`key`, NEW.`conference_id`, NEW.`delegate_uid`, a.`key`, NEW.`pass_type`, a.`key`, iif(a.`type` = 'text', a.`value`, NULL), 0, NEW.`id`,
		iif(NEW.`state` IN ('reserved', 'charging', 'unknown'), 'pending', iif(NEW.`state` = 'captured', 'held',
			iif(NEW.`state` = 'refund_pending', 'ending', 'ended'))),
		iif(NEW.`state` IN ('captured', 'voided', 'refund_pending', 'refunded'), coalesce(NEW.`settled_at`, NEW.`created_at`), NULL)
		FROM json_each(NEW.`add_ons`) AS a WHERE NEW.`lines` = '[]';
	INSERT INTO `grant_uses` (`grant_id`, `holding_id`, `cents`)
		SELECT r.`value` ->> 'id', NEW.`id` || printf('-%02d', l.`key`), r.`value` ->> 'cents'
		FROM json_each(NEW.`lines`) AS l, json_each(coalesce(l.`value` -> 'reductions', '[]')) AS r;
END;--> statement-breakpoint
CREATE TRIGGER `payments_move_holdings` AFTER UPDATE OF `state` ON `payments`
BEGIN
	UPDATE `holdings` SET `state` = 'held', `since` = coalesce(`since`, NEW.`settled_at`, NEW.`created_at`), `until` = NULL
		WHERE `payment_id` = NEW.`id` AND NEW.`state` = 'captured' AND (`state` = 'pending' OR `state` = 'ending' AND OLD.`state` = 'refund_pending');
	UPDATE `holdings` SET `state` = 'ending' WHERE `payment_id` = NEW.`id` AND `state` = 'held' AND NEW.`state` = 'refund_pending';
	UPDATE `holdings` SET `state` = 'ended', `until` = iif(`since` IS NULL, NULL, coalesce(`until`, NEW.`settled_at`))
		WHERE `payment_id` = NEW.`id` AND `state` <> 'ended' AND NEW.`state` IN ('declined', 'released', 'voided', 'refunded');
END;--> statement-breakpoint
CREATE TRIGGER `payments_take_holdings` BEFORE DELETE ON `payments`
BEGIN
	DELETE FROM `grant_uses` WHERE `holding_id` IN (SELECT `id` FROM `holdings` WHERE `payment_id` = OLD.`id`);
	DELETE FROM `holdings` WHERE `payment_id` = OLD.`id`;
END;--> statement-breakpoint
-- The counts: passes by what is held, revenue by what was paid.
CREATE VIEW `payment_tallies` AS
	SELECT `id`, `conference_id`, 'revenue' AS `name`, CAST(`created_at` / 86400000 * 86400000 AS TEXT) AS `key`, 1 AS `number`,
		CASE `state` WHEN 'voided' THEN 0 ELSE
			`amount_cents` - (SELECT coalesce(sum(f.`amount_cents`), 0) FROM `refunds` AS f
				WHERE f.`payment_id` = `payments`.`id` AND f.`kind` = 'money' AND f.`state` <> 'refused') END AS `total`
	FROM `payments` WHERE `state` IN ('captured', 'voided', 'refund_pending', 'refunded');--> statement-breakpoint
CREATE VIEW `holding_tallies` AS
	SELECT h.`id`, h.`conference_id`, 'pass' AS `name`, h.`pass_type` AS `key`, h.`item` = h.`pass_type` AS `number`,
		h.`cents` - (SELECT coalesce(sum(l.`cents`), 0) FROM `refund_lines` AS l JOIN `refunds` AS f ON f.`id` = l.`refund_id`
			WHERE l.`holding_id` = h.`id` AND f.`kind` = 'money' AND f.`state` <> 'refused') AS `total`
	FROM `holdings` AS h WHERE h.`state` = 'held';--> statement-breakpoint
CREATE VIEW `tallied` AS
	SELECT `conference_id`, `name`, `key`, sum(`number`) AS `number`, sum(`total`) AS `total` FROM (
		SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `payment_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `holding_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`)
	GROUP BY `conference_id`, `name`, `key`;--> statement-breakpoint
CREATE TRIGGER `payments_insert_after` AFTER INSERT ON `payments`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `payment_tallies`
		WHERE `id` = NEW.`id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `payments_update_before` BEFORE UPDATE OF `id`, `conference_id`, `amount_cents`, `state`, `created_at` ON `payments`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `payment_tallies`
		WHERE `id` = OLD.`id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `payments_update_after` AFTER UPDATE OF `id`, `conference_id`, `amount_cents`, `state`, `created_at` ON `payments`
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
CREATE TRIGGER `holdings_insert_after` AFTER INSERT ON `holdings`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `holding_tallies`
		WHERE `id` = NEW.`id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `holdings_update_before` BEFORE UPDATE OF `conference_id`, `item`, `pass_type`, `cents`, `state` ON `holdings`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `holding_tallies`
		WHERE `id` = OLD.`id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `holdings_update_after` AFTER UPDATE OF `conference_id`, `item`, `pass_type`, `cents`, `state` ON `holdings`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `holding_tallies`
		WHERE `id` = NEW.`id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `holdings_delete_before` BEFORE DELETE ON `holdings`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `holding_tallies`
		WHERE `id` = OLD.`id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `refund_lines_insert_before` BEFORE INSERT ON `refund_lines`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `holding_tallies`
		WHERE `id` = NEW.`holding_id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
-- First counted, then ended: the other way round what is ended would be counted twice.
CREATE TRIGGER `refund_lines_insert_after` AFTER INSERT ON `refund_lines`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `holding_tallies`
		WHERE `id` = NEW.`holding_id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	UPDATE `holdings` SET
		`state` = iif((SELECT `state` FROM `refunds` WHERE `id` = NEW.`refund_id`) = 'done', 'ended', 'ending'),
		`until` = (SELECT `created_at` FROM `refunds` WHERE `id` = NEW.`refund_id`)
		WHERE NEW.`ends` AND `id` = NEW.`holding_id` AND `state` IN ('held', 'ending');
END;--> statement-breakpoint
CREATE TRIGGER `refund_lines_delete_before` BEFORE DELETE ON `refund_lines`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `holding_tallies`
		WHERE `id` = OLD.`holding_id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `refund_lines_delete_after` AFTER DELETE ON `refund_lines`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `holding_tallies`
		WHERE `id` = OLD.`holding_id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `refunds_count_before` BEFORE UPDATE OF `kind`, `state` ON `refunds`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `holding_tallies`
		WHERE `id` IN (SELECT `holding_id` FROM `refund_lines` WHERE `refund_id` = OLD.`id`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;--> statement-breakpoint
CREATE TRIGGER `refunds_count_after` AFTER UPDATE OF `kind`, `state` ON `refunds`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `holding_tallies`
		WHERE `id` IN (SELECT `holding_id` FROM `refund_lines` WHERE `refund_id` = OLD.`id`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	UPDATE `holdings` SET `state` = iif(NEW.`state` = 'done', 'ended', 'held'),
		`until` = iif(NEW.`state` = 'done', `until`, NULL)
		WHERE NEW.`state` IN ('done', 'refused') AND `state` = 'ending' AND `id` IN (SELECT `holding_id` FROM `refund_lines` WHERE `refund_id` = NEW.`id` AND `ends`);
END;--> statement-breakpoint
DELETE FROM `tallies` WHERE `name` = 'pass';--> statement-breakpoint
INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, sum(`number`), sum(`total`) FROM `holding_tallies` GROUP BY `conference_id`, `name`, `key`;
