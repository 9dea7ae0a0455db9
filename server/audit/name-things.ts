import { inArray } from 'drizzle-orm';
import type { AuditLog } from '#sync/contract/analytics.ts';
import type { Db } from '../db/client.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What the ids in these acts are called today: people and organizations by id, courses by 'course/4'. */
export async function nameThings(db: Db, acts: AuditLog['acts']): Promise<Record<string, string>> {
  const { profiles, organizations, courses } = db.tables;
  const told = acts.flatMap((act) => [act.subject, act.organizationId, act.details?.from, act.details?.to]);
  const ids = [...new Set(told.filter((id): id is string => typeof id === 'string' && UUID.test(id)))];
  const numbered = acts.flatMap(({ action, subject, details }) => [
    Number(action.startsWith('course.') ? subject : undefined),
    Number(details?.courseId ?? undefined),
    Number(details?.oldest ?? undefined),
  ]);
  const courseIds = [...new Set(numbered.filter((id) => Number.isSafeInteger(id) && id > 0))];
  const people = ids.length
    ? await db
        .select({ id: profiles.id, name: profiles.fullName, email: profiles.email })
        .from(profiles)
        .where(inArray(profiles.id, ids))
    : [];
  const places = ids.length
    ? await db
        .select({ id: organizations.id, name: organizations.name })
        .from(organizations)
        .where(inArray(organizations.id, ids))
    : [];
  const titles = courseIds.length
    ? await db.select({ id: courses.id, title: courses.title }).from(courses).where(inArray(courses.id, courseIds))
    : [];
  return Object.fromEntries([
    ...people.map(({ id, name, email }) => [id, name ?? email]),
    ...places.map(({ id, name }) => [id, name]),
    ...titles.map(({ id, title }) => [`course/${id}`, title]),
  ]);
}
