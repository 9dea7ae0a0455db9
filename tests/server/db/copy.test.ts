// Moving an installation whole: every row, by count and checksum, in both directions, or nothing at all.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, describe, expect, test } from 'vitest';
import { seedSampleContent } from '#server/commands/bootstrap-content.ts';
import { type Db, openDatabase } from '#server/db/client.ts';
import { copyInstallation, countTable, type Report } from '#server/db/copy.ts';
import { readDataEpoch } from '#server/db/epoch.ts';
import { TABLE_KEYS } from '#server/db/ids.ts';
import { sqliteConnection } from '#server/db/sqlite.ts';
import { openMedia } from '#server/media/media.ts';
import { indexPeople } from '#server/people/search-people.ts';
import { databasesOf } from '#tests/fixtures/db.ts';

const COMMAND = fileURLToPath(new URL('../../../server/commands/db.ts', import.meta.url));
/** A row that nobody waited for, in both dialects. */
const LATE = `insert into meta (key, value) values ('late', 'late') on conflict do nothing`;
const media = mkdtempSync(join(tmpdir(), 'groundwork-copy-media-'));
afterAll(() => rmSync(media, { recursive: true, force: true }));

/** The sample content, people with progress, and at least one row in every other table. */
async function fill(db: Db): Promise<void> {
  await seedSampleContent(db, await openMedia({ dataDir: media }));
  await readDataEpoch(db);
  const { tables: t } = db;
  const userId = randomUUID();
  const organizationId = randomUUID();
  const later = new Date('2031-01-01T00:00:00.001Z');
  await db.insert(t.organizations).values({ id: organizationId, name: 'Örtliche GmbH', slug: 'gmbh', isActive: false });
  await db.insert(t.profiles).values({ id: userId, email: 'a@b.example', fullName: "O'Neill 日本", organizationId });
  await db.insert(t.signInCards).values({ userId, codeHash: 'sealed', issuedAt: later, expiresAt: later });
  const groupId = randomUUID();
  await db.insert(t.groups).values({ id: groupId, organizationId, name: 'Crew', nameKey: 'crew' });
  await db.insert(t.groupMembers).values({ groupId, userId, isLead: true });
  const [invitation] = await db
    .insert(t.invitations)
    .values({ organizationId, tokenHash: 'h', expiresAt: later, courseId: 1, groupId })
    .returning();
  await db.insert(t.invitationGroups).values({ invitationId: invitation?.id ?? '', groupId });
  await db.insert(t.invitationUses).values({ invitationId: invitation?.id ?? '', userId });
  await db.insert(t.courseGrants).values({ courseId: 3, organizationId });
  await db.insert(t.autoEnrollments).values({ courseId: 3, organizationId, dueInDays: 14 });
  await db.insert(t.groupEnrollments).values({ courseId: 3, groupId, dueOn: '2031-01-02' });
  await db.insert(t.endedGrants).values({ courseId: 3, organizationId, endedAt: new Date() });
  await db.insert(t.courseProgress).values({ userId, courseId: 4, percent: 33, completedAt: later });
  const storage = { usedBytes: 2 ** 33, quotaBytes: 2 ** 40, isPersistent: true };
  const tablet = { browser: 'Firefox on Linux', words: 'van 3', version: '0.1.0', people: 2, unsent: 1, storage };
  await db.insert(t.tablets).values({ organizationId, deviceId: randomUUID(), lastContactAt: later, ...tablet });
  const job = {
    id: randomUUID(),
    organizationId,
    act: { kind: 'remind' as const },
    title: 'Remind',
    createdBy: userId,
  };
  const counts = { state: 'done' as const, total: 1, handled: 1, changed: 0, createdAt: later };
  const secret = { tokenHash: 'hash', ending: 'wxyz', scopes: ['people:read' as const] };
  await db.insert(t.apiTokens).values({ ...secret, name: 'HR', createdAt: later, expiresAt: later });
  const webhookId = randomUUID();
  const address = { url: 'https://hr.example/hook', events: ['course.completed' as const], secret: 'whsec_c2VjcmV0' };
  await db.insert(t.webhooks).values({ id: webhookId, organizationId, ...address, createdAt: later });
  const told = { webhookId, eventKey: 'one', type: 'course.completed', userId, data: { courseId: 4 } };
  await db.insert(t.webhookMessages).values({ ...told, createdAt: later, nextTryAt: later });
  const statement = { statementId: randomUUID(), type: 'course.completed' as const, userId, doneAt: later };
  const about = { courseId: 4, courseTitle: 'ö', round: 1 };
  await db.insert(t.xapiStatements).values({ ...statement, data: about, createdAt: later, nextTryAt: later });
  await db.insert(t.bulkJobs).values({ ...job, ...counts, queue: 'ö' });
  await db
    .insert(t.bulkRows)
    .values({ jobId: job.id, position: 1, userId, isChanged: false, reason: 'Nothing is due.' });
  const lessons = await db.select().from(t.lessons).where(eq(t.lessons.courseId, 4));
  const ended = { percent: 100, pointsEarned: 10, totalPoints: 10, enrolledAt: later, endedAt: later };
  await db.insert(t.pastRounds).values({ userId, courseId: 4, round: 1, ...ended });
  const past = {
    courseId: 4,
    round: 1,
    status: 'completed' as const,
    rev: 2,
    watched: [[0.1, 7.7] as [number, number]],
  };
  await db.insert(t.pastUnits).values({ userId, lessonId: lessons[0]?.id ?? 0, ...past });
  await db.insert(t.unitProgress).values(
    lessons.map((lesson, at) => ({
      userId,
      lessonId: lesson.id,
      courseId: 4,
      positionSeconds: at / 3,
      watched: [[0.1, at + 0.7] as [number, number]],
      reflection: at === 3 ? 'tab\tand "quotes"\nand more' : null,
    })),
  );
  const lessonId = lessons[0]?.id ?? 0;
  const sent = { storageKey: 'upload.mp4', fileName: 'a.mp4', contentType: 'video/mp4', sizeBytes: 2 ** 31 };
  await db.insert(t.videoUploads).values({ ...sent, lessonId, createdBy: userId, expiresAt: later });
  const file = { storageKey: 'a.pdf', fileName: 'a.pdf', contentType: 'application/pdf', sizeBytes: 9, etag: 'a' };
  const [asset] = await db.insert(t.assets).values(file).returning({ id: t.assets.id });
  await db.insert(t.lessonDocuments).values({ lessonId, assetId: asset?.id ?? '', title: 'A', position: 1 });
  const units = [{ key: 'title', of: 'A', text: 'Á' }];
  await db.insert(t.courseTranslations).values({ courseId: 4, language: 'es', isPublished: true, units });
  await db.insert(t.lessonTranslations).values({ lessonId, language: 'es', units });
  await db.insert(t.quizVersions).values({ lessonId, version: 'v1', content: { z: 1, a: [{ y: null, b: 'x' }] } });
  // More than one batch of a key made of two columns, and of a generated id.
  const opIds = Array.from({ length: 1_200 }, () => randomUUID());
  await db.insert(t.appliedOps).values(
    opIds.map((opId, at) => ({
      userId,
      opId,
      requestHash: `h${at}`,
      status: 200,
      body: { z: at, a: { deep: [at] } },
    })),
  );
  await db.insert(t.quizAttempts).values(
    opIds.map((opId) => ({
      userId,
      lessonId,
      score: 50,
      passed: false,
      answers: { '7': [1, 2] },
      quizVersion: 'v1',
      opId,
    })),
  );
  const figures = { attempts: 1, passed: 0, scoreSum: 50, durationMsSum: 0, timedAttempts: 0, lastAttemptAt: later };
  await db.insert(t.quizFigures).values({ userId, lessonId, ...figures });
  await db.insert(t.courseRatings).values({ userId, courseId: 4, stars: 5 });
  await db.insert(t.courseFigures).values({ courseId: 4, enrolled: 1000, reviews: 1, starsSum: 5 });
  await db.insert(t.certificates).values({ serial: 's', userId, courseId: 4, learnerName: 'n', courseTitle: 't' });
  const [user] = await db
    .insert(t.authUsers)
    .values({ email: 'a@b.example', userMetadata: { full_name: 'A' } })
    .returning();
  await db
    .insert(t.authSessions)
    .values({ userId: user?.id ?? '', hmacKey: 'k', amr: [{ method: 'otp', timestamp: 1 }] });
  const factor = { friendlyName: 'Phone', isVerified: true, secret: 'JBSWY3DP', lastStep: 59_000_000 };
  await db.insert(t.authFactors).values({ userId: user?.id ?? '', ...factor });
  await db.insert(t.authIdentities).values({ userId: user?.id ?? '', issuer: 'https://a.example', subject: 'a' });
  await db.insert(t.recoveryCodes).values({ userId, codeHash: 'h' });
  await db
    .insert(t.oneTimeTokens)
    .values({ tokenHash: 't', userId: user?.id ?? '', kind: 'recovery', expiresAt: later });
  await db.insert(t.mailOutbox).values({ kind: 'recovery', toAddress: 'a@b.example', subject: 's', text: 't' });
  await db.insert(t.auditLog).values({ action: 'x', details: { b: true, a: 1.5 } });
  await db.insert(t.endedMemberships).values({ userId, organizationId, endedAt: later });
  await db.insert(t.endedAssignments).values({ userId, courseId: 4, endedAt: later });
  await db.insert(t.dataExports).values({ userId, requestedAt: later, expiresAt: later, content: 'UEsDB' });
  await db.insert(t.turns).values({ kind: 'exports', key: userId, dueAt: later, attempts: 1 });
  await db.insert(t.erasures).values({ personHash: 'h', erasedAt: later });
  await db.insert(t.rateLimits).values({ key: 'k', hits: 3, windowEndsAt: later });
  // An id that was given and taken back must not be given again after the move.
  const [gone] = await db
    .insert(t.courses)
    .values({ title: 'g', description: '', category: 'c', instructorName: 'i' })
    .returning();
  await db.delete(t.courses).where(eq(t.courses.id, gone?.id ?? 0));
}

const sums = async (db: Db) => {
  const all = [];
  for (const key of TABLE_KEYS) all.push(await countTable(db, key));
  return all;
};

describe('moving an installation', () => {
  const sqlite = databasesOf('sqlite');
  const postgres = databasesOf('postgres');

  test('from SQLite to PostgreSQL and back again keeps every row of every table', async () => {
    const [from, to, back] = [await sqlite.openDb(), await postgres.openDb(), await sqlite.openDb()];
    await fill(from);
    await indexPeople(from);
    const original = await sums(from);
    expect(
      original.filter((table) => table.rows === 0),
      'fill puts a row into each table',
    ).toEqual([]);
    const heard: Parameters<Report>[0][] = [];
    expect(await copyInstallation(from, to, (progress) => heard.push(progress))).toEqual(original);
    const ofOps = heard.filter(({ table }) => table === 'applied_ops').map(({ step, rows }) => `${rows} ${step}`);
    expect(ofOps).toEqual(expect.arrayContaining(['1200 copied', '1200 compared']));
    expect(await sums(to)).toEqual(original);
    await copyInstallation(to, back);
    expect(await sums(back)).toEqual(original);
    for (const key of TABLE_KEYS) {
      const rows = (db: Db) => db.select().from(db.tables[key] as PgTable);
      expect(await rows(back)).toHaveLength((await rows(from)).length);
    }
    for (const db of [to, back]) {
      const fields = { title: 'Next', description: '', category: 'c', instructorName: 'i' };
      const [course] = await db.insert(db.tables.courses).values(fields).returning();
      expect(course?.id).toBe(6);
    }
  });

  test('refuses a target that is not empty, and leaves it unchanged', async () => {
    const [from, to] = [await sqlite.openDb(), await postgres.openDb()];
    await readDataEpoch(from);
    const epoch = await readDataEpoch(to);
    await expect(copyInstallation(from, to)).rejects.toThrow('The target is not empty: meta has 1 rows.');
    expect(await readDataEpoch(to)).toBe(epoch);
  });

  test('refuses a source that is not of this version', async () => {
    const from = await openDatabase('file::memory:');
    await expect(copyInstallation(from, await sqlite.openDb())).rejects.toThrow('not of this version');
    await from.close();
  });

  test('that cannot be finished leaves the target empty', async () => {
    const [from, to] = [await sqlite.openDb(), await postgres.openDb()];
    await readDataEpoch(from);
    await from.insert(from.tables.organizations).values({ name: 'fine', slug: 'fine' });
    // PostgreSQL cannot hold a NUL in a text; the edge of the server refuses it, an old file might have it.
    await from.insert(from.tables.meta).values({ key: 'nul', value: 'a\0b' });
    await expect(copyInstallation(from, to)).rejects.toMatchObject({ name: 'DatabaseError', kind: 'bad_value' });
    expect((await sums(to)).filter((table) => table.rows > 0)).toEqual([]);
  });

  test('notices writes to a SQLite source meanwhile', async () => {
    const url = await sqlite.newUrl();
    const [from, other, to] = [await sqlite.openDb({ url }), await sqlite.openDb({ url }), await sqlite.openDb()];
    await readDataEpoch(from);
    const write = () => void sqliteConnection(other)?.exec(LATE);
    await expect(copyInstallation(from, to, write)).rejects.toThrow('The source changed while it was copied');
    expect((await sums(to)).filter((table) => table.rows > 0)).toEqual([]);
  });

  test('notices writes to a PostgreSQL source meanwhile', async () => {
    const url = await postgres.newUrl();
    const [from, to] = [await postgres.openDb({ url }), await sqlite.openDb()];
    await readDataEpoch(from);
    // In a process of its own, which is waited for: the copy does not go on before it is written.
    const client = `const c = new (await import('pg')).default.Client(process.argv[1]); await c.connect(); await c.query(process.argv[2]); await c.end();`;
    const write = () => void execFileSync(process.execPath, ['--input-type=module', '-e', client, url, LATE]);
    await expect(copyInstallation(from, to, write)).rejects.toThrow('meta changed while it was copied');
    expect((await sums(to)).filter((table) => table.rows > 0)).toEqual([]);
  });

  test.each([sqlite, postgres])('that is killed leaves the target empty, and can be repeated', async (target) => {
    const [fromUrl, toUrl] = [await sqlite.newUrl(), await target.newUrl()];
    const from = await sqlite.openDb({ url: fromUrl });
    await readDataEpoch(from);
    await from.insert(from.tables.organizations).values({ name: 'fine', slug: 'fine' });
    const script = `import { openDatabase } from '#server/db/client.ts';
      import { copyInstallation } from '#server/db/copy.ts';
      const [from, to] = [await openDatabase('${fromUrl}'), await openDatabase('${toUrl}')];
      await copyInstallation(from, to, ({ step }) => step === 'compared' && process.kill(process.pid, 'SIGKILL'));`;
    const killed = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect([killed.signal, killed.stderr]).toEqual(['SIGKILL', '']);
    const to = await target.openDb({ url: toUrl });
    expect((await sums(to)).filter((table) => table.rows > 0)).toEqual([]);
    expect(await copyInstallation(from, to)).toEqual(await sums(from));
  });

  const command = (...given: string[]) =>
    spawnSync(process.execPath, [COMMAND, ...given], { encoding: 'utf8', env: { ...process.env, DATABASE_URL: '' } });

  test('npm run db -- copy prints what was copied, and refuses in a sentence', async () => {
    const fromUrl = await sqlite.newUrl();
    const toUrl = await postgres.newUrl();
    const from = await sqlite.openDb({ url: fromUrl });
    const epoch = await readDataEpoch(from);
    const done = command('copy', fromUrl, toUrl);
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(done.stdout).toContain('meta: 1 rows');
    expect(await readDataEpoch(await postgres.openDb({ url: toUrl }))).toBe(epoch);

    const again = command('copy', fromUrl, toUrl);
    expect([again.status, again.stderr]).toEqual([1, 'The target is not empty: meta has 1 rows.\n']);
    const missing = command('copy', `${fromUrl}.mistyped`, toUrl);
    expect([missing.status, missing.stderr]).toEqual([
      1,
      expect.stringMatching(/^There is no database .+\.mistyped\. /),
    ]);
    expect(existsSync(`${fromUrl.slice('file:'.length)}.mistyped`)).toBe(false);
    const refused = command('copy', fromUrl, 'postgres://me:secret@127.0.0.1:1/none');
    expect([refused.status, refused.stderr]).toEqual([1, 'connect ECONNREFUSED 127.0.0.1:1\n']);
    const wrong = command('copy', fromUrl);
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain('npm run db -- copy FROM TO');
    const nowhere = command('copy', 'groundwork.db', toUrl);
    expect([nowhere.status, nowhere.stderr]).toEqual([1, 'A database address must begin with file: or postgres://.\n']);
  });

  test('[Z12] npm run db -- rotate-epoch starts a new epoch in the configured database', async () => {
    const url = await sqlite.newUrl();
    const before = await readDataEpoch(await sqlite.openDb({ url }));
    const done = spawnSync(process.execPath, [COMMAND, 'rotate-epoch'], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: url },
    });
    expect(done.status).toBe(0);
    const after = await readDataEpoch(await sqlite.openDb({ url }));
    expect(after).not.toBe(before);
    expect(done.stdout).toContain(after);
  });
});
