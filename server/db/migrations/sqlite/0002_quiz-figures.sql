CREATE TABLE `quiz_figures` (
	`user_id` text NOT NULL,
	`lesson_id` integer NOT NULL,
	`attempts` integer NOT NULL,
	`passed` integer NOT NULL,
	`score_sum` integer NOT NULL,
	`duration_ms_sum` integer NOT NULL,
	`timed_attempts` integer NOT NULL,
	`last_attempt_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `lesson_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `quiz_figures_by_lesson` ON `quiz_figures` (`lesson_id`);
--> statement-breakpoint
-- What was answered before these figures were kept.
INSERT INTO "quiz_figures" ("user_id", "lesson_id", "attempts", "passed", "score_sum", "duration_ms_sum", "timed_attempts", "last_attempt_at")
SELECT "user_id", "lesson_id", count(*), sum("passed"), sum("score"), coalesce(sum("duration_ms"), 0), count("duration_ms"), max("submitted_at")
FROM "quiz_attempts" GROUP BY "user_id", "lesson_id";
