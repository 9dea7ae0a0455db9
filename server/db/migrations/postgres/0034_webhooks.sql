CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"secret" text NOT NULL,
	"old_secret" text,
	"old_secret_until" timestamp (3) with time zone,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhooks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_key" text NOT NULL,
	"type" text NOT NULL,
	"user_id" uuid,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"outcome" text
);
--> statement-breakpoint
ALTER TABLE "webhook_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_created_by_profiles_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhooks_by_organization" ON "webhooks" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhooks_by_age" ON "webhooks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "webhooks_by_author" ON "webhooks" USING btree ("created_by");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_messages_by_event" ON "webhook_messages" USING btree ("webhook_id","event_key");--> statement-breakpoint
CREATE INDEX "webhook_messages_by_age" ON "webhook_messages" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_messages_by_time" ON "webhook_messages" USING btree ("next_try_at","webhook_id");--> statement-breakpoint
CREATE INDEX "webhook_messages_by_user" ON "webhook_messages" USING btree ("user_id");