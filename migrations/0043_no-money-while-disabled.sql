-- Whoever cannot sign in does not hold the ability: an account that is enabled again has it anew.
DROP VIEW `money_now`;--> statement-breakpoint
CREATE VIEW `money_now` AS SELECT u.`uid` FROM `users` AS u LEFT JOIN `staff` AS s ON s.`uid` = u.`uid`
	WHERE u.`admin` = 1 AND u.`disabled_at` IS NULL
	AND (s.`uid` IS NULL OR instr(s.`abilities`, '"money"') > 0 OR instr(s.`abilities`, '"everything"') > 0);--> statement-breakpoint
DROP TRIGGER `users_money_since`;--> statement-breakpoint
CREATE TRIGGER `users_money_since` AFTER UPDATE OF `admin`, `disabled_at` ON `users`
	WHEN NEW.`admin` IS NOT OLD.`admin` OR NEW.`disabled_at` IS NOT OLD.`disabled_at`
BEGIN
	DELETE FROM `money_since` WHERE `uid` = NEW.`uid` AND NOT EXISTS (SELECT 1 FROM `money_now` AS n WHERE n.`uid` = NEW.`uid`);
	INSERT INTO `money_since` SELECT `uid`, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `money_now` WHERE `uid` = NEW.`uid`
		AND NOT EXISTS (SELECT 1 FROM `money_since` AS m WHERE m.`uid` = NEW.`uid`);
END;--> statement-breakpoint
DELETE FROM `money_since` WHERE `uid` NOT IN (SELECT `uid` FROM `money_now`);
