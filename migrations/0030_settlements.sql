CREATE TABLE `settlement_batches` (
	`gateway` text NOT NULL,
	`batch_id` text NOT NULL,
	`settled_at` integer NOT NULL,
	`state` text NOT NULL,
	`charged_cents` integer NOT NULL,
	`refunded_cents` integer NOT NULL,
	`number` integer NOT NULL,
	PRIMARY KEY(`gateway`, `batch_id`),
	CONSTRAINT "settlement_batches_state" CHECK("settlement_batches"."state" IN ('settled', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `settlement_batches_settled_at` ON `settlement_batches` (`settled_at`,`batch_id`);--> statement-breakpoint
CREATE TABLE `settlement_lines` (
	`gateway` text NOT NULL,
	`transaction_id` text NOT NULL,
	`batch_id` text,
	`invoice_number` text NOT NULL,
	`kind` text NOT NULL,
	`cents` integer,
	`ours_cents` integer,
	`object` text,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`gateway`, `transaction_id`),
	FOREIGN KEY (`gateway`,`batch_id`) REFERENCES `settlement_batches`(`gateway`,`batch_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "settlement_lines_kind" CHECK("settlement_lines"."kind" IN ('charge', 'refund')),
	CONSTRAINT "settlement_lines_batch" CHECK(("settlement_lines"."batch_id" IS NULL) = ("settlement_lines"."cents" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `settlement_lines_batch` ON `settlement_lines` (`gateway`,`batch_id`);--> statement-breakpoint
CREATE INDEX `settlement_lines_differing` ON `settlement_lines` (`seen_at`) WHERE "settlement_lines"."ours_cents" IS NOT "settlement_lines"."cents";