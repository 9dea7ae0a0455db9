CREATE TABLE "course_translations" (
	"course_id" integer NOT NULL,
	"language" text NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"units" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "course_translations_course_id_language_pk" PRIMARY KEY("course_id","language")
);
--> statement-breakpoint
ALTER TABLE "course_translations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lesson_translations" (
	"lesson_id" integer NOT NULL,
	"language" text NOT NULL,
	"units" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lesson_translations_lesson_id_language_pk" PRIMARY KEY("lesson_id","language")
);
--> statement-breakpoint
ALTER TABLE "lesson_translations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "course_translations" ADD CONSTRAINT "course_translations_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_translations" ADD CONSTRAINT "lesson_translations_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;