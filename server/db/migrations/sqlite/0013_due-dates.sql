CREATE TABLE `auto_enrollments` (
	`organization_id` text NOT NULL,
	`course_id` integer NOT NULL,
	`due_on` text,
	`due_in_days` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `course_id`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `auto_enrollments_by_course` ON `auto_enrollments` (`course_id`);--> statement-breakpoint
CREATE INDEX `auto_enrollments_by_author` ON `auto_enrollments` (`created_by`);--> statement-breakpoint
ALTER TABLE `course_progress` ADD `due_on` text;--> statement-breakpoint
CREATE INDEX `course_progress_by_due` ON `course_progress` (`due_on`) WHERE due_on is not null and completed_at is null;