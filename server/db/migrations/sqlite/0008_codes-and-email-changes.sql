ALTER TABLE `auth_users` ADD `new_email` text;--> statement-breakpoint
ALTER TABLE `auth_users` ADD `email_change_sent_at` integer;--> statement-breakpoint
ALTER TABLE `auth_users` ADD `email_change_confirmed` text;--> statement-breakpoint
ALTER TABLE `auth_users` ADD `reauthentication_sent_at` integer;--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `code_hash` text;--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `code_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `code_challenge` text;--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `code_challenge_method` text;