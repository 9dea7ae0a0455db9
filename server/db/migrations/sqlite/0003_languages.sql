ALTER TABLE `organizations` ADD `language` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `language` text;