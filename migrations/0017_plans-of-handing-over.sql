-- A CHECK cannot be altered, so the table is built again. Its children stay: foreign keys are judged at the end, and a
-- key counts as mended when the parent's row comes back under the parent's name.
PRAGMA defer_foreign_keys = ON;--> statement-breakpoint
CREATE TABLE `plans_before` AS SELECT * FROM `plans`;--> statement-breakpoint
DROP TABLE `plans`;--> statement-breakpoint
CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`title` text NOT NULL,
	`undoes` text,
	`summary` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`asked_by` text,
	`asked_at` integer,
	`applied_by` text,
	`applied_at` integer,
	`apply_id` text,
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plans_kind" CHECK("plans"."kind" IN ('decisions', 'distribution', 'schedule', 'handover')),
	CONSTRAINT "plans_state" CHECK("plans"."state" IN ('proposed', 'applied'))
);
--> statement-breakpoint
INSERT INTO `plans` (`id`, `conference_id`, `kind`, `state`, `title`, `undoes`, `summary`, `created_by`, `created_at`, `asked_by`, `asked_at`, `applied_by`, `applied_at`, `apply_id`) SELECT `id`, `conference_id`, `kind`, `state`, `title`, `undoes`, `summary`, `created_by`, `created_at`, `asked_by`, `asked_at`, `applied_by`, `applied_at`, `apply_id` FROM `plans_before`;--> statement-breakpoint
DROP TABLE `plans_before`;--> statement-breakpoint
CREATE INDEX `plans_created_at` ON `plans` (`conference_id`,`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `plans_asked` ON `plans` (`asked_at`) WHERE "plans"."asked_at" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `plans_undone_once` ON `plans` (`undoes`) WHERE "plans"."state" = 'applied';
