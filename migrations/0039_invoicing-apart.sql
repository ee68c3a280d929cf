CREATE TABLE `invoicing` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`seller` text NOT NULL,
	`pay_to` text NOT NULL,
	`tax` text NOT NULL,
	`days` integer NOT NULL,
	`second_person_cents` integer NOT NULL,
	`state` text NOT NULL,
	`replaces` integer NOT NULL,
	`version` integer,
	`proposed_by` text,
	`proposed_at` integer NOT NULL,
	`applies_at` integer,
	`settled_by` text,
	`settled_at` integer,
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoicing_state" CHECK("invoicing"."state" IN ('proposed', 'applied', 'withdrawn')),
	CONSTRAINT "invoicing_applied" CHECK(("invoicing"."state" = 'applied') = ("invoicing"."version" IS NOT NULL)),
	CONSTRAINT "invoicing_two" CHECK("invoicing"."state" <> 'applied' OR "invoicing"."proposed_by" IS NULL OR iif("invoicing"."settled_by" IS NULL,
        coalesce("invoicing"."settled_at" >= "invoicing"."applies_at", 0), "invoicing"."settled_by" <> "invoicing"."proposed_by")),
	CONSTRAINT "invoicing_days" CHECK("invoicing"."days" > 0),
	CONSTRAINT "invoicing_limit" CHECK("invoicing"."second_person_cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoicing_version` ON `invoicing` (`conference_id`,`version`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoicing_one` ON `invoicing` (`conference_id`) WHERE "invoicing"."state" IN ('proposed');--> statement-breakpoint
CREATE TABLE `money_since` (
	`uid` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `takings` ADD `limit_cents` integer DEFAULT 50000 NOT NULL;--> statement-breakpoint
ALTER TABLE `takings` ADD `created_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What was published until now is in force; from now on it is proposed and confirmed, and no edition holds it.
INSERT INTO `invoicing` (`id`, `conference_id`, `seller`, `pay_to`, `tax`, `days`, `second_person_cents`, `state`, `replaces`, `version`, `proposed_at`)
	SELECT lower(hex(randomblob(10))), `conference_id`, `invoicing` ->> 'seller', `invoicing` ->> 'payTo', `invoicing` ->> 'tax',
		`invoicing` ->> 'days', `invoicing` ->> 'secondPersonCents', 'applied', 0, 1, unixepoch() * 1000
	FROM `editions` WHERE `invoicing` IS NOT NULL;--> statement-breakpoint
ALTER TABLE `editions` DROP COLUMN `invoicing`;--> statement-breakpoint
-- Which limit was in force when earlier money was recorded is not known: that of now is the nearest.
UPDATE `takings` SET `created_at` = `recorded_at`, `limit_cents` = coalesce((SELECT i.`second_person_cents` FROM `invoicing` AS i
	WHERE i.`conference_id` = `takings`.`conference_id`), 50000);--> statement-breakpoint
CREATE TRIGGER `invoicing_stays` BEFORE UPDATE OF `id`, `conference_id`, `seller`, `pay_to`, `tax`, `days`, `second_person_cents`, `replaces`, `proposed_by`, `proposed_at`, `applies_at` ON `invoicing`
BEGIN
	SELECT RAISE(ABORT, 'what was proposed is never changed');
END;--> statement-breakpoint
CREATE TRIGGER `invoicing_settled_once` BEFORE UPDATE ON `invoicing` WHEN OLD.`state` <> 'proposed'
BEGIN
	SELECT RAISE(ABORT, 'what was applied or withdrawn is never changed');
END;--> statement-breakpoint
CREATE TRIGGER `invoicing_kept` BEFORE DELETE ON `invoicing`
BEGIN
	SELECT RAISE(ABORT, 'what was proposed is never deleted');
END;--> statement-breakpoint
-- Everybody on the staff with the ability "money", or everything, at this moment; without a row of the staff they are directors.
CREATE VIEW `money_now` AS SELECT u.`uid` FROM `users` AS u LEFT JOIN `staff` AS s ON s.`uid` = u.`uid`
	WHERE u.`admin` = 1 AND (s.`uid` IS NULL OR instr(s.`abilities`, '"money"') > 0 OR instr(s.`abilities`, '"everything"') > 0);--> statement-breakpoint
INSERT INTO `money_since` SELECT u.`uid`, coalesce(s.`created_at`, u.`created_at`) FROM `money_now` AS n
	JOIN `users` AS u ON u.`uid` = n.`uid` LEFT JOIN `staff` AS s ON s.`uid` = n.`uid`;--> statement-breakpoint
CREATE TRIGGER `users_money_since` AFTER UPDATE OF `admin` ON `users` WHEN NEW.`admin` IS NOT OLD.`admin`
BEGIN
	DELETE FROM `money_since` WHERE `uid` = NEW.`uid` AND NOT EXISTS (SELECT 1 FROM `money_now` AS n WHERE n.`uid` = NEW.`uid`);
	INSERT INTO `money_since` SELECT `uid`, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `money_now` WHERE `uid` = NEW.`uid`
		AND NOT EXISTS (SELECT 1 FROM `money_since` AS m WHERE m.`uid` = NEW.`uid`);
END;--> statement-breakpoint
CREATE TRIGGER `users_added_money_since` AFTER INSERT ON `users` WHEN NEW.`admin` = 1
BEGIN
	DELETE FROM `money_since` WHERE `uid` = NEW.`uid` AND NOT EXISTS (SELECT 1 FROM `money_now` AS n WHERE n.`uid` = NEW.`uid`);
	INSERT INTO `money_since` SELECT `uid`, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `money_now` WHERE `uid` = NEW.`uid`
		AND NOT EXISTS (SELECT 1 FROM `money_since` AS m WHERE m.`uid` = NEW.`uid`);
END;--> statement-breakpoint
CREATE TRIGGER `users_gone_money_since` AFTER DELETE ON `users`
BEGIN
	DELETE FROM `money_since` WHERE `uid` = OLD.`uid`;
END;--> statement-breakpoint
CREATE TRIGGER `staff_money_since` AFTER UPDATE OF `abilities` ON `staff`
BEGIN
	DELETE FROM `money_since` WHERE `uid` = NEW.`uid` AND NOT EXISTS (SELECT 1 FROM `money_now` AS n WHERE n.`uid` = NEW.`uid`);
	INSERT INTO `money_since` SELECT `uid`, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `money_now` WHERE `uid` = NEW.`uid`
		AND NOT EXISTS (SELECT 1 FROM `money_since` AS m WHERE m.`uid` = NEW.`uid`);
END;--> statement-breakpoint
CREATE TRIGGER `staff_added_money_since` AFTER INSERT ON `staff`
BEGIN
	DELETE FROM `money_since` WHERE `uid` = NEW.`uid` AND NOT EXISTS (SELECT 1 FROM `money_now` AS n WHERE n.`uid` = NEW.`uid`);
	INSERT INTO `money_since` SELECT `uid`, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `money_now` WHERE `uid` = NEW.`uid`
		AND NOT EXISTS (SELECT 1 FROM `money_since` AS m WHERE m.`uid` = NEW.`uid`);
END;--> statement-breakpoint
CREATE TRIGGER `staff_gone_money_since` AFTER DELETE ON `staff`
BEGIN
	DELETE FROM `money_since` WHERE `uid` = OLD.`uid` AND NOT EXISTS (SELECT 1 FROM `money_now` AS n WHERE n.`uid` = OLD.`uid`);
	INSERT INTO `money_since` SELECT `uid`, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `money_now` WHERE `uid` = OLD.`uid`
		AND NOT EXISTS (SELECT 1 FROM `money_since` AS m WHERE m.`uid` = OLD.`uid`);
END;
