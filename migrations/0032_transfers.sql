CREATE TABLE `transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`holding_id` text NOT NULL,
	`from_uid` text NOT NULL,
	`email` text NOT NULL,
	`to_uid` text,
	`state` text NOT NULL,
	`grounds` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by` text,
	FOREIGN KEY (`holding_id`) REFERENCES `holdings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "transfers_state" CHECK("transfers"."state" IN ('open', 'accepted', 'taken back', 'expired')),
	CONSTRAINT "transfers_closed" CHECK(("transfers"."state" = 'open') = ("transfers"."closed_at" IS NULL)),
	CONSTRAINT "transfers_accepted" CHECK("transfers"."state" <> 'accepted' OR "transfers"."closed_by" = "transfers"."to_uid")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_one_open` ON `transfers` (`holding_id`) WHERE "transfers"."state" = 'open';--> statement-breakpoint
CREATE INDEX `transfers_from` ON `transfers` (`conference_id`,`from_uid`);--> statement-breakpoint
CREATE INDEX `transfers_to` ON `transfers` (`conference_id`,`to_uid`);