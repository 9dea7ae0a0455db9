// Automatic reminders of certificates that end (decision 185): each holder gets an email, and once a day the admins one about all.
import { and, asc, countDistinct, eq, gte, inArray, isNull, lt, lte, or } from 'drizzle-orm';
import { addDays, dayOf, reminderDays } from '#sync/contract/due.ts';
import type { AutoRemindersPlan } from '#sync/contract/reminder.ts';
import { auditLog } from '../audit/audit-log.ts';
import { isPresent } from '../certificates/ends.ts';
import { type Db, inBatches, run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { accountMail } from '../mail/account-mails.ts';
import { queueMails } from '../mail/mailer.ts';
import { type AutoSettings, daysToSend, findWanting, isInGroup, lastReminderBefore } from './remind.ts';
import { unsubscribeLink } from './unsubscribe.ts';

/** So many courses are named to admins; the list that the email leads to has all. No person is named: mails may lie around. */
const MOST_NAMED = 10;

interface Telling {
  organizationId: string;
  settings: AutoSettings;
  at: Date;
  /** What signs the links that stop these emails. */
  key: string;
}

/** Tells whose certificates end in one of the days that are set, once however many servers do it. Returns how many holders were. */
export async function tellOfEnds(
  { db, env, queue }: Pick<Deps, 'db' | 'env' | 'queue'>,
  { settings, ...telling }: Telling,
): Promise<number> {
  const days = daysToSend(settings, dayOf(telling.at, env.timeZone));
  const dates = endsFor(settings, days);
  if (dates.length === 0) return 0;
  const { certificates, profiles } = db.tables;
  const { userId, validUntil, remindedAt } = certificates;
  const isHeld = and(eq(profiles.id, userId), eq(profiles.organizationId, telling.organizationId));
  const isOpen = or(isNull(remindedAt), lte(remindedAt, lastReminderBefore(telling.at)));
  const rows = await db
    .selectDistinct({ userId: profiles.id })
    .from(certificates)
    // In this order: SQLite would look for the certificates of everybody here.
    .crossJoin(profiles)
    .where(and(isHeld, inArray(validUntil, dates), isOpen, isPresent(db.tables), mayTell(db, settings)));
  let told = 0;
  for (const part of inBatches(rows)) {
    const userIds = part.map((row) => row.userId);
    told += await db.transact((tx) => tellHolders({ ...tx, env }, { ...telling, userIds }));
    queue.wake('mails');
  }
  await db.transact((tx) => tellAdmins({ ...tx, env }, telling));
  queue.wake('mails');
  return told;
}

/** The ends that are told of on these days. */
const endsFor = ({ certificates = [] }: AutoSettings, days: readonly string[]) => [
  ...new Set(days.flatMap((day) => certificates.map((ahead) => addDays(day, ahead)))),
];

type Whom = Pick<AutoSettings, 'isRequired' | 'groupId'>;

const mayTell = ({ tables }: Pick<Db, 'tables'>, { isRequired, groupId }: Whom) =>
  and(isRequired ? undefined : isNull(tables.profiles.remindersOffAt), isInGroup(tables, groupId));

type Tx = TxContext & Pick<Deps, 'env'>;
type At = Omit<Telling, 'settings'>;

/** The organization with what is set now: an admin may have switched it off meanwhile. */
function* readSettings({ queries, tables: { organizations } }: TxContext, organizationId: string) {
  const [row] = yield* run(queries.select().from(organizations).where(eq(organizations.id, organizationId)));
  return row?.isActive && row.reminders ? { ...row, settings: row.reminders } : undefined;
}

function* tellHolders(
  { env, ...tx }: Tx,
  { organizationId, userIds, at, key }: At & { userIds: string[] },
): Steps<number> {
  const { certificates, profiles } = tx.tables;
  const today = dayOf(at, env.timeZone);
  const organization = yield* readSettings(tx, organizationId);
  if (!organization) return 0;
  const { settings } = organization;
  const days = daysToSend(settings, today);
  const wanting = yield* findWanting(tx, { organizationId, settings, userIds });
  const { id, userId, courseId, courseTitle, validUntil, issuedAt, remindedAt } = certificates;
  const isTheirs = inArray(
    userId,
    wanting.map((one) => one.id),
  );
  const ending = yield* run(
    tx
      .select({ id, userId: profiles.id, courseId, title: courseTitle, validUntil, issuedAt, remindedAt })
      .from(certificates)
      .innerJoin(profiles, eq(profiles.id, userId))
      .where(and(isTheirs, inArray(validUntil, endsFor(settings, days)), isPresent(tx.tables)))
      .orderBy(asc(validUntil), asc(courseId)),
  );
  // A day counts when it is later than the issue and than the last email.
  const isNow = (one: (typeof ending)[number]) => {
    const last = dayOf(one.remindedAt ?? one.issuedAt, env.timeZone);
    const told = reminderDays(one.validUntil ?? '', { before: settings.certificates ?? [], after: [] });
    return told.some((day) => days.includes(day) && day > last);
  };
  const wanted = ending.filter(isNow).map((one) => one.id);
  if (wanted.length === 0) return 0;
  const isFree = or(isNull(remindedAt), lte(remindedAt, lastReminderBefore(at)));
  const marked = yield* run(
    tx
      .update(certificates)
      .set({ remindedAt: at })
      .where(and(inArray(id, wanted), isFree))
      .returning({ id }),
  );
  const mine = new Set(marked.map((row) => row.id));
  const byHolder = Map.groupBy(
    ending.filter((one) => mine.has(one.id)),
    (one) => one.userId,
  );
  const told = wanting
    .flatMap((member) => ({ member, held: byHolder.get(member.id) ?? [] }))
    .filter(({ held }) => held.length > 0);
  if (told.length === 0) return 0;
  const mails = told.map(({ member, held }) => {
    const ends = held.map(({ title, validUntil: on }) => ({ title, on: on ?? '' }));
    const link = `${env.publicUrl}${held.length === 1 ? `/course/${held[0]?.courseId}` : '/dashboard'}`;
    const unsubscribe = settings.isRequired ? null : unsubscribeLink(env, key, member.id);
    const fields = { link, ends, unsubscribe, name: member.fullName ?? undefined, organization: organization.name };
    return { ...accountMail('certificate_ends', fields), to: member.email, at };
  });
  yield* run(queueMails(tx, mails));
  const acts = told.map(({ member, held }) => ({
    ...{ action: 'organization.person_reminded', organizationId, subject: member.id, at },
    details: { certificates: held.map(({ title }) => title), because: 'automatic' },
  }));
  yield* run(auditLog(tx, acts));
  return told.length;
}

/** One email to each admin about all certificates of the days since the last one. */
function* tellAdmins({ env, ...tx }: Tx, { organizationId, at, key }: At): Steps<void> {
  const { certificates, profiles, organizations } = tx.tables;
  const today = dayOf(at, env.timeZone);
  const organization = yield* readSettings(tx, organizationId);
  if (!organization) return;
  const { settings, certificatesToldOn } = organization;
  const days = daysToSend(settings, today).filter((day) => day > (certificatesToldOn ?? ''));
  if (days.length === 0) return;
  const { userId, courseTitle, validUntil } = certificates;
  const isHeld = and(eq(profiles.id, userId), eq(profiles.organizationId, organizationId));
  const isEnding = and(
    isHeld,
    inArray(validUntil, endsFor(settings, days)),
    isPresent(tx.tables),
    isInGroup(tx.tables, settings.groupId),
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
  const isFree = or(isNull(organizations.certificatesToldOn), lt(organizations.certificatesToldOn, today));
  const [mine] = yield* run(
    tx
      .update(organizations)
      .set({ certificatesToldOn: today })
      .where(and(eq(organizations.id, organizationId), isFree))
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
    eq(profiles.organizationId, organizationId),
    eq(profiles.isOrgAdmin, true),
    isNull(profiles.erasedAt),
    isNull(profiles.remindersOffAt),
  );
  const admins = yield* run(tx.select().from(profiles).where(isTold));
  const group = settings.groupId ? `&group=${settings.groupId}` : '';
  const link = `${env.publicUrl}/admin/people?certificates=90${group}`;
  const mails = admins.map(({ id, email, fullName }) => {
    const unsubscribe = unsubscribeLink(env, key, id);
    const fields = { link, ends, people, unsubscribe, name: fullName ?? undefined, organization: organization.name };
    return { ...accountMail('certificates_end', fields), to: email, at };
  });
  for (const part of inBatches(mails)) yield* run(queueMails(tx, part));
}

interface Planned {
  organizationId: string;
  days: readonly number[];
  isRequired: boolean;
  groupId: string | null;
  /** The first day that counts. */
  start: string;
}

/** The next day on which holders are told, and how many. */
export async function findNextEnds(db: Db, planned: Planned): Promise<AutoRemindersPlan['nextCertificates']> {
  const { organizationId, days, isRequired, groupId, start } = planned;
  const { certificates, profiles } = db.tables;
  const { userId, validUntil } = certificates;
  const isHeld = and(eq(profiles.id, userId), eq(profiles.organizationId, organizationId));
  const isOpen = and(isPresent(db.tables), mayTell(db, { isRequired, groupId }));
  let on: string | undefined;
  for (const ahead of days) {
    const [first] = await db.aside
      .select({ validUntil })
      .from(certificates)
      .crossJoin(profiles)
      .where(and(isHeld, gte(validUntil, addDays(start, ahead)), isOpen))
      .orderBy(asc(validUntil))
      .limit(1);
    const day = first?.validUntil ? addDays(first.validUntil, -ahead) : undefined;
    if (day !== undefined && (on === undefined || day < on)) on = day;
  }
  if (on === undefined) return null;
  const dates = days.map((ahead) => addDays(on, ahead));
  const [row] = await db.aside
    .select({ people: countDistinct(userId) })
    .from(certificates)
    .crossJoin(profiles)
    .where(and(isHeld, inArray(validUntil, dates), isOpen));
  return { on, people: row?.people ?? 0 };
}
