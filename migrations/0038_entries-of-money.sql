-- Money that buys nothing can wait for a second person too, and what was recorded by mistake is taken back. A CHECK cannot
-- be altered, so `takings` is built again.
PRAGMA defer_foreign_keys = ON;--> statement-breakpoint
DROP VIEW `journal`;--> statement-breakpoint
CREATE TABLE `takings_before` AS SELECT * FROM `takings`;--> statement-breakpoint
DROP TABLE `takings`;--> statement-breakpoint
CREATE TABLE `takings` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`means` text NOT NULL,
	`reference` text NOT NULL,
	`received_on` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`state` text NOT NULL,
	`recorded_by` text NOT NULL,
	`recorded_at` integer NOT NULL,
	`confirmed_by` text,
	`confirmed_at` integer,
	`settled_by` text,
	`settled_at` integer,
	`note` text,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "takings_id" CHECK(length("takings"."id") = 20),
	CONSTRAINT "takings_amount" CHECK("takings"."amount_cents" > 0),
	CONSTRAINT "takings_means" CHECK("takings"."means" IN ('bank transfer', 'cash')),
	CONSTRAINT "takings_state" CHECK("takings"."state" IN ('waiting', 'taken', 'withdrawn', 'unconfirmed', 'unwanted', 'returned', 'reversed'))
);--> statement-breakpoint
INSERT INTO `takings` (`id`, `conference_id`, `payment_id`, `means`, `reference`, `received_on`, `amount_cents`, `state`, `recorded_by`, `recorded_at`, `settled_by`, `settled_at`, `note`) SELECT `id`, `conference_id`, `payment_id`, `means`, `reference`, `received_on`, `amount_cents`, `state`, `recorded_by`, `recorded_at`, `settled_by`, `settled_at`, `note` FROM `takings_before`;--> statement-breakpoint
DROP TABLE `takings_before`;--> statement-breakpoint
CREATE UNIQUE INDEX `takings_one` ON `takings` (`payment_id`) WHERE "takings"."state" IN ('waiting', 'taken');--> statement-breakpoint
CREATE INDEX `takings_payment` ON `takings` (`payment_id`);--> statement-breakpoint
CREATE INDEX `takings_state` ON `takings` (`conference_id`,`state`,`recorded_at`);--> statement-breakpoint
CREATE TABLE `reversals` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`taking_id` text NOT NULL,
	`was` text NOT NULL,
	`reason` text NOT NULL,
	`limit_cents` integer NOT NULL,
	`state` text NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`settled_by` text,
	`settled_at` integer,
	FOREIGN KEY (`taking_id`) REFERENCES `takings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reversals_id" CHECK(length("reversals"."id") = 20),
	CONSTRAINT "reversals_was" CHECK("reversals"."was" IN ('taken', 'unwanted')),
	CONSTRAINT "reversals_state" CHECK("reversals"."state" IN ('waiting', 'done', 'withdrawn'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reversals_one` ON `reversals` (`taking_id`) WHERE "reversals"."state" IN ('waiting', 'done');--> statement-breakpoint
CREATE INDEX `reversals_state` ON `reversals` (`conference_id`,`state`);--> statement-breakpoint
ALTER TABLE `refunds` ADD `reversal_id` text;--> statement-breakpoint
-- What was recorded by mistake stays on its day, and is taken back on the day of the correction.
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
	SELECT f.`conference_id`, f.`payment_id`, f.`settled_at`, iif(f.`reversal_id` IS NOT NULL, 'correction', iif(f.`kind` = 'credit', 'credit', 'refund')), iif(json_each.`value` = 'credit' OR f.`kind` = 'credit', 'credit', p.`gateway`),
		-iif(json_each.`value` = 'credit', f.`credit_cents`, f.`amount_cents` - f.`credit_cents`)
	FROM `refunds` AS f JOIN `payments` AS p ON p.`id` = f.`payment_id` JOIN json_each('["money","credit"]')
	WHERE f.`state` = 'done' AND p.`state` <> 'voided' AND iif(json_each.`value` = 'credit', f.`credit_cents`, f.`amount_cents` - f.`credit_cents`) > 0
	UNION ALL
	SELECT f.`conference_id`, f.`payment_id`, f.`settled_at`, iif(f.`reversal_id` IS NOT NULL, 'correction', iif(f.`kind` = 'credit', 'credit', 'refund')), h.`item`, l.`cents`
	FROM `refunds` AS f JOIN `payments` AS p ON p.`id` = f.`payment_id` JOIN `refund_lines` AS l ON l.`refund_id` = f.`id` JOIN `holdings` AS h ON h.`id` = l.`holding_id`
	WHERE f.`state` = 'done' AND p.`state` <> 'voided' AND l.`cents` > 0
	UNION ALL
	SELECT t.`conference_id`, t.`payment_id`, iif(json_each.`value` < 2, coalesce(t.`confirmed_at`, t.`recorded_at`), coalesce(r.`settled_at`, t.`settled_at`)),
		iif(json_each.`value` < 2, 'payment', iif(r.`id` IS NULL, 'refund', 'correction')),
		iif(json_each.`value` IN (0, 2), t.`means`, 'owed'), iif(json_each.`value` IN (0, 3), t.`amount_cents`, -t.`amount_cents`)
	FROM `takings` AS t LEFT JOIN `reversals` AS r ON r.`taking_id` = t.`id` AND r.`state` = 'done'
	JOIN json_each(iif(t.`state` = 'unwanted', '[0,1]', '[0,1,2,3]'))
	WHERE t.`state` IN ('unwanted', 'returned') OR t.`state` = 'reversed' AND r.`was` = 'unwanted';
