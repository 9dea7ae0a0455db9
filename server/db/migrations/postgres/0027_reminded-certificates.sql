ALTER TABLE "organizations" ADD COLUMN "certificates_told_on" text;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "reminded_at" timestamp (3) with time zone;