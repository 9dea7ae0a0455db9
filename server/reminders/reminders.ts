// The one engine of reminders: what can be reminded of, who is, and the mail (decision 185). An admin or a lead begins it by hand
// (remind.ts), an organization by its settings (auto-remind.ts).
import { and, asc, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { addDays, dayOf, reminderDays } from '#sync/contract/due.ts';
import { hasAddress } from '#sync/contract/email.ts';
import { REMINDER_HOURS } from '#sync/contract/reminder.ts';
import { isOpenTo } from '../catalog/facts.ts';
import { isPresent } from '../certificates/ends.ts';
import { run, type Steps, type TxContext } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { accountMail, type Mail } from '../mail/account-mails.ts';
import { hasFailed, type KnownMail, mailColumns } from '../mail/mail-state.ts';
import { queueOne } from '../mail/mailer.ts';
import { isDue } from '../people/standings.ts';
import type { JobTx } from '../queue/job-kinds.ts';
import { firstOffered } from '../words/languages.ts';
import { calendarOfDue } from './mail-assigned.ts';
import { unsubscribeLink } from './unsubscribe.ts';

/** What an organization has set about automatic reminders. */
export type AutoSettings = NonNullable<Tables['organizations']['$inferSelect']['reminders']>;

export interface Member {
  id: string;
  email: string;
  fullName: string | null;
  /** The one that they have chosen, and that of their organization. */
  language: string | null;
  theirLanguage: string | null;
  remindersOffAt: Date | null;
}

/** Something that a person is reminded of: a course that is due, or a certificate that ends. */
export interface Matter {
  /** Of the course or of the certificate. */
  id: number | string;
  courseId: number;
  title: string;
  /** The day that it is about. */
  on: string;
  remindedAt: Date | null;
  /** The mail of that, as far as it is known. */
  mail: KnownMail | null;
  /** When the enrollment or the certificate was made. */
  since: Date;
  /** Of a course; above 1 it was renewed. */
  round: number;
}

export interface Subject {
  /** Where its rows stand: whose they are, the day that they are about, and when they were last reminded of. */
  columns(tables: Tables): { userId: PgColumn; on: PgColumn; remindedAt: PgColumn; reminderId: PgColumn };
  table(tables: Tables): Tables['courseProgress'] | Tables['certificates'];
  /** Of a row: something can still be done about it. For queries that have `profiles`, too. */
  isOpen(tables: Tables): SQL | undefined;
  /** The days before and after that one on which an organization reminds. */
  daysOf(settings: Pick<AutoSettings, 'before' | 'after' | 'certificates'>): { before: number[]; after: number[] };
  /** Whoever got it on the day of a reminder is reminded on that day, or not. */
  isFromFirstDay: boolean;
  find(tx: TxContext, userId: string, courseId?: number): Steps<Matter[]>;
  /** Marks these as reminded of, as far as nobody has done so for a day, and returns their ids. */
  claim(tx: TxContext, userId: string, ids: (number | string)[], now: Date): Steps<(number | string)[]>;
  /** Says by which mail. */
  name(tx: TxContext, userId: string, ids: (number | string)[], mailId: number): Steps<void>;
  mail(env: Deps['env'], about: Reminded): Mail;
}

/** Whoever was reminded until then may be reminded again. */
export const lastReminderBefore = (now: Date) => new Date(now.getTime() - REMINDER_HOURS * 3_600_000);

/** Whether somebody was not reminded for a day, or by a mail that could not be delivered. */
export const isFreeSince = ({ remindedAt, mail }: Pick<Matter, 'remindedAt' | 'mail'>, now: Date): boolean =>
  remindedAt === null || remindedAt <= lastReminderBefore(now) || Boolean(mail?.failedAt);

/** The same as a condition of a query. */
export function isFree(tables: Tables, subject: Subject, now: Date): SQL | undefined {
  const { remindedAt, reminderId } = subject.columns(tables);
  return or(isNull(remindedAt), lte(remindedAt, lastReminderBefore(now)), hasFailed(tables, reminderId));
}

/** Courses to complete by a day, the first one due first. */
export const DUE: Subject = {
  table: ({ courseProgress }) => courseProgress,
  columns: ({ courseProgress: { dueOn, ...row } }) => ({ ...row, on: dueOn }),
  isOpen: isDue,
  daysOf: ({ before, after }) => ({ before, after }),
  isFromFirstDay: true,
  *find({ queries, tables }, person, only) {
    const { courseProgress, courses } = tables;
    const { userId, courseId, dueOn, remindedAt, reminderId, enrolledAt, round } = courseProgress;
    const isOnly = only === undefined ? undefined : eq(courseId, only);
    const rows = yield* run(
      queries
        .select({
          ...{ id: courseId, courseId, title: courses.title, on: dueOn, remindedAt, since: enrolledAt, round },
          mail: mailColumns(tables),
        })
        .from(courseProgress)
        .innerJoin(courses, eq(courses.id, courseId))
        .leftJoin(tables.mailOutbox, eq(tables.mailOutbox.id, reminderId))
        .where(and(eq(userId, person), isOnly, isDue(tables)))
        .orderBy(asc(dueOn), asc(courseId)),
    );
    return rows.map((row) => ({ ...row, on: row.on ?? '' }));
  },
  *claim({ queries, tables }, person, ids, now) {
    const { courseProgress } = tables;
    const { userId, courseId } = courseProgress;
    const isOpen = and(eq(userId, person), inArray(courseId, ids.map(Number)), isFree(tables, DUE, now));
    const claimed = yield* run(
      queries.update(courseProgress).set({ remindedAt: now }).where(isOpen).returning({ id: courseId }),
    );
    return claimed.map(({ id }) => id);
  },
  *name({ queries, tables: { courseProgress } }, person, ids, reminderId) {
    const areThey = and(eq(courseProgress.userId, person), inArray(courseProgress.courseId, ids.map(Number)));
    yield* run(queries.update(courseProgress).set({ reminderId }).where(areThey));
  },
  mail(env, { member, matters, at, ...about }) {
    const due = matters.map((one) => ({ ...one, dueOn: one.on, userId: member.id }));
    const link = `${env.publicUrl}${pathOf(matters, '/')}`;
    const language = languageFor(member, env);
    const mail = accountMail('reminder', { ...about, ...nameOf(member), language, link, due });
    return { ...mail, ...calendarOfDue(due, { env, now: at, language }) };
  },
};

/** Certificates of the present round that run out, the first to end first. */
export const ENDS: Subject = {
  table: ({ certificates }) => certificates,
  columns: ({ certificates: { userId, validUntil, remindedAt, reminderId } }) => ({
    userId,
    on: validUntil,
    remindedAt,
    reminderId,
  }),
  isOpen: isPresent,
  daysOf: ({ certificates }) => ({ before: certificates, after: [] }),
  isFromFirstDay: false,
  *find({ queries, tables }, person) {
    const { certificates, profiles } = tables;
    const { id, userId, courseId, courseTitle, validUntil, issuedAt, remindedAt, reminderId, round } = certificates;
    const rows = yield* run(
      queries
        .select({
          ...{ id, courseId, title: courseTitle, on: validUntil, remindedAt, since: issuedAt, round },
          mail: mailColumns(tables),
        })
        .from(certificates)
        .innerJoin(profiles, eq(profiles.id, userId))
        .leftJoin(tables.mailOutbox, eq(tables.mailOutbox.id, reminderId))
        .where(and(eq(userId, person), isPresent(tables)))
        .orderBy(asc(validUntil), asc(courseId)),
    );
    return rows.map((row) => ({ ...row, courseId: row.courseId ?? 0, on: row.on ?? '' }));
  },
  *claim({ queries, tables }, _, ids, now) {
    const { certificates } = tables;
    const isOpen = and(inArray(certificates.id, ids.map(String)), isFree(tables, ENDS, now));
    const claimed = yield* run(
      queries.update(certificates).set({ remindedAt: now }).where(isOpen).returning({ id: certificates.id }),
    );
    return claimed.map(({ id }) => id);
  },
  *name({ queries, tables: { certificates } }, _, ids, reminderId) {
    yield* run(
      queries
        .update(certificates)
        .set({ reminderId })
        .where(inArray(certificates.id, ids.map(String))),
    );
  },
  mail(env, { member, matters, organization, unsubscribe }) {
    const link = `${env.publicUrl}${pathOf(matters, '/dashboard')}`;
    const whose = { ...nameOf(member), language: languageFor(member, env) };
    return accountMail('certificate_ends', { ...whose, link, ends: matters, unsubscribe, organization });
  },
};

const languageFor = ({ language, theirLanguage }: Member, env: Deps['env']) =>
  firstOffered(env, language, theirLanguage);

const nameOf = ({ fullName }: Member) => ({ name: fullName ?? undefined });

function pathOf([first, other]: readonly Matter[], path: string): string {
  return first && !other ? `/course/${first.courseId}` : path;
}

export interface Reminded {
  member: Member;
  matters: readonly Matter[];
  organization: string;
  today: string;
  at: Date;
  /** Null for required training. */
  unsubscribe: string | null;
}

interface Reminding extends Omit<Reminded, 'organization' | 'unsubscribe'> {
  organization: { name: string };
  /** What signs the link that stops reminders; null for required training. */
  key: string | null;
}

/**
 * Mails a person what nobody has reminded them of for a day, in the unit of work that marks it as reminded of, and returns it with the id of
 * the mail; undefined where nothing is left, and of whoever has no address. The caller logs that.
 */
export function* remind(
  tx: JobTx,
  subject: Subject,
  { matters, key, ...about }: Reminding,
): Steps<{ matters: Matter[]; mailId: number } | undefined> {
  const { member, at } = about;
  if (!hasAddress(member.email)) return undefined;
  const open = matters.map(({ id }) => id);
  const mine = new Set(open.length > 0 ? yield* subject.claim(tx, member.id, open, at) : []);
  const claimed = matters.filter(({ id }) => mine.has(id));
  if (claimed.length === 0) return undefined;
  const unsubscribe = key === null ? null : unsubscribeLink(tx.env, key, member.id);
  const organization = about.organization.name;
  const mail = subject.mail(tx.env, { ...about, organization, matters: claimed, unsubscribe });
  const mailId = yield* queueOne(tx, { ...mail, to: member.email, at });
  yield* subject.name(tx, member.id, [...mine], mailId);
  return { matters: claimed, mailId };
}

/** Someone who is in the organization. */
export function* findMember(
  { queries, tables: { organizations, profiles } }: TxContext,
  organizationId: string,
  userId: string,
): Steps<Member | undefined> {
  const { id, email, fullName, language, remindersOffAt, erasedAt } = profiles;
  const isHere = and(eq(id, userId), eq(profiles.organizationId, organizationId), isNull(erasedAt));
  const [member] = yield* run(
    queries
      .select({ id, email, fullName, language, theirLanguage: organizations.language, remindersOffAt })
      .from(profiles)
      .innerJoin(organizations, eq(organizations.id, profiles.organizationId))
      .where(isHere),
  );
  return member;
}

/** The titles of those courses that the admins and leads of the organization know of: who came from another one may have its courses to complete. */
export function* knownTitles(
  { queries, tables }: TxContext,
  organizationId: string,
  matters: readonly Matter[],
): Steps<string[]> {
  const { courses } = tables;
  const ids = matters.map(({ courseId }) => courseId);
  const isKnown = and(inArray(courses.id, ids), isOpenTo(tables, organizationId));
  const rows = yield* run(queries.select({ id: courses.id }).from(courses).where(isKnown));
  const known = new Set(rows.map(({ id }) => id));
  return matters.filter(({ courseId }) => known.has(courseId)).map(({ title }) => title);
}

/** What was not sent automatically on its day, because no server ran, is sent so many days later at most. */
const LATE_DAYS = 2;

/** Today and the days before it that may not have been sent. */
export const daysToSend = ({ from }: AutoSettings, today: string): string[] =>
  [...Array(LATE_DAYS + 1).keys()].map((late) => addDays(today, -late)).filter((day) => day >= from);

/** The days of the subject that are reminded of on these days. */
export function datesFor(
  subject: Subject,
  settings: Parameters<Subject['daysOf']>[0],
  days: readonly string[],
): string[] {
  const { before, after } = subject.daysOf(settings);
  return [...new Set(days.flatMap((day) => reminderDays(day, { before: after, after: before })))];
}

/** Whether one of these days is a day of reminders that has come since it was made and reminded of. */
export function isTime(
  subject: Subject,
  { on, since, remindedAt }: Matter,
  { settings, days, timeZone }: { settings: AutoSettings; days: readonly string[]; timeZone: string },
): boolean {
  const made = dayOf(since, timeZone);
  const first = subject.isFromFirstDay ? made : addDays(made, 1);
  const last = remindedAt ? dayOf(remindedAt, timeZone) : '';
  return reminderDays(on, subject.daysOf(settings)).some((day) => days.includes(day) && day >= first && day > last);
}

/** Whoever is reminded automatically, for queries that have `profiles`: with a group, only its people. A group that is gone has none. */
export function isReminded(
  { profiles, groupMembers }: Tables,
  { isRequired, groupId }: Pick<AutoSettings, 'isRequired' | 'groupId'>,
): SQL | undefined {
  const inGroup = sql`${profiles.id} in (select ${groupMembers.userId} from ${groupMembers} where ${eq(groupMembers.groupId, groupId ?? '')})`;
  return and(isRequired ? undefined : isNull(profiles.remindersOffAt), groupId ? inGroup : undefined);
}
