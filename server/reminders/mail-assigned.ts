// The mail about courses that an admin has just given to people.
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { calendarOf } from '#sync/contract/calendar.ts';
import { hasAddress } from '#sync/contract/email.ts';
import { isOfActive } from '../catalog/facts.ts';
import { run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import type { AuditActor } from '../http/audit-log.ts';
import { accountMail } from '../mail/account-mails.ts';
import { queueOne } from '../mail/mailer.ts';
import { firstOffered } from '../words/languages.ts';
import { type Words, words } from '../words/words.ts';

/** The due dates among these as a part of a mail, where there is one. */
export function calendarOfDue(
  rows: readonly { userId: string; courseId: number; title: string; dueOn: string | null }[],
  { env, now, language }: Pick<Deps, 'env'> & { now: Date; language: string },
): { calendar?: string } {
  const events = rows.flatMap(({ dueOn, ...row }) => (dueOn ? [{ ...row, dueOn }] : []));
  if (events.length === 0) return {};
  return { calendar: calendarOf(events, { origin: env.publicUrl, now, summaryOf: dueSummary(words(language)) }) };
}

/** What an event is called in a calendar. */
export const dueSummary = (i18n: Words) => (title: string) => i18n._('Due: {title}', { title });

interface Given {
  courseId: number;
  /** They had the course before, and only its due date is another one. */
  isMoved?: boolean;
}

/**
 * Queues a mail to a person about such of these courses as are before them, in the unit of work that gives the courses to them; the caller
 * sends what it queued, and gets the id of the mail. It counts as a reminder: none follows for a day. Nobody is told of a draft or of what
 * they cannot open for another reason.
 */
export function* mailAssigned(
  { env, ...tx }: TxContext & Pick<Deps, 'env'>,
  { now, today }: AuditActor,
  id: string,
  given: readonly Given[],
): Steps<number | undefined> {
  const { courseProgress, courses, organizations, profiles } = tx.tables;
  const { userId, courseId, completedAt, dueOn, round } = courseProgress;
  const ids = given.map((one) => one.courseId);
  const isTheirs = and(eq(userId, id), inArray(courseId, ids), isNull(completedAt));
  const rows = yield* run(
    tx.queries
      .select({
        ...{ userId, email: profiles.email, name: profiles.fullName, organization: organizations.name },
        ...{ language: profiles.language, theirLanguage: organizations.language },
        ...{ courseId, title: courses.title, dueOn, round },
      })
      .from(courseProgress)
      .innerJoin(courses, eq(courses.id, courseId))
      .innerJoin(profiles, and(eq(profiles.id, userId), isNull(profiles.erasedAt)))
      .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
      .where(and(isTheirs, eq(courses.isPublished, true), isNull(courses.archivedAt), isOfActive(tx.tables))),
  );
  const assigned = given.flatMap(({ isMoved = false, ...one }) =>
    rows.filter((row) => row.courseId === one.courseId).map((row) => ({ ...row, isMoved })),
  );
  const [first, other] = assigned;
  if (!first || !hasAddress(first.email)) return undefined;
  const link = `${env.publicUrl}${other ? '/' : `/course/${first.courseId}`}`;
  const language = firstOffered(env, first.language, first.theirLanguage);
  const whose = { language, name: first.name ?? undefined, organization: first.organization ?? undefined };
  const mail = accountMail('assigned', { link, today, assigned, ...whose });
  const reminderId = yield* queueOne(tx, {
    ...mail,
    ...{ to: first.email, at: now },
    ...calendarOfDue(assigned, { env, now, language }),
  });
  yield* run(tx.queries.update(courseProgress).set({ remindedAt: now, reminderId }).where(isTheirs));
  return reminderId;
}
