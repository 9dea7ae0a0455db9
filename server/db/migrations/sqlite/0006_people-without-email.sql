CREATE TABLE `sign_in_cards` (
	`user_id` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`issued_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`used_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_cards_code_hash_unique` ON `sign_in_cards` (`code_hash`);--> statement-breakpoint
ALTER TABLE `profiles` ADD `personnel_number` text;