-- A CHECK cannot be altered, so three tables are built again. Their children stay: foreign keys are judged at the end,
-- and a key counts as mended when the parent's row comes back under the parent's name.
PRAGMA defer_foreign_keys = ON;--> statement-breakpoint
CREATE TABLE `edition_publications` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`revision` integer NOT NULL,
	`state` text NOT NULL,
	`due_at` integer NOT NULL,
	`published_at` integer,
	`former` text,
	`reason` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conference_id`,`revision`) REFERENCES `edition_revisions`(`conference_id`,`revision`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "edition_publications_state" CHECK("edition_publications"."state" IN ('scheduled', 'published', 'cancelled', 'refused'))
);
--> statement-breakpoint
CREATE INDEX `edition_publications_conference` ON `edition_publications` (`conference_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `edition_publications_due` ON `edition_publications` (`due_at`) WHERE "edition_publications"."state" = 'scheduled';--> statement-breakpoint
CREATE TABLE `edition_revisions` (
	`conference_id` text NOT NULL,
	`revision` integer NOT NULL,
	`document` text NOT NULL,
	`base` text,
	`author_uid` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `revision`)
);
--> statement-breakpoint
CREATE TABLE `events` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`ordinal` text,
	`venue` text,
	`first_day` text,
	`last_day` text,
	`time_zone` text NOT NULL,
	`minimum_age` integer,
	`refund_deposit_cents` integer NOT NULL,
	`refunds_until` integer,
	`position` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "events_days" CHECK(("events"."first_day" IS NULL) = ("events"."last_day" IS NULL)),
	CONSTRAINT "events_refund_deposit" CHECK("events"."refund_deposit_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE `texts` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `events` (`conference_id`, `id`, `name`, `ordinal`, `venue`, `first_day`, `last_day`, `time_zone`, `minimum_age`, `refund_deposit_cents`, `refunds_until`, `position`)
	SELECT `conference_id`, 'harvard', 'Harvard Conference ' || substr(`first_day`, 1, 4), `ordinal`, `venue`, `first_day`, `last_day`, `time_zone`, `minimum_age`, `refund_deposit_cents`, `refunds_until`, 0 FROM `editions`;--> statement-breakpoint
INSERT INTO `events` (`conference_id`, `id`, `name`, `time_zone`, `refund_deposit_cents`, `refunds_until`, `position`)
	SELECT `conference_id`, 'summit', 'Virtual Summit', `time_zone`, `refund_deposit_cents`, `refunds_until`, 1 FROM `editions`;--> statement-breakpoint
ALTER TABLE `agreements` ADD `counts_from` integer;--> statement-breakpoint
ALTER TABLE `editions` ADD `deadline_zone` text DEFAULT 'America/New_York' NOT NULL;--> statement-breakpoint
ALTER TABLE `editions` ADD `site` text;--> statement-breakpoint
ALTER TABLE `editions` ADD `revision` integer;--> statement-breakpoint
CREATE TABLE `questions_before` AS SELECT * FROM `questions`;--> statement-breakpoint
DROP TABLE `questions`;--> statement-breakpoint
CREATE TABLE `questions` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`section_id` text NOT NULL,
	`position` integer NOT NULL,
	`text` text NOT NULL,
	`hint` text,
	`kind` text NOT NULL,
	`required` text NOT NULL,
	`required_message` text,
	`depends_on` text,
	`options` text,
	`mask` text,
	`format` text,
	`max_length` integer NOT NULL,
	`autocomplete` text,
	`scholarship_related` integer DEFAULT false NOT NULL,
	`for_reviewers` integer DEFAULT false NOT NULL,
	`on_site` integer DEFAULT false NOT NULL,
	`for_emergencies` integer DEFAULT false NOT NULL,
	`retired` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`,`section_id`) REFERENCES `sections`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "questions_kind" CHECK("questions"."kind" IN ('short text', 'number', 'country', 'long text', 'document upload', 'choice', 'date', 'several of many'))
);
--> statement-breakpoint
INSERT INTO `questions` (`conference_id`, `id`, `section_id`, `position`, `text`, `hint`, `kind`, `required`, `required_message`, `depends_on`, `options`, `mask`, `format`, `max_length`, `autocomplete`, `scholarship_related`, `for_reviewers`, `on_site`, `for_emergencies`, `retired`) SELECT `conference_id`, `id`, `section_id`, `position`, `text`, `hint`, `kind`, `required`, `required_message`, `depends_on`, `options`, `mask`, `format`, `max_length`, `autocomplete`, `scholarship_related`, `for_reviewers`, `on_site`, `for_emergencies`, false FROM `questions_before`;--> statement-breakpoint
DROP TABLE `questions_before`;--> statement-breakpoint
CREATE TABLE `rounds_before` AS SELECT * FROM `rounds`;--> statement-breakpoint
DROP TABLE `rounds`;--> statement-breakpoint
CREATE TABLE `rounds` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL,
	`deadline` integer NOT NULL,
	`decision_release` integer NOT NULL,
	`released_at` integer,
	`told_at` integer,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `rounds` (`conference_id`, `id`, `title`, `position`, `deadline`, `decision_release`, `released_at`, `told_at`) SELECT `conference_id`, `id`, `title`, `position`, `deadline`, `decision_release`, `released_at`, `told_at` FROM `rounds_before`;--> statement-breakpoint
DROP TABLE `rounds_before`;--> statement-breakpoint
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
CREATE TABLE `tickets_before` AS SELECT * FROM `tickets`;--> statement-breakpoint
DROP TABLE `tickets`;--> statement-breakpoint
CREATE TABLE `tickets` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL,
	`on_sale` integer NOT NULL,
	`event_id` text NOT NULL,
	`sale_from` integer,
	`sale_until` integer,
	`pay_by` integer,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conference_id`,`event_id`) REFERENCES `events`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tickets_id" CHECK("tickets"."id" IN ('gold', 'goldPlus'))
);
--> statement-breakpoint
INSERT INTO `tickets` (`conference_id`, `id`, `title`, `position`, `on_sale`, `event_id`, `sale_from`, `sale_until`, `pay_by`) SELECT `conference_id`, `id`, `title`, `position`, `on_sale`, CASE `id` WHEN 'goldPlus' THEN 'harvard' ELSE 'summit' END, NULL, NULL, NULL FROM `tickets_before`;--> statement-breakpoint
DROP TABLE `tickets_before`;
