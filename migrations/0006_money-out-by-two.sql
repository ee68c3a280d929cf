-- outgoings: what gives money away, and waits for a second person
CREATE TABLE `outgoings` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`kind` text NOT NULL,
	`payment_id` text,
	`request` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`limit_cents` integer NOT NULL,
	`state` text NOT NULL,
	`proposed_by` text NOT NULL,
	`proposed_from` text NOT NULL,
	`proposed_at` integer NOT NULL,
	`alone_at` integer,
	`settled_by` text,
	`settled_at` integer,
	`made` text,
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "outgoings_id" CHECK(length("outgoings"."id") = 20),
	CONSTRAINT "outgoings_kind" CHECK("outgoings"."kind" IN ('refund', 'award', 'code')),
	CONSTRAINT "outgoings_state" CHECK("outgoings"."state" IN ('proposed', 'done', 'withdrawn')),
	CONSTRAINT "outgoings_of" CHECK(("outgoings"."kind" = 'refund') = ("outgoings"."payment_id" IS NOT NULL)),
	CONSTRAINT "outgoings_made" CHECK(("outgoings"."state" = 'done') = ("outgoings"."made" IS NOT NULL)),
	CONSTRAINT "outgoings_two" CHECK("outgoings"."state" <> 'done' OR coalesce("outgoings"."settled_by" <> "outgoings"."proposed_by"
        OR "outgoings"."settled_at" >= "outgoings"."alone_at", 0))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outgoings_one` ON `outgoings` (`payment_id`) WHERE "outgoings"."state" IN ('proposed');--> statement-breakpoint
CREATE INDEX `outgoings_payment` ON `outgoings` (`payment_id`);--> statement-breakpoint
ALTER TABLE `invoicing` ADD `money_out_cents` integer DEFAULT 50000 NOT NULL;--> statement-breakpoint
-- Money out stays as it was proposed. app/money/outgoings/outgoings.server.ts relies on it: the second person confirms what they read.
CREATE TRIGGER `outgoings_stays` BEFORE UPDATE OF `id`, `conference_id`, `kind`, `payment_id`, `request`, `amount_cents`, `limit_cents`, `proposed_by`, `proposed_from`, `proposed_at`, `alone_at` ON `outgoings`
BEGIN
	SELECT RAISE(ABORT, 'what was proposed is never changed');
END;
--> statement-breakpoint
-- Money out is done or withdrawn once. app/money/outgoings/outgoings.server.ts relies on it when several people settle it at once.
CREATE TRIGGER `outgoings_settled_once` BEFORE UPDATE ON `outgoings` WHEN OLD.`state` <> 'proposed'
BEGIN
	SELECT RAISE(ABORT, 'what was done or withdrawn is never changed');
END;
--> statement-breakpoint
-- Money out is never deleted once it was proposed. app/money/outgoings/outgoings.server.ts relies on it: the rows say who gave money away.
CREATE TRIGGER `outgoings_kept` BEFORE DELETE ON `outgoings`
BEGIN
	SELECT RAISE(ABORT, 'what was proposed is never deleted');
END;
--> statement-breakpoint
DROP TRIGGER `invoicing_stays`;
--> statement-breakpoint
-- A proposal for invoices stays as it was proposed. app/money/invoices/invoicing-proposals.server.ts relies on it: the second person confirms what they read.
CREATE TRIGGER `invoicing_stays` BEFORE UPDATE OF `id`, `conference_id`, `seller`, `pay_to`, `tax`, `tax_rate`, `tax_number`, `days`, `second_person_cents`, `write_off_cents`, `money_out_cents`, `replaces`, `proposed_by`, `proposed_at`, `applies_at` ON `invoicing`
BEGIN
	SELECT RAISE(ABORT, 'what was proposed is never changed');
END;
