ALTER TABLE `questions` ADD `for_reviewers` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- What reviewers need of the form that installations began with. Other questions are for directors until said otherwise.
UPDATE `questions` SET `for_reviewers` = true WHERE `id` IN (
	'firstName', 'middleName', 'lastName', 'residence',
	'institution', 'level', 'otherLevel', 'field', 'graduationYear',
	'participation', 'linkedIn', 'motivation', 'challenge', 'contribution', 'resume'
);--> statement-breakpoint
-- Accounts that were disabled before disabling cancelled what they are charged for.
UPDATE `subscriptions` SET `state` = 'cancelled', `cancelled_at` = unixepoch() * 1000, `settled_at` = NULL, `lease_until` = 0
WHERE `state` IN ('active', 'past_due') AND `uid` IN (SELECT `uid` FROM `users` WHERE `disabled_at` IS NOT NULL);--> statement-breakpoint
CREATE TRIGGER `audit_unchanged` BEFORE UPDATE ON `audit`
BEGIN
	SELECT RAISE(ABORT, 'an audit row is never changed');
END;--> statement-breakpoint
CREATE TRIGGER `audit_kept` BEFORE DELETE ON `audit`
WHEN OLD.`at` >= (unixepoch() - 94608000) * 1000
BEGIN
	SELECT RAISE(ABORT, 'an audit row is kept for three years');
END;--> statement-breakpoint
-- INSERT OR REPLACE would delete without asking the trigger above: a row that is there stays as it is.
CREATE TRIGGER `audit_first` BEFORE INSERT ON `audit`
WHEN EXISTS (SELECT 1 FROM `audit` WHERE `id` = NEW.`id`)
BEGIN
	SELECT RAISE(IGNORE);
END;
