CREATE TABLE `group_enrollments` (
	`group_id` text NOT NULL,
	`course_id` integer NOT NULL,
	`due_on` text,
	`due_in_days` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `course_id`),
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `group_enrollments_by_course` ON `group_enrollments` (`course_id`);--> statement-breakpoint
CREATE INDEX `group_enrollments_by_author` ON `group_enrollments` (`created_by`);