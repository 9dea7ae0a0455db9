ALTER TABLE `organizations` ADD `reminders` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `reminders_off_at` integer;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `unsubscribe` text;