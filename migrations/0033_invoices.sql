CREATE TABLE `invoices` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`number` integer NOT NULL,
	`buyer_name` text NOT NULL,
	`buyer_address` text NOT NULL,
	`seller` text NOT NULL,
	`pay_to` text NOT NULL,
	`tax` text NOT NULL,
	`issued_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`reminded_at` integer,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_number" CHECK("invoices"."number" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`conference_id`,`number`);--> statement-breakpoint
CREATE INDEX `invoices_due` ON `invoices` (`reminded_at`,`due_at`);--> statement-breakpoint
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
	`settled_by` text,
	`settled_at` integer,
	`note` text,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "takings_id" CHECK(length("takings"."id") = 20),
	CONSTRAINT "takings_amount" CHECK("takings"."amount_cents" > 0),
	CONSTRAINT "takings_means" CHECK("takings"."means" IN ('bank transfer', 'cash')),
	CONSTRAINT "takings_state" CHECK("takings"."state" IN ('waiting', 'taken', 'withdrawn', 'unwanted', 'returned'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `takings_one` ON `takings` (`payment_id`) WHERE "takings"."state" IN ('waiting', 'taken');--> statement-breakpoint
CREATE INDEX `takings_payment` ON `takings` (`payment_id`);--> statement-breakpoint
CREATE INDEX `takings_state` ON `takings` (`conference_id`,`state`,`recorded_at`);--> statement-breakpoint
ALTER TABLE `editions` ADD `invoicing` text;--> statement-breakpoint
-- Money that came in by hand and buys nothing is on an account of its own until it has gone back: two entries when it comes,
-- and two when it goes. They are one SELECT, since D1 allows five in a row.
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
	WHERE f.`state` = 'done' AND p.`state` <> 'voided' AND l.`cents` > 0
	UNION ALL
	SELECT t.`conference_id`, t.`payment_id`, iif(json_each.`value` < 2, t.`recorded_at`, t.`settled_at`), iif(json_each.`value` < 2, 'payment', 'refund'),
		iif(json_each.`value` IN (0, 2), t.`means`, 'owed'), iif(json_each.`value` IN (0, 3), t.`amount_cents`, -t.`amount_cents`)
	FROM `takings` AS t JOIN json_each(iif(t.`state` = 'returned', '[0,1,2,3]', '[0,1]')) WHERE t.`state` IN ('unwanted', 'returned');
