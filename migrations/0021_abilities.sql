-- A CHECK cannot be altered, so both tables are built again; no other table refers to them. Who was a director may do
-- everything, who was a reviewer reads. Each set of abilities has one spelling.
CREATE TABLE `staff_before` AS SELECT * FROM `staff`;--> statement-breakpoint
DROP TABLE `staff`;--> statement-breakpoint
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
INSERT INTO `staff` (`uid`, `abilities`, `capacity`, `institution`, `on_leave_since`, `created_at`) SELECT `uid`, CASE `role` WHEN 'director' THEN '["everything"]' ELSE '["read"]' END, `capacity`, `institution`, `on_leave_since`, `created_at` FROM `staff_before`;--> statement-breakpoint
DROP TABLE `staff_before`;--> statement-breakpoint
CREATE TABLE `invitations_before` AS SELECT * FROM `invitations`;--> statement-breakpoint
DROP TABLE `invitations`;--> statement-breakpoint
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
INSERT INTO `invitations` (`hash`, `email`, `email_key`, `abilities`, `capacity`, `invited_by`, `created_at`, `expires_at`) SELECT `hash`, `email`, `email_key`, CASE `role` WHEN 'director' THEN '["everything"]' ELSE '["read"]' END, `capacity`, `invited_by`, `created_at`, `expires_at` FROM `invitations_before`;--> statement-breakpoint
DROP TABLE `invitations_before`;--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_email_key` ON `invitations` (`email_key`);--> statement-breakpoint
-- Plans of handing over keep each record as it was: one that is open, or may still be undone, must match what stands now.
UPDATE `plans` SET `summary` = json_set(`summary`, '$.lines', (
	SELECT json_group_array(json(CASE
		WHEN line.value ->> '$.record.role' IS NULL THEN json_set(json_remove(line.value, '$.role'),
			'$.abilities', json(CASE line.value ->> '$.role' WHEN 'director' THEN '["everything"]' ELSE '["read"]' END))
		ELSE json_set(json_remove(line.value, '$.role', '$.record.role'),
			'$.abilities', json(CASE line.value ->> '$.role' WHEN 'director' THEN '["everything"]' ELSE '["read"]' END),
			'$.record.name', NULL,
			'$.record.abilities', json(CASE line.value ->> '$.record.role' WHEN 'director' THEN '["everything"]' ELSE '["read"]' END))
	END)) FROM json_each(`plans`.`summary`, '$.lines') AS line
)) WHERE `kind` = 'handover';
