-- letters: what the organisers confirmed to people, and whether it still holds
CREATE TABLE `letter_identities` (
	`letter_id` text PRIMARY KEY NOT NULL,
	`passport_number` text NOT NULL,
	`passport_nationality` text NOT NULL,
	`passport_birth` text NOT NULL,
	`erase_at` integer NOT NULL,
	FOREIGN KEY (`letter_id`) REFERENCES `letters`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `letter_identities_erase` ON `letter_identities` (`erase_at`);--> statement-breakpoint
CREATE TABLE `letters` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`kind` text NOT NULL,
	`about` text NOT NULL,
	`code` text NOT NULL,
	`content` text NOT NULL,
	`issued_at` integer NOT NULL,
	`issued_by` text NOT NULL,
	`withdrawn_at` integer,
	`withdrawn_by` text,
	`successor` text,
	CONSTRAINT "letters_kind" CHECK("letters"."kind" IN ('acceptance', 'visa', 'payment', 'attendance', 'thanks')),
	CONSTRAINT "letters_code_length" CHECK(length("letters"."code") = 12),
	CONSTRAINT "letters_withdrawn" CHECK(("letters"."withdrawn_at" IS NULL) = ("letters"."withdrawn_by" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `letters_code` ON `letters` (`code`);--> statement-breakpoint
CREATE UNIQUE INDEX `letters_one` ON `letters` (`conference_id`,`uid`,`kind`,`about`) WHERE "letters"."withdrawn_at" IS NULL;--> statement-breakpoint
CREATE INDEX `letters_person` ON `letters` (`uid`,`issued_at`);