import { and, eq, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { DEFAULT_LESSON_POINTS } from '#sync/contract/lesson.ts';
import { boolean } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import type { Actor, Viewer } from '../permissions.ts';

// SQL that all reads of courses and lessons share: what decides about access, and what exists for a learner.

/** What the viewer brings into a query that uses `courseFacts`. */
export interface Reader {
  userId: string | null;
  organizationId: string | null;
}

export function readerOf(viewer: Viewer): Reader {
  return { userId: viewer?.id ?? null, organizationId: viewer?.organizationId ?? null };
}

/**
 * Columns of `CourseFacts`, for a prepared query that joins `organizations` as the owner of the course and is run with
 * the values of a `Reader`.
 */
export function courseFacts(tables: Tables) {
  const { courses, organizations, courseGrants, endedGrants, courseProgress } = tables;
  return {
    organizationId: courses.organizationId,
    ownerIsActive: boolean(sql`coalesce(${organizations.isActive}, true)`),
    isPublished: courses.isPublished,
    isOffered: boolean(sql`(${courses.archivedAt} is null or exists (select 1 from ${courseProgress}
      where ${courseProgress.userId} = ${sql.placeholder('userId')} and ${courseProgress.courseId} = ${courses.id}))`),
    visibility: courses.visibility,
    granted: boolean(sql`exists (select 1 from ${courseGrants} join ${organizations}
      on ${organizations.id} = ${courseGrants.organizationId} and ${organizations.isActive}
      where ${courseGrants.courseId} = ${courses.id} and ${courseGrants.organizationId} = ${sql.placeholder('organizationId')})`),
    enrolledByAdmin: boolean(sql`exists (select 1 from ${courseProgress}
      where ${courseProgress.userId} = ${sql.placeholder('userId')} and ${courseProgress.courseId} = ${courses.id}
      and ${courseProgress.isAssigned} and not exists (select 1 from ${endedGrants} where ${endedGrants.courseId} = ${courses.id}
        and ${endedGrants.organizationId} = ${sql.placeholder('organizationId')}))`),
  };
}

/**
 * True for a lesson that exists for a learner: its author does not hide it, and its place is seen. For a query that has `courses` and
 * `lessons`; `courseId` when it reads one course alone.
 */
export function isVisibleLesson(tables: Tables, courseId?: Placeholder): SQL {
  return sql`not ${tables.lessons.isHidden} and ${isPlaceSeen(tables, courseId)}`;
}

/**
 * The place of a lesson is seen by learners: neither it nor its course was deleted, it is inside the course's window and in no module
 * that is switched off (P-8 and P-9). Of one course it is asked once whether any module is: PostgreSQL would otherwise look for
 * one at each lesson, which takes twice as long as all the rest of a count.
 */
export function isPlaceSeen({ courses, courseModules, lessons }: Tables, courseId?: Placeholder): SQL {
  const isOff = sql`not ${courseModules.isEnabled}`;
  const noneIsOff = sql`not exists (select 1 from ${courseModules} where ${courseModules.courseId} = ${courseId} and ${isOff}) or`;
  return sql`${lessons.retiredAt} is null and ${courses.deletedAt} is null
    and ${lessons.orderIndex} >= coalesce(${courses.windowFrom}, ${lessons.orderIndex})
    and ${lessons.orderIndex} <= coalesce(${courses.windowTo}, ${lessons.orderIndex})
    and (${courseId ? noneIsOff : sql.empty()} not exists (select 1 from ${courseModules} where ${courseModules.courseId} = ${lessons.courseId}
      and ${isOff}
      and ${lessons.orderIndex} between ${courseModules.startLessonIndex} and ${courseModules.endLessonIndex}))`;
}

/** The points of a lesson, for a query that has `lessons`. */
export function lessonPoints({ lessons }: Tables): SQL {
  return sql`coalesce(${lessons.points}, ${sql.raw(String(DEFAULT_LESSON_POINTS))})`;
}

/** The courses that an admin, or a lead, knows of; undefined for all of them. For a query that joins `courses` with another table. */
export function isKnown(tables: Tables, { isSuperAdmin, organizationId }: Actor): SQL | undefined {
  return isSuperAdmin ? undefined : isOpenTo(tables, organizationId);
}

/** The organization's people can take the course, once it is published. For a query that has `courses`. */
export function isOpenTo(tables: Tables, organizationId: string | null): SQL | undefined {
  const { courses } = tables;
  const isOwn = sql`${courses.organizationId} = ${sql.param(organizationId, courses.organizationId)}`;
  return or(eq(courses.visibility, 'public'), isOwn, isGrantedTo(tables, organizationId));
}

/** The organization was granted the course. For a query that joins `courses` with another table, as are those below. */
export function isGrantedTo({ courses, courseGrants }: Tables, organizationId: string | null): SQL {
  return sql`exists (select 1 from ${courseGrants} where ${courseGrants.courseId} = ${courses.id}
    and ${courseGrants.organizationId} = ${sql.param(organizationId, courseGrants.organizationId)})`;
}

/** The people of the organization can take the course. */
export function isTakableBy(tables: Tables, organizationId: string): SQL | undefined {
  const { isPublished, archivedAt } = tables.courses;
  return and(eq(isPublished, true), isNull(archivedAt), isOpenTo(tables, organizationId));
}

/** The course belongs to no organization, or to one that is active: others are hidden (P-16). */
export const isOfActive = ({ organizations }: Tables): SQL => sql`coalesce(${organizations.isActive}, true)`;

/** What an organization's admin finds among its courses: its own, drafts too, and what its people can take. */
export function isListedFor(tables: Tables, organizationId: string): SQL | undefined {
  const isOwn = eq(tables.courses.organizationId, organizationId);
  return and(or(isOwn, isTakableBy(tables, organizationId)), isOfActive(tables));
}
