CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`secret` text NOT NULL,
	`old_secret` text,
	`old_secret_until` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `webhooks_by_organization` ON `webhooks` (`organization_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhooks_by_age` ON `webhooks` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhooks_by_author` ON `webhooks` (`created_by`);--> statement-breakpoint
CREATE TABLE `webhook_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`event_key` text NOT NULL,
	`type` text NOT NULL,
	`user_id` text,
	`data` text NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer,
	`delivered_at` integer,
	`outcome` text,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_messages_by_event` ON `webhook_messages` (`webhook_id`,`event_key`);--> statement-breakpoint
CREATE INDEX `webhook_messages_by_age` ON `webhook_messages` (`webhook_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_messages_by_time` ON `webhook_messages` (`next_try_at`,`webhook_id`);--> statement-breakpoint
CREATE INDEX `webhook_messages_by_user` ON `webhook_messages` (`user_id`);