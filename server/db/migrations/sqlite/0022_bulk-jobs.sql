CREATE TABLE `bulk_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
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
CREATE INDEX `bulk_jobs_by_organization` ON `bulk_jobs` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `bulk_jobs_by_state` ON `bulk_jobs` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `bulk_jobs_by_author` ON `bulk_jobs` (`created_by`);--> statement-breakpoint
CREATE TABLE `bulk_rows` (
	`job_id` text NOT NULL,
	`position` integer NOT NULL,
	`user_id` text,
	`invitation_id` text,
	`is_changed` integer,
	`reason` text,
	PRIMARY KEY(`job_id`, `position`),
	FOREIGN KEY (`job_id`) REFERENCES `bulk_jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invitation_id`) REFERENCES `invitations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `bulk_rows_by_result` ON `bulk_rows` (`job_id`,`is_changed`,`position`);--> statement-breakpoint
CREATE INDEX `bulk_rows_by_user` ON `bulk_rows` (`user_id`);--> statement-breakpoint
CREATE INDEX `bulk_rows_by_invitation` ON `bulk_rows` (`invitation_id`);