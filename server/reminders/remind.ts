// Reminders by hand: an admin reminds people of an organization of what is due, a lead those of a group. An act on many, done by a job.
import { and, eq, inArray } from 'drizzle-orm';
import { hasAddress } from '#sync/contract/email.ts';
import type { MailStatus } from '#sync/contract/mail.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { LATELY_DAYS, PREVIEWED_REMINDERS, type Reminder, type ReminderOutcome } from '#sync/contract/reminder.ts';
import { run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { type AuditActor, audit } from '../http/audit-log.ts';
import { requireOrganization } from '../identity/require-organization.ts';
import { statusOf } from '../mail/mail-state.ts';
import { findGroupMembers, readSeenGroup, requireRemindedGroup } from '../people/groups.ts';
import { listMatchingPeople, requireListedCourse } from '../people/list-people.ts';
import { type ActOf, type JobOf, type JobTx, leftOut, onEach, type RowsKind, rowsOf } from '../queue/job-kinds.ts';
import { actOnPeople, countChanged, countOfPeople } from '../queue/start-job.ts';
import { DUE, findMember, isFreeSince, knownTitles, type Matter, type Member, remind } from './reminders.ts';
import { shownUnsubscribeLink, unsubscribeKey } from './unsubscribe.ts';

/** Whose people: those of an organization, or of a group, which its leads may remind too. */
type RemindedPlace = { organizationId: string } | { groupId: string };

/**
 * Mails people what is due, in one course or in all; whoever gets no mail is left out with a reason. Refuses `organization_not_found`,
 * `group_not_found`, `organization_inactive`, `course_not_found` and `nobody_matches`.
 */
export async function remindPeople(
  deps: Deps,
  caller: AuditActor,
  { isPreview, ...request }: Reminder & RemindedPlace,
): Promise<ReminderOutcome> {
  const { db, env, queue } = deps;
  const { job, ids } = await readReminded(deps, caller, request);
  if (isPreview) return preview(deps, caller, { job, ids });
  const outcome = await db.transact((tx) =>
    actOnPeople({ ...tx, env }, caller, remindKind, {
      ...job,
      within: job.organizationId,
      rows: rowsOf(ids),
      sentence: (outcomes) => queuedWords(countChanged(outcomes)),
    }),
  );
  queue.wake('jobs');
  queue.wake('mails');
  return { ...outcome, samples: 0, example: null, isAll: true };
}

/** Of what is only queued: '3 emails are waiting to be sent.' */
const queuedWords = (emails: number) =>
  emails === 1 ? '1 email is waiting to be sent.' : `${emails} emails are waiting to be sent.`;

interface Asked {
  job: JobOf<'remind'> & { organizationId: string };
  ids: string[];
}

/** Whom of the first it would remind, and the mail of the first of these. */
function preview({ db, env }: Deps, caller: AuditActor, { job, ids }: Asked): Promise<ReminderOutcome> {
  return db.transact(function* (tx) {
    const reminding = yield* openReminding(tx, caller, job);
    const mails: { member: Member; matters: Matter[] }[] = [];
    const rows = rowsOf(ids.slice(0, PREVIEWED_REMINDERS));
    const outcomes = yield* onEach(rows, function* ({ userId }) {
      mails.push(yield* findReminder(tx, caller, reminding, userId));
      return undefined;
    });
    const since = caller.now.getTime() - LATELY_DAYS * 86_400_000;
    const isLately = ({ remindedAt, mail }: Matter) =>
      remindedAt !== null && remindedAt.getTime() > since && !mail?.failedAt && !mail?.isSample;
    const again = mails.filter(({ matters }) => matters.some(isLately)).length;
    const lately = again > 0 ? ` ${again} of them had an email in the last ${LATELY_DAYS} days.` : '';
    const { profiles } = tx.tables;
    const isOne = inArray(
      profiles.id,
      mails.map(({ member }) => member.id),
    );
    const ofSamples = tx.queries.select({ id: profiles.id }).from(profiles);
    const samples = (yield* run(ofSamples.where(and(isOne, eq(profiles.isSample, true))))).length;
    return {
      message: `${countOfPeople(mails.length)} can be reminded.${lately}${sampleWords(samples, mails.length)}`,
      changed: mails.length,
      samples,
      left: outcomes.flatMap(({ isChanged, reason }, n) =>
        isChanged ? [] : { userId: rows[n]?.userId ?? '', reason: reason ?? '' },
      ),
      example: yield* exampleOf({ ...tx, env }, caller, reminding, mails),
      isAll: ids.length <= PREVIEWED_REMINDERS,
    };
  });
}

function sampleWords(samples: number, all: number): string {
  if (samples === 0) return '';
  if (samples === all) return ' No email is sent to sample people.';
  return samples === 1
    ? ' 1 of them is a sample person, who gets no email.'
    : ` ${samples} of them are sample people, who get no email.`;
}

/** The job, and whom it is about. */
async function readReminded(
  deps: Deps,
  { actor }: AuditActor,
  { userIds, matching, ...request }: Reminder & RemindedPlace,
): Promise<Asked> {
  if ((matching === undefined) === (userIds === undefined))
    throw new Refusal('validation_failed', { field: 'userIds' }, 'Send either userIds or what they match.');
  const group = 'groupId' in request ? await readSeenGroup(deps.db, actor, request.groupId) : undefined;
  const organizationId = 'groupId' in request ? (group?.organizationId ?? '') : request.organizationId;
  if (!group) await deps.db.transact((tx) => requireOrganization(tx, actor, organizationId));
  const among = matching && { ...matching, ...(group && { group: group.id }) };
  const ids = userIds ?? (among ? await listMatchingPeople(deps, organizationId, among) : []);
  const courseId = request.courseId ?? matching?.course;
  const act: ActOf<'remind'> = { kind: 'remind', ...(courseId && { courseId }), ...(group && { groupId: group.id }) };
  return { job: { act, organizationId: organizationId.toLowerCase() }, ids };
}

export const remindKind: RowsKind<'remind'> = {
  kind: 'remind',
  *title(tx, _, { act: { courseId }, organizationId }) {
    if (courseId === undefined) return 'Reminders';
    return `Remind of ${yield* requireListedCourse(tx, organizationId ?? '', courseId)}`;
  },
  *perform(tx, caller, { rows, ...job }) {
    const reminding = yield* openReminding(tx, caller, job);
    const key = reminding.isRequired ? null : yield* unsubscribeKey(tx);
    return yield* onEach(rows, ({ userId }) => remindPerson(tx, caller, { ...reminding, key }, userId ?? ''));
  },
};

interface Reminding {
  organization: { id: string; name: string };
  /** Only who is in it. */
  group: { id: string; name: string } | undefined;
  courseId: number | undefined;
  isRequired: boolean;
}

/** Asks for the right, and reads what is the same for all. */
function* openReminding(tx: TxContext, { actor }: AuditActor, { act, ...job }: JobOf<'remind'>): Steps<Reminding> {
  const { groupId, courseId } = act;
  const group = groupId ? yield* requireRemindedGroup(tx, actor, groupId) : undefined;
  const id = group?.organizationId ?? (yield* requireOrganization(tx, actor, job.organizationId ?? '')).id;
  const { organizations } = tx.tables;
  const [organization] = yield* run(tx.select().from(organizations).where(eq(organizations.id, id)));
  if (!organization?.isActive)
    throw new Refusal('organization_inactive', { field: group ? 'groupId' : 'organizationId' });
  if (courseId !== undefined) yield* requireListedCourse(tx, id, courseId);
  return { organization, group, courseId, isRequired: organization.reminders?.isRequired ?? false };
}

/** What a person can be reminded of now; refuses with the reason why they cannot be. */
function* findReminder(
  tx: TxContext,
  { now }: AuditActor,
  { organization, group, courseId, isRequired }: Reminding,
  userId: string,
): Steps<{ member: Member; matters: Matter[] }> {
  const member = yield* findMember(tx, organization.id, userId);
  const isHere = member && (!group || (yield* findGroupMembers(tx, group.id, [userId])).has(userId));
  if (!isHere) throw leftOut(`This person is not in ${(group ?? organization).name}.`);
  const due = yield* DUE.find(tx, userId, courseId);
  if (due.length === 0) throw leftOut('Nothing is due.');
  if (!hasAddress(member.email)) throw leftOut('Has no email address: their device tells them.');
  if (!isRequired && member.remindersOffAt) throw leftOut('Has stopped reminders.');
  const matters = due.filter((one) => isFreeSince(one, now));
  if (matters.length === 0) {
    const states = new Set(due.map(({ mail }) => statusOf(mail)?.state));
    const [state] = states;
    throw leftOut((states.size === 1 && state && NOT_EMAILED[state]) || LATELY);
  }
  return { member, matters };
}

const LATELY = 'Emailed less than a day ago.';
const NOT_EMAILED: Partial<Record<MailStatus['state'], string>> = {
  waiting: 'An email to them is waiting already.',
  sample: 'No email is sent to sample people.',
};

function* remindPerson(
  tx: JobTx,
  caller: AuditActor,
  reminding: Reminding & { key: string | null },
  userId: string,
): Steps<{ reason: string | null; mailId: number }> {
  const { organization, group, key } = reminding;
  const found = yield* findReminder(tx, caller, reminding, userId);
  const about = { ...found, organization, key, today: caller.today, at: caller.now };
  const reminded = yield* remind(tx, DUE, about);
  if (!reminded) throw leftOut(LATELY);
  const { matters, mailId } = reminded;
  const courses = yield* knownTitles(tx, organization.id, matters);
  yield* audit(tx, caller, {
    ...{ action: 'organization.person_reminded', organizationId: organization.id, subject: userId },
    details: { courses, ...(group && { group: group.name }) },
  });
  // A lead is told who was reminded, and reads of what on the page of the person.
  return { reason: group || courses.length === 0 ? null : `About ${courses.join(', ')}.`, mailId };
}

/** The first mail about courses that the organization knows, without a link that works. */
function* exampleOf(
  tx: JobTx,
  { now: at, today }: AuditActor,
  { organization, isRequired }: Reminding,
  mails: readonly { member: Member; matters: Matter[] }[],
): Steps<ReminderOutcome['example']> {
  for (const about of mails) {
    const titles = yield* knownTitles(tx, organization.id, about.matters);
    if (titles.length < about.matters.length) continue;
    const unsubscribe = isRequired ? null : shownUnsubscribeLink(tx.env);
    const { subject, text } = DUE.mail(tx.env, { ...about, organization: organization.name, today, at, unsubscribe });
    return { to: about.member.email, subject, text };
  }
  return null;
}
