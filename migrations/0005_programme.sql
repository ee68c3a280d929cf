CREATE TABLE `calendar_feeds` (
	`hash` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`uid` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_uid` ON `calendar_feeds` (`conference_id`,`uid`);--> statement-breakpoint
CREATE TABLE `places` (
	`session_id` text NOT NULL,
	`uid` text NOT NULL,
	`conference_id` text NOT NULL,
	`state` text NOT NULL,
	`chosen_at` integer NOT NULL,
	PRIMARY KEY(`session_id`, `uid`),
	FOREIGN KEY (`session_id`) REFERENCES `program_sessions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "places_state" CHECK("places"."state" IN ('held', 'waiting'))
);
--> statement-breakpoint
CREATE INDEX `places_uid` ON `places` (`conference_id`,`uid`,`session_id`);--> statement-breakpoint
CREATE INDEX `places_state` ON `places` (`session_id`,`state`,`chosen_at`,`uid`);--> statement-breakpoint
CREATE TABLE `program_sessions` (
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
	CONSTRAINT "program_sessions_times" CHECK("program_sessions"."starts_at" < "program_sessions"."ends_at"),
	CONSTRAINT "program_sessions_capacity" CHECK("program_sessions"."capacity" IS NULL OR "program_sessions"."capacity" > 0)
);
--> statement-breakpoint
CREATE INDEX `program_sessions_day` ON `program_sessions` (`conference_id`,`day`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `program_sessions_room` ON `program_sessions` (`conference_id`,`room_id`,`starts_at`);--> statement-breakpoint
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
CREATE INDEX `schedule_lines_act` ON `schedule_lines` (`plan_id`,`act`,`line`);--> statement-breakpoint
CREATE TABLE `session_speakers` (
	`conference_id` text NOT NULL,
	`speaker_id` text NOT NULL,
	`session_id` text NOT NULL,
	PRIMARY KEY(`conference_id`, `speaker_id`, `session_id`),
	FOREIGN KEY (`session_id`) REFERENCES `program_sessions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `session_speakers_session` ON `session_speakers` (`session_id`);--> statement-breakpoint
CREATE TABLE `tracks` (
	`conference_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`conference_id`, `id`),
	FOREIGN KEY (`conference_id`) REFERENCES `conferences`(`id`) ON UPDATE no action ON DELETE no action
);
