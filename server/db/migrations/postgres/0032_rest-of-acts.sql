CREATE TABLE "ended_grants" (
	"course_id" integer NOT NULL,
	"organization_id" uuid NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ended_grants_course_id_organization_id_pk" PRIMARY KEY("course_id","organization_id")
);
--> statement-breakpoint
ALTER TABLE "ended_grants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ALTER COLUMN "organization_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ended_grants" ADD CONSTRAINT "ended_grants_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ended_grants" ADD CONSTRAINT "ended_grants_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ended_grants_by_organization" ON "ended_grants" USING btree ("organization_id");