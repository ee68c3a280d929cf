-- The places of passes and add-ons, and how many of them are taken: of every thing that somebody has, is paying for or is
-- being paid back for, kept like the other counts. The triggers on holdings and refund lines read the view as it is now.
ALTER TABLE `tickets` ADD `places` integer CONSTRAINT "tickets_places" CHECK("places" >= 0);--> statement-breakpoint
ALTER TABLE `add_ons` ADD `places` integer CONSTRAINT "add_ons_places" CHECK("places" >= 0);--> statement-breakpoint
DROP VIEW `holding_tallies`;--> statement-breakpoint
CREATE VIEW `holding_tallies` AS
	SELECT h.`id`, h.`conference_id`, 'pass' AS `name`, h.`pass_type` AS `key`, h.`item` = h.`pass_type` AS `number`,
		h.`cents` - (SELECT coalesce(sum(l.`cents`), 0) FROM `refund_lines` AS l JOIN `refunds` AS f ON f.`id` = l.`refund_id`
			WHERE l.`holding_id` = h.`id` AND f.`kind` = 'money' AND f.`state` <> 'refused') AS `total`
	FROM `holdings` AS h WHERE h.`state` = 'held'
	UNION ALL SELECT `id`, `conference_id`, 'taken', `item`, 1, 0 FROM `holdings` WHERE `state` IN ('pending', 'held', 'ending');--> statement-breakpoint
INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, sum(`number`), sum(`total`) FROM `holding_tallies` WHERE `name` = 'taken' GROUP BY `conference_id`, `name`, `key`;
