ALTER TABLE "invitations" ADD COLUMN "mail_id" integer;--> statement-breakpoint
ALTER TABLE "course_progress" ADD COLUMN "reminder_id" integer;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "reminder_id" integer;--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD COLUMN "mail_id" integer;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "failed_at" timestamp (3) with time zone;