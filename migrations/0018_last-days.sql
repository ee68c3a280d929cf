-- staff, invitations: when the ability "door" ends
ALTER TABLE `invitations` ADD `door_until` integer;--> statement-breakpoint
ALTER TABLE `staff` ADD `door_until` integer;