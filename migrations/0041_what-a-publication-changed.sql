ALTER TABLE `edition_publications` ADD `changed` text;--> statement-breakpoint
-- A draft that was published and not saved since says what is published, and what other pages have changed of it: its
-- base was what had been published before, or nothing, so that publishing it again would have taken those changes back.
UPDATE `edition_revisions` SET `base` = `document`
WHERE `revision` = (SELECT max(`newest`.`revision`) FROM `edition_revisions` AS `newest`
    WHERE `newest`.`conference_id` = `edition_revisions`.`conference_id`)
  AND `revision` = (SELECT `editions`.`revision` FROM `editions`
    WHERE `editions`.`conference_id` = `edition_revisions`.`conference_id`);
