CREATE TABLE `person_words` (
	`word` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`word`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `person_words_by_user` ON `person_words` (`user_id`,`word`);--> statement-breakpoint
ALTER TABLE `profiles` ADD `sort_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `profiles_by_sort_name` ON `profiles` (`sort_name`,`id`);--> statement-breakpoint
CREATE INDEX `profiles_by_organization_name` ON `profiles` (`organization_id`,`sort_name`,`id`);--> statement-breakpoint
CREATE INDEX `profiles_by_super` ON `profiles` (`is_super_admin`);--> statement-breakpoint
CREATE INDEX `profiles_by_org_admin` ON `profiles` (`is_org_admin`);