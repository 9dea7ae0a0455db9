import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Tables } from '../db/schema.ts';
import type { Asking } from '../permissions.ts';

// The pieces of SQL that every read of courses and lessons shares: what decides about access, and what exists for a learner.

type Bound = string | null | Placeholder;

/** The two facts about the person asking that the queries need; placeholders in a prepared query. */
export interface Reader {
  userId: Bound;
  organizationId: Bound;
}

export function readerOf(asking: Asking): { userId: string | null; organizationId: string | null } {
  return { userId: asking?.id ?? null, organizationId: asking?.organizationId ?? null };
}

/** Columns of `CourseFacts`, for a query that joins `organizations` as the owner of the course. */
export function courseFacts(tables: Tables, reader: Reader) {
  const { courses, organizations, courseGrants, courseProgress } = tables;
  return {
    organizationId: courses.organizationId,
    ownerIsActive: sql<boolean>`coalesce(${organizations.isActive}, true)`.mapWith(Boolean),
    isPublished: courses.isPublished,
    visibility: courses.visibility,
    granted: sql<boolean>`exists (select 1 from ${courseGrants} join ${organizations}
      on ${organizations.id} = ${courseGrants.organizationId} and ${organizations.isActive}
      where ${courseGrants.courseId} = ${courses.id} and ${courseGrants.organizationId} = ${reader.organizationId})`.mapWith(
      Boolean,
    ),
    enrolledByAdmin: sql<boolean>`exists (select 1 from ${courseProgress}
      where ${courseProgress.userId} = ${reader.userId} and ${courseProgress.courseId} = ${courses.id}
      and ${courseProgress.isAssigned})`.mapWith(Boolean),
  };
}

/**
 * True for a lesson that exists for a learner: inside its course's window and in no module that is switched off
 * (decisions 8 and 9). For a query that has `courses` and `lessons`.
 */
export function isVisibleLesson({ courses, courseModules, lessons }: Tables): SQL {
  return sql`${lessons.orderIndex} >= coalesce(${courses.windowFrom}, ${lessons.orderIndex})
    and ${lessons.orderIndex} <= coalesce(${courses.windowTo}, ${lessons.orderIndex})
    and not exists (select 1 from ${courseModules} where ${courseModules.courseId} = ${lessons.courseId}
      and not ${courseModules.isEnabled}
      and ${lessons.orderIndex} between ${courseModules.startLessonIndex} and ${courseModules.endLessonIndex})`;
}
