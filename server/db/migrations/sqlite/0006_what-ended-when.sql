CREATE TABLE `ended_memberships` (
	`user_id` text NOT NULL,
	`organization_id` text NOT NULL,
	`ended_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `organization_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ended_memberships_by_organization` ON `ended_memberships` (`organization_id`);--> statement-breakpoint
CREATE TABLE `ended_assignments` (
	`user_id` text NOT NULL,
	`course_id` integer NOT NULL,
	`ended_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `course_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ended_assignments_by_course` ON `ended_assignments` (`course_id`);