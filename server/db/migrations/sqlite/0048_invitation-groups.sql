CREATE TABLE `invitation_groups` (
	`invitation_id` text NOT NULL,
	`group_id` text NOT NULL,
	PRIMARY KEY(`invitation_id`, `group_id`),
	FOREIGN KEY (`invitation_id`) REFERENCES `invitations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `invitation_groups_by_group` ON `invitation_groups` (`group_id`);--> statement-breakpoint
-- The list of an organization's courses kept its views among those of the page 'Courses'; only there is a tab in the address.
UPDATE saved_views SET list = 'Courses of an organization' WHERE list = 'Courses' AND '&' || substr(search, 2) || '&' LIKE '%&tab=courses&%';
