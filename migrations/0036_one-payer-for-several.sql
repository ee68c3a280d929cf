CREATE TABLE `payer_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`pass_type` text NOT NULL,
	`add_ons` text NOT NULL,
	`held_pass` text,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`payment_id` text,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payer_requests_id" CHECK(length("payer_requests"."id") = 20),
	CONSTRAINT "payer_requests_pass_type" CHECK("payer_requests"."pass_type" IN ('gold', 'goldPlus'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payer_requests_one_open` ON `payer_requests` (`conference_id`,`uid`,`pass_type`) WHERE "payer_requests"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX `payer_requests_asked` ON `payer_requests` (`email_key`) WHERE "payer_requests"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX `payer_requests_uid` ON `payer_requests` (`uid`);--> statement-breakpoint
CREATE INDEX `payer_requests_payment` ON `payer_requests` (`payment_id`);--> statement-breakpoint
DROP INDEX `payments_transaction`;--> statement-breakpoint
ALTER TABLE `payments` ADD `group_id` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `payer_uid` text;--> statement-breakpoint
CREATE INDEX `payments_charge` ON `payments` (`gateway`,`transaction_id`);--> statement-breakpoint
CREATE INDEX `payments_group` ON `payments` (`group_id`);--> statement-breakpoint
CREATE INDEX `payments_payer` ON `payments` (`payer_uid`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_transaction` ON `payments` (`gateway`,`transaction_id`) WHERE "payments"."group_id" IS NULL OR "payments"."group_id" = "payments"."id";--> statement-breakpoint
-- Whoever holds the pass asks nobody to pay for it any more, however it came to them; the in-person pass includes the other.
CREATE TRIGGER `holdings_insert_ends_requests` AFTER INSERT ON `holdings` WHEN NEW.`state` = 'held' AND NEW.`item` = NEW.`pass_type`
BEGIN
	UPDATE `payer_requests` SET `ended_at` = coalesce(NEW.`since`, 0) WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		AND NEW.`pass_type` IN (`pass_type`, 'goldPlus') AND `ended_at` IS NULL;
END;--> statement-breakpoint
CREATE TRIGGER `holdings_update_ends_requests` AFTER UPDATE OF `state` ON `holdings` WHEN NEW.`state` = 'held' AND NEW.`item` = NEW.`pass_type`
BEGIN
	UPDATE `payer_requests` SET `ended_at` = coalesce(NEW.`since`, 0) WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		AND NEW.`pass_type` IN (`pass_type`, 'goldPlus') AND `ended_at` IS NULL;
END;
