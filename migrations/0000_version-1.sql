-- site: what the portal as a whole is set to, and what it tells everybody
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`message` text NOT NULL,
	`severity` text NOT NULL,
	`audience` text DEFAULT 'everyone' NOT NULL,
	`show_from` integer NOT NULL,
	`show_until` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "notifications_severity" CHECK("notifications"."severity" IN ('INFO', 'IMPORTANT', 'CRITICAL')),
	CONSTRAINT "notifications_audience" CHECK("notifications"."audience" IN ('everyone', 'applying', 'accepted', 'holders', 'staff'))
);
--> statement-breakpoint
CREATE INDEX `notifications_show_from` ON `notifications` (`show_from`);
--> statement-breakpoint
-- accounts: people, sessions, links that work once, counters that brake
CREATE TABLE `users` (
	`uid` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`password_hash` text NOT NULL,
	`email_verified_at` integer,
	`admin` integer DEFAULT false NOT NULL,
	`hpair_plus_subscription_id` text,
	`disabled_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (`email_key`);
--> statement-breakpoint
CREATE INDEX `users_admin` ON `users` (`admin`) WHERE "users"."admin" = 1;
--> statement-breakpoint
CREATE INDEX `users_disabled` ON `users` (`disabled_at`) WHERE "users"."disabled_at" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `profiles` (
	`uid` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- site, further
CREATE TABLE `seen_notifications` (
	`uid` text NOT NULL,
	`notification_id` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`uid`, `notification_id`),
	FOREIGN KEY (`uid`) REFERENCES `profiles`(`uid`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`notification_id`) REFERENCES `notifications`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
-- accounts, further
CREATE TABLE `counters` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `counters_expires_at` ON `counters` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`authenticated_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`edition` text,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_uid` ON `sessions` (`uid`);
--> statement-breakpoint
CREATE INDEX `sessions_expires_at` ON `sessions` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`uid` text NOT NULL,
	`email` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tokens_purpose" CHECK("tokens"."purpose" IN ('reset-password', 'own-password', 'revert-email', 'verify-email', 'known-device'))
);
--> statement-breakpoint
CREATE INDEX `tokens_uid` ON `tokens` (`uid`,`purpose`);
--> statement-breakpoint
CREATE INDEX `tokens_expires_at` ON `tokens` (`expires_at`);
--> statement-breakpoint
-- conference: conferences, and what an edition says: rounds, events, what is on sale
CREATE TABLE `conferences` (
	`id` text PRIMARY KEY NOT NULL,
	`location` text NOT NULL,
	`year` integer NOT NULL,
	`title` text,
	`track` text,
	`lat` real NOT NULL,
	`lng` real NOT NULL
);
--> statement-breakpoint
CREATE TABLE `events` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`ordinal` text,
	`venue` text,
	`address` text,
	`drawing` text,
	`own_drawing` text,
	`first_day` text,
	`last_day` text,
	`time_zone` text NOT NULL,
	`minimum_age` integer,
	`refund_deposit_cents` integer NOT NULL,
	`refunds_until` integer,
	`position` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "events_days" CHECK(("events"."first_day" IS NULL) = ("events"."last_day" IS NULL)),
	CONSTRAINT "events_refund_deposit" CHECK("events"."refund_deposit_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE `tickets` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL,
	`on_sale` integer NOT NULL,
	`event_id` text NOT NULL,
	`sale_from` integer,
	`sale_until` integer,
	`pay_by` integer,
	`places` integer,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conference_id`,`event_id`) REFERENCES `events`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tickets_id" CHECK("tickets"."id" IN ('gold', 'goldPlus')),
	CONSTRAINT "tickets_places" CHECK("tickets"."places" >= 0)
);
--> statement-breakpoint
CREATE TABLE `add_ons` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`ticket_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`cents` integer NOT NULL,
	`disabled` integer DEFAULT false NOT NULL,
	`included` integer DEFAULT false NOT NULL,
	`taken_home` integer DEFAULT false NOT NULL,
	`variants` text,
	`image` text,
	`places` integer,
	`position` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`,`ticket_id`) REFERENCES `tickets`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "add_ons_cents" CHECK("add_ons"."cents" >= 0),
	CONSTRAINT "add_ons_places" CHECK("add_ons"."places" >= 0),
	CONSTRAINT "add_ons_included_free" CHECK("add_ons"."included" = 0 OR "add_ons"."cents" = 0)
);
--> statement-breakpoint
CREATE TABLE `agreements` (
	`conference_id` text NOT NULL,
	`version` integer NOT NULL,
	`opening_letter` text NOT NULL,
	`code_of_conduct` text NOT NULL,
	`refund_policy` text NOT NULL,
	`liability_release` text NOT NULL,
	`counts_from` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `version`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `editions` (
	`conference_id` text PRIMARY KEY NOT NULL,
	`deadline_zone` text DEFAULT 'America/New_York' NOT NULL,
	`site` text,
	`revision` integer,
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `rounds` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL,
	`deadline` integer NOT NULL,
	`decision_release` integer NOT NULL,
	`released_at` integer,
	`told_at` integer,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `prices` (
	`conference_id` text NOT NULL,
	`ticket_id` text NOT NULL,
	`round_id` text NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `ticket_id`, `round_id`),
	FOREIGN KEY (`conference_id`,`ticket_id`) REFERENCES `tickets`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conference_id`,`round_id`) REFERENCES `rounds`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "prices_cents" CHECK("prices"."cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE `sections` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`introduction` text,
	`position` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `questions` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`section_id` text NOT NULL,
	`position` integer NOT NULL,
	`text` text NOT NULL,
	`hint` text,
	`kind` text NOT NULL,
	`required` text NOT NULL,
	`required_message` text,
	`depends_on` text,
	`options` text,
	`mask` text,
	`format` text,
	`max_length` integer NOT NULL,
	`autocomplete` text,
	`scholarship_related` integer DEFAULT false NOT NULL,
	`for_reviewers` integer DEFAULT false NOT NULL,
	`on_site` integer DEFAULT false NOT NULL,
	`for_emergencies` integer DEFAULT false NOT NULL,
	`asked_later` integer DEFAULT false NOT NULL,
	`retired` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`,`section_id`) REFERENCES `sections`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "questions_kind" CHECK("questions"."kind" IN ('short text', 'number', 'country', 'long text', 'document upload', 'choice', 'date', 'several of many'))
);
--> statement-breakpoint
CREATE TABLE `texts` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- editions: the revisions of an edition, and who works on one
CREATE TABLE `edition_forms` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`page` text NOT NULL,
	`seen` text NOT NULL,
	`items` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `edition_forms_old` ON `edition_forms` (`created_at`);
--> statement-breakpoint
CREATE TABLE `edition_revisions` (
	`conference_id` text NOT NULL,
	`revision` integer NOT NULL,
	`document` text NOT NULL,
	`base` text,
	`author_uid` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `revision`)
);
--> statement-breakpoint
CREATE TABLE `edition_publications` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`revision` integer NOT NULL,
	`state` text NOT NULL,
	`due_at` integer NOT NULL,
	`published_at` integer,
	`former` text,
	`changed` text,
	`takes_back` text,
	`reason` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conference_id`,`revision`) REFERENCES `edition_revisions`(`conference_id`,`revision`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "edition_publications_state" CHECK("edition_publications"."state" IN ('scheduled', 'published', 'cancelled', 'refused'))
);
--> statement-breakpoint
CREATE INDEX `edition_publications_conference` ON `edition_publications` (`conference_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `edition_publications_due` ON `edition_publications` (`due_at`) WHERE "edition_publications"."state" = 'scheduled';
--> statement-breakpoint
-- applications: applications, answers, documents, what was accepted
CREATE TABLE `acceptances` (
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`version` integer NOT NULL,
	`full_name` text NOT NULL,
	`stated_date` text NOT NULL,
	`accepted_at` integer NOT NULL,
	`network` text,
	`user_agent` text,
	PRIMARY KEY(`conference_id`, `uid`, `version`),
	FOREIGN KEY (`conference_id`,`version`) REFERENCES `agreements`(`conference_id`,`version`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `applications` (
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`created_at` integer NOT NULL,
	`submitted_at` integer,
	`reopened_from` integer,
	`review_count` integer DEFAULT 0 NOT NULL,
	`mean_score` integer,
	PRIMARY KEY(`conference_id`, `uid`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `applications_submitted_at` ON `applications` (`conference_id`,`submitted_at`,`uid`);
--> statement-breakpoint
CREATE INDEX `applications_mean_score` ON `applications` (`conference_id`,`mean_score`,`uid`);
--> statement-breakpoint
CREATE TABLE `answers` (
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`section_id` text NOT NULL,
	`version` integer NOT NULL,
	`answers` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `uid`, `section_id`),
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conference_id`,`section_id`) REFERENCES `sections`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "answers_version" CHECK("answers"."version" > 0)
);
--> statement-breakpoint
CREATE INDEX `answers_nameless` ON `answers` (`conference_id`,`uid`) WHERE "answers"."section_id" = 'about' AND trim(coalesce("answers"."answers" ->> 'firstName', '')) = '';
--> statement-breakpoint
CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`question_id` text NOT NULL,
	`file_name` text NOT NULL,
	`content_type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`object_key` text NOT NULL,
	`uploaded_at` integer NOT NULL,
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conference_id`,`question_id`) REFERENCES `questions`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "documents_size" CHECK("documents"."size" > 0 AND "documents"."size" <= 5000000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_question` ON `documents` (`conference_id`,`uid`,`question_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_object_key` ON `documents` (`object_key`);
--> statement-breakpoint
CREATE TABLE `search_words` (
	`conference_id` text NOT NULL,
	`word` text NOT NULL,
	`uid` text NOT NULL,
	PRIMARY KEY(`conference_id`, `word`, `uid`),
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `search_words_uid` ON `search_words` (`conference_id`,`uid`);
--> statement-breakpoint
-- details: what delegates changed after submitting
CREATE TABLE `detail_changes` (
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`version` integer NOT NULL,
	`changes` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `uid`, `version`),
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "detail_changes_version" CHECK("detail_changes"."version" > 0)
);
--> statement-breakpoint
-- reviews: who reads whom, and their scores
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
CREATE INDEX `assignments_staff` ON `assignments` (`conference_id`,`staff_uid`,`uid`);
--> statement-breakpoint
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
CREATE INDEX `comments_application` ON `comments` (`conference_id`,`uid`,`created_at`);
--> statement-breakpoint
CREATE INDEX `comments_staff` ON `comments` (`conference_id`,`staff_uid`,`created_at`);
--> statement-breakpoint
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
CREATE INDEX `reviews_staff` ON `reviews` (`conference_id`,`staff_uid`,`uid`);
--> statement-breakpoint
-- decisions: decisions, and plans that change many
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
CREATE INDEX `plans_created_at` ON `plans` (`conference_id`,`kind`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `plans_asked` ON `plans` (`asked_at`) WHERE "plans"."asked_at" IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `plans_undone_once` ON `plans` (`undoes`) WHERE "plans"."state" = 'applied';
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
	`changes_award` integer DEFAULT false NOT NULL,
	`old_award` text,
	`new_award` text,
	`problem` text,
	PRIMARY KEY(`plan_id`, `line`),
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "decision_lines_state" CHECK("decision_lines"."state" IN ('change', 'unchanged', 'refused'))
);
--> statement-breakpoint
CREATE INDEX `decision_lines_state` ON `decision_lines` (`plan_id`,`state`,`line`);
--> statement-breakpoint
CREATE TABLE `decisions` (
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`decision` text NOT NULL,
	`set_by` text,
	`set_at` integer NOT NULL,
	`plan_id` text,
	`told_at` integer,
	PRIMARY KEY(`conference_id`, `uid`),
	FOREIGN KEY (`conference_id`,`uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "decisions_decision" CHECK("decisions"."decision" IN ('Accepted', 'Deferred to virtual', 'Waitlisted', 'Rejected'))
);
--> statement-breakpoint
CREATE INDEX `decisions_decision` ON `decisions` (`conference_id`,`decision`,`uid`);
--> statement-breakpoint
CREATE INDEX `decisions_untold` ON `decisions` (`conference_id`,`uid`) WHERE "decisions"."told_at" IS NULL;
--> statement-breakpoint
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
-- grants: awards, codes and budgets
CREATE TABLE `budgets` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`title` text NOT NULL,
	`cents` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "budgets_cents" CHECK("budgets"."cents" >= 0)
);
--> statement-breakpoint
CREATE INDEX `budgets_conference` ON `budgets` (`conference_id`);
--> statement-breakpoint
CREATE TABLE `grants` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`code` text,
	`uid` text,
	`percent` integer,
	`amount_cents` integer,
	`pass_type` text,
	`round_id` text,
	`max_uses` integer,
	`budget_id` text,
	`valid_from` integer,
	`valid_until` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`budget_id`) REFERENCES `budgets`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "grants_kind" CHECK("grants"."kind" IN ('award', 'code')),
	CONSTRAINT "grants_whose" CHECK(("grants"."kind" = 'award') = ("grants"."uid" IS NOT NULL)),
	CONSTRAINT "grants_known" CHECK(("grants"."kind" = 'code') = ("grants"."code" IS NOT NULL)),
	CONSTRAINT "grants_size" CHECK(("grants"."percent" IS NULL) <> ("grants"."amount_cents" IS NULL)),
	CONSTRAINT "grants_percent" CHECK("grants"."percent" BETWEEN 1 AND 100),
	CONSTRAINT "grants_amount" CHECK("grants"."amount_cents" > 0),
	CONSTRAINT "grants_uses" CHECK("grants"."max_uses" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `grants_code` ON `grants` (`conference_id`,`code`) WHERE "grants"."ended_at" IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `grants_award` ON `grants` (`conference_id`,`uid`) WHERE "grants"."ended_at" IS NULL;
--> statement-breakpoint
CREATE INDEX `grants_budget` ON `grants` (`budget_id`);
--> statement-breakpoint
CREATE INDEX `grants_person` ON `grants` (`conference_id`,`uid`);
--> statement-breakpoint
-- money: what is paid, held and given back
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`payer_uid` text NOT NULL,
	`means` text NOT NULL,
	`transaction_id` text,
	`card_brand` text,
	`card_last_four` text,
	`due_cents` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`unseen_since` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "orders_id" CHECK(length("orders"."id") = 20),
	CONSTRAINT "orders_due" CHECK(("orders"."due_cents" = 0) = ("orders"."means" = 'none') AND "orders"."due_cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_transaction` ON `orders` (`transaction_id`,`means`);
--> statement-breakpoint
CREATE INDEX `orders_payer` ON `orders` (`payer_uid`);
--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`delegate_uid` text NOT NULL,
	`order_id` text NOT NULL,
	`pass_type` text NOT NULL,
	`add_ons` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`credit_cents` integer DEFAULT 0 NOT NULL,
	`lines` text NOT NULL,
	`state` text NOT NULL,
	`grounds` text,
	`created_at` integer NOT NULL,
	`resolved_at` integer,
	`booking` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conference_id`,`delegate_uid`) REFERENCES `applications`(`conference_id`,`uid`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conference_id`,`pass_type`) REFERENCES `tickets`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_id" CHECK(length("payments"."id") = 20),
	CONSTRAINT "payments_amount" CHECK("payments"."credit_cents" BETWEEN 0 AND "payments"."amount_cents"),
	CONSTRAINT "payments_state" CHECK("payments"."state" IN ('reserved', 'charging', 'unknown', 'captured', 'declined', 'released', 'voided', 'refund_pending', 'refunded')),
	CONSTRAINT "payments_pass_type" CHECK("payments"."pass_type" IN ('gold', 'goldPlus'))
);
--> statement-breakpoint
CREATE INDEX `payments_order` ON `payments` (`order_id`);
--> statement-breakpoint
CREATE INDEX `payments_delegate` ON `payments` (`conference_id`,`delegate_uid`,`created_at`);
--> statement-breakpoint
CREATE INDEX `payments_person` ON `payments` (`delegate_uid`);
--> statement-breakpoint
CREATE INDEX `payments_state` ON `payments` (`state`);
--> statement-breakpoint
CREATE INDEX `payments_conference` ON `payments` (`conference_id`,`state`,`pass_type`);
--> statement-breakpoint
CREATE INDEX `payments_created_at` ON `payments` (`conference_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `payments_state_created_at` ON `payments` (`conference_id`,`state`,`created_at`,`id`);
--> statement-breakpoint
CREATE TABLE `holdings` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`item` text NOT NULL,
	`pass_type` text NOT NULL,
	`title` text NOT NULL,
	`variant` text,
	`cents` integer NOT NULL,
	`payment_id` text NOT NULL,
	`from_holding` text,
	`state` text NOT NULL,
	`since` integer,
	`until` integer,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "holdings_cents" CHECK("holdings"."cents" >= 0),
	CONSTRAINT "holdings_state" CHECK("holdings"."state" IN ('pending', 'held', 'ending', 'ended')),
	CONSTRAINT "holdings_pass_type" CHECK("holdings"."pass_type" IN ('gold', 'goldPlus'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `holdings_one_live` ON `holdings` (`conference_id`,`uid`,`item`) WHERE "holdings"."state" IN ('pending', 'held', 'ending');
--> statement-breakpoint
CREATE INDEX `holdings_person` ON `holdings` (`conference_id`,`uid`,`state`);
--> statement-breakpoint
CREATE INDEX `holdings_item` ON `holdings` (`conference_id`,`item`,`state`);
--> statement-breakpoint
CREATE INDEX `holdings_payment` ON `holdings` (`payment_id`);
--> statement-breakpoint
CREATE INDEX `holdings_from` ON `holdings` (`from_holding`) WHERE "holdings"."from_holding" IS NOT NULL;
--> statement-breakpoint
-- grants, further
CREATE TABLE `grant_uses` (
	`grant_id` text NOT NULL,
	`holding_id` text NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`grant_id`, `holding_id`),
	FOREIGN KEY (`grant_id`) REFERENCES `grants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`holding_id`) REFERENCES `holdings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "grant_uses_cents" CHECK("grant_uses"."cents" >= 0)
);
--> statement-breakpoint
CREATE INDEX `grant_uses_holding` ON `grant_uses` (`holding_id`);
--> statement-breakpoint
-- money, further
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`credit_cents` integer DEFAULT 0 NOT NULL,
	`ends_all` integer DEFAULT true NOT NULL,
	`reason` text NOT NULL,
	`reversal_id` text,
	`bank_state` text,
	`state` text NOT NULL,
	`transaction_id` text,
	`requested_by` text NOT NULL,
	`lease_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	`resolved_at` integer,
	`booking` text,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_id" CHECK(length("refunds"."id") = 20),
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount_cents" > 0 OR "refunds"."amount_cents" = 0 AND "refunds"."state" IN ('pending', 'done')),
	CONSTRAINT "refunds_kind" CHECK("refunds"."kind" IN ('money', 'credit')),
	CONSTRAINT "refunds_state" CHECK("refunds"."state" IN ('pending', 'sending', 'unknown', 'done', 'refused'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_one_open` ON `refunds` (`payment_id`) WHERE "refunds"."state" IN ('pending', 'sending', 'unknown');
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_one_bank` ON `refunds` (`payment_id`) WHERE "refunds"."bank_state" IS NOT NULL AND "refunds"."state" <> 'refused';
--> statement-breakpoint
CREATE INDEX `refunds_bank` ON `refunds` (`conference_id`,`bank_state`) WHERE "refunds"."bank_state" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `refunds_payment` ON `refunds` (`payment_id`);
--> statement-breakpoint
CREATE INDEX `refunds_state` ON `refunds` (`state`,`lease_until`);
--> statement-breakpoint
CREATE INDEX `refunds_conference` ON `refunds` (`conference_id`,`resolved_at`);
--> statement-breakpoint
CREATE TABLE `refund_lines` (
	`refund_id` text NOT NULL,
	`holding_id` text NOT NULL,
	`cents` integer NOT NULL,
	`ends` integer NOT NULL,
	PRIMARY KEY(`refund_id`, `holding_id`),
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`holding_id`) REFERENCES `holdings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refund_lines_cents" CHECK("refund_lines"."cents" >= 0)
);
--> statement-breakpoint
CREATE INDEX `refund_lines_holding` ON `refund_lines` (`holding_id`);
--> statement-breakpoint
CREATE TABLE `entries` (
	`event` text NOT NULL,
	`account` text NOT NULL,
	`conference_id` text NOT NULL,
	`order_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`kind` text NOT NULL,
	`side` text NOT NULL,
	`cents` integer NOT NULL,
	`happened_at` integer NOT NULL,
	`booked_on` text NOT NULL,
	`restored` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`event`, `account`),
	CONSTRAINT "entries_cents" CHECK("entries"."cents" <> 0),
	CONSTRAINT "entries_kind" CHECK("entries"."kind" IN ('payment', 'refund', 'credit', 'correction', 'bank', 'bank back', 'void')),
	CONSTRAINT "entries_side" CHECK("entries"."side" IN ('money', 'credit', 'owed', 'sold')),
	CONSTRAINT "entries_booked_on" CHECK("entries"."booked_on" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
--> statement-breakpoint
CREATE INDEX `entries_booked_on` ON `entries` (`conference_id`,`booked_on`,`happened_at`,`payment_id`);
--> statement-breakpoint
CREATE INDEX `entries_payment` ON `entries` (`payment_id`);
--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`title` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`interval_months` integer NOT NULL,
	`state` text NOT NULL,
	`gateway` text NOT NULL,
	`transaction_id` text,
	`gateway_subscription_id` text,
	`card_brand` text,
	`card_last_four` text,
	`card_change_until` integer,
	`paid_until` integer,
	`cancelled_at` integer,
	`lease_until` integer NOT NULL,
	`unseen_since` integer,
	`created_at` integer NOT NULL,
	`resolved_at` integer,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_id" CHECK(length("subscriptions"."id") = 20),
	CONSTRAINT "subscriptions_amount" CHECK("subscriptions"."amount_cents" > 0),
	CONSTRAINT "subscriptions_state" CHECK("subscriptions"."state" IN ('reserved', 'charging', 'unknown', 'declined', 'released', 'charged', 'active', 'past_due', 'cancelled', 'ended', 'refunded'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_one_live` ON `subscriptions` (`uid`) WHERE "subscriptions"."state" IN ('reserved', 'charging', 'unknown', 'charged', 'active', 'past_due', 'cancelled');
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_transaction` ON `subscriptions` (`gateway`,`transaction_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_gateway` ON `subscriptions` (`gateway`,`gateway_subscription_id`);
--> statement-breakpoint
CREATE INDEX `subscriptions_uid` ON `subscriptions` (`uid`,`created_at`);
--> statement-breakpoint
CREATE INDEX `subscriptions_state` ON `subscriptions` (`state`,`lease_until`);
--> statement-breakpoint
CREATE INDEX `subscriptions_paid_until` ON `subscriptions` (`state`,`paid_until`);
--> statement-breakpoint
CREATE TABLE `subscription_periods` (
	`id` text PRIMARY KEY NOT NULL,
	`subscription_id` text NOT NULL,
	`transaction_id` text,
	`amount_cents` integer NOT NULL,
	`period_from` integer NOT NULL,
	`period_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_periods_once` ON `subscription_periods` (`subscription_id`,`period_from`);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_periods_transaction` ON `subscription_periods` (`transaction_id`);
--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`id` text PRIMARY KEY NOT NULL,
	`gateway` text NOT NULL,
	`type` text NOT NULL,
	`subject` text,
	`received_at` integer NOT NULL,
	`handled_at` integer
);
--> statement-breakpoint
CREATE INDEX `webhook_events_open` ON `webhook_events` (`handled_at`,`received_at`);
--> statement-breakpoint
CREATE INDEX `webhook_events_received_at` ON `webhook_events` (`received_at`);
--> statement-breakpoint
-- payer-requests: who was asked to pay for whom
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
CREATE UNIQUE INDEX `payer_requests_one_open` ON `payer_requests` (`conference_id`,`uid`,`pass_type`) WHERE "payer_requests"."ended_at" IS NULL;
--> statement-breakpoint
CREATE INDEX `payer_requests_asked` ON `payer_requests` (`email_key`) WHERE "payer_requests"."ended_at" IS NULL;
--> statement-breakpoint
CREATE INDEX `payer_requests_uid` ON `payer_requests` (`uid`);
--> statement-breakpoint
CREATE INDEX `payer_requests_payment` ON `payer_requests` (`payment_id`);
--> statement-breakpoint
-- transfers: passes offered to another person
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
CREATE UNIQUE INDEX `transfers_one_open` ON `transfers` (`holding_id`) WHERE "transfers"."state" = 'open';
--> statement-breakpoint
CREATE INDEX `transfers_from` ON `transfers` (`conference_id`,`from_uid`);
--> statement-breakpoint
CREATE INDEX `transfers_to` ON `transfers` (`conference_id`,`to_uid`);
--> statement-breakpoint
-- invoices: invoices, and money that came in by hand
CREATE TABLE `invoices` (
	`order_id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`number` integer NOT NULL,
	`buyer_name` text NOT NULL,
	`buyer_address` text NOT NULL,
	`names` text NOT NULL,
	`events` text NOT NULL,
	`seller` text NOT NULL,
	`pay_to` text NOT NULL,
	`tax` text NOT NULL,
	`tax_rate` integer NOT NULL,
	`tax_number` text NOT NULL,
	`issued_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`reminded_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_number" CHECK("invoices"."number" > 0),
	CONSTRAINT "invoices_tax" CHECK("invoices"."tax_rate" >= 0 AND ("invoices"."tax_rate" > 0) = ("invoices"."tax_number" <> ''))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`conference_id`,`number`);
--> statement-breakpoint
CREATE INDEX `invoices_due` ON `invoices` (`reminded_at`,`due_at`);
--> statement-breakpoint
CREATE TABLE `credit_notes` (
	`refund_id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`order_id` text NOT NULL,
	`number` integer NOT NULL,
	`cents` integer NOT NULL,
	`issued_at` integer NOT NULL,
	CONSTRAINT "credit_notes_number" CHECK("credit_notes"."number" > 0),
	CONSTRAINT "credit_notes_cents" CHECK("credit_notes"."cents" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_notes_number` ON `credit_notes` (`conference_id`,`number`);
--> statement-breakpoint
CREATE INDEX `credit_notes_order` ON `credit_notes` (`order_id`);
--> statement-breakpoint
CREATE TABLE `invoicing` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`seller` text NOT NULL,
	`pay_to` text NOT NULL,
	`tax` text NOT NULL,
	`tax_rate` integer NOT NULL,
	`tax_number` text NOT NULL,
	`days` integer NOT NULL,
	`second_person_cents` integer NOT NULL,
	`write_off_cents` integer NOT NULL,
	`state` text NOT NULL,
	`replaces` integer NOT NULL,
	`version` integer,
	`proposed_by` text,
	`proposed_at` integer NOT NULL,
	`applies_at` integer,
	`settled_by` text,
	`settled_at` integer,
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoicing_state" CHECK("invoicing"."state" IN ('proposed', 'applied', 'withdrawn')),
	CONSTRAINT "invoicing_applied" CHECK(("invoicing"."state" = 'applied') = ("invoicing"."version" IS NOT NULL)),
	CONSTRAINT "invoicing_two" CHECK("invoicing"."state" <> 'applied' OR "invoicing"."proposed_by" IS NULL OR iif("invoicing"."settled_by" IS NULL,
        coalesce("invoicing"."settled_at" >= "invoicing"."applies_at", 0), "invoicing"."settled_by" <> "invoicing"."proposed_by")),
	CONSTRAINT "invoicing_days" CHECK("invoicing"."days" > 0),
	CONSTRAINT "invoicing_limit" CHECK("invoicing"."second_person_cents" >= 0),
	CONSTRAINT "invoicing_write_off" CHECK("invoicing"."write_off_cents" >= 0),
	CONSTRAINT "invoicing_tax" CHECK("invoicing"."tax_rate" >= 0 AND ("invoicing"."tax_rate" > 0) = ("invoicing"."tax_number" <> ''))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoicing_version` ON `invoicing` (`conference_id`,`version`);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoicing_one` ON `invoicing` (`conference_id`) WHERE "invoicing"."state" IN ('proposed');
--> statement-breakpoint
CREATE TABLE `takings` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`order_id` text NOT NULL,
	`means` text NOT NULL,
	`reference` text NOT NULL,
	`received_on` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`limit_cents` integer NOT NULL,
	`state` text NOT NULL,
	`is_part` integer DEFAULT false NOT NULL,
	`recorded_by` text NOT NULL,
	`recorded_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_by` text,
	`confirmed_at` integer,
	`settled_by` text,
	`settled_at` integer,
	`note` text,
	`booking` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "takings_id" CHECK(length("takings"."id") = 20),
	CONSTRAINT "takings_amount" CHECK("takings"."amount_cents" > 0),
	CONSTRAINT "takings_means" CHECK("takings"."means" IN ('bank transfer', 'cash', 'written off')),
	CONSTRAINT "takings_state" CHECK("takings"."state" IN ('waiting', 'part', 'taken', 'withdrawn', 'unconfirmed', 'unwanted', 'returned', 'reversed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `takings_one` ON `takings` (`order_id`) WHERE "takings"."state" = 'waiting' OR "takings"."state" = 'taken' AND "takings"."is_part" = 0;
--> statement-breakpoint
CREATE INDEX `takings_order` ON `takings` (`order_id`);
--> statement-breakpoint
CREATE INDEX `takings_state` ON `takings` (`conference_id`,`state`,`recorded_at`);
--> statement-breakpoint
CREATE TABLE `reversals` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`taking_id` text NOT NULL,
	`was` text NOT NULL,
	`reason` text NOT NULL,
	`limit_cents` integer NOT NULL,
	`state` text NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`settled_by` text,
	`settled_at` integer,
	FOREIGN KEY (`taking_id`) REFERENCES `takings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reversals_id" CHECK(length("reversals"."id") = 20),
	CONSTRAINT "reversals_was" CHECK("reversals"."was" IN ('taken', 'part', 'unwanted')),
	CONSTRAINT "reversals_state" CHECK("reversals"."state" IN ('waiting', 'done', 'withdrawn'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reversals_one` ON `reversals` (`taking_id`) WHERE "reversals"."state" IN ('waiting', 'done');
--> statement-breakpoint
CREATE INDEX `reversals_state` ON `reversals` (`conference_id`,`state`);
--> statement-breakpoint
-- settlements: what card processors settled
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
CREATE INDEX `settlement_batches_settled_at` ON `settlement_batches` (`settled_at`,`batch_id`);
--> statement-breakpoint
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
CREATE INDEX `settlement_lines_batch` ON `settlement_lines` (`gateway`,`batch_id`);
--> statement-breakpoint
CREATE INDEX `settlement_lines_differing` ON `settlement_lines` (`seen_at`) WHERE "settlement_lines"."ours_cents" IS NOT "settlement_lines"."cents";
--> statement-breakpoint
-- programme: sessions, and places in them
CREATE TABLE `calendar_feeds` (
	`hash` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_uid` ON `calendar_feeds` (`conference_id`,`uid`);
--> statement-breakpoint
CREATE TABLE `rooms` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`link` text,
	`position` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `tracks` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `programme_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`day` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`room_id` text,
	`track_id` text,
	`speakers` text NOT NULL,
	`access_level` text,
	`capacity` integer,
	`recording_id` text,
	`cancelled_at` integer,
	`version` integer NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conference_id`,`room_id`) REFERENCES `rooms`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conference_id`,`track_id`) REFERENCES `tracks`(`conference_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "programme_sessions_times" CHECK("programme_sessions"."starts_at" < "programme_sessions"."ends_at"),
	CONSTRAINT "programme_sessions_capacity" CHECK("programme_sessions"."capacity" IS NULL OR "programme_sessions"."capacity" > 0)
);
--> statement-breakpoint
CREATE INDEX `programme_sessions_day` ON `programme_sessions` (`conference_id`,`day`,`starts_at`,`id`);
--> statement-breakpoint
CREATE INDEX `programme_sessions_room` ON `programme_sessions` (`conference_id`,`room_id`,`starts_at`);
--> statement-breakpoint
CREATE TABLE `places` (
	`session_id` text NOT NULL,
	`uid` text NOT NULL,
	`conference_id` text NOT NULL,
	`state` text NOT NULL,
	`chosen_at` integer NOT NULL,
	PRIMARY KEY(`session_id`, `uid`),
	FOREIGN KEY (`session_id`) REFERENCES `programme_sessions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "places_state" CHECK("places"."state" IN ('held', 'waiting'))
);
--> statement-breakpoint
CREATE INDEX `places_uid` ON `places` (`conference_id`,`uid`,`session_id`);
--> statement-breakpoint
CREATE INDEX `places_state` ON `places` (`session_id`,`state`,`chosen_at`,`uid`);
--> statement-breakpoint
CREATE TABLE `schedule_lines` (
	`plan_id` text NOT NULL,
	`line` integer NOT NULL,
	`act` text NOT NULL,
	`session_id` text,
	`seen_version` integer,
	`session` text,
	`problem` text,
	PRIMARY KEY(`plan_id`, `line`),
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "schedule_lines_act" CHECK("schedule_lines"."act" IN ('create', 'change', 'unchanged', 'refused'))
);
--> statement-breakpoint
CREATE INDEX `schedule_lines_act` ON `schedule_lines` (`plan_id`,`act`,`line`);
--> statement-breakpoint
CREATE TABLE `session_speakers` (
	`conference_id` text NOT NULL,
	`speaker_id` text NOT NULL,
	`session_id` text NOT NULL,
	PRIMARY KEY(`conference_id`, `speaker_id`, `session_id`),
	FOREIGN KEY (`session_id`) REFERENCES `programme_sessions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `session_speakers_session` ON `session_speakers` (`session_id`);
--> statement-breakpoint
-- library: videos and speakers
CREATE TABLE `categories` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `recordings` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`access` text NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`length_seconds` integer NOT NULL,
	`chapters` text NOT NULL,
	`thumbnail_key` text,
	`published_at` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "recordings_access" CHECK("recordings"."access" IN ('premium', 'open')),
	CONSTRAINT "recordings_source" CHECK("recordings"."source" IN ('file', 'stream', 'youtube', 'vimeo')),
	CONSTRAINT "recordings_length" CHECK("recordings"."length_seconds" > 0)
);
--> statement-breakpoint
CREATE INDEX `recordings_published_at` ON `recordings` (`published_at`,`id`);
--> statement-breakpoint
CREATE INDEX `recordings_created_at` ON `recordings` (`created_at`,`id`);
--> statement-breakpoint
CREATE TABLE `recording_categories` (
	`category_id` text NOT NULL,
	`recording_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`category_id`, `recording_id`),
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recording_id`) REFERENCES `recordings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `recording_categories_position` ON `recording_categories` (`category_id`,`position`,`recording_id`);
--> statement-breakpoint
CREATE INDEX `recording_categories_recording` ON `recording_categories` (`recording_id`);
--> statement-breakpoint
CREATE TABLE `speakers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`title` text NOT NULL,
	`organisation` text NOT NULL,
	`biography` text NOT NULL,
	`profile_key` text,
	`background_key` text,
	`position` integer NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `speakers_position` ON `speakers` (`position`,`id`);
--> statement-breakpoint
CREATE TABLE `recording_speakers` (
	`recording_id` text NOT NULL,
	`speaker_id` text NOT NULL,
	PRIMARY KEY(`recording_id`, `speaker_id`),
	FOREIGN KEY (`recording_id`) REFERENCES `recordings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`speaker_id`) REFERENCES `speakers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `recording_speakers_speaker` ON `recording_speakers` (`speaker_id`,`recording_id`);
--> statement-breakpoint
CREATE TABLE `recording_words` (
	`word` text NOT NULL,
	`recording_id` text NOT NULL,
	PRIMARY KEY(`word`, `recording_id`),
	FOREIGN KEY (`recording_id`) REFERENCES `recordings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `recording_words_recording` ON `recording_words` (`recording_id`);
--> statement-breakpoint
CREATE TABLE `watching` (
	`uid` text NOT NULL,
	`recording_id` text NOT NULL,
	`seconds` integer NOT NULL,
	`watched_at` integer NOT NULL,
	PRIMARY KEY(`uid`, `recording_id`),
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recording_id`) REFERENCES `recordings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `watching_watched_at` ON `watching` (`uid`,`watched_at`);
--> statement-breakpoint
CREATE INDEX `watching_recording` ON `watching` (`recording_id`);
--> statement-breakpoint
-- mail: the outbox
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`event_key` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`link` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`refusal` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_event_key` ON `outbox` (`event_key`);
--> statement-breakpoint
CREATE INDEX `outbox_due_at` ON `outbox` (`due_at`);
--> statement-breakpoint
CREATE INDEX `outbox_created_at` ON `outbox` (`created_at`);
--> statement-breakpoint
CREATE INDEX `outbox_refused` ON `outbox` (`created_at`) WHERE "outbox"."refusal" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `outbox_given_up` ON `outbox` (`created_at`) WHERE "outbox"."sent_at" IS NULL AND "outbox"."due_at" IS NULL AND "outbox"."failures" <> 0;
--> statement-breakpoint
CREATE INDEX `outbox_text_kept` ON `outbox` (`created_at`) WHERE "outbox"."body" <> '';
--> statement-breakpoint
-- staff: staff, the audit, what holds for money
CREATE TABLE `audit` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_uid` text,
	`action` text NOT NULL,
	`object` text NOT NULL,
	`detail` text NOT NULL,
	`request_id` text
);
--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`at`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_object` ON `audit` (`object`,`at`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_action` ON `audit` (`action`,`at`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_actor` ON `audit` (`actor_uid`,`at`,`id`);
--> statement-breakpoint
CREATE TABLE `inspections` (
	`at` integer PRIMARY KEY NOT NULL,
	`findings` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `invitations` (
	`hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`name` text,
	`abilities` text NOT NULL,
	`capacity` integer NOT NULL,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	CONSTRAINT "invitations_abilities" CHECK("invitations"."abilities" IN ('["read"]', '["decide"]', '["read","decide"]', '["money"]', '["read","money"]', '["decide","money"]', '["read","decide","money"]', '["content"]', '["read","content"]', '["decide","content"]', '["read","decide","content"]', '["money","content"]', '["read","money","content"]', '["decide","money","content"]', '["read","decide","money","content"]', '["door"]', '["read","door"]', '["decide","door"]', '["read","decide","door"]', '["money","door"]', '["read","money","door"]', '["decide","money","door"]', '["read","decide","money","door"]', '["content","door"]', '["read","content","door"]', '["decide","content","door"]', '["read","decide","content","door"]', '["money","content","door"]', '["read","money","content","door"]', '["decide","money","content","door"]', '["read","decide","money","content","door"]', '["everything"]'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_email_key` ON `invitations` (`email_key`);
--> statement-breakpoint
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
CREATE INDEX `mailings_sent_at` ON `mailings` (`conference_id`,`sent_at`);
--> statement-breakpoint
CREATE TABLE `money_since` (
	`uid` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `staff` (
	`uid` text PRIMARY KEY NOT NULL,
	`name` text,
	`abilities` text NOT NULL,
	`capacity` integer DEFAULT 1 NOT NULL,
	`institution` text,
	`on_leave_since` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "staff_abilities" CHECK("staff"."abilities" IN ('["read"]', '["decide"]', '["read","decide"]', '["money"]', '["read","money"]', '["decide","money"]', '["read","decide","money"]', '["content"]', '["read","content"]', '["decide","content"]', '["read","decide","content"]', '["money","content"]', '["read","money","content"]', '["decide","money","content"]', '["read","decide","money","content"]', '["door"]', '["read","door"]', '["decide","door"]', '["read","decide","door"]', '["money","door"]', '["read","money","door"]', '["decide","money","door"]', '["read","decide","money","door"]', '["content","door"]', '["read","content","door"]', '["decide","content","door"]', '["read","decide","content","door"]', '["money","content","door"]', '["read","money","content","door"]', '["decide","money","content","door"]', '["read","decide","money","content","door"]', '["everything"]'))
);
--> statement-breakpoint
-- tallies: counts that triggers keep
CREATE TABLE `tallies` (
	`conference_id` text NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL,
	`number` integer NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `name`, `key`)
);
--> statement-breakpoint
-- A row says which holdings stand for a line of a bill: the one as which it was bought, and those that took its place.
CREATE VIEW `line_holdings` AS
	SELECT b.`id` AS `line_id`, h.`id` FROM `holdings` AS b
	JOIN `holdings` AS h ON h.`payment_id` = b.`payment_id` AND h.`item` = b.`item`;
--> statement-breakpoint
-- An application counts by where it stands (its round, its decision, whether that came after the release, whether nobody reads it), and by the day on which it was submitted.
CREATE VIEW `application_tallies` AS
	SELECT a.`conference_id`, a.`uid`, 'standing' AS `name`,
		CASE WHEN a.`submitted_at` IS NULL THEN 'draft' ELSE
			coalesce(r.`id`, '') || '/' || coalesce(d.`decision`, '') || '/' || coalesce(d.`set_at` > r.`released_at`, 0) || '/' ||
			(d.`uid` IS NULL AND NOT EXISTS (SELECT 1 FROM `assignments` AS s
				WHERE s.`conference_id` = a.`conference_id` AND s.`uid` = a.`uid`))
		END AS `key`, 1 AS `number`, coalesce(d.`set_at`, 0) AS `total`
	FROM `applications` AS a
	LEFT JOIN `decisions` AS d ON d.`conference_id` = a.`conference_id` AND d.`uid` = a.`uid`
	LEFT JOIN `rounds` AS r ON r.`conference_id` = a.`conference_id` AND r.`id` = (
		SELECT e.`id` FROM `rounds` AS e WHERE e.`conference_id` = a.`conference_id` AND a.`submitted_at` <= e.`deadline`
		ORDER BY e.`position` LIMIT 1)
	UNION ALL
	SELECT `conference_id`, `uid`, 'submitted', CAST(`submitted_at` / 86400000 * 86400000 AS TEXT), 1, 0
	FROM `applications` WHERE `submitted_at` IS NOT NULL;
--> statement-breakpoint
-- An entry counts for its account, and as revenue of its day if it is money.
CREATE VIEW `entry_tallies` AS
	SELECT `event`, `account`, `conference_id`, 'account' AS `name`, `side` || '/' || `account` AS `key`, 1 AS `number`, `cents` AS `total` FROM `entries`
	UNION ALL SELECT `event`, `account`, `conference_id`, 'revenue', `booked_on`, 1, `cents` FROM `entries` WHERE `side` = 'money';
--> statement-breakpoint
-- A holding counts as a pass and with what it earned while it is held, and takes one of the places of its item from the first press until it has ended.
CREATE VIEW `holding_tallies` AS
	SELECT `id`, `conference_id`, 'pass' AS `name`, `pass_type` AS `key`, `item` = `pass_type` AS `number`, 0 AS `total` FROM `holdings` WHERE `state` = 'held'
	UNION ALL SELECT `id`, `conference_id`, 'taken', `item`, 1, 0 FROM `holdings` WHERE `state` IN ('pending', 'held', 'ending');
--> statement-breakpoint
-- A member of staff counts the applications given to them, their reviews, and those of their reviews that are of applications given to them.
CREATE VIEW `reading_tallies` AS
	SELECT `conference_id`, `uid`, `staff_uid`, 'assigned' AS `name`, `staff_uid` AS `key`, 1 AS `number`, 0 AS `total` FROM `assignments`
	UNION ALL
	SELECT `conference_id`, `uid`, `staff_uid`, 'reviewed', `staff_uid`, 1, 0 FROM `reviews`
	UNION ALL
	SELECT s.`conference_id`, s.`uid`, s.`staff_uid`, 'read', s.`staff_uid`, 1, 0 FROM `assignments` AS s
	JOIN `reviews` AS v ON v.`conference_id` = s.`conference_id` AND v.`uid` = s.`uid` AND v.`staff_uid` = s.`staff_uid`;
--> statement-breakpoint
-- A place counts for its session, as taken or as waiting; when it was chosen is added up, so that the total differs as soon as somebody else is among them.
CREATE VIEW `place_tallies` AS
	SELECT `session_id`, `uid`, `conference_id`, iif(`state` = 'held', 'attending', 'waiting') AS `name`, `session_id` AS `key`,
		1 AS `number`, `chosen_at` % 1000000 AS `total`
	FROM `places`;
--> statement-breakpoint
-- The sum of all views that count is what `tallies` must say; the checker compares the two (app/staff/invariants.server.ts). Five terms are as many as D1 allows.
CREATE VIEW `tallied` AS
	SELECT `conference_id`, `name`, `key`, sum(`number`) AS `number`, sum(`total`) AS `total` FROM (
		SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `entry_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `holding_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		UNION ALL SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `place_tallies`)
	GROUP BY `conference_id`, `name`, `key`;
--> statement-breakpoint
-- A bill that is paid by hand, with the cents of what is due of its order that are its own: from where on, and up to where.
CREATE VIEW `hand_bills` AS
	SELECT p.`id` AS `payment_id`, p.`order_id`, p.`conference_id`, o.`due_cents` AS `due`,
		(SELECT coalesce(sum(q.`amount_cents` - q.`credit_cents`), 0) FROM `payments` AS q WHERE q.`order_id` = p.`order_id` AND q.`id` < p.`id`) AS `from_on`,
		(SELECT sum(q.`amount_cents` - q.`credit_cents`) FROM `payments` AS q WHERE q.`order_id` = p.`order_id` AND q.`id` <= p.`id`) AS `up_to`
	FROM `payments` AS p JOIN `orders` AS o ON o.`id` = p.`order_id`
	WHERE o.`means` IN ('bank transfer', 'cash') AND o.`due_cents` > 0;
--> statement-breakpoint
-- Of each bill of an invoice that was paid in parts: what had come before the rest, and what was written off. Bills of one invoice share a sum as they share what is due, to the cent.
CREATE VIEW `paid_parts` AS
	SELECT `payment_id`, `order_id`, `conference_id`,
		`parts` * `up_to` / `due` - `parts` * `from_on` / `due` AS `came_before`,
		(`parts` + `off`) * `up_to` / `due` - (`parts` + `off`) * `from_on` / `due` - `parts` * `up_to` / `due` + `parts` * `from_on` / `due` AS `written_off`
	FROM (SELECT r.*,
			(SELECT coalesce(sum(`amount_cents`), 0) FROM `takings` WHERE `order_id` = r.`order_id` AND `is_part` AND `means` <> 'written off') AS `parts`,
			(SELECT coalesce(sum(`amount_cents`), 0) FROM `takings` WHERE `order_id` = r.`order_id` AND `is_part` AND `means` = 'written off') AS `off`
		FROM `hand_bills` AS r)
	WHERE `parts` + `off` > 0;
--> statement-breakpoint
-- What a payment, and a refund, move on which account: what `entries` say once it has happened.
CREATE VIEW `payment_bookings` AS
	SELECT p.`id` AS `payment_id`, p.`order_id`, p.`conference_id`, 'money' AS `side`, o.`means` AS `account`,
		p.`amount_cents` - p.`credit_cents` - coalesce((SELECT `came_before` + `written_off` FROM `paid_parts` WHERE `payment_id` = p.`id`), 0) AS `cents`
	FROM `payments` AS p JOIN `orders` AS o ON o.`id` = p.`order_id`
	WHERE p.`amount_cents` - p.`credit_cents` > coalesce((SELECT `came_before` + `written_off` FROM `paid_parts` WHERE `payment_id` = p.`id`), 0)
	UNION ALL
	SELECT `payment_id`, `order_id`, `conference_id`, 'owed', 'owed', `came_before` FROM `paid_parts` WHERE `came_before` > 0
	UNION ALL
	SELECT `payment_id`, `order_id`, `conference_id`, 'sold', 'written off', `written_off` FROM `paid_parts` WHERE `written_off` > 0
	UNION ALL
	SELECT `id`, `order_id`, `conference_id`, 'credit', 'credit', `credit_cents` FROM `payments` WHERE `credit_cents` > 0
	UNION ALL
	SELECT p.`id`, p.`order_id`, p.`conference_id`, 'sold', h.`item`, -h.`cents`
	FROM `payments` AS p JOIN `holdings` AS h ON h.`payment_id` = p.`id` AND h.`from_holding` IS NULL AND h.`cents` > 0;
--> statement-breakpoint
-- A bill whose money, or a part of it, was recorded by mistake: how many cents were wrong, and what else was written off of its invoice.
CREATE VIEW `reversed_bills` AS
	SELECT f.`id` AS `refund_id`, b.*, t.`means`, t.`amount_cents` AS `wrong`,
		(SELECT coalesce(sum(w.`amount_cents`), 0) FROM `takings` AS w WHERE w.`order_id` = b.`order_id` AND w.`is_part` AND w.`means` = 'written off' AND w.`id` <> t.`id`) AS `off`
	FROM `refunds` AS f JOIN `hand_bills` AS b ON b.`payment_id` = f.`payment_id`
	JOIN `reversals` AS v ON v.`id` = f.`reversal_id` JOIN `takings` AS t ON t.`id` = v.`taking_id`
	WHERE f.`kind` = 'money';
--> statement-breakpoint
-- What goes when money that had paid an invoice was recorded by mistake: that money, from where it was said to have come in; what was written off of the same invoice; and the rest, which did come in and is owed from then on.
CREATE VIEW `reversed_parts` AS
	SELECT `refund_id`, `payment_id`, `order_id`, `conference_id`, iif(`means` = 'written off', 'sold', 'money') AS `side`, `means` AS `account`,
		`wrong` * `from_on` / `due` - `wrong` * `up_to` / `due` AS `cents` FROM `reversed_bills`
	UNION ALL
	SELECT `refund_id`, `payment_id`, `order_id`, `conference_id`, 'sold', 'written off',
		(`wrong` + `off`) * `from_on` / `due` - (`wrong` + `off`) * `up_to` / `due` - `wrong` * `from_on` / `due` + `wrong` * `up_to` / `due` FROM `reversed_bills`
	UNION ALL
	SELECT `refund_id`, `payment_id`, `order_id`, `conference_id`, 'owed', 'owed',
		`from_on` - `up_to` - (`wrong` + `off`) * `from_on` / `due` + (`wrong` + `off`) * `up_to` / `due` FROM `reversed_bills`;
--> statement-breakpoint
-- A refund moves these cents on these accounts: what `entries` say of it once it is done.
CREATE VIEW `refund_bookings` AS
	SELECT f.`id` AS `refund_id`, f.`payment_id`, p.`order_id`, f.`conference_id`,
		iif(f.`reversal_id` IS NOT NULL, 'correction', iif(f.`bank_state` IS NOT NULL, 'bank', iif(f.`kind` = 'credit', 'credit', 'refund'))) AS `kind`,
		iif(f.`kind` = 'credit', 'credit', 'money') AS `side`, iif(f.`kind` = 'credit', 'credit', o.`means`) AS `account`,
		f.`credit_cents` - f.`amount_cents` AS `cents`
	FROM `refunds` AS f JOIN `payments` AS p ON p.`id` = f.`payment_id` JOIN `orders` AS o ON o.`id` = p.`order_id`
	WHERE f.`amount_cents` > f.`credit_cents` AND (f.`reversal_id` IS NULL OR f.`kind` = 'credit')
	UNION ALL
	SELECT `refund_id`, `payment_id`, `order_id`, `conference_id`, 'correction', `side`, `account`, `cents` FROM `reversed_parts` WHERE `cents` <> 0
	UNION ALL
	SELECT f.`id`, f.`payment_id`, p.`order_id`, f.`conference_id`,
		iif(f.`reversal_id` IS NOT NULL, 'correction', iif(f.`bank_state` IS NOT NULL, 'bank', 'refund')), 'credit', 'credit', -f.`credit_cents`
	FROM `refunds` AS f JOIN `payments` AS p ON p.`id` = f.`payment_id` WHERE f.`credit_cents` > 0
	UNION ALL
	SELECT f.`id`, f.`payment_id`, p.`order_id`, f.`conference_id`,
		iif(f.`reversal_id` IS NOT NULL, 'correction', iif(f.`bank_state` IS NOT NULL, 'bank', iif(f.`kind` = 'credit', 'credit', 'refund'))),
		'sold', h.`item`, l.`cents`
	FROM `refunds` AS f JOIN `payments` AS p ON p.`id` = f.`payment_id` JOIN `refund_lines` AS l ON l.`refund_id` = f.`id` AND l.`cents` > 0
	JOIN `holdings` AS h ON h.`id` = l.`holding_id`;
--> statement-breakpoint
-- A row is somebody who may see and move money at this moment.
CREATE VIEW `money_now` AS SELECT u.`uid` FROM `users` AS u LEFT JOIN `staff` AS s ON s.`uid` = u.`uid`
	WHERE u.`admin` = 1 AND u.`disabled_at` IS NULL
	AND (s.`uid` IS NULL OR instr(s.`abilities`, '"money"') > 0 OR instr(s.`abilities`, '"everything"') > 0);
--> statement-breakpoint
-- An act that is recorded twice, by a request that is sent again, stays as it was first recorded. app/platform/audit.server.ts relies on it.
CREATE TRIGGER `audit_first` BEFORE INSERT ON `audit`
WHEN EXISTS (SELECT 1 FROM `audit` WHERE `id` = NEW.`id`)
BEGIN
	SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
-- An audit row is never changed. Whoever reads the audit list relies on it, as evidence.
CREATE TRIGGER `audit_unchanged` BEFORE UPDATE ON `audit`
BEGIN
	SELECT RAISE(ABORT, 'an audit row is never changed');
END;
--> statement-breakpoint
-- An audit row is kept for as long as app/platform/audit.ts says. Whoever reads the audit list relies on it; app/request/cron.server.ts forgets what is older.
CREATE TRIGGER `audit_kept` BEFORE DELETE ON `audit`
WHEN OLD.`at` >= (unixepoch() - 94608000) * 1000
BEGIN
	SELECT RAISE(ABORT, 'an audit row is kept for three years');
END;
--> statement-breakpoint
-- A change of details stays as it was saved. app/details/details.server.ts relies on it: the rows are the history that it shows.
CREATE TRIGGER `detail_changes_unchanged` BEFORE UPDATE ON `detail_changes`
BEGIN
	SELECT RAISE(ABORT, 'a change of details is never changed');
END;
--> statement-breakpoint
-- A proposal for invoices stays as it was proposed. app/money/invoices/invoicing-proposals.server.ts relies on it: the second person confirms what they read.
CREATE TRIGGER `invoicing_stays` BEFORE UPDATE OF `id`, `conference_id`, `seller`, `pay_to`, `tax`, `tax_rate`, `tax_number`, `days`, `second_person_cents`, `write_off_cents`, `replaces`, `proposed_by`, `proposed_at`, `applies_at` ON `invoicing`
BEGIN
	SELECT RAISE(ABORT, 'what was proposed is never changed');
END;
--> statement-breakpoint
-- A proposal for invoices is applied or withdrawn once. app/money/invoices/invoicing-proposals.server.ts relies on it when two people settle it at once.
CREATE TRIGGER `invoicing_settled_once` BEFORE UPDATE ON `invoicing` WHEN OLD.`state` <> 'proposed'
BEGIN
	SELECT RAISE(ABORT, 'what was applied or withdrawn is never changed');
END;
--> statement-breakpoint
-- A proposal for invoices is never deleted. app/money/invoices/invoicing-proposals.server.ts relies on it: if the newest went, the one before would be in force.
CREATE TRIGGER `invoicing_kept` BEFORE DELETE ON `invoicing`
BEGIN
	SELECT RAISE(ABORT, 'what was proposed is never deleted');
END;
--> statement-breakpoint
-- A new user on the staff may see and move money from this moment, whoever made them and by whichever statement. app/accounts/second-person.server.ts relies on it.
CREATE TRIGGER `users_added_money_since` AFTER INSERT ON `users` WHEN NEW.`admin` = 1
BEGIN
	DELETE FROM `money_since` WHERE `uid` = NEW.`uid` AND NOT EXISTS (SELECT 1 FROM `money_now` AS n WHERE n.`uid` = NEW.`uid`);
	INSERT INTO `money_since` SELECT `uid`, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `money_now` WHERE `uid` = NEW.`uid`
		AND NOT EXISTS (SELECT 1 FROM `money_since` AS m WHERE m.`uid` = NEW.`uid`);
END;
--> statement-breakpoint
-- A user who joins or leaves the staff, or is disabled or enabled, may see and move money from this moment, or may no longer. app/accounts/second-person.server.ts relies on it.
CREATE TRIGGER `users_money_since` AFTER UPDATE OF `admin`, `disabled_at` ON `users`
	WHEN NEW.`admin` IS NOT OLD.`admin` OR NEW.`disabled_at` IS NOT OLD.`disabled_at`
BEGIN
	DELETE FROM `money_since` WHERE `uid` = NEW.`uid` AND NOT EXISTS (SELECT 1 FROM `money_now` AS n WHERE n.`uid` = NEW.`uid`);
	INSERT INTO `money_since` SELECT `uid`, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `money_now` WHERE `uid` = NEW.`uid`
		AND NOT EXISTS (SELECT 1 FROM `money_since` AS m WHERE m.`uid` = NEW.`uid`);
END;
--> statement-breakpoint
-- A user who is deleted is forgotten here too. app/accounts/second-person.server.ts relies on it.
CREATE TRIGGER `users_gone_money_since` AFTER DELETE ON `users`
BEGIN
	DELETE FROM `money_since` WHERE `uid` = OLD.`uid`;
END;
--> statement-breakpoint
-- A row of abilities gives its user the ability "money" from this moment, or takes it. app/accounts/second-person.server.ts relies on it.
CREATE TRIGGER `staff_added_money_since` AFTER INSERT ON `staff`
BEGIN
	DELETE FROM `money_since` WHERE `uid` = NEW.`uid` AND NOT EXISTS (SELECT 1 FROM `money_now` AS n WHERE n.`uid` = NEW.`uid`);
	INSERT INTO `money_since` SELECT `uid`, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `money_now` WHERE `uid` = NEW.`uid`
		AND NOT EXISTS (SELECT 1 FROM `money_since` AS m WHERE m.`uid` = NEW.`uid`);
END;
--> statement-breakpoint
-- A change of abilities gives or takes the ability "money" in the same way. app/accounts/second-person.server.ts relies on it.
CREATE TRIGGER `staff_money_since` AFTER UPDATE OF `abilities` ON `staff`
BEGIN
	DELETE FROM `money_since` WHERE `uid` = NEW.`uid` AND NOT EXISTS (SELECT 1 FROM `money_now` AS n WHERE n.`uid` = NEW.`uid`);
	INSERT INTO `money_since` SELECT `uid`, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `money_now` WHERE `uid` = NEW.`uid`
		AND NOT EXISTS (SELECT 1 FROM `money_since` AS m WHERE m.`uid` = NEW.`uid`);
END;
--> statement-breakpoint
-- A row of abilities that is deleted leaves its user all of them, or none if they are no longer on the staff. app/accounts/second-person.server.ts relies on it.
CREATE TRIGGER `staff_gone_money_since` AFTER DELETE ON `staff`
BEGIN
	DELETE FROM `money_since` WHERE `uid` = OLD.`uid` AND NOT EXISTS (SELECT 1 FROM `money_now` AS n WHERE n.`uid` = OLD.`uid`);
	INSERT INTO `money_since` SELECT `uid`, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `money_now` WHERE `uid` = OLD.`uid`
		AND NOT EXISTS (SELECT 1 FROM `money_since` AS m WHERE m.`uid` = OLD.`uid`);
END;
--> statement-breakpoint
-- No payment counts as paid that nobody can show: its order has a transaction, or its money came another way than by card (db/schema/money.ts).
-- A new payment is held to it here; receipts and app/staff/order-invariants.server.ts rely on it.
CREATE TRIGGER `payments_insert_paid` BEFORE INSERT ON `payments` WHEN NEW.`state` = 'captured'
	AND EXISTS (SELECT 1 FROM `orders` WHERE `id` = NEW.`order_id` AND `transaction_id` IS NULL AND `means` NOT IN ('none', 'bank transfer', 'cash'))
BEGIN
	SELECT RAISE(ABORT, 'a payment is captured with a transaction or by hand');
END;
--> statement-breakpoint
-- A payment that becomes captured obeys the same rule. Receipts and app/staff/order-invariants.server.ts rely on both.
CREATE TRIGGER `payments_update_paid` BEFORE UPDATE OF `state` ON `payments` WHEN NEW.`state` = 'captured'
	AND EXISTS (SELECT 1 FROM `orders` WHERE `id` = NEW.`order_id` AND `transaction_id` IS NULL AND `means` NOT IN ('none', 'bank transfer', 'cash'))
BEGIN
	SELECT RAISE(ABORT, 'a payment is captured with a transaction or by hand');
END;
--> statement-breakpoint
-- The ledger is written once: an event is booked once, and no entry is changed or deleted (docs/decisions/0082-the-ledger.md).
CREATE TRIGGER `entries_once` BEFORE INSERT ON `entries`
WHEN EXISTS (SELECT 1 FROM `entries` WHERE `event` = NEW.`event` AND `account` = NEW.`account`)
BEGIN
	SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
-- An entry is never changed. Whoever has booked a month relies on it.
CREATE TRIGGER `entries_unchanged` BEFORE UPDATE ON `entries`
BEGIN
	SELECT RAISE(ABORT, 'an entry is never changed');
END;
--> statement-breakpoint
-- An entry is never deleted. Whoever has booked a month relies on it.
CREATE TRIGGER `entries_kept` BEFORE DELETE ON `entries`
BEGIN
	SELECT RAISE(ABORT, 'an entry is never deleted');
END;
--> statement-breakpoint
-- Money is booked by the statement that moves it, which says when it happened and on which day it counts: every verb that moves money.
CREATE TRIGGER `payments_book` BEFORE UPDATE OF `booking` ON `payments`
BEGIN
	INSERT INTO `entries` (`event`, `account`, `conference_id`, `order_id`, `payment_id`, `kind`, `side`, `cents`, `happened_at`, `booked_on`, `restored`)
		SELECT 'paid/' || NEW.`id`, `account`, `conference_id`, `order_id`, `payment_id`, 'payment', `side`, `cents`, NEW.`booking` ->> 'at', NEW.`booking` ->> 'on', coalesce(NEW.`booking` ->> 'restored', 0)
		FROM `payment_bookings` WHERE `payment_id` = NEW.`id` AND NEW.`state` = 'captured'
			AND OLD.`state` NOT IN ('captured', 'refund_pending', 'refunded', 'voided');
	INSERT INTO `entries` (`event`, `account`, `conference_id`, `order_id`, `payment_id`, `kind`, `side`, `cents`, `happened_at`, `booked_on`, `restored`)
		SELECT 'void/' || NEW.`id`, `account`, `conference_id`, `order_id`, `payment_id`, 'void', `side`, -sum(`cents`), NEW.`booking` ->> 'at', NEW.`booking` ->> 'on', coalesce(NEW.`booking` ->> 'restored', 0)
		FROM `entries` WHERE `payment_id` = NEW.`id` AND NEW.`state` = 'voided' AND OLD.`state` <> 'voided'
		GROUP BY `account` HAVING sum(`cents`) <> 0;
END;
--> statement-breakpoint
-- A refund that is done, or that a bank gives back, writes its entries. app/money/refunds/ relies on it.
CREATE TRIGGER `refunds_book` BEFORE UPDATE OF `booking` ON `refunds`
WHEN NOT EXISTS (SELECT 1 FROM `payments` WHERE `id` = NEW.`payment_id` AND `state` = 'voided')
BEGIN
	INSERT INTO `entries` (`event`, `account`, `conference_id`, `order_id`, `payment_id`, `kind`, `side`, `cents`, `happened_at`, `booked_on`, `restored`)
		SELECT 'refund/' || NEW.`id`, `account`, `conference_id`, `order_id`, `payment_id`, `kind`, `side`, `cents`, NEW.`booking` ->> 'at', NEW.`booking` ->> 'on', coalesce(NEW.`booking` ->> 'restored', 0)
		FROM `refund_bookings` WHERE `refund_id` = NEW.`id` AND NEW.`state` = 'done' AND OLD.`state` <> 'done';
	INSERT INTO `entries` (`event`, `account`, `conference_id`, `order_id`, `payment_id`, `kind`, `side`, `cents`, `happened_at`, `booked_on`, `restored`)
		SELECT 'back/' || NEW.`id`, `account`, `conference_id`, `order_id`, `payment_id`, 'bank back', `side`, -`cents`, NEW.`booking` ->> 'at', NEW.`booking` ->> 'on', coalesce(NEW.`booking` ->> 'restored', 0)
		FROM `entries` WHERE `event` = 'refund/' || NEW.`id` AND NEW.`state` = 'refused' AND OLD.`state` = 'done';
END;
--> statement-breakpoint
-- A refund that is done, of an order that has an invoice, gets a credit note with the next number of its edition. All who give something back rely on it (docs/decisions/0086-credit-notes.md).
CREATE TRIGGER `refunds_write_note` AFTER UPDATE OF `booking` ON `refunds`
WHEN NEW.`state` = 'done' AND OLD.`state` <> 'done' AND NEW.`amount_cents` > 0
BEGIN
	INSERT INTO `credit_notes` (`refund_id`, `conference_id`, `order_id`, `number`, `cents`, `issued_at`)
		SELECT NEW.`id`, i.`conference_id`, i.`order_id`,
			(SELECT coalesce(max(c.`number`), 0) + 1 FROM `credit_notes` AS c WHERE c.`conference_id` = i.`conference_id`),
			NEW.`amount_cents`, NEW.`booking` ->> 'at'
		FROM `payments` AS p JOIN `invoices` AS i ON i.`order_id` = p.`order_id` WHERE p.`id` = NEW.`payment_id`;
END;
--> statement-breakpoint
-- A refund has one credit note, which stays the first. app/money/invoices/credit-notes.server.ts relies on it.
CREATE TRIGGER `credit_notes_once` BEFORE INSERT ON `credit_notes`
WHEN EXISTS (SELECT 1 FROM `credit_notes` WHERE `refund_id` = NEW.`refund_id`)
BEGIN
	SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
-- A credit note is never changed. Whoever has one on paper relies on it.
CREATE TRIGGER `credit_notes_unchanged` BEFORE UPDATE ON `credit_notes`
BEGIN
	SELECT RAISE(ABORT, 'a credit note is never changed');
END;
--> statement-breakpoint
-- A credit note is never deleted, so that the numbers have no gaps. app/staff/invoice-invariants.server.ts relies on it.
CREATE TRIGGER `credit_notes_kept` BEFORE DELETE ON `credit_notes`
BEGIN
	SELECT RAISE(ABORT, 'a credit note is never deleted');
END;
--> statement-breakpoint
-- Money that buys nothing, or nothing yet, from the beginning is booked as owed. app/money/reconciler/ relies on it.
CREATE TRIGGER `takings_insert_book` AFTER INSERT ON `takings` WHEN NEW.`state` IN ('part', 'unwanted')
BEGIN
	INSERT INTO `entries` (`event`, `account`, `conference_id`, `order_id`, `payment_id`, `kind`, `side`, `cents`, `happened_at`, `booked_on`, `restored`)
		SELECT 'owed/' || NEW.`id`, `value` ->> 'account', NEW.`conference_id`, NEW.`order_id`, NEW.`order_id`, 'payment', `value` ->> 'side',
			NEW.`amount_cents` * (`value` ->> 'sign'), NEW.`booking` ->> 'at', NEW.`booking` ->> 'on', coalesce(NEW.`booking` ->> 'restored', 0)
		FROM json_each(json_array(json_object('account', NEW.`means`, 'side', 'money', 'sign', 1), json_object('account', 'owed', 'side', 'owed', 'sign', -1)));
END;
--> statement-breakpoint
-- Money that turns out to buy nothing, or nothing yet, is booked as owed, and booked out when it goes back or was a mistake. What paid an invoice and is owed after all is booked by the refund that ends what it had paid for. app/money/invoices/ relies on it.
CREATE TRIGGER `takings_book` BEFORE UPDATE OF `booking` ON `takings`
BEGIN
	INSERT INTO `entries` (`event`, `account`, `conference_id`, `order_id`, `payment_id`, `kind`, `side`, `cents`, `happened_at`, `booked_on`, `restored`)
		SELECT 'owed/' || NEW.`id`, `value` ->> 'account', NEW.`conference_id`, NEW.`order_id`, NEW.`order_id`, 'payment', `value` ->> 'side',
			NEW.`amount_cents` * (`value` ->> 'sign'), NEW.`booking` ->> 'at', NEW.`booking` ->> 'on', coalesce(NEW.`booking` ->> 'restored', 0)
		FROM json_each(json_array(json_object('account', NEW.`means`, 'side', 'money', 'sign', 1), json_object('account', 'owed', 'side', 'owed', 'sign', -1)))
		WHERE NEW.`state` IN ('part', 'unwanted') AND OLD.`state` IN ('waiting', 'unconfirmed');
	INSERT INTO `entries` (`event`, `account`, `conference_id`, `order_id`, `payment_id`, `kind`, `side`, `cents`, `happened_at`, `booked_on`, `restored`)
		SELECT 'gone/' || NEW.`id`, `value` ->> 'account', NEW.`conference_id`, NEW.`order_id`, NEW.`order_id`, iif(NEW.`state` = 'reversed', 'correction', 'refund'), `value` ->> 'side',
			NEW.`amount_cents` * (`value` ->> 'sign'), NEW.`booking` ->> 'at', NEW.`booking` ->> 'on', coalesce(NEW.`booking` ->> 'restored', 0)
		FROM json_each(json_array(json_object('account', NEW.`means`, 'side', 'money', 'sign', -1), json_object('account', 'owed', 'side', 'owed', 'sign', 1)))
		WHERE NEW.`state` IN ('returned', 'reversed') AND OLD.`state` IN ('part', 'unwanted');
END;
--> statement-breakpoint
-- No state in which money has moved comes without its entries, and no amount changes once it is booked.
CREATE TRIGGER `payments_insert_booked` BEFORE INSERT ON `payments`
WHEN NEW.`state` IN ('captured', 'refund_pending', 'refunded') AND NEW.`amount_cents` > 0 AND NEW.`booking` IS NULL
BEGIN
	SELECT RAISE(ABORT, 'money moves with the day on which it is booked');
END;
--> statement-breakpoint
-- A payment reaches no state in which money has moved without its entries. app/money/books/ relies on it.
CREATE TRIGGER `payments_update_booked` AFTER UPDATE OF `state` ON `payments`
WHEN NEW.`state` = 'captured' AND NEW.`amount_cents` > 0 AND NOT EXISTS (SELECT 1 FROM `entries` WHERE `event` = 'paid/' || NEW.`id`)
	OR NEW.`state` = 'voided' AND EXISTS (SELECT 1 FROM `entries` WHERE `payment_id` = NEW.`id` GROUP BY `account` HAVING sum(`cents`) <> 0)
BEGIN
	SELECT RAISE(ABORT, 'money moves with the day on which it is booked');
END;
--> statement-breakpoint
-- A payment that is booked keeps its amounts and its order. app/money/books/ relies on it.
CREATE TRIGGER `payments_stay_booked` BEFORE UPDATE OF `amount_cents`, `credit_cents`, `order_id` ON `payments`
WHEN EXISTS (SELECT 1 FROM `entries` WHERE `event` = 'paid/' || OLD.`id`)
BEGIN
	SELECT RAISE(ABORT, 'what is booked is never changed');
END;
--> statement-breakpoint
-- A refund begins open. The triggers that book it rely on its lines.
CREATE TRIGGER `refunds_begin_open` BEFORE INSERT ON `refunds` WHEN NEW.`state` = 'done'
BEGIN
	SELECT RAISE(ABORT, 'a refund begins open, so that its lines are there when it is booked');
END;
--> statement-breakpoint
-- A refund reaches no state in which money has moved without its entries. app/money/books/ relies on it.
CREATE TRIGGER `refunds_update_booked` AFTER UPDATE OF `state` ON `refunds`
WHEN NOT EXISTS (SELECT 1 FROM `payments` WHERE `id` = NEW.`payment_id` AND `state` = 'voided') AND (
	NEW.`state` = 'done' AND NEW.`amount_cents` > 0 AND NOT EXISTS (SELECT 1 FROM `entries` WHERE `event` = 'refund/' || NEW.`id`)
	OR NEW.`state` = 'refused' AND OLD.`state` = 'done' AND NEW.`amount_cents` > 0 AND NOT EXISTS (SELECT 1 FROM `entries` WHERE `event` = 'back/' || NEW.`id`))
BEGIN
	SELECT RAISE(ABORT, 'money moves with the day on which it is booked');
END;
--> statement-breakpoint
-- A refund that is booked keeps its amounts, its kind and its payment. app/money/books/ relies on it.
CREATE TRIGGER `refunds_stay_booked` BEFORE UPDATE OF `amount_cents`, `credit_cents`, `kind`, `payment_id` ON `refunds`
WHEN EXISTS (SELECT 1 FROM `entries` WHERE `event` = 'refund/' || OLD.`id`)
BEGIN
	SELECT RAISE(ABORT, 'what is booked is never changed');
END;
--> statement-breakpoint
-- What came in for an invoice that ends unpaid has bought nothing, whatever ends it. app/money/invoices/ relies on it.
CREATE TRIGGER `payments_end_parts` AFTER UPDATE OF `state` ON `payments`
WHEN NEW.`id` = NEW.`order_id` AND OLD.`state` = 'reserved' AND NEW.`state` NOT IN ('reserved', 'captured')
BEGIN
	UPDATE `takings` SET `state` = 'unwanted' WHERE `order_id` = NEW.`order_id` AND `state` = 'part';
END;
--> statement-breakpoint
-- A taking reaches no state in which money is owed or gone without its entries. app/money/books/ relies on it.
CREATE TRIGGER `takings_update_booked` AFTER UPDATE OF `state` ON `takings`
WHEN NEW.`state` IN ('part', 'unwanted') AND OLD.`state` IN ('waiting', 'unconfirmed') AND NOT EXISTS (SELECT 1 FROM `entries` WHERE `event` = 'owed/' || NEW.`id`)
	OR NEW.`state` IN ('returned', 'reversed') AND OLD.`state` IN ('part', 'unwanted') AND NOT EXISTS (SELECT 1 FROM `entries` WHERE `event` = 'gone/' || NEW.`id`)
BEGIN
	SELECT RAISE(ABORT, 'money moves with the day on which it is booked');
END;
--> statement-breakpoint
-- What is held of a payment comes with it, follows its state, and goes with it; so that who may enter never differs from what was paid, whatever moves the payment (docs/decisions/0041-what-is-held.md).
-- A new payment makes its holdings, and their uses of grants, from its lines; app/standing/holdings.server.ts relies on it.
CREATE TRIGGER `payments_make_holdings` AFTER INSERT ON `payments`
BEGIN
	INSERT INTO `holdings` (`id`, `conference_id`, `uid`, `item`, `pass_type`, `title`, `variant`, `cents`, `payment_id`, `state`, `since`)
		SELECT NEW.`id` || printf('-%02d', l.`key`), NEW.`conference_id`, NEW.`delegate_uid`, l.`value` ->> 'id', NEW.`pass_type`, l.`value` ->> 'title', l.`value` ->> 'variant', l.`value` ->> 'cents', NEW.`id`,
		iif(NEW.`state` IN ('reserved', 'charging', 'unknown'), 'pending', iif(NEW.`state` = 'captured', 'held',
			iif(NEW.`state` = 'refund_pending', 'ending', 'ended'))),
		iif(NEW.`state` IN ('captured', 'voided', 'refund_pending', 'refunded'), coalesce(NEW.`resolved_at`, NEW.`created_at`), NULL)
		FROM json_each(NEW.`lines`) AS l;
	INSERT INTO `grant_uses` (`grant_id`, `holding_id`, `cents`)
		SELECT r.`value` ->> 'id', NEW.`id` || printf('-%02d', l.`key`), r.`value` ->> 'cents'
		FROM json_each(NEW.`lines`) AS l, json_each(coalesce(l.`value` -> 'reductions', '[]')) AS r;
	INSERT INTO `entries` (`event`, `account`, `conference_id`, `order_id`, `payment_id`, `kind`, `side`, `cents`, `happened_at`, `booked_on`, `restored`)
		SELECT 'paid/' || NEW.`id`, `account`, `conference_id`, `order_id`, `payment_id`, 'payment', `side`, `cents`, NEW.`booking` ->> 'at', NEW.`booking` ->> 'on', coalesce(NEW.`booking` ->> 'restored', 0)
		FROM `payment_bookings` WHERE `payment_id` = NEW.`id` AND NEW.`state` IN ('captured', 'refund_pending', 'refunded');
END;
--> statement-breakpoint
-- A payment that changes its state moves what is held of it. app/standing/holdings.server.ts relies on it: it asks no payment who may enter.
CREATE TRIGGER `payments_move_holdings` AFTER UPDATE OF `state` ON `payments`
BEGIN
	UPDATE `holdings` SET `state` = 'held', `since` = coalesce(`since`, NEW.`resolved_at`, NEW.`created_at`), `until` = NULL
		WHERE `payment_id` = NEW.`id` AND NEW.`state` = 'captured' AND (`state` = 'pending' OR `state` = 'ending' AND OLD.`state` = 'refund_pending');
	UPDATE `holdings` SET `state` = coalesce((SELECT p.`state` FROM `holdings` AS p WHERE p.`conference_id` = NEW.`conference_id`
			AND p.`uid` = `holdings`.`uid` AND p.`item` = NEW.`pass_type` AND p.`state` IN ('held', 'ending')), 'ended'), `until` = `since`
		WHERE `payment_id` = NEW.`id` AND NEW.`state` = 'captured' AND `state` = 'held'
			AND NOT EXISTS (SELECT 1 FROM `holdings` AS p WHERE p.`payment_id` = NEW.`id` AND p.`item` = NEW.`pass_type`)
			AND NOT EXISTS (SELECT 1 FROM `holdings` AS p WHERE p.`conference_id` = NEW.`conference_id` AND p.`uid` = `holdings`.`uid`
				AND p.`item` = NEW.`pass_type` AND p.`state` = 'held')
			AND EXISTS (SELECT 1 FROM `holdings` AS p WHERE p.`conference_id` = NEW.`conference_id` AND p.`uid` = `holdings`.`uid`
				AND p.`item` = NEW.`pass_type`);
	UPDATE `holdings` SET `state` = 'ending' WHERE `payment_id` = NEW.`id` AND `state` = 'held' AND NEW.`state` = 'refund_pending';
	UPDATE `holdings` SET `state` = 'ended', `until` = iif(`since` IS NULL, NULL, coalesce(`until`, NEW.`resolved_at`))
		WHERE `payment_id` = NEW.`id` AND `state` <> 'ended' AND NEW.`state` IN ('declined', 'released', 'voided', 'refunded');
END;
--> statement-breakpoint
-- A payment that is deleted takes its holdings and their uses of grants along. app/money/payments/reservations.server.ts relies on it when it replaces an attempt.
CREATE TRIGGER `payments_take_holdings` BEFORE DELETE ON `payments`
BEGIN
	DELETE FROM `grant_uses` WHERE `holding_id` IN (SELECT `id` FROM `holdings` WHERE `payment_id` = OLD.`id`);
	DELETE FROM `holdings` WHERE `payment_id` = OLD.`id`;
END;
--> statement-breakpoint
-- Add-ons of other payments end and come back with the pass they go with: app/money/refunds/giving-back.server.ts gives back one bill, and leaves the others to this.
CREATE TRIGGER `holdings_follow_pass` AFTER UPDATE OF `state` ON `holdings`
WHEN NEW.`item` = NEW.`pass_type` AND NEW.`state` IN ('held', 'ending', 'ended')
BEGIN
	UPDATE `holdings` SET `state` = NEW.`state`, `until` = NEW.`until`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `pass_type` = NEW.`pass_type` AND `item` <> NEW.`pass_type`
			AND `payment_id` <> NEW.`payment_id` AND `state` <> NEW.`state`
			AND `state` IN (SELECT value FROM json_each(iif(NEW.`state` = 'held', '["ending"]', '["held","ending"]')))
			AND NOT (NEW.`state` = 'held' AND EXISTS (SELECT 1 FROM `holdings` AS b
				JOIN `refund_lines` AS l ON l.`holding_id` = b.`id` AND l.`ends` JOIN `refunds` AS f ON f.`id` = l.`refund_id` AND f.`state` <> 'refused'
				WHERE b.`payment_id` = `holdings`.`payment_id` AND b.`item` = `holdings`.`item`));
END;
--> statement-breakpoint
-- What a refund ends is no longer held from the moment it is asked for, ends when the money has gone, and comes back if the processor refuses.
-- A refund line that ends something does so here; app/money/refunds/giving-back.server.ts relies on it.
CREATE TRIGGER `refund_lines_end_holdings` AFTER INSERT ON `refund_lines` WHEN NEW.`ends`
BEGIN
	UPDATE `holdings` SET
		`state` = 'ending',
		`until` = (SELECT `created_at` FROM `refunds` WHERE `id` = NEW.`refund_id`)
		WHERE `id` IN (SELECT `id` FROM `line_holdings` WHERE `line_id` = NEW.`holding_id`) AND `state` IN ('held', 'ending');
END;
--> statement-breakpoint
-- A refund that is done or refused ends what it was to end, or lets it be held again. app/money/refunds/refund-outcomes.server.ts relies on it.
CREATE TRIGGER `refunds_move_holdings` AFTER UPDATE OF `state` ON `refunds` WHEN NEW.`state` IN ('done', 'refused')
BEGIN
	UPDATE `holdings` SET `state` = iif(NEW.`state` = 'done', 'ended', 'held'),
		`until` = iif(NEW.`state` = 'done', `until`, NULL)
		WHERE `state` = 'ending'
			AND `id` IN (SELECT h.`id` FROM `refund_lines` AS l JOIN `line_holdings` AS h ON h.`line_id` = l.`holding_id` WHERE l.`refund_id` = NEW.`id` AND l.`ends`)
			AND NOT (NEW.`state` = 'refused' AND `item` <> `pass_type` AND EXISTS (SELECT 1 FROM `holdings` AS p
				WHERE p.`conference_id` = `holdings`.`conference_id` AND p.`uid` = `holdings`.`uid` AND p.`item` = `holdings`.`pass_type`
					AND p.`payment_id` <> `holdings`.`payment_id` AND p.`state` = 'ending'));
END;
--> statement-breakpoint
-- Who has the pass needs nobody to pay for it any more: standing requests end, however the pass came.
-- A pass that is held from the beginning ends them here; app/standing/payer-requests.server.ts relies on it.
CREATE TRIGGER `holdings_insert_ends_requests` AFTER INSERT ON `holdings` WHEN NEW.`state` = 'held' AND NEW.`item` = NEW.`pass_type`
BEGIN
	UPDATE `payer_requests` SET `ended_at` = coalesce(NEW.`since`, 0) WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		AND NEW.`pass_type` IN (`pass_type`, 'goldPlus') AND `ended_at` IS NULL;
END;
--> statement-breakpoint
-- A pass that becomes held ends the same requests. app/standing/payer-requests.server.ts relies on both.
CREATE TRIGGER `holdings_update_ends_requests` AFTER UPDATE OF `state` ON `holdings` WHEN NEW.`state` = 'held' AND NEW.`item` = NEW.`pass_type`
BEGIN
	UPDATE `payer_requests` SET `ended_at` = coalesce(NEW.`since`, 0) WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		AND NEW.`pass_type` IN (`pass_type`, 'goldPlus') AND `ended_at` IS NULL;
END;
--> statement-breakpoint
-- Counts: a row is taken out of `tallies` before a change, and counted again after it. db/counts.ts lists them, and `npm run db:schema` writes them here.
CREATE TRIGGER `applications_insert_after` AFTER INSERT ON `applications`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `applications_update_before` BEFORE UPDATE OF `conference_id`, `uid`, `submitted_at` ON `applications`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `applications_update_after` AFTER UPDATE OF `conference_id`, `uid`, `submitted_at` ON `applications`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `applications_delete_before` BEFORE DELETE ON `applications`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `assignments_insert_before` BEFORE INSERT ON `assignments`
WHEN NOT EXISTS (SELECT 1 FROM `assignments` WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid`)
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `reading_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `assignments_insert_after` AFTER INSERT ON `assignments`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `assignments_update_before` BEFORE UPDATE OF `conference_id`, `uid`, `staff_uid` ON `assignments`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `reading_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND `staff_uid` = OLD.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND (OLD.`conference_id`, OLD.`uid`) IS NOT (NEW.`conference_id`, NEW.`uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `reading_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid` AND (OLD.`conference_id`, OLD.`uid`, OLD.`staff_uid`) IS NOT (NEW.`conference_id`, NEW.`uid`, NEW.`staff_uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `assignments_update_after` AFTER UPDATE OF `conference_id`, `uid`, `staff_uid` ON `assignments`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND (OLD.`conference_id`, OLD.`uid`) IS NOT (NEW.`conference_id`, NEW.`uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND `staff_uid` = OLD.`staff_uid` AND (OLD.`conference_id`, OLD.`uid`, OLD.`staff_uid`) IS NOT (NEW.`conference_id`, NEW.`uid`, NEW.`staff_uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `assignments_delete_before` BEFORE DELETE ON `assignments`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `reading_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND `staff_uid` = OLD.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `assignments_delete_after` AFTER DELETE ON `assignments`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND `staff_uid` = OLD.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `reviews_insert_before` BEFORE INSERT ON `reviews`
WHEN NOT EXISTS (SELECT 1 FROM `reviews` WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid`)
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `reading_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `reviews_insert_after` AFTER INSERT ON `reviews`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `reviews_update_before` BEFORE UPDATE OF `conference_id`, `uid`, `staff_uid` ON `reviews`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `reading_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND `staff_uid` = OLD.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `reading_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid` AND (OLD.`conference_id`, OLD.`uid`, OLD.`staff_uid`) IS NOT (NEW.`conference_id`, NEW.`uid`, NEW.`staff_uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `reviews_update_after` AFTER UPDATE OF `conference_id`, `uid`, `staff_uid` ON `reviews`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND `staff_uid` = NEW.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND `staff_uid` = OLD.`staff_uid` AND (OLD.`conference_id`, OLD.`uid`, OLD.`staff_uid`) IS NOT (NEW.`conference_id`, NEW.`uid`, NEW.`staff_uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `reviews_delete_before` BEFORE DELETE ON `reviews`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `reading_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND `staff_uid` = OLD.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `reviews_delete_after` AFTER DELETE ON `reviews`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `reading_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND `staff_uid` = OLD.`staff_uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `decisions_insert_before` BEFORE INSERT ON `decisions`
WHEN NOT EXISTS (SELECT 1 FROM `decisions` WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`)
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `decisions_insert_after` AFTER INSERT ON `decisions`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `decisions_update_before` BEFORE UPDATE OF `conference_id`, `uid`, `decision`, `set_at` ON `decisions`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid` AND (OLD.`conference_id`, OLD.`uid`) IS NOT (NEW.`conference_id`, NEW.`uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `decisions_update_after` AFTER UPDATE OF `conference_id`, `uid`, `decision`, `set_at` ON `decisions`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid` AND (OLD.`conference_id`, OLD.`uid`) IS NOT (NEW.`conference_id`, NEW.`uid`)
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `decisions_delete_before` BEFORE DELETE ON `decisions`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `decisions_delete_after` AFTER DELETE ON `decisions`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `entries_insert_after` AFTER INSERT ON `entries`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `entry_tallies`
		WHERE `event` = NEW.`event` AND `account` = NEW.`account`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `holdings_insert_after` AFTER INSERT ON `holdings`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `holding_tallies`
		WHERE `id` = NEW.`id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `holdings_update_before` BEFORE UPDATE OF `conference_id`, `item`, `pass_type`, `state` ON `holdings`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `holding_tallies`
		WHERE `id` = OLD.`id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `holdings_update_after` AFTER UPDATE OF `conference_id`, `item`, `pass_type`, `state` ON `holdings`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `holding_tallies`
		WHERE `id` = NEW.`id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `holdings_delete_before` BEFORE DELETE ON `holdings`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `holding_tallies`
		WHERE `id` = OLD.`id`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `places_insert_after` AFTER INSERT ON `places`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `place_tallies`
		WHERE `session_id` = NEW.`session_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `places_update_before` BEFORE UPDATE OF `conference_id`, `session_id`, `uid`, `state`, `chosen_at` ON `places`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `place_tallies`
		WHERE `session_id` = OLD.`session_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `places_update_after` AFTER UPDATE OF `conference_id`, `session_id`, `uid`, `state`, `chosen_at` ON `places`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, `number`, `total` FROM `place_tallies`
		WHERE `session_id` = NEW.`session_id` AND `uid` = NEW.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `places_delete_before` BEFORE DELETE ON `places`
BEGIN
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, -`number`, -`total` FROM `place_tallies`
		WHERE `session_id` = OLD.`session_id` AND `uid` = OLD.`uid`
		ON CONFLICT (`conference_id`, `name`, `key`) DO UPDATE SET `number` = `number` + excluded.`number`, `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
-- Counts with arithmetic of their own: what one row changes in the count of others.
-- A round that goes leaves its applications to other rounds: the whole conference is counted again.
CREATE TRIGGER `rounds_delete_after` AFTER DELETE ON `rounds`
BEGIN
	DELETE FROM `tallies` WHERE `conference_id` = OLD.`conference_id` AND `name` = 'standing';
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, sum(`number`), sum(`total`) FROM `application_tallies`
		WHERE `conference_id` = OLD.`conference_id` AND `name` = 'standing' GROUP BY `conference_id`, `name`, `key`;
END;
--> statement-breakpoint
-- A new round takes applications from others: the whole conference is counted again.
CREATE TRIGGER `rounds_insert_after` AFTER INSERT ON `rounds`
BEGIN
	DELETE FROM `tallies` WHERE `conference_id` = NEW.`conference_id` AND `name` = 'standing';
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, sum(`number`), sum(`total`) FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `name` = 'standing' GROUP BY `conference_id`, `name`, `key`;
END;
--> statement-breakpoint
-- A round that moves, or is released, changes where its applications stand: the whole conference is counted again.
CREATE TRIGGER `rounds_update_after` AFTER UPDATE OF `conference_id`, `id`, `position`, `deadline`, `released_at` ON `rounds`
BEGIN
	DELETE FROM `tallies` WHERE `conference_id` = NEW.`conference_id` AND `name` = 'standing';
	INSERT INTO `tallies` SELECT `conference_id`, `name`, `key`, sum(`number`), sum(`total`) FROM `application_tallies`
		WHERE `conference_id` = NEW.`conference_id` AND `name` = 'standing' GROUP BY `conference_id`, `name`, `key`;
END;
