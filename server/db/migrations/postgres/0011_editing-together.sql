ALTER TABLE "organizations" ADD COLUMN "rev" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "rev" integer DEFAULT 0 NOT NULL;