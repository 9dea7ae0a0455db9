CREATE TABLE "quiz_figures" (
	"user_id" uuid NOT NULL,
	"lesson_id" integer NOT NULL,
	"attempts" integer NOT NULL,
	"passed" integer NOT NULL,
	"score_sum" bigint NOT NULL,
	"duration_ms_sum" bigint NOT NULL,
	"timed_attempts" integer NOT NULL,
	"last_attempt_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quiz_figures_user_id_lesson_id_pk" PRIMARY KEY("user_id","lesson_id")
);
--> statement-breakpoint
ALTER TABLE "quiz_figures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "quiz_figures" ADD CONSTRAINT "quiz_figures_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_figures" ADD CONSTRAINT "quiz_figures_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quiz_figures_by_lesson" ON "quiz_figures" USING btree ("lesson_id");
--> statement-breakpoint
-- What was answered before these figures were kept.
INSERT INTO "quiz_figures" ("user_id", "lesson_id", "attempts", "passed", "score_sum", "duration_ms_sum", "timed_attempts", "last_attempt_at")
SELECT "user_id", "lesson_id", count(*), count(*) filter (where "passed"), sum("score"), coalesce(sum("duration_ms"), 0), count("duration_ms"), max("submitted_at")
FROM "quiz_attempts" GROUP BY "user_id", "lesson_id";
