CREATE TABLE `tablets` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`device_id` text NOT NULL,
	`name` text,
	`browser` text NOT NULL,
	`words` text NOT NULL,
	`version` text NOT NULL,
	`people` integer NOT NULL,
	`unsent` integer NOT NULL,
	`oldest_unsent_at` integer,
	`storage` text,
	`last_contact_at` integer NOT NULL,
	`sign_out_asked_at` integer,
	`signed_out_at` integer,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tablets_by_device` ON `tablets` (`organization_id`,`device_id`);--> statement-breakpoint
CREATE INDEX `tablets_by_contact` ON `tablets` (`organization_id`,`last_contact_at`,`id`);--> statement-breakpoint
CREATE INDEX `tablets_by_old_work` ON `tablets` (`organization_id`,`oldest_unsent_at`);