ALTER TABLE `organizations` ADD `rev` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `courses` ADD `archived_at` integer;--> statement-breakpoint
ALTER TABLE `courses` ADD `rev` integer DEFAULT 0 NOT NULL;