// Reminders of courses that are due, by mail: at most one a day for a person and a course, however many admins and servers.
import { and, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { GroupReminder, Matching } from '#sync/contract/bulk-job.ts';
import { addDays } from '#sync/contract/due.ts';
import { PAGE_ROWS_LIMIT } from '#sync/contract/fields.ts';
import { type BulkOutcome, MembersQuery } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import {
  LATELY_DAYS,
  REMIND_LIMIT,
  REMINDER_HOURS,
  type Reminder,
  type ReminderOutcome,
} from '#sync/contract/reminder.ts';
import { type AuditActor, audit } from '../audit/audit-log.ts';
import { isOpenTo } from '../catalog/facts.ts';
import { inBatches, run, type Steps, type TxContext } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { accountMail, type Mail } from '../mail/account-mails.ts';
import { queueMails } from '../mail/mailer.ts';
import { countOfPeople } from './change-members.ts';
import { findGroupMembers, readSeenGroup, requireRemindedGroup } from './groups.ts';
import { listMemberIds, requireListedCourse } from './list-people.ts';
import { calendarOfDue } from './mail-assigned.ts';
import { requireActive } from './require-organization.ts';
import { isDue } from './standings.ts';
import { shownUnsubscribeLink, unsubscribeKey, unsubscribeLink } from './unsubscribe.ts';

type Reminding = Pick<Deps, 'db' | 'env' | 'queue'>;

/**
 * Mails the people of an organization what is due; whoever gets no mail is left out with a reason. The mails are queued in the
 * unit of work that marks the enrollments as reminded of. Refuses `organization_not_found`, `organization_inactive` and `course_not_found`.
 */
export async function remindPeople(
  { db, env, queue }: Reminding,
  caller: AuditActor,
  request: ReminderRequest,
): Promise<ReminderOutcome> {
  const outcome = await db.transact((tx) => remindPeopleSteps({ ...tx, env }, caller, request));
  if (!request.isPreview) queue.wake('mails');
  return outcome;
}

type ReminderRequest = Reminder & { organizationId: string };

/** `remindPeople` inside a unit; the caller sends what it queued. */
export function* remindPeopleSteps(
  tx: TxContext & Pick<Deps, 'env'>,
  caller: AuditActor,
  request: ReminderRequest,
): Steps<ReminderOutcome> {
  const organization = yield* requireActive(tx, caller.actor, request.organizationId);
  return yield* remindSteps(tx, caller, { ...request, organization });
}

/**
 * The same for people of a group, which its leads may do too: by their ids, or all who match. Who has left the group by the
 * moment of sending gets no mail. Refuses `group_not_found`, `organization_inactive`, and `nobody_matches`.
 */
export async function remindGroup(
  deps: Reminding & Pick<Deps, 'now'>,
  caller: AuditActor,
  { groupId, userIds, matching, isPreview }: GroupReminder & { groupId: string },
): Promise<ReminderOutcome> {
  const { db, env, queue } = deps;
  if ((matching === undefined) === (userIds === undefined))
    throw new Refusal('validation_failed', { field: 'userIds' }, 'Send either userIds or what they match.');
  const { id: group, organizationId } = await readSeenGroup(db, caller.actor, groupId);
  const courseId = matching?.course;
  const ids = userIds ?? (await listAllIds(deps, organizationId, { ...matching, group }));
  const outcome = await db.transact(function* (tx) {
    const group = yield* requireRemindedGroup(tx, caller.actor, groupId);
    const { organizations } = tx.tables;
    const [organization] = yield* run(
      tx.select().from(organizations).where(eq(organizations.id, group.organizationId)),
    );
    if (!organization?.isActive) throw new Refusal('organization_inactive', { field: 'groupId' });
    return yield* remindSteps({ ...tx, env }, caller, { userIds: ids, courseId, isPreview, organization, group });
  });
  if (!isPreview) queue.wake('mails');
  return outcome;
}

/** All who match, as one request can remind at once. */
async function listAllIds(
  deps: Pick<Deps, 'db' | 'now' | 'env'>,
  organizationId: string,
  { except = [], ...matching }: Matching,
): Promise<string[]> {
  const query = MembersQuery.parse({ ...matching, sort: 'name', limit: PAGE_ROWS_LIMIT });
  const ids: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && ids.length <= REMIND_LIMIT) {
    const page = await listMemberIds(deps, organizationId, { ...query, cursor });
    ids.push(...page.ids.filter((id) => !except.includes(id)));
    cursor = page.nextCursor;
  }
  if (ids.length > REMIND_LIMIT) throw new Refusal('validation_failed', { field: 'matching' }, TOO_MANY);
  if (ids.length === 0) throw new Refusal('nobody_matches');
  return ids;
}

const TOO_MANY = `Too many people match to be reminded at once: at most ${REMIND_LIMIT}. Narrow the list, or ask an admin.`;

type Reminded = Reminder & {
  organization: { id: string; name: string };
  /** Only who is in it. */
  group?: { id: string; name: string };
};

function* remindSteps(
  { env, ...tx }: TxContext & Pick<Deps, 'env'>,
  caller: AuditActor,
  { organization, group, ...request }: Reminded,
): Steps<ReminderOutcome> {
  const { now } = caller;
  const ids = [...new Set(request.userIds.map((id) => id.toLowerCase()))];
  const here = group ? [...(yield* findGroupMembers(tx, group.id, ids)).keys()] : ids;
  const members = yield* findMembers(tx, organization.id, here);
  const isRequired = yield* isTrainingRequired(tx, organization.id);
  const hasStopped = (userId: string) => !isRequired && members.get(userId)?.remindersOffAt != null;
  const { courseId } = request;
  if (courseId !== undefined) yield* requireListedCourse(tx, organization.id, courseId);
  const due = yield* findDue(tx, [...members.keys()], courseId);
  const before = lastReminderBefore(now);
  const open = due.filter(({ userId, remindedAt }) => !hasStopped(userId) && (!remindedAt || remindedAt <= before));
  const claimed = request.isPreview ? open : yield* claim(tx, open, now);
  const byPerson = Map.groupBy(claimed, ({ userId }) => userId);
  const hasDue = new Set(due.map(({ userId }) => userId));
  const key = isRequired || request.isPreview ? null : yield* unsubscribeKey(tx);
  const left: BulkOutcome['left'] = [];
  const mails = ids.flatMap((userId) => {
    const member = members.get(userId);
    const courses = byPerson.get(userId);
    if (member && courses) {
      const unsubscribe = key && unsubscribeLink(env, key, userId);
      const about = { member, courses, organization, today: caller.today, at: now };
      return { ...reminderMail(env, { ...about, unsubscribe }), to: member.email, at: now, userId, about };
    }
    const reason = hasDue.has(userId)
      ? hasStopped(userId)
        ? 'Has stopped reminders.'
        : 'Emailed less than a day ago.'
      : 'Nothing is due.';
    left.push({ userId, reason: member ? reason : `This person is not in ${(group ?? organization).name}.` });
    return [];
  });
  const known = yield* findKnown(tx, organization.id, claimed);
  const first = mails.find(({ about }) => about.courses.every(({ courseId }) => known.has(courseId)));
  const shown =
    first && reminderMail(env, { ...first.about, unsubscribe: isRequired ? null : shownUnsubscribeLink(env) });
  const example = first && shown ? { to: first.to, subject: shown.subject, text: shown.text } : null;
  const lately = new Set(
    due.filter(({ remindedAt }) => remindedAt && remindedAt > daysBefore(now)).map((row) => row.userId),
  );
  const again = mails.filter(({ userId }) => lately.has(userId)).length;
  const message = request.isPreview
    ? `${countOfPeople(mails.length)} can be reminded.${again > 0 ? ` ${again} of them had an email in the last ${LATELY_DAYS} days.` : ''}`
    : `${countOfPeople(mails.length)} reminded.`;
  if (!request.isPreview) {
    for (const part of inBatches(mails)) {
      yield* run(
        queueMails(
          tx,
          part.map(({ userId: _, about: __, ...mail }) => mail),
        ),
      );
    }
    const acts = mails.map(({ userId, about: { courses } }) => ({
      action: 'organization.person_reminded',
      organizationId: organization.id,
      subject: userId,
      details: { courses: titlesIn(courses, known), ...(group && { group: group.name }) },
    }));
    yield* audit(tx, caller, acts);
  }
  // A lead is told who was reminded, and reads of what on the page of the person.
  const toldOf = group || request.isPreview ? [] : mails;
  const notes = toldOf.flatMap(({ userId, about }) => {
    const titles = titlesIn(about.courses, known);
    return titles.length > 0 ? { userId, note: `Reminded of ${titles.join(', ')}.` } : [];
  });
  return { message, changed: mails.length, left, notes, example };
}

export const titlesIn = (courses: readonly DueCourse[], known: ReadonlySet<number>): string[] =>
  courses.filter(({ courseId }) => known.has(courseId)).map(({ title }) => title);

/** Whether the organization has said that its training is required, so that nobody stops its reminders (decision 185). */
function* isTrainingRequired({ queries, tables: { organizations } }: TxContext, id: string): Steps<boolean> {
  const { reminders } = organizations;
  const [row] = yield* run(queries.select({ reminders }).from(organizations).where(eq(organizations.id, id)));
  return row?.reminders?.isRequired ?? false;
}

const daysBefore = (now: Date) => new Date(now.getTime() - LATELY_DAYS * 86_400_000);

interface ReminderOf {
  member: Member;
  courses: readonly DueCourse[];
  organization: { name: string };
  today: string;
  at: Date;
  /** Null for required training. */
  unsubscribe: string | null;
}

/** The mail to one person about what is due, the first one due first. */
export function reminderMail(env: Deps['env'], { member, courses, organization, at, ...rest }: ReminderOf): Mail {
  const one = courses.length === 1 && courses[0];
  const link = `${env.publicUrl}${one ? `/course/${one.courseId}` : '/'}`;
  const fields = { link, name: member.fullName ?? undefined, organization: organization.name };
  return { ...accountMail('reminder', { ...fields, due: courses, ...rest }), ...calendarOfDue(courses, env, at) };
}

interface Member {
  id: string;
  email: string;
  fullName: string | null;
  remindersOffAt: Date | null;
}

export function* findMembers({ queries, tables: { profiles } }: TxContext, organizationId: string, ids: string[]) {
  const { id, email, fullName, remindersOffAt, erasedAt } = profiles;
  const members = new Map<string, Member>();
  for (const part of inBatches(ids)) {
    const here = and(inArray(id, part), eq(profiles.organizationId, organizationId), isNull(erasedAt));
    const rows = yield* run(queries.select({ id, email, fullName, remindersOffAt }).from(profiles).where(here));
    for (const row of rows) members.set(row.id, row);
  }
  return members;
}

export interface DueCourse {
  userId: string;
  courseId: number;
  title: string;
  dueOn: string;
  remindedAt: Date | null;
  enrolledAt: Date;
  /** Above 1 the course was renewed: it is taken again. */
  round: number;
}

/** Which of the courses the admins and leads of the organization know of: who came from another one may have its courses to complete. */
export function* findKnown(
  { queries, tables }: TxContext,
  organizationId: string,
  due: readonly DueCourse[],
): Steps<Set<number>> {
  const { courses } = tables;
  const ids = [...new Set(due.map(({ courseId }) => courseId))];
  const rows = yield* run(
    queries
      .select({ id: courses.id })
      .from(courses)
      .where(and(inArray(courses.id, ids), isOpenTo(tables, organizationId))),
  );
  return new Set(rows.map(({ id }) => id));
}

/** What these people have to complete, in one course or in all, the first one due first. */
export function* findDue({ queries, tables }: TxContext, ids: string[], only?: number): Steps<DueCourse[]> {
  const { courseProgress, courses } = tables;
  const { userId, courseId, dueOn, remindedAt, enrolledAt, round } = courseProgress;
  const found: DueCourse[] = [];
  for (const part of inBatches(ids)) {
    const isOnly = only === undefined ? undefined : eq(courseId, only);
    const rows = yield* run(
      queries
        .select({ userId, courseId, title: courses.title, dueOn, remindedAt, enrolledAt, round })
        .from(courseProgress)
        .innerJoin(courses, eq(courses.id, courseId))
        .where(and(inArray(userId, part), isOnly, isDue(tables)))
        .orderBy(dueOn, courseId),
    );
    found.push(...rows.map((row) => ({ ...row, dueOn: row.dueOn ?? '' })));
  }
  return found;
}

/** What an organization has set about automatic reminders. */
export type AutoSettings = NonNullable<Tables['organizations']['$inferSelect']['reminders']>;

/** Whoever is reminded automatically: with a group, only its people. A group that is gone has none. */
export const isInGroup = ({ groupMembers, profiles }: Tables, groupId: string | null | undefined): SQL | undefined =>
  groupId
    ? sql`${profiles.id} in (select ${groupMembers.userId} from ${groupMembers} where ${eq(groupMembers.groupId, groupId)})`
    : undefined;

interface Wanting {
  organizationId: string;
  settings: AutoSettings;
  userIds: string[];
}

/** Those of them who are reminded automatically, as it is now. */
export function* findWanting(tx: TxContext, { organizationId, settings, userIds }: Wanting): Steps<Member[]> {
  const { isRequired, groupId } = settings;
  const members = [...(yield* findMembers(tx, organizationId, userIds)).values()];
  const inGroup = groupId ? yield* findGroupMembers(tx, groupId, userIds) : undefined;
  return members.filter(
    ({ id, remindersOffAt }) => (isRequired || !remindersOffAt) && (inGroup === undefined || inGroup.has(id)),
  );
}

/** What was not sent automatically on its day, because no server ran, is sent so many days later at most. */
export const LATE_DAYS = 2;

/** Today and the days before it that may not have been sent. */
export const daysToSend = ({ from }: AutoSettings, today: string): string[] =>
  [...Array(LATE_DAYS + 1).keys()].map((late) => addDays(today, -late)).filter((day) => day >= from);

/** Whoever was reminded until then may be reminded again. */
export const lastReminderBefore = (now: Date) => new Date(now.getTime() - REMINDER_HOURS * 3_600_000);

/** Marks enrollments as reminded of, and returns those that no other call has marked meanwhile. */
export function* claim(
  { queries, tables: { courseProgress } }: TxContext,
  open: readonly DueCourse[],
  now: Date,
): Steps<DueCourse[]> {
  const before = lastReminderBefore(now);
  const { userId, courseId, remindedAt } = courseProgress;
  const mine = new Set<string>();
  for (const [course, rows] of Map.groupBy(open, (row) => row.courseId)) {
    for (const part of inBatches(rows)) {
      const people = inArray(
        userId,
        part.map((row) => row.userId),
      );
      const isFree = or(isNull(remindedAt), lte(remindedAt, before));
      const claimed = yield* run(
        queries
          .update(courseProgress)
          .set({ remindedAt: now })
          .where(and(eq(courseId, course), people, isFree))
          .returning({ userId }),
      );
      for (const row of claimed) mine.add(`${row.userId} ${course}`);
    }
  }
  return open.filter((row) => mine.has(`${row.userId} ${row.courseId}`));
}
