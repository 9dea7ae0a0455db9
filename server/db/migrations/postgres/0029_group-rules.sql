CREATE TABLE "group_enrollments" (
	"group_id" uuid NOT NULL,
	"course_id" integer NOT NULL,
	"due_on" text,
	"due_in_days" integer,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "group_enrollments_group_id_course_id_pk" PRIMARY KEY("group_id","course_id")
);
--> statement-breakpoint
ALTER TABLE "group_enrollments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "group_enrollments" ADD CONSTRAINT "group_enrollments_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_enrollments" ADD CONSTRAINT "group_enrollments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_enrollments" ADD CONSTRAINT "group_enrollments_created_by_profiles_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "group_enrollments_by_course" ON "group_enrollments" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "group_enrollments_by_author" ON "group_enrollments" USING btree ("created_by");