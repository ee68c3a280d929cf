CREATE TABLE `assignments` (
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`staff_uid` text NOT NULL,
	`plan_id` text,
	`reason` text NOT NULL,
	`assigned_at` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `uid`, `staff_uid`),
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `assignments_staff` ON `assignments` (`conference_id`,`staff_uid`,`uid`);--> statement-breakpoint
CREATE TABLE `comments` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`staff_uid` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `comments_application` ON `comments` (`conference_id`,`uid`,`created_at`);--> statement-breakpoint
CREATE INDEX `comments_staff` ON `comments` (`conference_id`,`staff_uid`,`created_at`);--> statement-breakpoint
CREATE TABLE `conflicts` (
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`staff_uid` text NOT NULL,
	`reason` text NOT NULL,
	`declared_at` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `uid`, `staff_uid`),
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `criteria` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`hint` text,
	`weight` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "criteria_weight" CHECK("criteria"."weight" > 0)
);
--> statement-breakpoint
CREATE TABLE `decision_lines` (
	`plan_id` text NOT NULL,
	`line` integer NOT NULL,
	`key` text NOT NULL,
	`uid` text,
	`state` text NOT NULL,
	`old_decision` text,
	`old_set_by` text,
	`old_set_at` integer,
	`old_plan_id` text,
	`old_told_at` integer,
	`new_decision` text,
	`problem` text,
	PRIMARY KEY(`plan_id`, `line`),
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "decision_lines_state" CHECK("decision_lines"."state" IN ('change', 'unchanged', 'refused'))
);
--> statement-breakpoint
CREATE INDEX `decision_lines_state` ON `decision_lines` (`plan_id`,`state`,`line`);--> statement-breakpoint
CREATE TABLE `distribution_lines` (
	`plan_id` text NOT NULL,
	`line` integer NOT NULL,
	`uid` text NOT NULL,
	`staff_uid` text NOT NULL,
	`act` text NOT NULL,
	`reason` text NOT NULL,
	PRIMARY KEY(`plan_id`, `line`),
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "distribution_lines_act" CHECK("distribution_lines"."act" IN ('assign', 'withdraw'))
);
--> statement-breakpoint
CREATE TABLE `invitations` (
	`hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`role` text NOT NULL,
	`capacity` integer NOT NULL,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	CONSTRAINT "invitations_role" CHECK("invitations"."role" IN ('director', 'reviewer'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_email_key` ON `invitations` (`email_key`);--> statement-breakpoint
CREATE TABLE `mail_templates` (
	`conference_id` text NOT NULL,
	`decision` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`conference_id`, `decision`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mail_templates_decision" CHECK("mail_templates"."decision" IN ('Accepted', 'Deferred to virtual', 'Waitlisted', 'Rejected'))
);
--> statement-breakpoint
CREATE TABLE `mailings` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`audience` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`recipients` integer NOT NULL,
	`sent_by` text NOT NULL,
	`sent_at` integer NOT NULL,
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `mailings_sent_at` ON `mailings` (`conference_id`,`sent_at`);--> statement-breakpoint
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
	`applied_by` text,
	`applied_at` integer,
	`apply_id` text,
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plans_kind" CHECK("plans"."kind" IN ('decisions', 'distribution', 'schedule')),
	CONSTRAINT "plans_state" CHECK("plans"."state" IN ('proposed', 'applied'))
);
--> statement-breakpoint
CREATE INDEX `plans_created_at` ON `plans` (`conference_id`,`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `plans_undone_once` ON `plans` (`undoes`) WHERE "plans"."state" = 'applied';--> statement-breakpoint
CREATE TABLE `reviews` (
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`staff_uid` text NOT NULL,
	`scores` text NOT NULL,
	`score` integer NOT NULL,
	`recommendation` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `uid`, `staff_uid`),
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reviews_recommendation" CHECK("reviews"."recommendation" IN ('Accepted', 'Deferred to virtual', 'Waitlisted', 'Rejected')),
	CONSTRAINT "reviews_score" CHECK("reviews"."score" BETWEEN 100 AND 500)
);
--> statement-breakpoint
CREATE INDEX `reviews_staff` ON `reviews` (`conference_id`,`staff_uid`,`uid`);--> statement-breakpoint
CREATE TABLE `search_words` (
	`conference_id` text NOT NULL,
	`word` text NOT NULL,
	`uid` text NOT NULL,
	PRIMARY KEY(`conference_id`, `word`, `uid`),
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `search_words_uid` ON `search_words` (`conference_id`,`uid`);--> statement-breakpoint
DROP INDEX `applications_submitted_at`;--> statement-breakpoint
ALTER TABLE `applications` ADD `reopened_from` integer;--> statement-breakpoint
ALTER TABLE `applications` ADD `review_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `mean_score` integer;--> statement-breakpoint
CREATE INDEX `applications_mean_score` ON `applications` (`conference_id`,`mean_score`,`uid`);--> statement-breakpoint
CREATE INDEX `applications_submitted_at` ON `applications` (`conference_id`,`submitted_at`,`uid`);--> statement-breakpoint
DROP INDEX `audit_at`;--> statement-breakpoint
DROP INDEX `audit_object`;--> statement-breakpoint
CREATE INDEX `audit_action` ON `audit` (`action`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_actor` ON `audit` (`actor_uid`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_object` ON `audit` (`object`,`at`,`id`);--> statement-breakpoint
ALTER TABLE `decisions` ADD `plan_id` text;--> statement-breakpoint
ALTER TABLE `decisions` ADD `told_at` integer;--> statement-breakpoint
CREATE INDEX `decisions_decision` ON `decisions` (`conference_id`,`decision`,`uid`);--> statement-breakpoint
CREATE INDEX `decisions_untold` ON `decisions` (`conference_id`,`uid`) WHERE "decisions"."told_at" IS NULL;--> statement-breakpoint
ALTER TABLE `rounds` ADD `told_at` integer;--> statement-breakpoint
ALTER TABLE `staff` ADD `capacity` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `staff` ADD `institution` text;--> statement-breakpoint
ALTER TABLE `staff` ADD `on_leave_since` integer;--> statement-breakpoint
CREATE INDEX `users_admin` ON `users` (`admin`) WHERE "users"."admin" = 1;
