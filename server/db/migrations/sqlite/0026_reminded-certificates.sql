ALTER TABLE `organizations` ADD `certificates_told_on` text;--> statement-breakpoint
ALTER TABLE `certificates` ADD `reminded_at` integer;