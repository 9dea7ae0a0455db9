ALTER TABLE `profiles` ADD `merged_into` text;--> statement-breakpoint
CREATE INDEX `profiles_by_merge` ON `profiles` (`merged_into`);