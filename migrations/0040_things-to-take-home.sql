ALTER TABLE `add_ons` ADD `taken_home` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now what had a picture or sizes was listed so.
UPDATE `add_ons` SET `taken_home` = 1 WHERE `image` IS NOT NULL OR `variants` IS NOT NULL;
