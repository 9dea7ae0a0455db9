CREATE TABLE `applied_ops` (
	`user_id` text NOT NULL,
	`op_id` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer NOT NULL,
	`body` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `op_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `applied_ops_by_age` ON `applied_ops` (`at`);--> statement-breakpoint
CREATE TABLE `assets` (
	`id` text PRIMARY KEY NOT NULL,
	`storage_key` text NOT NULL,
	`file_name` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text,
	`etag` text NOT NULL,
	`duration_seconds` real,
	`captions` text,
	`course_id` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`created_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `assets_storage_key_unique` ON `assets` (`storage_key`);--> statement-breakpoint
CREATE INDEX `assets_by_course` ON `assets` (`course_id`);--> statement-breakpoint
CREATE INDEX `assets_by_author` ON `assets` (`created_by`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`organization_id` text,
	`action` text NOT NULL,
	`subject` text,
	`details` text,
	`ip` text
);
--> statement-breakpoint
CREATE INDEX `audit_log_by_age` ON `audit_log` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_by_actor` ON `audit_log` (`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_by_organization` ON `audit_log` (`organization_id`,`id`);--> statement-breakpoint
CREATE TABLE `auth_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`hmac_key` text NOT NULL,
	`counter` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`refreshed_at` integer,
	`user_agent` text,
	`ip` text,
	`aal` text DEFAULT 'aal1' NOT NULL,
	`amr` text NOT NULL,
	`not_after` integer,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_sessions_by_user` ON `auth_sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `auth_users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text,
	`email_confirmed_at` integer,
	`confirmation_sent_at` integer,
	`recovery_sent_at` integer,
	`invited_at` integer,
	`last_sign_in_at` integer,
	`user_metadata` text NOT NULL,
	`app_metadata` text NOT NULL,
	`banned_until` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_users_email_unique` ON `auth_users` (`email`);--> statement-breakpoint
CREATE INDEX `auth_users_by_age` ON `auth_users` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `certificates` (
	`id` text PRIMARY KEY NOT NULL,
	`serial` text NOT NULL,
	`user_id` text,
	`course_id` integer,
	`learner_name` text NOT NULL,
	`course_title` text NOT NULL,
	`issued_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_serial_unique` ON `certificates` (`serial`);--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_by_user` ON `certificates` (`user_id`,`course_id`);--> statement-breakpoint
CREATE INDEX `certificates_by_course` ON `certificates` (`course_id`);--> statement-breakpoint
CREATE TABLE `course_grants` (
	`course_id` integer NOT NULL,
	`organization_id` text NOT NULL,
	`granted_by` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`course_id`, `organization_id`),
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`granted_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `course_grants_by_organization` ON `course_grants` (`organization_id`,`course_id`);--> statement-breakpoint
CREATE INDEX `course_grants_by_author` ON `course_grants` (`granted_by`);--> statement-breakpoint
CREATE TABLE `course_modules` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`course_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`order_index` integer NOT NULL,
	`start_lesson_index` integer NOT NULL,
	`end_lesson_index` integer NOT NULL,
	`is_enabled` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `course_modules_by_course` ON `course_modules` (`course_id`,`order_index`,`id`);--> statement-breakpoint
CREATE TABLE `course_progress` (
	`user_id` text NOT NULL,
	`course_id` integer NOT NULL,
	`percent` integer DEFAULT 0 NOT NULL,
	`points_earned` integer DEFAULT 0 NOT NULL,
	`total_points` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'in_progress' NOT NULL,
	`enrolled_by` text,
	`is_assigned` integer DEFAULT false NOT NULL,
	`enrolled_at` integer NOT NULL,
	`completed_at` integer,
	`last_activity_at` integer,
	PRIMARY KEY(`user_id`, `course_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`enrolled_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `course_progress_by_course` ON `course_progress` (`course_id`,`completed_at`);--> statement-breakpoint
CREATE INDEX `course_progress_by_enrollment` ON `course_progress` (`enrolled_at`);--> statement-breakpoint
CREATE INDEX `course_progress_by_activity` ON `course_progress` (`last_activity_at`);--> statement-breakpoint
CREATE INDEX `course_progress_by_enroller` ON `course_progress` (`enrolled_by`);--> statement-breakpoint
CREATE TABLE `course_ratings` (
	`user_id` text NOT NULL,
	`course_id` integer NOT NULL,
	`stars` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `course_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `course_ratings_by_course` ON `course_ratings` (`course_id`,`stars`);--> statement-breakpoint
CREATE TABLE `courses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`category` text NOT NULL,
	`level` text DEFAULT 'beginner' NOT NULL,
	`language` text DEFAULT 'English' NOT NULL,
	`duration_minutes` integer DEFAULT 0 NOT NULL,
	`price_cents` integer DEFAULT 0 NOT NULL,
	`instructor_name` text NOT NULL,
	`instructor_avatar` text,
	`thumbnail` text,
	`visibility` text DEFAULT 'public' NOT NULL,
	`is_published` integer DEFAULT false NOT NULL,
	`organization_id` text,
	`objectives` text NOT NULL,
	`prerequisites` text NOT NULL,
	`window_from` integer,
	`window_to` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`created_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `courses_by_organization` ON `courses` (`organization_id`,`id`);--> statement-breakpoint
CREATE INDEX `courses_by_visibility` ON `courses` (`is_published`,`visibility`,`id`);--> statement-breakpoint
CREATE INDEX `courses_by_category` ON `courses` (`category`,`id`);--> statement-breakpoint
CREATE INDEX `courses_by_author` ON `courses` (`created_by`);--> statement-breakpoint
CREATE TABLE `invitation_uses` (
	`invitation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`used_at` integer NOT NULL,
	PRIMARY KEY(`invitation_id`, `user_id`),
	FOREIGN KEY (`invitation_id`) REFERENCES `invitations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `invitation_uses_by_user` ON `invitation_uses` (`user_id`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`organization_id` text NOT NULL,
	`course_id` integer,
	`email` text,
	`role` text DEFAULT 'member' NOT NULL,
	`max_uses` integer DEFAULT 50 NOT NULL,
	`uses` integer DEFAULT 0 NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`created_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_hash_unique` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `invitations_by_organization` ON `invitations` (`organization_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_by_course` ON `invitations` (`course_id`);--> statement-breakpoint
CREATE INDEX `invitations_by_author` ON `invitations` (`created_by`);--> statement-breakpoint
CREATE TABLE `lessons` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`course_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`body` text DEFAULT '' NOT NULL,
	`asset_id` text,
	`duration_seconds` integer DEFAULT 0 NOT NULL,
	`order_index` integer NOT NULL,
	`is_preview` integer DEFAULT false NOT NULL,
	`points` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`asset_id`) REFERENCES `assets`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `lessons_by_course` ON `lessons` (`course_id`,`order_index`,`id`);--> statement-breakpoint
CREATE INDEX `lessons_by_asset` ON `lessons` (`asset_id`);--> statement-breakpoint
CREATE TABLE `mail_outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`to_address` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text
);
--> statement-breakpoint
CREATE INDEX `mail_outbox_unsent` ON `mail_outbox` (`sent_at`,`id`);--> statement-breakpoint
CREATE INDEX `mail_outbox_by_address` ON `mail_outbox` (`to_address`,`id`);--> statement-breakpoint
CREATE TABLE `meta` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `one_time_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`redirect_to` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `one_time_tokens_by_user` ON `one_time_tokens` (`user_id`,`kind`);--> statement-breakpoint
CREATE INDEX `one_time_tokens_by_expiry` ON `one_time_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `organizations` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organizations_slug_unique` ON `organizations` (`slug`);--> statement-breakpoint
CREATE INDEX `organizations_by_age` ON `organizations` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`full_name` text,
	`name_key` text,
	`name_chosen` integer DEFAULT false NOT NULL,
	`avatar_url` text,
	`organization_id` text,
	`is_org_admin` integer DEFAULT false NOT NULL,
	`is_super_admin` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `profiles_by_email` ON `profiles` (`email`);--> statement-breakpoint
CREATE INDEX `profiles_by_age` ON `profiles` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `profiles_by_organization` ON `profiles` (`organization_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `profiles_by_name` ON `profiles` (`name_key`,`organization_id`);--> statement-breakpoint
CREATE TABLE `quiz_answers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`question_id` integer NOT NULL,
	`answer_text` text NOT NULL,
	`is_correct` integer DEFAULT false NOT NULL,
	`order_index` integer NOT NULL,
	`retired_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`question_id`) REFERENCES `quiz_questions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `quiz_answers_by_question` ON `quiz_answers` (`question_id`,`order_index`,`id`);--> statement-breakpoint
CREATE TABLE `quiz_attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`lesson_id` integer NOT NULL,
	`score` integer NOT NULL,
	`passed` integer NOT NULL,
	`answers` text NOT NULL,
	`quiz_version` text NOT NULL,
	`duration_ms` integer,
	`op_id` text,
	`submitted_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quiz_attempts_by_operation` ON `quiz_attempts` (`user_id`,`op_id`);--> statement-breakpoint
CREATE INDEX `quiz_attempts_by_user` ON `quiz_attempts` (`user_id`,`lesson_id`,`submitted_at`);--> statement-breakpoint
CREATE INDEX `quiz_attempts_by_lesson` ON `quiz_attempts` (`lesson_id`,`submitted_at`);--> statement-breakpoint
CREATE TABLE `quiz_questions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lesson_id` integer NOT NULL,
	`question_text` text NOT NULL,
	`question_type` text NOT NULL,
	`order_index` integer NOT NULL,
	`points` integer DEFAULT 1 NOT NULL,
	`explanation` text,
	`retired_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `quiz_questions_by_lesson` ON `quiz_questions` (`lesson_id`,`order_index`,`id`);--> statement-breakpoint
CREATE TABLE `quiz_versions` (
	`lesson_id` integer NOT NULL,
	`version` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`lesson_id`, `version`),
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`hits` integer NOT NULL,
	`window_ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_limits_by_end` ON `rate_limits` (`window_ends_at`);--> statement-breakpoint
CREATE TABLE `unit_progress` (
	`user_id` text NOT NULL,
	`lesson_id` integer NOT NULL,
	`course_id` integer NOT NULL,
	`status` text DEFAULT 'not_started' NOT NULL,
	`rev` integer DEFAULT 0 NOT NULL,
	`completed_at` integer,
	`position_seconds` real,
	`watched` text NOT NULL,
	`reflection` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `lesson_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `unit_progress_by_course` ON `unit_progress` (`user_id`,`course_id`);--> statement-breakpoint
CREATE INDEX `unit_progress_by_lesson` ON `unit_progress` (`lesson_id`,`status`);--> statement-breakpoint
CREATE INDEX `unit_progress_of_course` ON `unit_progress` (`course_id`,`updated_at`);