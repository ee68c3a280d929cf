DROP INDEX `search_words_uid`;--> statement-breakpoint
CREATE INDEX `search_words_uid` ON `search_words` (`conference_id`,`uid`,`word`);