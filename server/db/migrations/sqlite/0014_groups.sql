CREATE TABLE `groups` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `groups_by_name` ON `groups` (`organization_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `group_members` (
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`is_lead` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `group_members_by_user` ON `group_members` (`user_id`,`is_lead`);--> statement-breakpoint
CREATE INDEX `group_members_by_lead` ON `group_members` (`group_id`,`is_lead`);--> statement-breakpoint
ALTER TABLE `invitations` ADD `group_id` text REFERENCES groups(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `invitations_by_group` ON `invitations` (`group_id`);