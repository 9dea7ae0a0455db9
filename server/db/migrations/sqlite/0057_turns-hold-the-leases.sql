ALTER TABLE `data_exports` DROP COLUMN `attempts`;--> statement-breakpoint
ALTER TABLE `data_exports` DROP COLUMN `lease_ends_at`;--> statement-breakpoint
ALTER TABLE `bulk_jobs` DROP COLUMN `lease_owner`;--> statement-breakpoint
ALTER TABLE `bulk_jobs` DROP COLUMN `lease_ends_at`;--> statement-breakpoint
ALTER TABLE `xapi_statements` DROP COLUMN `attempts`;--> statement-breakpoint
ALTER TABLE `mail_outbox` DROP COLUMN `next_try_at`;