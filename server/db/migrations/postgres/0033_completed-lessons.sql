DROP INDEX "unit_progress_of_course";--> statement-breakpoint
CREATE INDEX "unit_progress_by_completion" ON "unit_progress" USING btree ("course_id","completed_at","user_id");