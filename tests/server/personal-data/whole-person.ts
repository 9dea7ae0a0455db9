// A person who has left a trace wherever this product lets anybody leave one, in a world with others beside them.
import { randomUUID } from 'node:crypto';
import { eq, getTableColumns, getTableName } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { strFromU8, unzipSync } from 'fflate';
import type { Db } from '#server/db/client.ts';
import { pgKit } from '#server/db/kit.ts';
import { defineSchema } from '#server/db/schema.ts';
import { indexPeople } from '#server/people/search-people.ts';
import { foldText } from '#sync/contract/fields.ts';
import { planter } from '#tests/fixtures/plant.ts';
import type { TestServer } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

export const NAME = 'Zoë Quill-Ravn';
export const EMAIL = 'zoe.quill@person.example';
export const EARLIER_EMAIL = 'zoe.ravn@before.example';
export const WANTED_EMAIL = 'zoe@wanted.example';
/** In no word theirs, and yet about them. */
const REASON = 'A broken leg';
const IP = '203.0.113.77';

const DAY = 86_400_000;

/** Plants the person, a course with a quiz, a colleague who did the same, and a super admin. */
export async function aWholePerson(server: TestServer) {
  const { db } = server;
  const { tables: t } = db;
  const plant = planter(db);
  const organizationId = await plant.organization();
  const courseId = await plant.course({ organizationId, visibility: 'public' });
  const lessonId = await plant.lesson(courseId, { orderIndex: 1 });
  const quizId = await plant.lesson(courseId, { title: 'Quiz', orderIndex: 2 });
  const { id: questionId, answers } = await plant.question(quizId, [true, false]);
  const boss = await signedIn(server, { email: 'sue@super.example', fullName: 'Sue Super', isSuperAdmin: true });
  const colleague = await signedIn(server, { email: 'cal@colleague.example', fullName: 'Cal', organizationId });
  const zoe = await signedIn(server, { email: EMAIL, fullName: NAME, organizationId, isOrgAdmin: true });
  await indexPeople(db);
  const now = Date.now();

  for (const [n, { id: userId }] of [zoe, colleague].entries()) {
    const completedAt = new Date(now - (5 + n) * DAY);
    const done = { userId, courseId, percent: 100, pointsEarned: 20, totalPoints: 20, status: 'completed' as const };
    await db
      .insert(t.courseProgress)
      .values({ ...done, completedAt, enrolledAt: completedAt, lastActivityAt: completedAt });
    for (const lesson of [lessonId, quizId]) {
      const unit = {
        userId,
        courseId,
        lessonId: lesson,
        status: 'completed' as const,
        completedAt,
        updatedAt: completedAt,
      };
      const stored = { ...unit, rev: 1, reflection: n === 0 ? `I am ${NAME}` : 'Mine' };
      await db.insert(t.unitProgress).values(stored);
      await db.insert(t.pastUnits).values({ ...stored, round: 1, watched: [] });
    }
    const attempt = { userId, lessonId: quizId, score: 100, passed: true, quizVersion: 'v1', durationMs: 4000 + n };
    const chosen = { [questionId]: [answers[0] ?? 0] };
    await db
      .insert(t.quizAttempts)
      .values({ ...attempt, answers: chosen, opId: randomUUID(), submittedAt: completedAt });
    await db.insert(t.quizFigures).values({
      ...{ userId, lessonId: quizId, attempts: 2 - n, passed: 1, scoreSum: 100 * (2 - n), timedAttempts: 1 },
      ...{ durationMsSum: 4000 + n, lastAttemptAt: completedAt },
    });
    await db.insert(t.courseRatings).values({ userId, courseId, stars: 4 + n, updatedAt: completedAt });
    const about = { userId, courseId, courseTitle: 'Field work', issuedAt: completedAt };
    const serial = n === 0 ? 'GW-AAAA-AAAA-AAAA' : 'GW-BBBB-BBBB-BBBB';
    const history =
      n === 0 ? [{ act: 'extend' as const, at: completedAt.toISOString(), reason: `${NAME} was on leave` }] : null;
    await db.insert(t.certificates).values({ ...about, serial, learnerName: n === 0 ? NAME : 'Cal', history });
  }
  // The version of the quiz that both answered.
  const content = [{ id: questionId, questionText: 'Which?', answers: [{ id: answers[0], answerText: 'Answer 0' }] }];
  await db.insert(t.quizVersions).values({ lessonId: quizId, version: 'v1', content });

  const { id } = zoe;
  await db.update(t.authUsers).set({ newEmail: WANTED_EMAIL }).where(eq(t.authUsers.id, id));
  await db
    .update(t.profiles)
    .set({ avatarUrl: `https://pictures.example/${EMAIL}`, nameKey: NAME.toLowerCase(), personnelNumber: `7 ${NAME}` })
    .where(eq(t.profiles.id, id));
  await db
    .insert(t.appliedOps)
    .values({ userId: id, opId: randomUUID(), requestHash: 'h', status: 200, body: { by: NAME } });
  const expiresAt = new Date(now + DAY);
  const [invitation] = await db
    .insert(t.invitations)
    .values([
      { tokenHash: 'one', organizationId, email: EMAIL, createdBy: boss.id },
      { tokenHash: 'two', organizationId, createdBy: id },
    ])
    .returning();
  await db.insert(t.signInCards).values({ userId: id, codeHash: 'h', issuedAt: new Date(), expiresAt });
  await db.insert(t.invitationUses).values({ invitationId: invitation?.id ?? '', userId: id });
  await db.insert(t.courseGrants).values({ courseId, organizationId, grantedBy: id });
  await db.insert(t.autoEnrollments).values({ courseId, organizationId, createdBy: id });
  await db.insert(t.courseProgress).values({ userId: boss.id, courseId, enrolledBy: id, isAssigned: true });
  const figures = { percent: 100, pointsEarned: 10, totalPoints: 10, enrolledAt: new Date(), endedAt: new Date() };
  await db.insert(t.pastRounds).values({ userId: id, courseId, round: 1, ...figures });
  await db.insert(t.endedMemberships).values({ userId: id, organizationId, endedAt: new Date() });
  await db.insert(t.endedAssignments).values({ userId: id, courseId, endedAt: new Date() });
  const groupId = await plant.group(organizationId);
  await plant.inGroup(groupId, id, { isLead: true });
  await db.insert(t.groupEnrollments).values({ courseId, groupId, createdBy: id });
  await plant.asset({ courseId, createdBy: id });
  await db.insert(t.videoUploads).values({
    ...{ lessonId, storageKey: 'k', fileName: 'a.mp4', contentType: 'video/mp4' },
    expiresAt,
    createdBy: id,
  });
  await plant.course({ organizationId, createdBy: id, title: 'Written by somebody' });
  await db.insert(t.apiTokens).values({
    ...{ tokenHash: 'token', ending: 'wxyz', name: 'HR', organizationId, scopes: ['people:read'] },
    ...{ createdBy: id, createdAt: new Date(), expiresAt },
  });
  const webhookId = randomUUID();
  const address = { url: 'https://hr.example/hook', events: ['course.completed' as const], secret: 'whsec_c2VjcmV0' };
  await db
    .insert(t.webhooks)
    .values({ id: webhookId, organizationId, ...address, createdBy: id, createdAt: new Date() });
  const told = { webhookId, eventKey: `course.completed/${id}/1/1`, type: 'course.completed', userId: id };
  await db.insert(t.webhookMessages).values({ ...told, data: { courseId: 1 }, createdAt: new Date() });
  const statement = { statementId: randomUUID(), userId: id, type: 'course.completed' as const, doneAt: new Date() };
  const course = { courseId: 1, courseTitle: 'Field work', round: 1 };
  const refusal = `400 Bad Request: actor ${id}`;
  await db.insert(t.xapiStatements).values({ ...statement, data: course, createdAt: new Date(), outcome: refusal });
  const job = { id: randomUUID(), organizationId, act: { kind: 'remind' as const }, title: 'Remind' };
  const counts = { total: 1, handled: 1, changed: 1, createdAt: new Date(), createdBy: id };
  await db.insert(t.bulkJobs).values({ ...job, ...counts, state: 'done' });
  await db.insert(t.bulkRows).values({ jobId: job.id, position: 1, userId: id, isChanged: true });
  await db.insert(t.bulkRows).values({ jobId: job.id, position: 2, payload: { email: EMAIL, groupIds: [] } });
  const token = {
    tokenHash: 'hash',
    userId: id,
    kind: 'recovery' as const,
    redirectTo: `https://a.example/?for=${EMAIL}`,
  };
  await db.insert(t.oneTimeTokens).values({ ...token, expiresAt });
  await db.insert(t.authFactors).values({ userId: id, friendlyName: `Phone of ${NAME}`, secret: 'ABC' });
  const lastUsedAt = new Date();
  await db.insert(t.authIdentities).values({ userId: id, issuer: 'https://a.example', subject: EMAIL, lastUsedAt });
  await db.insert(t.recoveryCodes).values({ userId: id, codeHash: 'h' });
  const mail = {
    kind: 'recovery',
    subject: `For ${NAME}`,
    text: `Hello ${NAME}`,
    html: `<p>${NAME}</p>`,
    lastError: `550 ${EMAIL}`,
  };
  await db.insert(t.mailOutbox).values([
    { ...mail, toAddress: EMAIL, unsubscribe: `https://a.example/${id}`, calendar: `UID:due-1-${id}@a.example` },
    { ...mail, toAddress: EARLIER_EMAIL, sentAt: new Date() },
    { kind: 'recovery', subject: 'S', text: 'Hello', toAddress: colleague.email },
  ]);
  await db.insert(t.auditLog).values([
    { action: 'account.sign_in', actorId: id, subject: zoe.sessionId, ip: IP },
    { action: 'account.sign_in_failed', details: { email: EMAIL }, ip: IP },
    { action: 'account.email_changed', subject: id, actorId: id, details: { from: EARLIER_EMAIL, to: EMAIL }, ip: IP },
    {
      action: 'account.role_changed',
      subject: id,
      actorId: boss.id,
      details: { isOrgAdmin: true },
      ip: '198.51.100.1',
    },
    { action: 'invitation.created', actorId: boss.id, details: { email: EMAIL, names: [NAME] } },
    {
      ...{ action: 'certificate.revoked', actorId: boss.id, subject: id },
      details: { serial: 'GW-AAAA-AAAA-AAAA', reason: `${REASON}, so away` },
    },
    { action: 'course.created', actorId: boss.id, details: { title: 'Left alone' } },
  ]);
  await db.insert(t.rateLimits).values([
    { key: `password by account: ${EMAIL}`, hits: 1, windowEndsAt: expiresAt },
    { key: `exports: ${id}`, hits: 1, windowEndsAt: expiresAt },
  ]);
  // Another account of theirs, merged into this one.
  const merged = await plant.person({ email: '', erasedAt: new Date(), mergedInto: id });
  const second = { userId: merged, courseTitle: 'Field work', learnerName: NAME, serial: 'GW-CCCC-CCCC-CCCC' };
  await db.insert(t.certificates).values({ ...second, courseId });
  const traces = [id, merged, REASON, EMAIL, EARLIER_EMAIL, WANTED_EMAIL, NAME, foldText(NAME), IP];
  return { zoe, boss, colleague, organizationId, courseId, lessonId, quizId, traces };
}

/** Every column that can hold text: 'profiles.email'. */
export function textColumns(): string[] {
  return Object.values(defineSchema(pgKit)).flatMap((table) => {
    const { name, columns } = getTableConfig(table);
    return columns.filter((column) => /text|uuid|json/.test(column.getSQLType())).map((one) => `${name}.${one.name}`);
  });
}

/** The columns, of all tables, in which one of these words stands. */
export async function columnsWith(db: Db, words: string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const table of Object.values(db.tables)) {
    const keys = Object.entries(getTableColumns(table));
    for (const row of await db.select().from(table)) {
      for (const [key, column] of keys) {
        const text = textOf((row as Record<string, unknown>)[key]).toLowerCase();
        if (words.some((word) => text.includes(word.toLowerCase()))) found.add(`${getTableName(table)}.${column.name}`);
      }
    }
  }
  return [...found].sort();
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? '';
  // An export is a zip file in base64.
  if (!value.startsWith('UEsDB')) return value;
  return Object.values(unzipSync(Buffer.from(value, 'base64')))
    .map((file) => strFromU8(file))
    .join('\n');
}
