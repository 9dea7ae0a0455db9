ALTER TABLE `bulk_jobs` DROP COLUMN `matching`;--> statement-breakpoint
ALTER TABLE `bulk_rows` DROP COLUMN `named`;