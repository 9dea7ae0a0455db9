ALTER TABLE `assets` ADD `codec` text;--> statement-breakpoint
ALTER TABLE `assets` ADD `rendition` text;--> statement-breakpoint
ALTER TABLE `assets` ADD `rendition_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `assets` ADD `rendition_try_at` integer;--> statement-breakpoint
ALTER TABLE `assets` ADD `original_id` text;--> statement-breakpoint
CREATE INDEX `assets_by_original` ON `assets` (`original_id`);