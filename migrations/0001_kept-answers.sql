CREATE TABLE `content_versions` (
	`content` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `content_versions` SELECT `conference_id`, lower(hex(randomblob(8))) FROM `editions`;
--> statement-breakpoint
INSERT INTO `content_versions` VALUES ('library', lower(hex(randomblob(8))));
--> statement-breakpoint
CREATE TRIGGER `editions_insert_version` AFTER INSERT ON `editions`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `editions_update_version` AFTER UPDATE ON `editions`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content` UNION SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `editions_delete_version` AFTER DELETE ON `editions`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `events_insert_version` AFTER INSERT ON `events`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `events_update_version` AFTER UPDATE ON `events`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content` UNION SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `events_delete_version` AFTER DELETE ON `events`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `rounds_insert_version` AFTER INSERT ON `rounds`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `rounds_update_version` AFTER UPDATE ON `rounds`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content` UNION SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `rounds_delete_version` AFTER DELETE ON `rounds`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `tickets_insert_version` AFTER INSERT ON `tickets`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `tickets_update_version` AFTER UPDATE ON `tickets`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content` UNION SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `tickets_delete_version` AFTER DELETE ON `tickets`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `prices_insert_version` AFTER INSERT ON `prices`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `prices_update_version` AFTER UPDATE ON `prices`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content` UNION SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `prices_delete_version` AFTER DELETE ON `prices`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `add_ons_insert_version` AFTER INSERT ON `add_ons`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `add_ons_update_version` AFTER UPDATE ON `add_ons`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content` UNION SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `add_ons_delete_version` AFTER DELETE ON `add_ons`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `sections_insert_version` AFTER INSERT ON `sections`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `sections_update_version` AFTER UPDATE ON `sections`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content` UNION SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `sections_delete_version` AFTER DELETE ON `sections`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `questions_insert_version` AFTER INSERT ON `questions`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `questions_update_version` AFTER UPDATE ON `questions`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content` UNION SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `questions_delete_version` AFTER DELETE ON `questions`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `agreements_insert_version` AFTER INSERT ON `agreements`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `agreements_update_version` AFTER UPDATE ON `agreements`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content` UNION SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `agreements_delete_version` AFTER DELETE ON `agreements`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `texts_insert_version` AFTER INSERT ON `texts`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `texts_update_version` AFTER UPDATE ON `texts`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content` UNION SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `texts_delete_version` AFTER DELETE ON `texts`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `invoicing_insert_version` AFTER INSERT ON `invoicing`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `invoicing_update_version` AFTER UPDATE ON `invoicing`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content` UNION SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `invoicing_delete_version` AFTER DELETE ON `invoicing`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `rooms_insert_version` AFTER INSERT ON `rooms`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `rooms_update_version` AFTER UPDATE ON `rooms`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content` UNION SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `rooms_delete_version` AFTER DELETE ON `rooms`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `tracks_insert_version` AFTER INSERT ON `tracks`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `tracks_update_version` AFTER UPDATE ON `tracks`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content` UNION SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `tracks_delete_version` AFTER DELETE ON `tracks`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `programme_sessions_insert_version` AFTER INSERT ON `programme_sessions`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `programme_sessions_update_version` AFTER UPDATE ON `programme_sessions`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content` UNION SELECT NEW.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `programme_sessions_delete_version` AFTER DELETE ON `programme_sessions`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT OLD.`conference_id` AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `speakers_insert_version` AFTER INSERT ON `speakers`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT 'library' AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `speakers_update_version` AFTER UPDATE ON `speakers`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT 'library' AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `speakers_delete_version` AFTER DELETE ON `speakers`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT 'library' AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `recordings_insert_version` AFTER INSERT ON `recordings`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT 'library' AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `recordings_update_version` AFTER UPDATE ON `recordings`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT 'library' AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `recordings_delete_version` AFTER DELETE ON `recordings`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT 'library' AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `categories_insert_version` AFTER INSERT ON `categories`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT 'library' AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `categories_update_version` AFTER UPDATE ON `categories`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT 'library' AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `categories_delete_version` AFTER DELETE ON `categories`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT 'library' AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `recording_categories_insert_version` AFTER INSERT ON `recording_categories`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT 'library' AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `recording_categories_update_version` AFTER UPDATE ON `recording_categories`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT 'library' AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `recording_categories_delete_version` AFTER DELETE ON `recording_categories`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT 'library' AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `recording_speakers_insert_version` AFTER INSERT ON `recording_speakers`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT 'library' AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `recording_speakers_update_version` AFTER UPDATE ON `recording_speakers`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT 'library' AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
--> statement-breakpoint
CREATE TRIGGER `recording_speakers_delete_version` AFTER DELETE ON `recording_speakers`
BEGIN
	INSERT INTO `content_versions` SELECT `content`, lower(hex(randomblob(8))) FROM (SELECT 'library' AS `content`) WHERE true
		ON CONFLICT (`content`) DO UPDATE SET `version` = excluded.`version`;
END;
