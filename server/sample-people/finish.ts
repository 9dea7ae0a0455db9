// What stands in the house besides what people learned: invitations, tablets, a job, an audit log; and what makes the state of the house.
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { foldText } from '#sync/contract/fields.ts';
import { changeCertificate } from '../authoring/courses/change-certificate.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import { type AuditEvent, auditLog } from '../http/audit-log.ts';
import { recordUnitChange } from '../learning/record-unit-change.ts';
import { GUESTS_DOMAIN } from '../mail/mailer.ts';
import { readCrews } from './build.ts';
import { DEMO_ORGANIZATION, NOOR, OMAR, ROSA, sampleId, TABLETS } from './cast.ts';
import { momentOf, type Stage } from './live.ts';
import { type Resident, workday } from './story.ts';

/** Its row in `meta` says who is to move in and the moment that everything is counted from, until all of it is written. */
const STATE_KEY = 'sample_people';

interface Wanted {
  people: number;
  now: Date;
}

const written = ({ people, now }: Wanted) => `${people} ${now.toISOString()}`;

/** Has them move in, from this moment on. */
export function* wantPeople({ queries, tables }: TxContext, wanted: Wanted): Steps<void> {
  const row = { key: STATE_KEY, value: written(wanted) };
  yield* run(queries.insert(tables.meta).values(row).onConflictDoNothing());
}

export async function readWanted({ queries, tables: { meta } }: Db): Promise<Wanted | undefined> {
  const [row] = await queries.select().from(meta).where(eq(meta.key, STATE_KEY));
  const [people, now] = row?.value.split(' ') ?? [];
  return people && now ? { people: Number(people), now: new Date(now) } : undefined;
}

export function* forgetWanted({ queries, tables: { meta } }: TxContext): Steps<void> {
  yield* run(queries.delete(meta).where(eq(meta.key, STATE_KEY)));
}

/** The last unit of all: with it the house is furnished, and true, unless it was removed meanwhile. */
export async function finish(
  stage: Stage,
  residents: readonly Resident[],
  { version, people }: { version: string; people: number },
): Promise<boolean> {
  const { db, now } = stage;
  await pauseRosa(stage, residents);
  await revokeOne(stage, residents);
  return db.transact(function* (tx) {
    const { meta } = tx.tables;
    const isIt = and(eq(meta.key, STATE_KEY), eq(meta.value, written({ people, now })));
    if ((yield* run(tx.delete(meta).where(isIt).returning())).length === 0) return false;
    yield* placeTablets(tx, stage, version.replace(/\+.*/, ''));
    yield* invite(tx, stage, residents);
    yield* noteJob(tx, stage, residents);
    yield* run(auditLog(tx, actsOf(stage, residents)));
    return true;
  });
}

const named = (residents: readonly Resident[], fullName: string) =>
  residents.find((one) => one.fullName === fullName)?.id ?? '';

/** She stopped in the middle of a video. */
async function pauseRosa({ db, now, organizationId, courses }: Stage, residents: readonly Resident[]): Promise<void> {
  const lesson = courses.get(1)?.lessons[12];
  const id = named(residents, ROSA.fullName);
  const at = momentOf(now, 0, 9.2);
  const person = { id, organizationId, isOrgAdmin: false, isSuperAdmin: false };
  const sender = { person, key: sampleId('pause'), dataEpoch: undefined, lastOp: undefined, now: at };
  const change = { status: 'in_progress' as const, positionSeconds: 11, watched: [[0, 11]] as [number, number][] };
  if (lesson) await recordUnitChange(db, sender, { lessonId: lesson.id, ...change });
}

/** Once: a certificate is revoked only while it is valid. */
async function revokeOne({ db, now, adminId, courses }: Stage, residents: readonly Resident[]): Promise<void> {
  const { certificates } = db.tables;
  const isIt = and(
    eq(certificates.userId, named(residents, 'Sanjay Patel')),
    eq(certificates.courseId, courses.get('ladders')?.id ?? 0),
  );
  const [held] = await db.select().from(certificates).where(isIt);
  if (!held || held.revokedAt) return;
  const at = momentOf(now, 12, 10);
  const { id: organizationId } = DEMO_ORGANIZATION;
  const actor = { id: adminId, email: OMAR.email, organizationId, isOrgAdmin: true, isSuperAdmin: false };
  const change = { act: 'revoke' as const, reason: 'Took the quiz for a colleague. To be taken again in person.' };
  const caller = { actor, ip: IP, now: at, today: at.toISOString().slice(0, 10) };
  await changeCertificate(db, caller, { serial: held.serial, change });
}

/** Of nobody (RFC 5737). */
const IP = '192.0.2.10';
const DAY_MS = 86_400_000;

function* placeTablets({ queries, tables }: TxContext, { now }: Stage, version: string): Steps<void> {
  const browser = 'Chrome on Android';
  const rows = TABLETS.map(({ silentDays, waitDays, ...tablet }) => ({
    version,
    ...tablet,
    id: sampleId(tablet.name),
    deviceId: sampleId(`device ${tablet.name}`),
    organizationId: DEMO_ORGANIZATION.id,
    browser,
    words: foldText(`${tablet.name} ${browser}`),
    oldestUnsentAt: tablet.unsent > 0 ? new Date(now.getTime() - waitDays * DAY_MS) : null,
    lastContactAt: momentOf(now, silentDays, 8),
  }));
  yield* run(queries.insert(tables.tablets).values(rows));
}

/** One that nobody used, a list of twelve of which nine joined, and one that expired. */
function* invite({ queries, tables }: TxContext, { now, adminId }: Stage, residents: readonly Resident[]): Steps<void> {
  const crews = yield* readCrews({ queries, tables });
  const of = (name: string, daysAgo: number) => ({
    id: sampleId(name),
    // Of a token that nobody has.
    tokenHash: randomBytes(32).toString('hex'),
    organizationId: DEMO_ORGANIZATION.id,
    createdBy: adminId,
    createdAt: momentOf(now, daysAgo, 10),
  });
  const joined = residents.filter(({ crew }) => crew === 'New Starters').slice(0, 9);
  const starters = { ...of('starters', 43), groupId: crews('New Starters'), maxUses: 12, uses: joined.length };
  yield* run(
    queries.insert(tables.invitations).values([
      {
        ...of('unused', 9),
        email: `pavel.orlov${GUESTS_DOMAIN}`,
        maxUses: 1,
        expiresAt: new Date(now.getTime() + 21 * DAY_MS),
      },
      { ...starters, expiresAt: momentOf(now, 13, 10) },
      { ...of('expired', 70), email: `mia.brandt${GUESTS_DOMAIN}`, maxUses: 1, expiresAt: momentOf(now, 40, 10) },
    ]),
  );
  const uses = joined.map(({ id, joined: days }) => ({
    invitationId: starters.id,
    userId: id,
    usedAt: momentOf(now, days, 9),
  }));
  yield* run(queries.insert(tables.invitationUses).values(uses));
}

/** This morning Omar enrolled the last of the scan specialists in course 4. */
function* noteJob(
  { queries, tables }: TxContext,
  { now, adminId }: Stage,
  residents: readonly Resident[],
): Steps<void> {
  const crew = residents.filter(({ stints }) => stints.some(({ course, enrolled }) => course === 4 && enrolled === 0));
  const done = { state: 'done' as const, total: crew.length, handled: crew.length, changed: crew.length };
  const job = {
    id: sampleId('job'),
    organizationId: DEMO_ORGANIZATION.id,
    title: 'Enroll in Certified Field Inspector',
  };
  const when = { createdAt: momentOf(now, 0, 6.5), finishedAt: momentOf(now, 0, 6.51), createdBy: adminId };
  yield* run(
    queries.insert(tables.bulkJobs).values({ ...job, ...done, ...when, act: { kind: 'enroll', courseId: 4 } }),
  );
  const rows = crew.map(({ id: userId }, at) => ({ jobId: job.id, position: at + 1, userId, isChanged: true }));
  yield* run(queries.insert(tables.bulkRows).values(rows));
}

/** Two weeks of administration; who led Night Shift does so no more. */
function actsOf({ now, adminId, courses }: Stage, residents: readonly Resident[]): AuditEvent[] {
  const of = (fullName: string) => named(residents, fullName);
  const ladders = courses.get('ladders')?.id ?? 0;
  const noor = of(NOOR.fullName);
  const acts: [
    daysAgo: number,
    hour: number,
    action: string,
    subject: string,
    details?: Record<string, unknown>,
    by?: string,
  ][] = [
    [14, 8.1, 'account.sign_in', adminId],
    [14, 8.4, 'organization.reminders_set', DEMO_ORGANIZATION.id, { before: [7] }],
    [13, 9.2, 'group.lead_ended', of('Goran Marković'), { group: 'Night Shift' }],
    [13, 9.4, 'account.role_changed', of('Dina Farouk'), { isOrgAdmin: false }],
    [11, 14.1, 'course.due_date_changed', of('Ahmed Al-Farouqi'), { courseId: ladders }],
    [10, 7.5, 'account.sign_in', noor, undefined, noor],
    [10, 7.6, 'organization.person_reminded', of('Luka Horvat'), { courses: ['Ladders and Edges'] }, noor],
    [9, 10, 'invitation.created', sampleId('unused'), { role: 'member' }],
    [8, 11.3, 'lesson.changed', String(ladders), { title: 'Site Hazards and the Right to Stop' }],
    [7, 15.2, 'account.sign_in_failed', of('Vera Lang'), undefined, ''],
    [6, 9.5, 'group.person_added', of('Kenji Ito'), { group: 'New Starters' }],
    [5, 13.4, 'course.changed', String(ladders), { title: 'Ladders and Edges' }],
    [4, 8.2, 'account.sign_in', adminId],
    [3, 16.1, 'organization.person_reminded', of('Денис Морозов'), { courses: ['Ladders and Edges'] }],
    [1, 8.3, 'account.sign_in', of(ROSA.fullName), undefined, of(ROSA.fullName)],
    [0, 6.2, 'account.sign_in', adminId],
    [0, 6.5, 'organization.job_started', sampleId('job'), { title: 'Enroll in Certified Field Inspector', people: 9 }],
  ];
  return acts.map(([daysAgo, hour, action, subject, details, by]) => ({
    action,
    subject,
    organizationId: DEMO_ORGANIZATION.id,
    at: momentOf(now, daysAgo && workday(now, daysAgo), hour),
    ip: IP,
    actorId: by === undefined ? adminId : by || null,
    ...(details && { details }),
  }));
}
