ALTER TABLE "auth_users" ADD COLUMN "new_email" text;--> statement-breakpoint
ALTER TABLE "auth_users" ADD COLUMN "email_change_sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auth_users" ADD COLUMN "email_change_confirmed" text;--> statement-breakpoint
ALTER TABLE "auth_users" ADD COLUMN "reauthentication_sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "code_hash" text;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "code_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "code_challenge" text;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "code_challenge_method" text;