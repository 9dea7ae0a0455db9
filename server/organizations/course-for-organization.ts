import { eq, sql } from 'drizzle-orm';

/**
 * The query that tells about a course from where an organization stands: `isReached` when its people may take it once
 * it is published (public, its own or granted), `isOwn` when it is its own. No row when there is no such course.
 */
export function courseForOrganization(
  { queries, tables }: Source,
  { courseId, organizationId }: { courseId: number; organizationId: string },
) {
  const { courses, organizations, courseGrants } = tables;
  const asking = sql.param(organizationId, courseGrants.organizationId);
  const isOwn = sql`coalesce(${courses.organizationId} = ${asking}, false)`;
  const isGranted = sql`exists (select 1 from ${courseGrants}
    where ${courseGrants.courseId} = ${courses.id} and ${courseGrants.organizationId} = ${asking})`;
  return queries
    .select({
      title: courses.title,
      isPublished: courses.isPublished,
      isOwn: sql<boolean>`${isOwn}`.mapWith(Boolean),
      isReached:
        sql<boolean>`coalesce(${organizations.isActive}, true) and (${courses.visibility} = 'public' or ${isOwn} or ${isGranted})`.mapWith(
          Boolean,
        ),
    })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(eq(courses.id, courseId));
}

import type { Source } from '../db/client.ts';
