-- door_scans: what a phone at the door did without a network, and reported later
CREATE TABLE `door_scans` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`pass_holding` text,
	`thing` text,
	`act` text NOT NULL,
	`outcome` text NOT NULL,
	`reason` text,
	`device` text NOT NULL,
	`device_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`by_uid` text NOT NULL,
	CONSTRAINT "door_scans_act" CHECK("door_scans"."act" IN ('in', 'handed', 'undone')),
	CONSTRAINT "door_scans_outcome_known" CHECK("door_scans"."outcome" IN ('done', 'double', 'refused', 'against')),
	CONSTRAINT "door_scans_reason" CHECK("door_scans"."reason" IS NULL OR "door_scans"."reason" IN ('unknown', 'otherYear', 'unpaid', 'transferred', 'givenBack', 'online', 'notListed', 'changed')),
	CONSTRAINT "door_scans_refused" CHECK(("door_scans"."reason" IS NULL) = ("door_scans"."outcome" IN ('done', 'double'))),
	CONSTRAINT "door_scans_thing" CHECK("door_scans"."thing" IS NOT NULL OR "door_scans"."outcome" = 'refused')
);
--> statement-breakpoint
CREATE INDEX `door_scans_outcome` ON `door_scans` (`conference_id`,`outcome`,`received_at`);--> statement-breakpoint
-- What a phone reported stays as it was received. app/door/scans.server.ts relies on it: a scan that is sent twice is one.
CREATE TRIGGER `door_scans_unchanged` BEFORE UPDATE ON `door_scans`
BEGIN
	SELECT RAISE(ABORT, 'what a phone reported is never changed');
END;
