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
