CREATE INDEX "unit_progress_by_lesson_and_user" ON "unit_progress" USING btree ("lesson_id","status","user_id");--> statement-breakpoint
DROP INDEX "unit_progress_by_lesson";