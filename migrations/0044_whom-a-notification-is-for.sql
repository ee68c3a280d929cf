ALTER TABLE `notifications` ADD `audience` text DEFAULT 'everyone' NOT NULL CONSTRAINT "notifications_audience" CHECK("audience" IN ('everyone', 'applying', 'accepted', 'holders', 'staff'));
