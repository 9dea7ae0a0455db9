// What needs an admin's attention: counted where the rows are, in one pass over the people of the scope.
import { and, countDistinct, eq, gt, isNotNull, isNull, lt, lte, max, type SQL, sql } from 'drizzle-orm';
import { type Attention, QUIZ_LEAST_ATTEMPTS } from '#sync/contract/analytics.ts';
import type { CertificatesEnding } from '#sync/contract/certificate.ts';
import { addDays, dayOf, daysBefore } from '#sync/contract/due.ts';
import { INVITATION_SOON_DAYS } from '#sync/contract/invitation.ts';
import { OLD_WORK_DAYS } from '#sync/contract/tablet.ts';
import { isEnding } from '../certificates/ends.ts';
import { number } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { isUnused, leadsInto } from '../invitations/invitations.ts';
import { isWaiting, sentAtOf } from '../mail/mail-state.ts';
import type { Having } from '../people/search-people.ts';
import { hasNotStarted, isEnrolledAs, isInactive } from '../people/standings.ts';
import { lastReminderBefore } from '../reminders/reminders.ts';
import { summarizeQuizzes } from './quiz-figures.ts';
import { type Scope, within } from './scope.ts';

/** The share of passed attempts below which a quiz is named. */
export const FAIR_PASS_RATE = 70;
const MOST_ORGANIZATIONS = 5;

export async function readAttention(deps: Pick<Deps, 'db' | 'env' | 'now'>, scope: Scope): Promise<Attention> {
  const { lessons } = await summarizeQuizzes(deps.db.aside, scope);
  const [quiz] = lessons
    .filter(({ totalAttempts, passRate }) => totalAttempts >= QUIZ_LEAST_ATTEMPTS && passRate < FAIR_PASS_RATE)
    .sort((a, b) => a.passRate - b.passRate);
  return { organizations: await countPeople(deps, scope), quiz: quiz ?? null };
}

/** Work that has waited on a tablet for more than OLD_WORK_DAYS; never true where nothing waits. */
export const hasOldWork = ({ oldestUnsentAt }: Tables['tablets'], now: Date): SQL =>
  lt(oldestUnsentAt, daysBefore(now, OLD_WORK_DAYS));

const NO_ONE = { people: 0, emailed: 0, waiting: 0, failed: 0, remindedAt: null, dueOn: null };

/** The organizations of the scope with someone to look after, the most people first. */
async function countPeople({ db, env, now: clock }: Pick<Deps, 'db' | 'env' | 'now'>, scope: Scope) {
  const now = clock();
  const today = dayOf(now, env.timeZone);
  const { profiles, organizations, courseProgress, certificates, invitations, tablets, mailOutbox } = db.tables;
  const isCounted = and(within(db.tables, scope), isNull(profiles.erasedAt));
  const all = await db.aside
    .select({
      ...{ id: organizations.id, name: organizations.name, people: number(sql`count(*)`) },
      notStarted: number(sql`count(*) filter (where ${hasNotStarted(db.tables)})`),
      inactive: number(sql`count(*) filter (where ${isInactive(db.tables, now)})`),
    })
    .from(profiles)
    .innerJoin(organizations, eq(organizations.id, profiles.organizationId))
    .where(and(isCounted, eq(organizations.isActive, true)))
    .groupBy(organizations.id, organizations.name);
  // From the rows that are due or run out, which are few, and not from everybody.
  const countWith = async ({ rows, where }: Having) => {
    const { remindedAt, reminderId } = rows as typeof courseProgress;
    const sentAt = sentAtOf(db.tables, remindedAt);
    const peopleWith = (holds: SQL | undefined) => countDistinct(sql`case when ${holds} then ${profiles.id} end`);
    const found = await db.aside
      .select({
        ...{ id: profiles.organizationId, people: countDistinct(profiles.id) },
        // Only what was sent: what waits has reminded no one.
        remindedAt: sql<Date | null>`case when count(*) = count(${sentAt}) then min(${sentAt}) end`.mapWith(remindedAt),
        emailed: peopleWith(gt(sentAt, sql.param(lastReminderBefore(now), remindedAt))),
        waiting: peopleWith(and(isNotNull(mailOutbox.id), isWaiting(db.tables))),
        failed: peopleWith(isNotNull(mailOutbox.failedAt)),
        ...(rows === courseProgress && { dueOn: max(courseProgress.dueOn) }),
      })
      .from(rows as typeof courseProgress)
      // In this order: SQLite would look for the rows of everybody.
      .crossJoin(profiles)
      .leftJoin(mailOutbox, eq(mailOutbox.id, reminderId))
      .where(and(eq(profiles.id, rows.userId), where, isCounted))
      .groupBy(profiles.organizationId);
    const counts = new Map(found.map(({ id, ...row }) => [id, row]));
    return (organization: string) => counts.get(organization) ?? NO_ONE;
  };
  const dueIn = (standing: 'overdue' | 'behind') =>
    countWith({ rows: courseProgress, where: isEnrolledAs(db.tables, standing, today) });
  const holding = (when: CertificatesEnding) =>
    countWith({ rows: certificates, where: isEnding(db.tables, when, today) });
  // What ends within 7 days does so within 90, too: one pass counts all four.
  const holdersWithin = (days: number) =>
    countDistinct(sql`case when ${lte(certificates.validUntil, addDays(today, days))} then ${profiles.id} end`);
  const found = await db.aside
    .select({
      id: profiles.organizationId,
      ...{ 7: holdersWithin(7), 30: holdersWithin(30), 60: holdersWithin(60), 90: holdersWithin(90) },
    })
    .from(certificates)
    .crossJoin(profiles)
    .where(and(eq(profiles.id, certificates.userId), isEnding(db.tables, '90', today), isCounted))
    .groupBy(profiles.organizationId);
  const ending = new Map(found.map(({ id, ...counts }) => [id, counts]));
  const [overdue, behind] = [await dueIn('overdue'), await dueIn('behind')];
  const [ended, unrenewed] = [await holding('ended'), await holding('unrenewed')];
  // A mail from before something was due says nothing of its being overdue.
  const remindedSince = ({ remindedAt, dueOn }: ReturnType<typeof overdue>) =>
    remindedAt && dueOn && dayOf(remindedAt, env.timeZone) > dueOn ? remindedAt : null;
  const rows = all
    .map((row) => ({
      ...row,
      ...{ overdue: overdue(row.id).people, behind: behind(row.id).people },
      ...{ overdueEmailed: overdue(row.id).emailed, behindEmailed: behind(row.id).emailed },
      ...{ overdueWaiting: overdue(row.id).waiting, behindWaiting: behind(row.id).waiting },
      ...{ overdueFailed: overdue(row.id).failed, behindFailed: behind(row.id).failed },
      overdueRemindedAt: remindedSince(overdue(row.id))?.toISOString() ?? null,
      behindRemindedAt: behind(row.id).remindedAt?.toISOString() ?? null,
      certificatesEnding: ending.get(row.id) ?? { 7: 0, 30: 0, 60: 0, 90: 0 },
      ...{ certificatesEnded: ended(row.id).people, certificatesUnrenewed: unrenewed(row.id).people },
    }))
    .sort(
      (a, b) =>
        b.overdue - a.overdue || b.notStarted - a.notStarted || b.inactive - a.inactive || (a.id < b.id ? -1 : 1),
    )
    .slice(0, MOST_ORGANIZATIONS);
  const endsSoon = lt(invitations.expiresAt, daysBefore(now, -INVITATION_SOON_DAYS));
  const counted = [];
  for (const row of rows) {
    const [unused] = await db.aside
      .select({ count: number(sql`count(*)`), ending: number(sql`count(*) filter (where ${endsSoon})`) })
      .from(invitations)
      .where(
        and(
          eq(invitations.organizationId, row.id),
          isUnused(db.tables, now),
          scope.group ? leadsInto(db.tables, scope.group) : undefined,
        ),
      );
    // A tablet belongs to no group.
    const [waiting] = scope.group
      ? []
      : await db.aside
          .select({ count: number(sql`count(*)`) })
          .from(tablets)
          .where(and(eq(tablets.organizationId, row.id), hasOldWork(tablets, now)));
    counted.push({
      ...{ ...row, unusedInvitations: unused?.count ?? 0, endingInvitations: unused?.ending ?? 0 },
      tabletsWithOldWork: waiting?.count ?? 0,
    });
  }
  return counted;
}
