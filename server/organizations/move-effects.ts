// What people hold through an organization, before and after a move: the difference is what the move takes and gives.
import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import type { MoveEffects } from '#sync/contract/organization.ts';
import { inBatches, run, type Steps, type TxContext } from '../db/client.ts';

interface Holdings {
  /** By person and course. */
  enrollments: Map<string, { title: string; isAssigned: boolean; dueOn: string | null; isDone: boolean }>;
  groups: number;
  admins: number;
  invitations: number;
  certificates: number;
}

export function* readHoldings(tx: TxContext, ids: readonly string[]): Steps<Holdings> {
  const { courseProgress, courses, groupMembers, profiles, invitations, certificates } = tx.tables;
  const { userId, courseId, isAssigned, dueOn, completedAt } = courseProgress;
  const held: Holdings = { enrollments: new Map(), groups: 0, admins: 0, invitations: 0, certificates: 0 };
  for (const part of inBatches(ids)) {
    const rows = yield* run(
      tx
        .select({ userId, courseId, title: courses.title, isAssigned, dueOn, completedAt })
        .from(courseProgress)
        .innerJoin(courses, eq(courses.id, courseId))
        .where(inArray(userId, part)),
    );
    for (const { userId: who, courseId: course, completedAt: at, ...row } of rows)
      held.enrollments.set(`${who} ${course}`, { ...row, isDone: at !== null });
    const counted = function* (
      table: typeof groupMembers | typeof profiles | typeof invitations | typeof certificates,
      where: ReturnType<typeof and>,
    ): Steps<number> {
      const [row] = yield* run(tx.select({ rows: count() }).from(table).where(where));
      return row?.rows ?? 0;
    };
    held.groups += yield* counted(groupMembers, inArray(groupMembers.userId, part));
    held.admins += yield* counted(profiles, and(inArray(profiles.id, part), eq(profiles.isOrgAdmin, true)));
    const isOpen = and(inArray(invitations.createdBy, part), isNull(invitations.revokedAt));
    held.invitations += yield* counted(invitations, isOpen);
    held.certificates += yield* counted(certificates, inArray(certificates.userId, part));
  }
  return held;
}

export function effectsOf(before: Holdings, after: Holdings): MoveEffects {
  const kept = [...after.enrollments.values()];
  const had = [...before.enrollments];
  const given = [...after.enrollments].filter(
    ([key, one]) => one.isAssigned && !before.enrollments.get(key)?.isAssigned,
  );
  return {
    courses: kept.length - given.filter(([key]) => !before.enrollments.has(key)).length,
    completed: kept.filter(({ isDone }) => isDone).length,
    certificates: after.certificates,
    enrollments: had.filter(([key, one]) => one.isAssigned && !after.enrollments.get(key)?.isAssigned).length,
    dueDates: had.filter(([key, one]) => one.dueOn && after.enrollments.get(key)?.dueOn !== one.dueOn).length,
    groups: before.groups - after.groups,
    admins: before.admins - after.admins,
    invitations: before.invitations - after.invitations,
    joins: [...new Set(given.map(([, { title }]) => title))],
  };
}

/** The effects of a move that was looked at in parts. */
export function addEffects([first, ...others]: MoveEffects[]): MoveEffects | undefined {
  if (!first) return undefined;
  const sum = { ...first };
  for (const one of others) {
    for (const name of [
      'courses',
      'completed',
      'certificates',
      'enrollments',
      'dueDates',
      'groups',
      'admins',
      'invitations',
    ] as const)
      sum[name] += one[name];
    sum.joins = [...new Set([...sum.joins, ...one.joins])];
  }
  return sum;
}
