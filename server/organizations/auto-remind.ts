// Reminders that are sent automatically, on the days before and after a due date that an organization has set (decision 185).
import { and, countDistinct, eq, gte, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { CERTIFICATE_REMINDER_DAYS } from '#sync/contract/certificate.ts';
import { addDays, dayOf, reminderDays } from '#sync/contract/due.ts';
import type { AutoReminders, AutoRemindersPlan } from '#sync/contract/reminder.ts';
import { type AuditActor, audit, auditLog } from '../audit/audit-log.ts';
import { type Db, inBatches, run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { queueMails } from '../mail/mailer.ts';
import { requireGroup } from './groups.ts';
import {
  type AutoSettings,
  claim,
  type DueCourse,
  daysToSend,
  findDue,
  findKnown,
  findWanting,
  isInGroup,
  LATE_DAYS,
  lastReminderBefore,
  reminderMail,
  titlesIn,
} from './remind.ts';
import { findNextEnds, tellOfEnds } from './remind-of-ends.ts';
import { readOrganization, requireOrganization } from './require-organization.ts';
import { isDue } from './standings.ts';
import { readUnsubscribeKey, unsubscribeLink } from './unsubscribe.ts';

/** The hour of TIME_ZONE before which nothing is sent. */
const FIRST_HOUR = 7;
const OFF: AutoReminders = { before: [], after: [], certificates: [], isRequired: false, groupId: null };

/**
 * Mails the people of every organization what has to be reminded of by now, once however many servers do it: the unit of
 * work that claims the enrollments also queues the mails.
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
    let sent = 0;
    const userIds = await findPeople(db, { organizationId, settings, at, timeZone: env.timeZone });
    for (const part of inBatches(userIds)) {
      sent += await db.transact((tx) => remind(tx, { organizationId, userIds: part, at, env, key }));
      queue.wake('mails');
    }
    sent += await tellOfEnds(deps, { organizationId, settings, at, key });
    if (sent > 0) log.info('reminders queued', { organization: organizationId, people: sent });
  }
}

const hours = new Map<string, Intl.DateTimeFormat>();

function hourOf(at: Date, timeZone: string): number {
  const format = hours.get(timeZone) ?? new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone });
  hours.set(timeZone, format);
  return Number(format.format(at));
}

/** The due dates that are reminded of on these days. */
function dueDatesFor({ before, after }: Pick<AutoReminders, 'before' | 'after'>, days: readonly string[]): string[] {
  return [...new Set(days.flatMap((day) => reminderDays(day, { before: after, after: before })))];
}

interface Round {
  organizationId: string;
  settings: AutoSettings;
  at: Date;
  timeZone: string;
}

/** Whoever may have to be reminded; the unit of work decides. */
async function findPeople({ selectDistinct, tables }: Db, { organizationId, settings, at, timeZone }: Round) {
  const { courseProgress, profiles } = tables;
  const { userId, dueOn, remindedAt } = courseProgress;
  const days = daysToSend(settings, dayOf(at, timeZone));
  if (days.length === 0) return [];
  const rows = await selectDistinct({ userId })
    .from(courseProgress)
    // In this order: SQLite would look for what is due to everybody here.
    .crossJoin(profiles)
    .where(
      and(
        eq(profiles.id, userId),
        eq(profiles.organizationId, organizationId),
        inArray(dueOn, dueDatesFor(settings, days)),
        isDue(tables),
        or(isNull(remindedAt), lte(remindedAt, lastReminderBefore(at))),
        settings.isRequired ? undefined : isNull(profiles.remindersOffAt),
        isInGroup(tables, settings.groupId),
      ),
    );
  return rows.map((row) => row.userId);
}

interface Mailing {
  organizationId: string;
  userIds: string[];
  at: Date;
  env: Deps['env'];
  key: string;
}

function* remind(tx: TxContext, { organizationId, userIds, at, env, key }: Mailing): Steps<number> {
  const { organizations } = tx.tables;
  const today = dayOf(at, env.timeZone);
  // As it is set now: an admin may have switched it off meanwhile.
  const [organization] = yield* run(tx.select().from(organizations).where(eq(organizations.id, organizationId)));
  const settings = organization?.reminders;
  if (!organization?.isActive || !settings) return 0;
  const earliest = [settings.from, addDays(today, -LATE_DAYS)].sort().at(-1) ?? today;
  const isNow = ({ dueOn, remindedAt, enrolledAt }: DueCourse) => {
    const last = remindedAt ? dayOf(remindedAt, env.timeZone) : '';
    const first = [earliest, dayOf(enrolledAt, env.timeZone)].sort().at(-1) ?? today;
    return reminderDays(dueOn, settings).some((day) => day >= first && day <= today && day > last);
  };
  const wanting = yield* findWanting(tx, { organizationId, settings, userIds });
  const due = yield* findDue(
    tx,
    wanting.map(({ id }) => id),
  );
  const claimed = Map.groupBy(yield* claim(tx, due.filter(isNow), at), ({ userId }) => userId);
  const reminded = wanting.flatMap((member) => {
    const courses = claimed.get(member.id);
    return courses ? { member, courses } : [];
  });
  if (reminded.length === 0) return 0;
  const mails = reminded.map(({ member, courses }) => {
    const unsubscribe = settings.isRequired ? null : unsubscribeLink(env, key, member.id);
    return { ...reminderMail(env, { member, courses, organization, today, at, unsubscribe }), to: member.email, at };
  });
  yield* run(queueMails(tx, mails));
  const known = yield* findKnown(tx, organizationId, due);
  const acts = reminded.map(({ member, courses }) => ({
    ...{ action: 'organization.person_reminded', organizationId, subject: member.id, at },
    details: { courses: titlesIn(courses, known), because: 'automatic' },
  }));
  yield* run(auditLog(tx, acts));
  return reminded.length;
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
  const { from, ...set } = row?.set ?? { ...OFF, from: '' };
  const reminders = { ...OFF, ...set };
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
  return {
    reminders,
    next: await findNext(db, { organizationId: id, reminders: { ...asked, isRequired, groupId }, start }),
    nextCertificates: await findNextEnds(db, {
      ...{ organizationId: id, days: asked.certificates, isRequired, groupId, start },
    }),
  };
}

const daysIn = (list: string | undefined) => list?.split(',').filter(Boolean).map(Number);

async function findNext(
  db: Db,
  {
    organizationId,
    reminders,
    start,
  }: { organizationId: string; reminders: Omit<AutoReminders, 'certificates'>; start: string },
): Promise<AutoRemindersPlan['next']> {
  const { courseProgress, profiles } = db.tables;
  const { userId, dueOn } = courseProgress;
  const isOpen = and(
    isDue(db.tables),
    reminders.isRequired ? undefined : isNull(profiles.remindersOffAt),
    isInGroup(db.tables, reminders.groupId),
  );
  // The tables in this order: SQLite would look for what is due to everybody here.
  const isTheirs = and(eq(profiles.id, userId), eq(profiles.organizationId, organizationId));
  const earliest = addDays(start, -Math.max(0, ...reminders.after));
  const dates = await db.aside
    .selectDistinct({ dueOn })
    .from(courseProgress)
    .crossJoin(profiles)
    .where(and(gte(dueOn, earliest), isTheirs, isOpen));
  const days = dates.flatMap((row) => reminderDays(row.dueOn ?? '', reminders)).filter((day) => day >= start);
  const on = days.sort()[0];
  if (on === undefined) return null;
  const [row] = await db.aside
    .select({ people: countDistinct(userId) })
    .from(courseProgress)
    .crossJoin(profiles)
    .where(and(inArray(dueOn, dueDatesFor(reminders, [on])), isTheirs, isOpen));
  return { on, people: row?.people ?? 0 };
}

/** Sets when an organization reminds automatically, from tomorrow on. Refuses `organization_not_found` and `group_not_found`. */
export function saveAutoReminders(
  db: Db,
  caller: AuditActor,
  { organizationId, before, after, isRequired, ...rest }: SavedReminders,
): Promise<{ message: string }> {
  const { organizations } = db.tables;
  const sorted = (days: number[]) => [...new Set(days)].sort((a, b) => b - a);
  const days = { before: sorted(before), after: sorted(after).reverse() };
  return db.transact(function* (tx) {
    const { id } = yield* requireOrganization(tx, caller.actor, organizationId);
    const here = eq(organizations.id, id);
    const [known] = yield* run(tx.select({ set: organizations.reminders }).from(organizations).where(here));
    // An older app does not know them.
    const named = rest.certificates ?? known?.set?.certificates ?? [];
    const certificates = CERTIFICATE_REMINDER_DAYS.filter((day) => named.includes(day));
    const groupId = rest.groupId === undefined ? (known?.set?.groupId ?? null) : rest.groupId;
    const group = rest.groupId && (yield* requireGroup(tx, { organizationId: id, groupId: rest.groupId }));
    const isOn = before.length + after.length + certificates.length > 0;
    // Required training is so for an admin's own reminders, too, which are for nobody in particular.
    const wanted = { ...days, certificates, isRequired, groupId: isOn ? groupId : null };
    const reminders = isOn || isRequired ? { ...wanted, from: addDays(caller.today, 1) } : null;
    yield* run(tx.update(organizations).set({ reminders }).where(here));
    const set = { ...days, certificates, isRequired, ...(group && { group: group.name }) };
    const details = isOn ? set : { off: true, ...(isRequired && { isRequired }) };
    yield* audit(tx, caller, { action: 'organization.reminders_set', organizationId: id, subject: id, details });
    return { message: isOn ? 'Automatic reminders are on from tomorrow.' : 'Automatic reminders are off.' };
  });
}

type SavedReminders = Omit<AutoReminders, 'certificates' | 'groupId'> &
  Partial<AutoReminders> & { organizationId: string };
