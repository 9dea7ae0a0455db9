ALTER TABLE "assets" ADD COLUMN "codec" text;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "rendition" text;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "rendition_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "rendition_try_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "original_id" uuid;--> statement-breakpoint
CREATE INDEX "assets_by_original" ON "assets" USING btree ("original_id");