CREATE INDEX `refunds_conference` ON `refunds` (`conference_id`,`settled_at`);--> statement-breakpoint
-- A charge that was cancelled before it was settled never arrived: neither it nor what ended it is an entry.
CREATE VIEW `journal` AS
	SELECT p.`conference_id`, p.`id` AS `payment_id`, p.`created_at` AS `at`, 'payment' AS `kind`, p.`gateway` AS `account`, p.`amount_cents` AS `cents`
	FROM `payments` AS p WHERE p.`state` IN ('captured', 'refund_pending', 'refunded') AND p.`amount_cents` > 0
	UNION ALL
	SELECT p.`conference_id`, p.`id`, p.`created_at`, 'payment', h.`item`, -h.`cents`
	FROM `payments` AS p JOIN `holdings` AS h ON h.`payment_id` = p.`id`
	WHERE p.`state` IN ('captured', 'refund_pending', 'refunded') AND h.`from_holding` IS NULL AND h.`cents` > 0
	UNION ALL
	SELECT f.`conference_id`, f.`payment_id`, f.`settled_at`, iif(f.`kind` = 'credit', 'credit', 'refund'), iif(f.`kind` = 'credit', 'credit', p.`gateway`), -f.`amount_cents`
	FROM `refunds` AS f JOIN `payments` AS p ON p.`id` = f.`payment_id`
	WHERE f.`state` = 'done' AND p.`state` <> 'voided' AND f.`amount_cents` > 0
	UNION ALL
	SELECT f.`conference_id`, f.`payment_id`, f.`settled_at`, iif(f.`kind` = 'credit', 'credit', 'refund'), h.`item`, l.`cents`
	FROM `refunds` AS f JOIN `payments` AS p ON p.`id` = f.`payment_id` JOIN `refund_lines` AS l ON l.`refund_id` = f.`id` JOIN `holdings` AS h ON h.`id` = l.`holding_id`
	WHERE f.`state` = 'done' AND p.`state` <> 'voided' AND l.`cents` > 0;
