ALTER TABLE `organizations` ADD `is_sample` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `is_sample` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `profiles_of_samples` ON `profiles` (`id`) WHERE is_sample;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `is_sample` integer DEFAULT false NOT NULL;