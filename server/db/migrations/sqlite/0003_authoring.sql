CREATE TABLE `video_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`lesson_id` integer NOT NULL,
	`storage_key` text NOT NULL,
	`file_name` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`claimed_at` integer,
	`received_at` integer,
	`completed_at` integer,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `video_uploads_storage_key_unique` ON `video_uploads` (`storage_key`);--> statement-breakpoint
CREATE INDEX `video_uploads_by_lesson` ON `video_uploads` (`lesson_id`);--> statement-breakpoint
CREATE INDEX `video_uploads_by_expiry` ON `video_uploads` (`expires_at`);--> statement-breakpoint
CREATE INDEX `video_uploads_by_author` ON `video_uploads` (`created_by`);--> statement-breakpoint
ALTER TABLE `assets` ADD `is_playable` integer;--> statement-breakpoint
ALTER TABLE `courses` ADD `outline_rev` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `lessons` ADD `rev` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `lessons` ADD `retired_at` integer;