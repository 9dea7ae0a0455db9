CREATE TABLE "auto_enrollments" (
	"organization_id" uuid NOT NULL,
	"course_id" integer NOT NULL,
	"due_on" text,
	"due_in_days" integer,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "auto_enrollments_organization_id_course_id_pk" PRIMARY KEY("organization_id","course_id")
);
--> statement-breakpoint
ALTER TABLE "auto_enrollments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "course_progress" ADD COLUMN "due_on" text;--> statement-breakpoint
ALTER TABLE "auto_enrollments" ADD CONSTRAINT "auto_enrollments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_enrollments" ADD CONSTRAINT "auto_enrollments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_enrollments" ADD CONSTRAINT "auto_enrollments_created_by_profiles_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auto_enrollments_by_course" ON "auto_enrollments" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "auto_enrollments_by_author" ON "auto_enrollments" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "course_progress_by_due" ON "course_progress" USING btree ("due_on") WHERE due_on is not null and completed_at is null;