CREATE TABLE `api_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`ending` text NOT NULL,
	`name` text NOT NULL,
	`organization_id` text,
	`scopes` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_token_hash_unique` ON `api_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `api_tokens_by_organization` ON `api_tokens` (`organization_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `api_tokens_by_age` ON `api_tokens` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `api_tokens_by_author` ON `api_tokens` (`created_by`);