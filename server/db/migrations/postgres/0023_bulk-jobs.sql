CREATE TABLE "bulk_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"act" jsonb NOT NULL,
	"title" text NOT NULL,
	"matching" jsonb,
	"state" text NOT NULL,
	"cursor" text,
	"total" integer NOT NULL,
	"handled" integer NOT NULL,
	"changed" integer NOT NULL,
	"error" text,
	"lease_owner" uuid,
	"lease_ends_at" timestamp (3) with time zone,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "bulk_jobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bulk_rows" (
	"job_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"user_id" uuid,
	"invitation_id" uuid,
	"is_changed" boolean,
	"reason" text,
	CONSTRAINT "bulk_rows_job_id_position_pk" PRIMARY KEY("job_id","position")
);
--> statement-breakpoint
ALTER TABLE "bulk_rows" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD CONSTRAINT "bulk_jobs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD CONSTRAINT "bulk_jobs_created_by_profiles_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_job_id_bulk_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."bulk_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_jobs_by_organization" ON "bulk_jobs" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "bulk_jobs_by_state" ON "bulk_jobs" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "bulk_jobs_by_author" ON "bulk_jobs" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "bulk_rows_by_result" ON "bulk_rows" USING btree ("job_id","is_changed","position");--> statement-breakpoint
CREATE INDEX "bulk_rows_by_user" ON "bulk_rows" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "bulk_rows_by_invitation" ON "bulk_rows" USING btree ("invitation_id");