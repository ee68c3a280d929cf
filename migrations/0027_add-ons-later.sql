-- Add-ons that were bought later, with a bill of their own, go where their pass goes: with it they are on their way back,
-- and with it they end or come back. What was given back on its own stays so.
CREATE TRIGGER `holdings_follow_pass` AFTER UPDATE OF `state` ON `holdings`
WHEN NEW.`item` = NEW.`pass_type` AND NEW.`state` IN ('held', 'ending', 'ended')
BEGIN
	UPDATE `holdings` SET `state` = NEW.`state`, `until` = NEW.`until`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `pass_type` = NEW.`pass_type` AND `item` <> NEW.`pass_type`
			AND `payment_id` <> NEW.`payment_id` AND `state` <> NEW.`state`
			AND `state` IN (SELECT value FROM json_each(iif(NEW.`state` = 'held', '["ending"]', '["held","ending"]')))
			AND NOT (NEW.`state` = 'held' AND EXISTS (SELECT 1 FROM `holdings` AS b
				JOIN `refund_lines` AS l ON l.`holding_id` = b.`id` AND l.`ends` JOIN `refunds` AS f ON f.`id` = l.`refund_id` AND f.`state` <> 'refused'
				WHERE b.`payment_id` = `holdings`.`payment_id` AND b.`item` = `holdings`.`item`));
END;--> statement-breakpoint
-- The pass may end, or be on its way back, while its add-ons are paid for or given back. This stands in the triggers that
-- move a holding: one on `holdings` itself might come before the one that counts.
DROP TRIGGER `payments_move_holdings`;--> statement-breakpoint
CREATE TRIGGER `payments_move_holdings` AFTER UPDATE OF `state` ON `payments`
BEGIN
	UPDATE `holdings` SET `state` = 'held', `since` = coalesce(`since`, NEW.`settled_at`, NEW.`created_at`), `until` = NULL
		WHERE `payment_id` = NEW.`id` AND NEW.`state` = 'captured' AND (`state` = 'pending' OR `state` = 'ending' AND OLD.`state` = 'refund_pending');
	UPDATE `holdings` SET `state` = coalesce((SELECT p.`state` FROM `holdings` AS p WHERE p.`conference_id` = NEW.`conference_id`
			AND p.`uid` = `holdings`.`uid` AND p.`item` = NEW.`pass_type` AND p.`state` IN ('held', 'ending')), 'ended'), `until` = `since`
		WHERE `payment_id` = NEW.`id` AND NEW.`state` = 'captured' AND `state` = 'held'
			AND NOT EXISTS (SELECT 1 FROM `holdings` AS p WHERE p.`payment_id` = NEW.`id` AND p.`item` = NEW.`pass_type`)
			AND NOT EXISTS (SELECT 1 FROM `holdings` AS p WHERE p.`conference_id` = NEW.`conference_id` AND p.`uid` = `holdings`.`uid`
				AND p.`item` = NEW.`pass_type` AND p.`state` = 'held');
	UPDATE `holdings` SET `state` = 'ending' WHERE `payment_id` = NEW.`id` AND `state` = 'held' AND NEW.`state` = 'refund_pending';
	UPDATE `holdings` SET `state` = 'ended', `until` = iif(`since` IS NULL, NULL, coalesce(`until`, NEW.`settled_at`))
		WHERE `payment_id` = NEW.`id` AND `state` <> 'ended' AND NEW.`state` IN ('declined', 'released', 'voided', 'refunded');
END;--> statement-breakpoint
DROP TRIGGER `refunds_count_after`;--> statement-breakpoint
CREATE TRIGGER `refunds_count_after` AFTER UPDATE OF `kind`, `state` ON `refunds`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `holding_tallies`
		WHERE `id` IN (SELECT h.`id` FROM `refund_lines` AS l JOIN `line_holdings` AS h ON h.`line_id` = l.`holding_id` WHERE l.`refund_id` = OLD.`id`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	UPDATE `holdings` SET `state` = iif(NEW.`state` = 'done', 'ended', 'held'),
		`until` = iif(NEW.`state` = 'done', `until`, NULL)
		WHERE NEW.`state` IN ('done', 'refused') AND `state` = 'ending'
			AND `id` IN (SELECT h.`id` FROM `refund_lines` AS l JOIN `line_holdings` AS h ON h.`line_id` = l.`holding_id` WHERE l.`refund_id` = NEW.`id` AND l.`ends`)
			AND NOT (NEW.`state` = 'refused' AND `item` <> `pass_type` AND EXISTS (SELECT 1 FROM `holdings` AS p
				WHERE p.`conference_id` = `holdings`.`conference_id` AND p.`uid` = `holdings`.`uid` AND p.`item` = `holdings`.`pass_type`
					AND p.`payment_id` <> `holdings`.`payment_id` AND p.`state` = 'ending'));
END;
