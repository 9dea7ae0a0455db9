// Reminders that are sent automatically, on the days that an organization has set: before and after a due date, and before a
// certificate ends (decision 185).
import { and, asc, countDistinct, eq, gte, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { CERTIFICATE_REMINDER_DAYS } from '#sync/contract/certificate.ts';
import { addDays, dayOf, reminderDays } from '#sync/contract/due.ts';
import type { AutoReminders, AutoRemindersPlan } from '#sync/contract/reminder.ts';
import { isPresent } from '../certificates/ends.ts';
import { type Db, inBatches, run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { type AuditActor, audit, auditLog } from '../http/audit-log.ts';
import { readOrganization, requireOrganization } from '../identity/require-organization.ts';
import { accountMail } from '../mail/account-mails.ts';
import { queueMails } from '../mail/mailer.ts';
import { findGroupMembers, requireGroup } from '../people/groups.ts';
import type { JobTx } from '../queue/job-kinds.ts';
import { firstOffered } from '../words/languages.ts';
import {
  type AutoSettings,
  DUE,
  datesFor,
  daysToSend,
  ENDS,
  findMember,
  isFree,
  isReminded,
  isTime,
  knownTitles,
  remind,
  type Subject,
} from './reminders.ts';
import { readUnsubscribeKey, unsubscribeLink } from './unsubscribe.ts';

/** The hour of TIME_ZONE before which nothing is sent. */
const FIRST_HOUR = 7;
const OFF: AutoReminders = { before: [], after: [], certificates: [], isRequired: false, groupId: null };
/** On SQLite a unit of work holds the process. */
const AT_ONCE = 50;
/** So many courses are named to admins; the list that the email leads to has all. No person is named: mails may lie around. */
const MOST_NAMED = 10;

/**
 * Mails the people of every organization what has to be reminded of by now, once however many servers do it: the unit of
 * work that claims the enrollments and certificates also queues the mails.
 */
export async function sendAutoReminders(deps: Pick<Deps, 'db' | 'env' | 'queue' | 'log' | 'now'>): Promise<void> {
  const { db, env, queue, log, now } = deps;
  const at = now();
  if (hourOf(at, env.timeZone) < FIRST_HOUR) return;
  const { organizations } = db.tables;
  const { id, reminders, isActive } = organizations;
  const all = await db
    .select({ id, reminders })
    .from(organizations)
    .where(and(isNotNull(reminders), eq(isActive, true)));
  const key = all.length > 0 ? await readUnsubscribeKey(db) : '';
  for (const { id: organizationId, reminders: settings } of all) {
    if (!settings) continue;
    const round = { organizationId, at, today: dayOf(at, env.timeZone), key };
    let sent = 0;
    for (const subject of [DUE, ENDS]) {
      const userIds = await findPeople(db, subject, { ...round, settings });
      for (let n = 0; n < userIds.length; n += AT_ONCE) {
        const some = userIds.slice(n, n + AT_ONCE);
        sent += await db.transact((tx) => remindSome({ ...tx, env }, subject, round, some));
        queue.wake('mails');
      }
    }
    await db.transact((tx) => tellAdmins({ ...tx, env }, round));
    queue.wake('mails');
    if (sent > 0) log.info('reminders queued', { organization: organizationId, people: sent });
  }
}

const hours = new Map<string, Intl.DateTimeFormat>();

function hourOf(at: Date, timeZone: string): number {
  const format = hours.get(timeZone) ?? new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone });
  hours.set(timeZone, format);
  return Number(format.format(at));
}

interface Round {
  organizationId: string;
  at: Date;
  today: string;
  /** What signs the links that stop these emails. */
  key: string;
}

type Whom = Pick<AutoSettings, 'isRequired' | 'groupId'>;

/** What is open of people of an organization who are reminded, for queries of the subject's table that cross join `profiles`. */
function isTheirs({ tables }: Db, subject: Subject, organizationId: string, whom: Whom) {
  const { profiles } = tables;
  const isHeld = and(eq(profiles.id, subject.columns(tables).userId), eq(profiles.organizationId, organizationId));
  return and(isHeld, subject.isOpen(tables), isReminded(tables, whom));
}

/** Whoever may have to be reminded; the unit of work decides. */
async function findPeople(
  db: Db,
  subject: Subject,
  { organizationId, settings, at, today }: Round & { settings: AutoSettings },
): Promise<string[]> {
  const dates = datesFor(subject, settings, daysToSend(settings, today));
  if (dates.length === 0) return [];
  const { profiles } = db.tables;
  const { on } = subject.columns(db.tables);
  const rows = await db
    .selectDistinct({ userId: profiles.id })
    .from(subject.table(db.tables))
    // In this order: SQLite would look for what everybody here has.
    .crossJoin(profiles)
    .where(and(inArray(on, dates), isFree(db.tables, subject, at), isTheirs(db, subject, organizationId, settings)));
  return rows.map((row) => row.userId);
}

/** The organization with what is set now: an admin may have switched it off meanwhile. */
function* readSettings({ queries, tables: { organizations } }: TxContext, organizationId: string) {
  const [row] = yield* run(queries.select().from(organizations).where(eq(organizations.id, organizationId)));
  return row?.isActive && row.reminders ? { ...row, settings: row.reminders } : undefined;
}

/** Returns how many were reminded. */
function* remindSome(tx: JobTx, subject: Subject, round: Round, userIds: string[]): Steps<number> {
  const { organizationId, at, today } = round;
  const organization = yield* readSettings(tx, organizationId);
  if (!organization) return 0;
  const { settings } = organization;
  const { isRequired, groupId } = settings;
  const days = daysToSend(settings, today);
  const inGroup = groupId ? yield* findGroupMembers(tx, groupId, userIds) : undefined;
  const key = isRequired ? null : round.key;
  let reminded = 0;
  for (const userId of userIds) {
    const member = yield* findMember(tx, organizationId, userId);
    if (!member || (!isRequired && member.remindersOffAt) || inGroup?.has(userId) === false) continue;
    const all = yield* subject.find(tx, userId);
    const due = all.filter((one) => isTime(subject, one, { settings, days, timeZone: tx.env.timeZone }));
    const sent = yield* remind(tx, subject, { matters: due, member, organization, today, at, key });
    if (!sent) continue;
    const { matters } = sent;
    const about =
      subject === DUE
        ? { courses: yield* knownTitles(tx, organizationId, matters) }
        : { certificates: matters.map(({ title }) => title) };
    const act = { action: 'organization.person_reminded', organizationId, subject: userId, at };
    yield* run(auditLog(tx, { ...act, details: { ...about, because: 'automatic' } }));
    reminded += 1;
  }
  return reminded;
}

/** One email to each admin about all certificates of the days since the last one. */
function* tellAdmins({ env, ...tx }: JobTx, { organizationId, at, today, key }: Round): Steps<void> {
  const { certificates, profiles, organizations } = tx.tables;
  const organization = yield* readSettings(tx, organizationId);
  if (!organization) return;
  const { settings, certificatesToldOn } = organization;
  const days = daysToSend(settings, today).filter((day) => day > (certificatesToldOn ?? ''));
  const dates = datesFor(ENDS, settings, days);
  if (dates.length === 0) return;
  const { userId, courseTitle, validUntil } = certificates;
  const isEnding = and(
    ...[eq(profiles.id, userId), eq(profiles.organizationId, organizationId), inArray(validUntil, dates)],
    ...[isPresent(tx.tables), isReminded(tx.tables, { isRequired: true, groupId: settings.groupId })],
  );
  const [row] = yield* run(
    tx
      .select({ people: countDistinct(userId) })
      .from(certificates)
      .crossJoin(profiles)
      .where(isEnding),
  );
  const people = row?.people ?? 0;
  if (people === 0) return;
  const isUntold = or(isNull(organizations.certificatesToldOn), lt(organizations.certificatesToldOn, today));
  const [mine] = yield* run(
    tx
      .update(organizations)
      .set({ certificatesToldOn: today })
      .where(and(eq(organizations.id, organizationId), isUntold))
      .returning({ id: organizations.id }),
  );
  if (!mine) return;
  const byCourse = yield* run(
    tx
      .select({ title: courseTitle, on: validUntil, people: countDistinct(userId) })
      .from(certificates)
      .crossJoin(profiles)
      .where(isEnding)
      .groupBy(courseTitle, validUntil)
      .orderBy(asc(validUntil), asc(courseTitle))
      .limit(MOST_NAMED),
  );
  const ends = byCourse.map(({ on, ...rest }) => ({ ...rest, on: on ?? '' }));
  const isTold = and(
    ...[eq(profiles.organizationId, organizationId), eq(profiles.isOrgAdmin, true)],
    ...[isNull(profiles.erasedAt), isNull(profiles.remindersOffAt)],
  );
  const admins = yield* run(tx.select().from(profiles).where(isTold));
  const group = settings.groupId ? `&group=${settings.groupId}` : '';
  const link = `${env.publicUrl}/admin/people?certificates=90${group}`;
  const mails = admins.map(({ id, email, fullName, language: own }) => {
    const unsubscribe = unsubscribeLink(env, key, id);
    const language = firstOffered(env, own, organization.language);
    const whose = { language, name: fullName ?? undefined, organization: organization.name };
    const fields = { ...whose, link, ends, people, unsubscribe };
    return { ...accountMail('certificates_end', fields), to: email, at };
  });
  for (const part of inBatches(mails)) yield* queueMails(tx, part);
}

interface Wanted {
  organizationId: string;
  before?: string | undefined;
  after?: string | undefined;
  certificates?: string | undefined;
  /** '' for everyone. */
  groupId?: string | undefined;
}

/** What is set, and what these days, or those that are set, would send next. Refuses `organization_not_found`. */
export async function readAutoReminders(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  caller: AuditActor,
  { organizationId, ...wanted }: Wanted,
): Promise<AutoRemindersPlan> {
  const { id } = await readOrganization(db, caller.actor, organizationId);
  const { organizations } = db.tables;
  const [row] = await db.select({ set: organizations.reminders }).from(organizations).where(eq(organizations.id, id));
  const { from, ...reminders } = row?.set ?? { ...OFF, from: '' };
  const { isRequired } = reminders;
  const groupId = wanted.groupId === undefined ? reminders.groupId : wanted.groupId || null;
  const asked = {
    before: daysIn(wanted.before) ?? reminders.before,
    after: daysIn(wanted.after) ?? reminders.after,
    certificates: CERTIFICATE_REMINDER_DAYS.filter((day) =>
      (daysIn(wanted.certificates) ?? reminders.certificates).includes(day),
    ),
  };
  const { before, after, certificates } = reminders;
  const isAsSet =
    from !== '' &&
    JSON.stringify({ ...asked, groupId }) ===
      JSON.stringify({ before, after, certificates, groupId: reminders.groupId });
  const tomorrow = addDays(caller.today, 1);
  // What today's hour has brought is on its way.
  const next = hourOf(caller.now, env.timeZone) < FIRST_HOUR ? caller.today : tomorrow;
  const start = isAsSet ? ([from, next].sort().at(-1) ?? next) : tomorrow;
  const planned = { organizationId: id, settings: { ...asked, isRequired, groupId }, start };
  return {
    reminders,
    next: await findNext(db, DUE, planned),
    nextCertificates: await findNext(db, ENDS, planned),
  };
}

const daysIn = (list: string | undefined) => list?.split(',').filter(Boolean).map(Number);

interface Planned {
  organizationId: string;
  settings: AutoReminders;
  /** The first day that counts. */
  start: string;
}

/** The next day on which people are reminded, and how many. */
async function findNext(
  db: Db,
  subject: Subject,
  { organizationId, settings, start }: Planned,
): Promise<AutoRemindersPlan['next']> {
  const { profiles } = db.tables;
  const { on: column, userId } = subject.columns(db.tables);
  const isOpen = isTheirs(db, subject, organizationId, settings);
  const offsets = subject.daysOf(settings);
  const earliest = addDays(start, -Math.max(0, ...offsets.after));
  const dates = await db.aside
    .selectDistinct({ on: column })
    .from(subject.table(db.tables))
    // In this order: SQLite would look for what everybody here has.
    .crossJoin(profiles)
    .where(and(gte(column, earliest), isOpen));
  const days = dates.flatMap((row) => reminderDays(String(row.on), offsets)).filter((day) => day >= start);
  const on = days.sort()[0];
  if (on === undefined) return null;
  const [row] = await db.aside
    .select({ people: countDistinct(userId) })
    .from(subject.table(db.tables))
    .crossJoin(profiles)
    .where(and(inArray(column, datesFor(subject, settings, [on])), isOpen));
  return { on, people: row?.people ?? 0 };
}

/** Sets when an organization reminds automatically, from tomorrow on. Refuses `organization_not_found` and `group_not_found`. */
export function saveAutoReminders(
  db: Db,
  caller: AuditActor,
  { organizationId, before, after, isRequired, groupId, ...wished }: AutoReminders & { organizationId: string },
): Promise<{ message: string }> {
  const { organizations } = db.tables;
  const sorted = (days: number[]) => [...new Set(days)].sort((a, b) => b - a);
  const days = { before: sorted(before), after: sorted(after).reverse() };
  const certificates = CERTIFICATE_REMINDER_DAYS.filter((day) => wished.certificates.includes(day));
  return db.transact(function* (tx) {
    const { id } = yield* requireOrganization(tx, caller.actor, organizationId);
    const group = groupId && (yield* requireGroup(tx, { organizationId: id, groupId }));
    const isOn = before.length + after.length + certificates.length > 0;
    // Required training is so for an admin's own reminders, too, which are for nobody in particular.
    const wanted = { ...days, certificates, isRequired, groupId: isOn ? groupId : null };
    const reminders = isOn || isRequired ? { ...wanted, from: addDays(caller.today, 1) } : null;
    yield* run(tx.update(organizations).set({ reminders }).where(eq(organizations.id, id)));
    const set = { ...days, certificates, isRequired, ...(group && { group: group.name }) };
    const details = isOn ? set : { off: true, ...(isRequired && { isRequired }) };
    yield* audit(tx, caller, { action: 'organization.reminders_set', organizationId: id, subject: id, details });
    return { message: isOn ? 'Automatic reminders are on from tomorrow.' : 'Automatic reminders are off.' };
  });
}
