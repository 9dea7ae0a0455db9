CREATE TABLE `ended_grants` (
	`course_id` integer NOT NULL,
	`organization_id` text NOT NULL,
	`ended_at` integer NOT NULL,
	PRIMARY KEY(`course_id`, `organization_id`),
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ended_grants_by_organization` ON `ended_grants` (`organization_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_bulk_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text,
	`act` text NOT NULL,
	`title` text NOT NULL,
	`matching` text,
	`state` text NOT NULL,
	`cursor` text,
	`total` integer NOT NULL,
	`handled` integer NOT NULL,
	`changed` integer NOT NULL,
	`error` text,
	`lease_owner` text,
	`lease_ends_at` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
INSERT INTO `__new_bulk_jobs`("id", "organization_id", "act", "title", "matching", "state", "cursor", "total", "handled", "changed", "error", "lease_owner", "lease_ends_at", "created_by", "created_at", "finished_at") SELECT "id", "organization_id", "act", "title", "matching", "state", "cursor", "total", "handled", "changed", "error", "lease_owner", "lease_ends_at", "created_by", "created_at", "finished_at" FROM `bulk_jobs`;--> statement-breakpoint
DROP TABLE `bulk_jobs`;--> statement-breakpoint
ALTER TABLE `__new_bulk_jobs` RENAME TO `bulk_jobs`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `bulk_jobs_by_organization` ON `bulk_jobs` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `bulk_jobs_by_state` ON `bulk_jobs` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `bulk_jobs_by_author` ON `bulk_jobs` (`created_by`);--> statement-breakpoint
ALTER TABLE `courses` ADD `deleted_at` integer;