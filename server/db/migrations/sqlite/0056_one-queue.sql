CREATE TABLE `turns` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`lease` text,
	PRIMARY KEY(`kind`, `key`)
);
