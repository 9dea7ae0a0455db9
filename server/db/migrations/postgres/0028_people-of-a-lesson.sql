DROP INDEX "unit_progress_by_lesson";--> statement-breakpoint
CREATE INDEX "unit_progress_by_lesson" ON "unit_progress" USING btree ("lesson_id","status","user_id");