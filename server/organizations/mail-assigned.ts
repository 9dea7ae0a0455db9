// The mail about a course that an admin has just given to people.
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { AuditActor } from '../audit/audit-log.ts';
import { inBatches, run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { accountMail } from '../mail/account-mails.ts';
import { queueMails } from '../mail/mailer.ts';

interface Assigned {
  courseId: number;
  userIds: readonly string[];
}

/**
 * Queues a mail for each of these people who have the course before them, in the unit of work that gives it to them; the caller sends
 * what it queued. It counts as a reminder: they get no other one for a day. Nobody is told of a draft, which cannot be opened.
 */
export function* mailAssigned(
  { env, ...tx }: TxContext & Pick<Deps, 'env'>,
  { now, today }: AuditActor,
  { courseId, userIds }: Assigned,
): Steps<void> {
  const { courseProgress, courses, organizations, profiles } = tx.tables;
  for (const part of inBatches(userIds)) {
    const theirs = and(
      eq(courseProgress.courseId, courseId),
      inArray(courseProgress.userId, part),
      isNull(courseProgress.completedAt),
    );
    const rows = yield* run(
      tx.queries
        .select({
          ...{ userId: profiles.id, email: profiles.email, name: profiles.fullName, organization: organizations.name },
          ...{ title: courses.title, dueOn: courseProgress.dueOn, round: courseProgress.round },
        })
        .from(courseProgress)
        .innerJoin(courses, and(eq(courses.id, courseProgress.courseId), eq(courses.isPublished, true)))
        .innerJoin(profiles, and(eq(profiles.id, courseProgress.userId), isNull(profiles.erasedAt)))
        .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
        .where(theirs),
    );
    if (rows.length === 0) continue;
    const mails = rows.map(({ email, name, organization, ...course }) => ({
      ...accountMail('assigned', {
        ...{ link: `${env.publicUrl}/course/${courseId}`, today, assigned: course },
        ...{ name: name ?? undefined, organization: organization ?? undefined },
      }),
      to: email,
      at: now,
    }));
    yield* run(queueMails(tx, mails));
    yield* run(tx.queries.update(courseProgress).set({ remindedAt: now }).where(theirs));
  }
}
