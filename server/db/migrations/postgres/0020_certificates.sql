DROP INDEX "certificates_by_user";--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "valid_months" integer;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "valid_until" text;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "round" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "issue" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "replaces" text;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "history" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_by_replaced" ON "certificates" USING btree ("replaces");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_by_user" ON "certificates" USING btree ("user_id","course_id","round","issue");