ALTER TABLE `outbox` ADD `link` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `refusal` text;--> statement-breakpoint
CREATE INDEX `outbox_text_kept` ON `outbox` (`created_at`) WHERE "outbox"."body" <> '';--> statement-breakpoint
-- Mails written before hold working links. Those that were sent keep working from where they were sent to; the
-- text goes. One still waiting cannot be written anew, because its secret was nowhere else: it says so.
UPDATE `outbox` SET `body` = '' WHERE `due_at` IS NULL
  AND (`event_key` GLOB 'reset:*' OR `event_key` GLOB 'verify:*' OR `event_key` GLOB 'email-changed:*' OR `event_key` GLOB 'invitation:*');--> statement-breakpoint
UPDATE `outbox` SET `body` = 'This mail was to bring you a link, which was lost when the conference registration portal was changed. Please ask for a new one on the portal, or write to us.'
  WHERE `due_at` IS NOT NULL
  AND (`event_key` GLOB 'reset:*' OR `event_key` GLOB 'verify:*' OR `event_key` GLOB 'email-changed:*' OR `event_key` GLOB 'invitation:*');
