-- offers: the waiting list, and the places that are kept for people on it
CREATE TABLE `offers` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`pass_type` text NOT NULL,
	`offered_at` integer NOT NULL,
	`offered_by` text,
	`ends_at` integer NOT NULL,
	`grounds` text NOT NULL,
	`told_at` integer,
	`ended_at` integer,
	`ended_because` text,
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "offers_pass_type" CHECK("offers"."pass_type" IN ('gold', 'goldPlus')),
	CONSTRAINT "offers_ends" CHECK("offers"."ends_at" > "offers"."offered_at"),
	CONSTRAINT "offers_ended" CHECK(("offers"."ended_at" IS NULL) = ("offers"."ended_because" IS NULL)),
	CONSTRAINT "offers_ended_because" CHECK(coalesce("offers"."ended_because" IN ('declined', 'expired', 'taken back', 'given up', 'decided'), true))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `offers_one_open` ON `offers` (`conference_id`,`uid`) WHERE "offers"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX `offers_open` ON `offers` (`conference_id`,`pass_type`,`ends_at`) WHERE "offers"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX `offers_untold` ON `offers` (`conference_id`) WHERE "offers"."told_at" IS NULL AND "offers"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX `offers_person` ON `offers` (`conference_id`,`uid`,`offered_at`);--> statement-breakpoint
CREATE TABLE `waiting_lists` (
	`conference_id` text PRIMARY KEY NOT NULL,
	`sorted_by` text NOT NULL,
	`by_hand` text NOT NULL,
	`pass_type` text NOT NULL,
	`refills` integer NOT NULL,
	`hours` integer NOT NULL,
	`stops_at` integer,
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "waiting_lists_sorted_by" CHECK("waiting_lists"."sorted_by" IN ('score', 'hand', 'first')),
	CONSTRAINT "waiting_lists_pass_type" CHECK("waiting_lists"."pass_type" IN ('gold', 'goldPlus')),
	CONSTRAINT "waiting_lists_hours" CHECK("waiting_lists"."hours" > 0)
);
