CREATE TABLE `unsubscribed_addresses` (
	`email_key` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
