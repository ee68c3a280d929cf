-- door: the codes of tickets, and what happened at the door
CREATE TABLE `door_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`pass_holding` text NOT NULL,
	`thing` text NOT NULL,
	`number` integer NOT NULL,
	`act` text NOT NULL,
	`times` integer NOT NULL,
	`way` text NOT NULL,
	`by_uid` text NOT NULL,
	`happened_at` integer NOT NULL,
	CONSTRAINT "door_entries_act" CHECK("door_entries"."act" IN ('in', 'handed', 'undone')),
	CONSTRAINT "door_entries_way" CHECK("door_entries"."way" IN ('code', 'list')),
	CONSTRAINT "door_entries_number_above" CHECK("door_entries"."number" > 0),
	CONSTRAINT "door_entries_times" CHECK("door_entries"."times" >= ("door_entries"."act" <> 'undone')),
	CONSTRAINT "door_entries_thing" CHECK(("door_entries"."act" = 'handed') <= ("door_entries"."thing" <> "door_entries"."pass_holding"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `door_entries_number` ON `door_entries` (`thing`,`number`);--> statement-breakpoint
CREATE INDEX `door_entries_pass` ON `door_entries` (`pass_holding`,`happened_at`);--> statement-breakpoint
CREATE INDEX `door_entries_count` ON `door_entries` (`conference_id`,`act`,`times`);--> statement-breakpoint
CREATE TABLE `ticket_codes` (
	`holding_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	FOREIGN KEY (`holding_id`) REFERENCES `holdings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ticket_codes_secret" CHECK(length("ticket_codes"."secret") = 32)
);
--> statement-breakpoint
-- Every pass that is held already gets a code for its ticket.
INSERT INTO `ticket_codes` (`holding_id`, `secret`)
	SELECT `id`, lower(hex(randomblob(16))) FROM `holdings` WHERE `state` IN ('held', 'ending') AND `item` = `pass_type`;
--> statement-breakpoint
-- A pass that is held from the beginning gets a code for its ticket here; app/door/ticket-rows.server.ts relies on it.
CREATE TRIGGER `holdings_insert_ticket_code` AFTER INSERT ON `holdings` WHEN NEW.`state` = 'held' AND NEW.`item` = NEW.`pass_type`
BEGIN
	INSERT INTO `ticket_codes` (`holding_id`, `secret`)
		SELECT NEW.`id`, lower(hex(randomblob(16))) WHERE NOT EXISTS (SELECT 1 FROM `ticket_codes` WHERE `holding_id` = NEW.`id`);
END;
--> statement-breakpoint
-- A pass that begins to be held later gets a code here, and keeps it when it is held again after a refund that was refused.
CREATE TRIGGER `holdings_update_ticket_code` AFTER UPDATE OF `state` ON `holdings` WHEN NEW.`state` = 'held' AND NEW.`item` = NEW.`pass_type`
BEGIN
	INSERT INTO `ticket_codes` (`holding_id`, `secret`)
		SELECT NEW.`id`, lower(hex(randomblob(16))) WHERE NOT EXISTS (SELECT 1 FROM `ticket_codes` WHERE `holding_id` = NEW.`id`);
END;
--> statement-breakpoint
-- A holding that is deleted takes the code of its ticket along.
CREATE TRIGGER `holdings_take_ticket_code` BEFORE DELETE ON `holdings`
BEGIN
	DELETE FROM `ticket_codes` WHERE `holding_id` = OLD.`id`;
END;
--> statement-breakpoint
-- What happened at the door stays as it was written. app/door/admitting.server.ts relies on it: the rows say who came in.
CREATE TRIGGER `door_entries_unchanged` BEFORE UPDATE ON `door_entries`
BEGIN
	SELECT RAISE(ABORT, 'what happened at the door is never changed');
END;
