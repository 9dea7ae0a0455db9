CREATE TABLE "ended_memberships" (
	"user_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ended_memberships_user_id_organization_id_pk" PRIMARY KEY("user_id","organization_id")
);
--> statement-breakpoint
ALTER TABLE "ended_memberships" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ended_assignments" (
	"user_id" uuid NOT NULL,
	"course_id" integer NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ended_assignments_user_id_course_id_pk" PRIMARY KEY("user_id","course_id")
);
--> statement-breakpoint
ALTER TABLE "ended_assignments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ended_memberships" ADD CONSTRAINT "ended_memberships_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ended_memberships" ADD CONSTRAINT "ended_memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ended_assignments" ADD CONSTRAINT "ended_assignments_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ended_assignments" ADD CONSTRAINT "ended_assignments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ended_memberships_by_organization" ON "ended_memberships" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "ended_assignments_by_course" ON "ended_assignments" USING btree ("course_id");