-- session_entries, give_aways: who is at a session, and whose places were given away
CREATE TABLE `give_aways` (
	`session_id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`batch` text NOT NULL,
	`given_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `programme_sessions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `give_aways_batch` ON `give_aways` (`batch`);--> statement-breakpoint
CREATE TABLE `session_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`conference_id` text NOT NULL,
	`session_id` text NOT NULL,
	`uid` text NOT NULL,
	`number` integer NOT NULL,
	`act` text NOT NULL,
	`by_uid` text,
	`happened_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `programme_sessions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "session_entries_act" CHECK("session_entries"."act" IN ('here', 'letIn', 'undone', 'missed')),
	CONSTRAINT "session_entries_number_above" CHECK("session_entries"."number" > 0),
	CONSTRAINT "session_entries_by" CHECK(("session_entries"."by_uid" IS NULL) = ("session_entries"."act" = 'missed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_entries_number` ON `session_entries` (`session_id`,`uid`,`number`);--> statement-breakpoint
CREATE INDEX `session_entries_person` ON `session_entries` (`conference_id`,`uid`,`session_id`);--> statement-breakpoint
ALTER TABLE `programme_sessions` ADD `give_away_minutes` integer;--> statement-breakpoint
CREATE INDEX `programme_sessions_give_away` ON `programme_sessions` (`starts_at`) WHERE "programme_sessions"."give_away_minutes" IS NOT NULL;--> statement-breakpoint
-- What happened at the door of a session stays as it was written. app/programme/agenda.server.ts relies on it: a mistake is another row.
CREATE TRIGGER `session_entries_unchanged` BEFORE UPDATE ON `session_entries`
BEGIN
	SELECT RAISE(ABORT, 'what happened at the door of a session is never changed');
END;
