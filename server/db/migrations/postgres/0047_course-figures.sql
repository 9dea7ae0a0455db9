CREATE TABLE "course_figures" (
	"course_id" integer PRIMARY KEY NOT NULL,
	"enrolled" integer NOT NULL,
	"reviews" integer NOT NULL,
	"stars_sum" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "course_figures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "course_figures" ADD CONSTRAINT "course_figures_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;