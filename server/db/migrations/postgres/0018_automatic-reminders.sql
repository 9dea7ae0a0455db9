ALTER TABLE "organizations" ADD COLUMN "reminders" jsonb;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "reminders_off_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "unsubscribe" text;