CREATE TABLE "past_rounds" (
	"user_id" uuid NOT NULL,
	"course_id" integer NOT NULL,
	"round" integer NOT NULL,
	"percent" integer NOT NULL,
	"points_earned" integer NOT NULL,
	"total_points" integer NOT NULL,
	"enrolled_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"last_activity_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "past_rounds_user_id_course_id_round_pk" PRIMARY KEY("user_id","course_id","round")
);
--> statement-breakpoint
ALTER TABLE "past_rounds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "past_units" (
	"user_id" uuid NOT NULL,
	"lesson_id" integer NOT NULL,
	"round" integer NOT NULL,
	"course_id" integer NOT NULL,
	"status" text NOT NULL,
	"rev" integer NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"position_seconds" double precision,
	"watched" jsonb NOT NULL,
	"reflection" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "past_units_user_id_lesson_id_round_pk" PRIMARY KEY("user_id","lesson_id","round")
);
--> statement-breakpoint
ALTER TABLE "past_units" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "course_progress" ADD COLUMN "round" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD COLUMN "round" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "past_rounds" ADD CONSTRAINT "past_rounds_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_rounds" ADD CONSTRAINT "past_rounds_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_units" ADD CONSTRAINT "past_units_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_units" ADD CONSTRAINT "past_units_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_units" ADD CONSTRAINT "past_units_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "past_rounds_by_course" ON "past_rounds" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "past_units_by_lesson" ON "past_units" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "past_units_by_course" ON "past_units" USING btree ("course_id");