ALTER TABLE `invitations` ADD `mail_id` integer;--> statement-breakpoint
ALTER TABLE `course_progress` ADD `reminder_id` integer;--> statement-breakpoint
ALTER TABLE `certificates` ADD `reminder_id` integer;--> statement-breakpoint
ALTER TABLE `bulk_rows` ADD `mail_id` integer;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `failed_at` integer;