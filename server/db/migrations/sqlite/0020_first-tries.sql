ALTER TABLE `quiz_figures` ADD `first_attempt_at` integer;--> statement-breakpoint
ALTER TABLE `quiz_figures` ADD `first_passed` integer;--> statement-breakpoint
-- What was answered before first tries were kept.
UPDATE "quiz_figures" SET
	"first_attempt_at" = (SELECT "submitted_at" FROM "quiz_attempts" AS a WHERE a."user_id" = "quiz_figures"."user_id" AND a."lesson_id" = "quiz_figures"."lesson_id" ORDER BY a."submitted_at", a."id" LIMIT 1),
	"first_passed" = (SELECT "passed" FROM "quiz_attempts" AS a WHERE a."user_id" = "quiz_figures"."user_id" AND a."lesson_id" = "quiz_figures"."lesson_id" ORDER BY a."submitted_at", a."id" LIMIT 1);
