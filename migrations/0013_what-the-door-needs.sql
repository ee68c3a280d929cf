ALTER TABLE `questions` ADD `on_site` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `questions` ADD `for_emergencies` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- What the form that installations began with asks for the door, the kitchen and emergencies.
UPDATE `questions` SET `on_site` = true WHERE `id` IN ('institution', 'dietary', 'accessNeeds');--> statement-breakpoint
UPDATE `questions` SET `for_emergencies` = true WHERE `id` IN ('phone', 'emergencyName', 'emergencyPhone');
