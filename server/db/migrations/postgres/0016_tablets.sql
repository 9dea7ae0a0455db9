CREATE TABLE "tablets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"name" text,
	"browser" text NOT NULL,
	"words" text NOT NULL,
	"version" text NOT NULL,
	"people" integer NOT NULL,
	"unsent" integer NOT NULL,
	"oldest_unsent_at" timestamp (3) with time zone,
	"storage" jsonb,
	"last_contact_at" timestamp (3) with time zone NOT NULL,
	"sign_out_asked_at" timestamp (3) with time zone,
	"signed_out_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "tablets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tablets" ADD CONSTRAINT "tablets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tablets_by_device" ON "tablets" USING btree ("organization_id","device_id");--> statement-breakpoint
CREATE INDEX "tablets_by_contact" ON "tablets" USING btree ("organization_id","last_contact_at","id");--> statement-breakpoint
CREATE INDEX "tablets_by_old_work" ON "tablets" USING btree ("organization_id","oldest_unsent_at");