ALTER TABLE `decision_lines` ADD `changes_award` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `decision_lines` ADD `old_award` text;--> statement-breakpoint
ALTER TABLE `decision_lines` ADD `new_award` text;