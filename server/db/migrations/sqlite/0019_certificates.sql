DROP INDEX `certificates_by_user`;--> statement-breakpoint
ALTER TABLE `certificates` ADD `valid_until` text;--> statement-breakpoint
ALTER TABLE `certificates` ADD `revoked_at` integer;--> statement-breakpoint
ALTER TABLE `certificates` ADD `round` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `certificates` ADD `issue` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `certificates` ADD `replaces` text;--> statement-breakpoint
ALTER TABLE `certificates` ADD `history` text;--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_by_replaced` ON `certificates` (`replaces`);--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_by_user` ON `certificates` (`user_id`,`course_id`,`round`,`issue`);--> statement-breakpoint
ALTER TABLE `courses` ADD `valid_months` integer;