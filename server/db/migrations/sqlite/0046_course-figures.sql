CREATE TABLE `course_figures` (
	`course_id` integer PRIMARY KEY NOT NULL,
	`enrolled` integer NOT NULL,
	`reviews` integer NOT NULL,
	`stars_sum` integer NOT NULL,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
