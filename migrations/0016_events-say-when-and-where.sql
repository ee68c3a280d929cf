ALTER TABLE `editions` DROP COLUMN `ordinal`;--> statement-breakpoint
ALTER TABLE `editions` DROP COLUMN `venue`;--> statement-breakpoint
ALTER TABLE `editions` DROP COLUMN `first_day`;--> statement-breakpoint
ALTER TABLE `editions` DROP COLUMN `last_day`;--> statement-breakpoint
ALTER TABLE `editions` DROP COLUMN `time_zone`;--> statement-breakpoint
ALTER TABLE `editions` DROP COLUMN `minimum_age`;--> statement-breakpoint
ALTER TABLE `editions` DROP COLUMN `refund_deposit_cents`;--> statement-breakpoint
ALTER TABLE `editions` DROP COLUMN `refunds_until`;