CREATE TABLE `past_rounds` (
	`user_id` text NOT NULL,
	`course_id` integer NOT NULL,
	`round` integer NOT NULL,
	`percent` integer NOT NULL,
	`points_earned` integer NOT NULL,
	`total_points` integer NOT NULL,
	`enrolled_at` integer NOT NULL,
	`completed_at` integer,
	`last_activity_at` integer,
	`ended_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `course_id`, `round`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `past_rounds_by_course` ON `past_rounds` (`course_id`);--> statement-breakpoint
CREATE TABLE `past_units` (
	`user_id` text NOT NULL,
	`lesson_id` integer NOT NULL,
	`round` integer NOT NULL,
	`course_id` integer NOT NULL,
	`status` text NOT NULL,
	`rev` integer NOT NULL,
	`completed_at` integer,
	`position_seconds` real,
	`watched` text NOT NULL,
	`reflection` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `lesson_id`, `round`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `past_units_by_lesson` ON `past_units` (`lesson_id`);--> statement-breakpoint
CREATE INDEX `past_units_by_course` ON `past_units` (`course_id`);--> statement-breakpoint
ALTER TABLE `course_progress` ADD `round` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `quiz_attempts` ADD `round` integer DEFAULT 1 NOT NULL;