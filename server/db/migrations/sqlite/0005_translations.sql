CREATE TABLE `course_translations` (
	`course_id` integer NOT NULL,
	`language` text NOT NULL,
	`is_published` integer DEFAULT false NOT NULL,
	`units` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`course_id`, `language`),
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `lesson_translations` (
	`lesson_id` integer NOT NULL,
	`language` text NOT NULL,
	`units` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`lesson_id`, `language`),
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
