-- What a bank took back, or never paid, is a row of `refunds` that nobody here asked for: it ends nothing, and has a kind of
-- its own in the journal.
ALTER TABLE `refunds` ADD `bank` text;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_one_bank` ON `refunds` (`payment_id`) WHERE "refunds"."bank" IS NOT NULL AND "refunds"."state" <> 'refused';--> statement-breakpoint
CREATE INDEX `refunds_bank` ON `refunds` (`conference_id`,`bank`) WHERE "refunds"."bank" IS NOT NULL;--> statement-breakpoint
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
	SELECT f.`conference_id`, f.`payment_id`, f.`settled_at`, iif(f.`reversal_id` IS NOT NULL, 'correction', iif(f.`bank` IS NOT NULL, 'bank', iif(f.`kind` = 'credit', 'credit', 'refund'))), iif(json_each.`value` = 'credit' OR f.`kind` = 'credit', 'credit', p.`gateway`),
		-iif(json_each.`value` = 'credit', f.`credit_cents`, f.`amount_cents` - f.`credit_cents`)
	FROM `refunds` AS f JOIN `payments` AS p ON p.`id` = f.`payment_id` JOIN json_each('["money","credit"]')
	WHERE f.`state` = 'done' AND p.`state` <> 'voided' AND iif(json_each.`value` = 'credit', f.`credit_cents`, f.`amount_cents` - f.`credit_cents`) > 0
	UNION ALL
	SELECT f.`conference_id`, f.`payment_id`, f.`settled_at`, iif(f.`reversal_id` IS NOT NULL, 'correction', iif(f.`bank` IS NOT NULL, 'bank', iif(f.`kind` = 'credit', 'credit', 'refund'))), h.`item`, l.`cents`
	FROM `refunds` AS f JOIN `payments` AS p ON p.`id` = f.`payment_id` JOIN `refund_lines` AS l ON l.`refund_id` = f.`id` JOIN `holdings` AS h ON h.`id` = l.`holding_id`
	WHERE f.`state` = 'done' AND p.`state` <> 'voided' AND l.`cents` > 0
	UNION ALL
	SELECT t.`conference_id`, t.`payment_id`, iif(json_each.`value` < 2, coalesce(t.`confirmed_at`, t.`recorded_at`), coalesce(r.`settled_at`, t.`settled_at`)),
		iif(json_each.`value` < 2, 'payment', iif(r.`id` IS NULL, 'refund', 'correction')),
		iif(json_each.`value` IN (0, 2), t.`means`, 'owed'), iif(json_each.`value` IN (0, 3), t.`amount_cents`, -t.`amount_cents`)
	FROM `takings` AS t LEFT JOIN `reversals` AS r ON r.`taking_id` = t.`id` AND r.`state` = 'done'
	JOIN json_each(iif(t.`state` = 'unwanted', '[0,1]', '[0,1,2,3]'))
	WHERE t.`state` IN ('unwanted', 'returned') OR t.`state` = 'reversed' AND r.`was` = 'unwanted';
