-- What was bought for a pass later ends once it is paid, if the pass has ended by then. If there is no pass at all, its row is
-- lost: it will be written again, and finds its add-ons held.
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
				AND p.`item` = NEW.`pass_type` AND p.`state` = 'held')
			AND EXISTS (SELECT 1 FROM `holdings` AS p WHERE p.`conference_id` = NEW.`conference_id` AND p.`uid` = `holdings`.`uid`
				AND p.`item` = NEW.`pass_type`);
	UPDATE `holdings` SET `state` = 'ending' WHERE `payment_id` = NEW.`id` AND `state` = 'held' AND NEW.`state` = 'refund_pending';
	UPDATE `holdings` SET `state` = 'ended', `until` = iif(`since` IS NULL, NULL, coalesce(`until`, NEW.`settled_at`))
		WHERE `payment_id` = NEW.`id` AND `state` <> 'ended' AND NEW.`state` IN ('declined', 'released', 'voided', 'refunded');
END;
