CREATE TABLE `data_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`requested_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`lease_ends_at` integer,
	`finished_at` integer,
	`expires_at` integer NOT NULL,
	`size_bytes` integer,
	`content` text,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `data_exports_by_user` ON `data_exports` (`user_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `data_exports_by_state` ON `data_exports` (`state`,`requested_at`);--> statement-breakpoint
CREATE INDEX `data_exports_by_expiry` ON `data_exports` (`expires_at`);--> statement-breakpoint
CREATE TABLE `erasures` (
	`person_hash` text PRIMARY KEY NOT NULL,
	`erased_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `profiles` ADD `erased_at` integer;--> statement-breakpoint
ALTER TABLE `certificates` ADD `name_kept_until` integer;--> statement-breakpoint
CREATE INDEX `certificates_by_kept_name` ON `certificates` (`name_kept_until`);