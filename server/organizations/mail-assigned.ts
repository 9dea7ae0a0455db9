// The mail about courses that an admin has just given to people.
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { calendarOf } from '#sync/contract/calendar.ts';
import type { AuditActor } from '../audit/audit-log.ts';
import { isOfActive } from '../catalog/facts.ts';
import { inBatches, run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { accountMail } from '../mail/account-mails.ts';
import { queueMails } from '../mail/mailer.ts';

interface Given {
  courseId: number;
  userIds: readonly string[];
  /** They had the course before, and only its due date is another one. */
  isMoved?: boolean;
}

/** The due dates among these as a part of a mail, where there is one. */
export function calendarOfDue(
  rows: readonly { userId: string; courseId: number; title: string; dueOn: string | null }[],
  { publicUrl }: Deps['env'],
  now: Date,
): { calendar?: string } {
  const events = rows.flatMap(({ dueOn, ...row }) => (dueOn ? [{ ...row, dueOn }] : []));
  return events.length > 0 ? { calendar: calendarOf(events, { origin: publicUrl, now }) } : {};
}

/**
 * Queues one mail for each of these people who have such a course before them, in the unit of work that gives it to them; the caller
 * sends what it queued. It counts as a reminder: none follows for a day. Nobody is told of a draft or of what they cannot open for
 * another reason.
 */
export function* mailAssigned(
  { env, ...tx }: TxContext & Pick<Deps, 'env'>,
  { now, today }: AuditActor,
  given: readonly Given[],
): Steps<void> {
  const { courseProgress, courses, organizations, profiles } = tx.tables;
  const rows = [];
  for (const { courseId, userIds, isMoved = false } of given) {
    for (const part of inBatches(userIds)) {
      const theirs = and(
        eq(courseProgress.courseId, courseId),
        inArray(courseProgress.userId, part),
        isNull(courseProgress.completedAt),
      );
      const found = yield* run(
        tx.queries
          .select({
            ...{
              userId: profiles.id,
              email: profiles.email,
              name: profiles.fullName,
              organization: organizations.name,
            },
            ...{ courseId: courses.id, title: courses.title, dueOn: courseProgress.dueOn, round: courseProgress.round },
          })
          .from(courseProgress)
          .innerJoin(courses, eq(courses.id, courseProgress.courseId))
          .innerJoin(profiles, and(eq(profiles.id, courseProgress.userId), isNull(profiles.erasedAt)))
          .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
          .where(and(theirs, eq(courses.isPublished, true), isNull(courses.archivedAt), isOfActive(tx.tables))),
      );
      if (found.length > 0) yield* run(tx.queries.update(courseProgress).set({ remindedAt: now }).where(theirs));
      rows.push(...found.map((row) => ({ ...row, isMoved })));
    }
  }
  const mails = [...Map.groupBy(rows, ({ userId }) => userId).values()].flatMap((assigned) => {
    const [first, other] = assigned;
    if (!first) return [];
    const link = `${env.publicUrl}${other ? '/' : `/course/${first.courseId}`}`;
    const whose = { name: first.name ?? undefined, organization: first.organization ?? undefined };
    const calendar = calendarOfDue(assigned, env, now);
    return { ...accountMail('assigned', { link, today, assigned, ...whose }), to: first.email, at: now, ...calendar };
  });
  for (const part of inBatches(mails)) yield* run(queueMails(tx, part));
}
