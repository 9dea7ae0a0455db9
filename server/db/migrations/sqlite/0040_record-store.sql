CREATE TABLE `xapi_statements` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`statement_id` text NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	`done_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer,
	`delivered_at` integer,
	`outcome` text,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `xapi_statements_statement_id_unique` ON `xapi_statements` (`statement_id`);--> statement-breakpoint
CREATE INDEX `xapi_statements_waiting` ON `xapi_statements` (`id`) WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX `xapi_statements_by_user` ON `xapi_statements` (`user_id`);