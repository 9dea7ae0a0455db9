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
--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `next_try_at` integer;
--> statement-breakpoint
CREATE TABLE `quiz_figures` (
	`user_id` text NOT NULL,
	`lesson_id` integer NOT NULL,
	`attempts` integer NOT NULL,
	`passed` integer NOT NULL,
	`score_sum` integer NOT NULL,
	`duration_ms_sum` integer NOT NULL,
	`timed_attempts` integer NOT NULL,
	`last_attempt_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `lesson_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `quiz_figures_by_lesson` ON `quiz_figures` (`lesson_id`);
--> statement-breakpoint
-- What was answered before these figures were kept.
INSERT INTO "quiz_figures" ("user_id", "lesson_id", "attempts", "passed", "score_sum", "duration_ms_sum", "timed_attempts", "last_attempt_at")
SELECT "user_id", "lesson_id", count(*), sum("passed"), sum("score"), coalesce(sum("duration_ms"), 0), count("duration_ms"), max("submitted_at")
FROM "quiz_attempts" GROUP BY "user_id", "lesson_id";

--> statement-breakpoint
CREATE TABLE `video_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`lesson_id` integer NOT NULL,
	`storage_key` text NOT NULL,
	`file_name` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`claimed_at` integer,
	`received_at` integer,
	`completed_at` integer,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `video_uploads_storage_key_unique` ON `video_uploads` (`storage_key`);--> statement-breakpoint
CREATE INDEX `video_uploads_by_lesson` ON `video_uploads` (`lesson_id`);--> statement-breakpoint
CREATE INDEX `video_uploads_by_expiry` ON `video_uploads` (`expires_at`);--> statement-breakpoint
CREATE INDEX `video_uploads_by_author` ON `video_uploads` (`created_by`);--> statement-breakpoint
ALTER TABLE `assets` ADD `is_playable` integer;--> statement-breakpoint
ALTER TABLE `courses` ADD `outline_rev` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `lessons` ADD `rev` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `lessons` ADD `retired_at` integer;
--> statement-breakpoint
ALTER TABLE `assets` ADD `captions_rev` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `invitations` ADD `ended_by` text;
--> statement-breakpoint
CREATE TABLE `ended_memberships` (
	`user_id` text NOT NULL,
	`organization_id` text NOT NULL,
	`ended_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `organization_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ended_memberships_by_organization` ON `ended_memberships` (`organization_id`);--> statement-breakpoint
CREATE TABLE `ended_assignments` (
	`user_id` text NOT NULL,
	`course_id` integer NOT NULL,
	`ended_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `course_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ended_assignments_by_course` ON `ended_assignments` (`course_id`);
--> statement-breakpoint
ALTER TABLE `rate_limits` ADD `blocked_until` integer;
--> statement-breakpoint
ALTER TABLE `auth_users` ADD `new_email` text;--> statement-breakpoint
ALTER TABLE `auth_users` ADD `email_change_sent_at` integer;--> statement-breakpoint
ALTER TABLE `auth_users` ADD `email_change_confirmed` text;--> statement-breakpoint
ALTER TABLE `auth_users` ADD `reauthentication_sent_at` integer;--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `code_hash` text;--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `code_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `code_challenge` text;--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `code_challenge_method` text;
--> statement-breakpoint
CREATE TABLE `data_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`requested_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`lease_ends_at` integer,
	`finished_at` integer,
	`expires_at` integer NOT NULL,
	`size_bytes` integer,
	`content` text,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `data_exports_by_user` ON `data_exports` (`user_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `data_exports_by_state` ON `data_exports` (`state`,`requested_at`);--> statement-breakpoint
CREATE INDEX `data_exports_by_expiry` ON `data_exports` (`expires_at`);--> statement-breakpoint
CREATE TABLE `erasures` (
	`person_hash` text PRIMARY KEY NOT NULL,
	`erased_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `profiles` ADD `erased_at` integer;--> statement-breakpoint
ALTER TABLE `certificates` ADD `name_kept_until` integer;--> statement-breakpoint
CREATE INDEX `certificates_by_kept_name` ON `certificates` (`name_kept_until`);
--> statement-breakpoint
ALTER TABLE `organizations` ADD `rev` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `courses` ADD `archived_at` integer;--> statement-breakpoint
ALTER TABLE `courses` ADD `rev` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `auth_factors` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`friendly_name` text NOT NULL,
	`is_verified` integer DEFAULT false NOT NULL,
	`secret` text NOT NULL,
	`last_step` integer,
	`challenge_id` text,
	`last_challenged_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_factors_by_user` ON `auth_factors` (`user_id`);
--> statement-breakpoint
CREATE TABLE `person_words` (
	`word` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`word`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `person_words_by_user` ON `person_words` (`user_id`,`word`);--> statement-breakpoint
ALTER TABLE `profiles` ADD `sort_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `profiles_by_sort_name` ON `profiles` (`sort_name`,`id`);--> statement-breakpoint
CREATE INDEX `profiles_by_organization_name` ON `profiles` (`organization_id`,`sort_name`,`id`);--> statement-breakpoint
CREATE INDEX `profiles_by_super` ON `profiles` (`is_super_admin`);--> statement-breakpoint
CREATE INDEX `profiles_by_org_admin` ON `profiles` (`is_org_admin`);
--> statement-breakpoint
CREATE TABLE `auto_enrollments` (
	`organization_id` text NOT NULL,
	`course_id` integer NOT NULL,
	`due_on` text,
	`due_in_days` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `course_id`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `auto_enrollments_by_course` ON `auto_enrollments` (`course_id`);--> statement-breakpoint
CREATE INDEX `auto_enrollments_by_author` ON `auto_enrollments` (`created_by`);--> statement-breakpoint
ALTER TABLE `course_progress` ADD `due_on` text;--> statement-breakpoint
CREATE INDEX `course_progress_by_due` ON `course_progress` (`due_on`) WHERE due_on is not null and completed_at is null;
--> statement-breakpoint
CREATE TABLE `groups` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `groups_by_name` ON `groups` (`organization_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `group_members` (
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`is_lead` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `group_members_by_user` ON `group_members` (`user_id`,`is_lead`);--> statement-breakpoint
CREATE INDEX `group_members_by_lead` ON `group_members` (`group_id`,`is_lead`);--> statement-breakpoint
ALTER TABLE `invitations` ADD `group_id` text REFERENCES groups(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `invitations_by_group` ON `invitations` (`group_id`);
--> statement-breakpoint
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
--> statement-breakpoint
ALTER TABLE `course_progress` ADD `reminded_at` integer;
--> statement-breakpoint
ALTER TABLE `organizations` ADD `reminders` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `reminders_off_at` integer;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `unsubscribe` text;
--> statement-breakpoint
CREATE INDEX `course_progress_by_percent` ON `course_progress` (`course_id`,`percent`,`enrolled_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `course_progress_of_course` ON `course_progress` (`course_id`,`enrolled_at`,`user_id`);
--> statement-breakpoint
DROP INDEX `certificates_by_user`;--> statement-breakpoint
ALTER TABLE `certificates` ADD `valid_until` text;--> statement-breakpoint
ALTER TABLE `certificates` ADD `revoked_at` integer;--> statement-breakpoint
ALTER TABLE `certificates` ADD `round` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `certificates` ADD `issue` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `certificates` ADD `replaces` text;--> statement-breakpoint
ALTER TABLE `certificates` ADD `history` text;--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_by_replaced` ON `certificates` (`replaces`);--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_by_user` ON `certificates` (`user_id`,`course_id`,`round`,`issue`);--> statement-breakpoint
ALTER TABLE `courses` ADD `valid_months` integer;
--> statement-breakpoint
ALTER TABLE `quiz_figures` ADD `first_attempt_at` integer;--> statement-breakpoint
ALTER TABLE `quiz_figures` ADD `first_passed` integer;--> statement-breakpoint
-- What was answered before first tries were kept.
UPDATE "quiz_figures" SET
	"first_attempt_at" = (SELECT "submitted_at" FROM "quiz_attempts" AS a WHERE a."user_id" = "quiz_figures"."user_id" AND a."lesson_id" = "quiz_figures"."lesson_id" ORDER BY a."submitted_at", a."id" LIMIT 1),
	"first_passed" = (SELECT "passed" FROM "quiz_attempts" AS a WHERE a."user_id" = "quiz_figures"."user_id" AND a."lesson_id" = "quiz_figures"."lesson_id" ORDER BY a."submitted_at", a."id" LIMIT 1);

--> statement-breakpoint
ALTER TABLE `profiles` ADD `merged_into` text;--> statement-breakpoint
CREATE INDEX `profiles_by_merge` ON `profiles` (`merged_into`);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `past_rounds` (
	`user_id` text NOT NULL,
	`course_id` integer NOT NULL,
	`round` integer NOT NULL,
	`percent` integer NOT NULL,
	`points_earned` integer NOT NULL,
	`total_points` integer NOT NULL,
	`enrolled_at` integer NOT NULL,
	`completed_at` integer,
	`last_activity_at` integer,
	`ended_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `course_id`, `round`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `past_rounds_by_course` ON `past_rounds` (`course_id`);--> statement-breakpoint
CREATE TABLE `past_units` (
	`user_id` text NOT NULL,
	`lesson_id` integer NOT NULL,
	`round` integer NOT NULL,
	`course_id` integer NOT NULL,
	`status` text NOT NULL,
	`rev` integer NOT NULL,
	`completed_at` integer,
	`position_seconds` real,
	`watched` text NOT NULL,
	`reflection` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `lesson_id`, `round`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `past_units_by_lesson` ON `past_units` (`lesson_id`);--> statement-breakpoint
CREATE INDEX `past_units_by_course` ON `past_units` (`course_id`);--> statement-breakpoint
ALTER TABLE `course_progress` ADD `round` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `quiz_attempts` ADD `round` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE `applied_ops` ADD `first_at` integer;
--> statement-breakpoint
CREATE INDEX `certificates_by_end` ON `certificates` (`valid_until`) WHERE valid_until is not null and revoked_at is null;
--> statement-breakpoint
ALTER TABLE `organizations` ADD `certificates_told_on` text;--> statement-breakpoint
ALTER TABLE `certificates` ADD `reminded_at` integer;
--> statement-breakpoint
CREATE INDEX `unit_progress_by_lesson_and_user` ON `unit_progress` (`lesson_id`,`status`,`user_id`);--> statement-breakpoint
DROP INDEX `unit_progress_by_lesson`;
--> statement-breakpoint
CREATE TABLE `group_enrollments` (
	`group_id` text NOT NULL,
	`course_id` integer NOT NULL,
	`due_on` text,
	`due_in_days` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `course_id`),
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `group_enrollments_by_course` ON `group_enrollments` (`course_id`);--> statement-breakpoint
CREATE INDEX `group_enrollments_by_author` ON `group_enrollments` (`created_by`);
--> statement-breakpoint
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
--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `handed_at` integer;
--> statement-breakpoint
CREATE TABLE `ended_grants` (
	`course_id` integer NOT NULL,
	`organization_id` text NOT NULL,
	`ended_at` integer NOT NULL,
	PRIMARY KEY(`course_id`, `organization_id`),
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ended_grants_by_organization` ON `ended_grants` (`organization_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_bulk_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text,
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
INSERT INTO `__new_bulk_jobs`("id", "organization_id", "act", "title", "matching", "state", "cursor", "total", "handled", "changed", "error", "lease_owner", "lease_ends_at", "created_by", "created_at", "finished_at") SELECT "id", "organization_id", "act", "title", "matching", "state", "cursor", "total", "handled", "changed", "error", "lease_owner", "lease_ends_at", "created_by", "created_at", "finished_at" FROM `bulk_jobs`;--> statement-breakpoint
DROP TABLE `bulk_jobs`;--> statement-breakpoint
ALTER TABLE `__new_bulk_jobs` RENAME TO `bulk_jobs`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `bulk_jobs_by_organization` ON `bulk_jobs` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `bulk_jobs_by_state` ON `bulk_jobs` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `bulk_jobs_by_author` ON `bulk_jobs` (`created_by`);--> statement-breakpoint
ALTER TABLE `courses` ADD `deleted_at` integer;
--> statement-breakpoint
DROP INDEX `unit_progress_of_course`;--> statement-breakpoint
CREATE INDEX `unit_progress_by_completion` ON `unit_progress` (`course_id`,`completed_at`,`user_id`);
--> statement-breakpoint
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
--> statement-breakpoint
ALTER TABLE `profiles` ADD `joined_at` integer;--> statement-breakpoint
CREATE INDEX `profiles_by_joining` ON `profiles` (`joined_at`,`id`);
--> statement-breakpoint
ALTER TABLE `bulk_rows` ADD `named` text;
--> statement-breakpoint
ALTER TABLE `video_uploads` ADD `fingerprint` text;
--> statement-breakpoint
CREATE TABLE `saved_views` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`search` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_views_by_user` ON `saved_views` (`user_id`);
--> statement-breakpoint
CREATE INDEX `invitations_by_address` ON `invitations` (`email`,`organization_id`);
--> statement-breakpoint
CREATE TABLE `auth_identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_identities_by_user` ON `auth_identities` (`user_id`);
--> statement-breakpoint
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
--> statement-breakpoint
ALTER TABLE `assets` ADD `codec` text;--> statement-breakpoint
ALTER TABLE `assets` ADD `rendition` text;--> statement-breakpoint
ALTER TABLE `assets` ADD `rendition_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `assets` ADD `rendition_try_at` integer;--> statement-breakpoint
ALTER TABLE `assets` ADD `original_id` text;--> statement-breakpoint
CREATE INDEX `assets_by_original` ON `assets` (`original_id`);
--> statement-breakpoint
CREATE TABLE `lesson_documents` (
	`lesson_id` integer NOT NULL,
	`asset_id` text NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`lesson_id`, `asset_id`),
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`asset_id`) REFERENCES `assets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `lesson_documents_by_asset` ON `lesson_documents` (`asset_id`);
--> statement-breakpoint
ALTER TABLE `quiz_versions` ADD `regraded` text;
--> statement-breakpoint
ALTER TABLE `assets` ADD `poster_id` text;
--> statement-breakpoint
ALTER TABLE `lessons` ADD `is_hidden` integer DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE TABLE `course_figures` (
	`course_id` integer PRIMARY KEY NOT NULL,
	`enrolled` integer NOT NULL,
	`reviews` integer NOT NULL,
	`stars_sum` integer NOT NULL,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);

--> statement-breakpoint
CREATE INDEX `audit_log_by_subject` ON `audit_log` (`subject`,`id`);
--> statement-breakpoint
CREATE TABLE `invitation_groups` (
	`invitation_id` text NOT NULL,
	`group_id` text NOT NULL,
	PRIMARY KEY(`invitation_id`, `group_id`),
	FOREIGN KEY (`invitation_id`) REFERENCES `invitations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `invitation_groups_by_group` ON `invitation_groups` (`group_id`);--> statement-breakpoint
-- The list of an organization's courses kept its views among those of the page 'Courses'; only there is a tab in the address.
UPDATE saved_views SET list = 'Courses of an organization' WHERE list = 'Courses' AND '&' || substr(search, 2) || '&' LIKE '%&tab=courses&%';

--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `calendar` text;
--> statement-breakpoint
ALTER TABLE `certificates` ADD `issuer_name` text;
--> statement-breakpoint
UPDATE `profiles` SET `sort_name` = '';

--> statement-breakpoint
ALTER TABLE `auth_users` ADD `is_unproven` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Who signed up while AUTOCONFIRM was on: valid with a password and without any mail. Accounts of operators have no such act, and those of
-- a provider have its id.
UPDATE auth_users SET is_unproven = true
WHERE confirmation_sent_at IS NULL AND email_confirmed_at IS NOT NULL AND password_hash IS NOT NULL
  AND id IN (SELECT actor_id FROM audit_log WHERE action = 'account.sign_up')
  AND id NOT IN (SELECT user_id FROM auth_identities);

--> statement-breakpoint
DROP TABLE `saved_views`;
--> statement-breakpoint
ALTER TABLE `bulk_jobs` ADD `queue` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `bulk_jobs` ADD `turn` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `bulk_rows` ADD `payload` text;--> statement-breakpoint
-- What acts on a course have left to be done goes on, in the order of the acts.
UPDATE bulk_jobs SET state = 'running', queue = 'course/' || (act ->> 'courseId'), turn = coalesce(act ->> 'place', 1)
WHERE state = 'finishing' AND act ->> 'kind' IN ('end-grant', 'delete-course', 'recount', 'regrade');--> statement-breakpoint
-- Acts on those who were named, and lists that were still being gathered, end where they are, and say so.
UPDATE bulk_jobs SET state = 'failed', finished_at = created_at, cursor = NULL, error = 'The server was updated before this was done. Please start it again.'
WHERE state IN ('finishing', 'gathering');--> statement-breakpoint
UPDATE bulk_jobs SET cursor = cast(handled as text),
  queue = CASE WHEN act ->> 'courseId' IS NULL THEN 'organization/' || organization_id ELSE 'course/' || (act ->> 'courseId') END
WHERE state = 'running' AND NOT act ->> 'kind' IN ('end-grant', 'delete-course', 'recount', 'regrade');--> statement-breakpoint
DELETE FROM bulk_rows WHERE named IS NOT NULL AND is_changed IS NULL;--> statement-breakpoint
UPDATE bulk_rows SET payload = json_object('email', named ->> '$[0].email', 'groupIds', json('[]'))
WHERE named IS NOT NULL;

--> statement-breakpoint
ALTER TABLE `bulk_jobs` DROP COLUMN `matching`;--> statement-breakpoint
ALTER TABLE `bulk_rows` DROP COLUMN `named`;
--> statement-breakpoint
CREATE TABLE `turns` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`lease` text,
	PRIMARY KEY(`kind`, `key`)
);

--> statement-breakpoint
ALTER TABLE `data_exports` DROP COLUMN `attempts`;--> statement-breakpoint
ALTER TABLE `data_exports` DROP COLUMN `lease_ends_at`;--> statement-breakpoint
ALTER TABLE `bulk_jobs` DROP COLUMN `lease_owner`;--> statement-breakpoint
ALTER TABLE `bulk_jobs` DROP COLUMN `lease_ends_at`;--> statement-breakpoint
ALTER TABLE `xapi_statements` DROP COLUMN `attempts`;--> statement-breakpoint
ALTER TABLE `mail_outbox` DROP COLUMN `next_try_at`;