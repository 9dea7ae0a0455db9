ALTER TABLE `profiles` ADD `joined_at` integer;--> statement-breakpoint
CREATE INDEX `profiles_by_joining` ON `profiles` (`joined_at`,`id`);