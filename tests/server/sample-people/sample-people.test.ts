// The furnished house (decision 349): people move in by the verbs, and leave without a trace.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readAttention } from '#server/analytics/attention.ts';
import { countInstallation, readOverview } from '#server/analytics/overview.ts';
import { carryOut } from '#server/commands/admin.ts';
import { bootstrapContent } from '#server/commands/bootstrap-content.ts';
import { openMigrated } from '#server/compose.ts';
import { readDataEpoch } from '#server/db/epoch.ts';
import { TABLE_KEYS } from '#server/db/ids.ts';
import { readEnv } from '#server/env.ts';
import { announce } from '#server/events.ts';
import { listApiPeople, listProgress } from '#server/integrations/public-api/results.ts';
import { GUESTS_DOMAIN, mails, queueMail } from '#server/mail/mailer.ts';
import { indexPeople } from '#server/people/search-people.ts';
import { openQueue } from '#server/queue/queue.ts';
import { DEMO_ORGANIZATION, LADDERS, NOOR, ROSA } from '#server/sample-people/cast.ts';
import { wantPeople } from '#server/sample-people/finish.ts';
import { furnish } from '#server/sample-people/furnish.ts';
import { removeSamplePeople } from '#server/sample-people/remove.ts';
import { tellStory } from '#server/sample-people/story.ts';
import { databasesOf, onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { workOff } from '#tests/fixtures/queue.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const { newUrl } = databasesOf('sqlite');

/** A Wednesday. */
const NOW = new Date('2031-05-14T11:20:00Z');

describe('the story', () => {
  test('is the same for everybody on the same day, and nobody in it does anything after today', () => {
    const told = tellStory(NOW, 124);
    expect(JSON.stringify(tellStory(NOW, 124))).toBe(JSON.stringify(told));
    expect(told).toHaveLength(124);
    expect(tellStory(NOW, 300)).toHaveLength(300);
    expect(new Set(told.map(({ email }) => email)).size).toBe(124);
    expect(told.flatMap(({ stints }) => stints).filter(({ ended, enrolled }) => ended < 0 || enrolled < ended)).toEqual(
      [],
    );
  });
});

onEveryEngine('sample people', (openDb, engine) => {
  const startServer = startOn(openDb);

  /** An installation with the sample courses and the demo accounts, in which nobody is invented yet. */
  async function empty(): Promise<TestServer> {
    const server = await startServer({
      variables: { SAMPLE_CONTENT: 'on', DEMO_PASSWORD: 'look-around' },
      now: () => NOW,
    });
    await bootstrapContent(server);
    // What a server does when it starts and is first asked.
    await indexPeople(server.db);
    await readDataEpoch(server.db);
    return server;
  }

  const want = ({ db }: TestServer) => db.transact((tx) => wantPeople(tx, { people: 124, now: NOW }));

  /** Every row of every table, without the times at which the demo accounts and the organization were written. */
  async function everything({ db }: TestServer) {
    const all: Record<string, unknown[]> = {};
    for (const key of TABLE_KEYS) {
      const rows = await db.select().from(db.tables[key] as typeof db.tables.meta);
      all[key] = rows
        .map((row) => JSON.stringify({ ...row, createdAt: undefined, updatedAt: undefined, lastSignInAt: undefined }))
        .sort();
    }
    return all;
  }

  const title = `move in once, also after a stop in the middle, and leave every table as it was (${engine})`;
  test(title, { timeout: 180_000 }, async () => {
    const server = await empty();
    const { db, deps } = server;
    const before = await everything(server);
    await want(server);
    const stop = new AbortController();
    const stopped = furnish(deps, stop.signal);
    await vi.waitFor(async () => expect(await db.select().from(db.tables.quizAttempts)).not.toEqual([]), 30_000);
    stop.abort();
    await stopped;
    expect(await db.select().from(db.tables.tablets)).toEqual([]);
    await workOff(deps.queue, 'sample-people');

    const { organizations, quiz } = await readAttention(deps, { organizationId: DEMO_ORGANIZATION.id });
    expect(organizations).toMatchObject([
      {
        people: 124,
        overdue: 7,
        behind: 4,
        notStarted: 3,
        certificatesEnding: { 7: 1, 30: 6 },
        certificatesUnrenewed: 2,
        unusedInvitations: 1,
        tabletsWithOldWork: 1,
      },
    ]);
    expect(quiz).toMatchObject({ lessonTitle: 'Quiz: Scan Quality at Height' });
    const full = await everything(server);
    expect(full.meta).toEqual(before.meta);
    expect(full.pastRounds).toHaveLength(15);
    const triesAtQuizzes = (full.quizAttempts ?? []).map((row) => JSON.parse(String(row)).opId);
    expect(new Set(triesAtQuizzes).size).toBe(triesAtQuizzes.length);
    await db.transact((tx) =>
      queueMail(tx, server.deps.env, 'password_changed', { to: NOOR.email, at: NOW, link: 'https://learn.example' }),
    );

    expect(await removeSamplePeople(db, null, NOW)).toMatchObject({ people: 124, all: 142, groups: 8, realPeople: 0 });
    const after = await everything(server);
    const [removed] = (after.auditLog ?? []).filter((row) => String(row).includes('sample_people.removed'));
    expect(removed).toContain('operator');
    for (const key of TABLE_KEYS)
      expect(
        after[key]?.filter((row) => row !== removed),
        key,
      ).toEqual(before[key]);
    expect(await removeSamplePeople(db, null, NOW)).toMatchObject({ people: 0, all: 0, groups: 0 });
    expect(await everything(server)).toEqual(after);
  });

  /** An invented and a real person, in one organization with a course. */
  async function two() {
    const server = await startServer({ now: () => NOW });
    const plant = planter(server.db);
    const organizationId = await plant.organization({ isSample: true });
    const courseId = await plant.course({ organizationId });
    const invented = await plant.person({ organizationId, isSample: true, email: 'ines@demo.example' });
    const real = await plant.person({ organizationId, email: 'real@test.example' });
    for (const userId of [invented, real]) await plant.assign(userId, courseId);
    return { ...server, plant, organizationId, courseId, invented, real };
  }

  test(`get no mail: it is written down as not sent, also with a mail server (${engine})`, async () => {
    const { db, deps } = await two();
    const sent: string[] = [];
    const queue = openQueue(deps);
    queue.add(
      'mails',
      mails(deps, async ({ toAddress }) => void sent.push(toAddress)),
    );
    for (const to of ['ines@demo.example', 'real@test.example', `guest${GUESTS_DOMAIN}`])
      await db.transact((tx) =>
        queueMail(tx, deps.env, 'password_changed', { to, at: NOW, link: 'https://learn.example' }),
      );
    await workOff(queue, 'mails');
    expect(sent).toEqual(['real@test.example']);
    const rows = await db.select().from(db.tables.mailOutbox).orderBy(db.tables.mailOutbox.id);
    expect(rows.map(({ isSample }) => isSample)).toEqual([true, false, true]);
  });

  test(`are no news for other systems (${engine})`, async () => {
    const { db, organizationId, courseId, invented, real } = await two();
    const { webhooks, webhookMessages } = db.tables;
    const events = ['course.completed' as const];
    await db
      .insert(webhooks)
      .values({ organizationId, url: 'https://a.example', events, secret: 'whsec_', createdAt: NOW });
    const people = [invented, real].map((userId) => ({ userId, key: 1 }));
    await db.transact((tx) => announce(tx, { type: 'course.completed', courseId, at: NOW, people }));
    expect((await db.select().from(webhookMessages)).map(({ userId }) => userId)).toEqual([real]);
    const asked = { organizationId, limit: 10 };
    expect((await listApiPeople(db, asked)).people.map(({ id }) => id)).toEqual([real]);
    expect((await listProgress(db, asked)).progress.map(({ userId }) => userId)).toEqual([real]);
  });

  test(`count for super admins until there is a real organization (${engine})`, async () => {
    const { db, plant } = await two();
    const counted = async () => {
      const { organizations, users } = await countInstallation(db.aside);
      const { activeLearners } = await readOverview(db.aside, { organizationId: null }, NOW);
      return { organizations, users, activeLearners };
    };
    const all = { organizations: 1, users: 2 };
    expect(await counted()).toMatchObject(all);
    await plant.organization();
    expect(await counted()).toMatchObject({ organizations: 1, users: 1 });
  });

  test(`leave what a real person has a part in (${engine})`, async () => {
    const { db, plant } = await startServer({ now: () => NOW }).then((server) => ({
      ...server,
      plant: planter(server.db),
    }));
    const organizationId = DEMO_ORGANIZATION.id;
    await plant.organization({ ...DEMO_ORGANIZATION, isSample: true });
    const invented = await plant.person({ organizationId, isSample: true });
    const real = await plant.person({ organizationId });
    const [ours, theirs] = [await plant.group(organizationId), await plant.group(organizationId)];
    for (const group of [ours, theirs]) await plant.inGroup(group, invented);
    await plant.inGroup(ours, real);
    const courseId = await plant.course({ organizationId, title: LADDERS.title });
    for (const userId of [invented, real]) await plant.assign(userId, courseId);
    expect(await removeSamplePeople(db, null, NOW)).toMatchObject({ people: 1, groups: 1, realPeople: 1 });
    const { profiles, groups, courses, courseProgress, organizations } = db.tables;
    expect((await db.select().from(profiles)).map(({ id }) => id)).toEqual([real]);
    expect((await db.select().from(groups)).map(({ id }) => id)).toEqual([ours]);
    expect((await db.select().from(courses)).map(({ id }) => id)).toEqual([courseId]);
    expect((await db.select().from(courseProgress)).map(({ userId }) => userId)).toEqual([real]);
    expect((await db.select().from(organizations)).map(({ isSample }) => isSample)).toEqual([false]);
  });

  test(`can be looked around as by one click, but not in production or from elsewhere (${engine})`, async () => {
    const look = async (variables: Record<string, string>, isSample = true, from = '127.0.0.1') => {
      const server = await startServer({ variables: { TRUST_PROXY: '1', ...variables }, now: () => NOW });
      const by = { 'X-Forwarded-For': from };
      const { id } = await signedIn(server, { email: ROSA.email });
      const { profiles } = server.db.tables;
      await server.db.update(profiles).set({ isSample }).where(eq(profiles.id, id));
      const { accounts } = await (await server.request('/api/demo-accounts', { headers: by })).json();
      const answer = await server.send('POST', '/api/demo-accounts/sign-in', { email: ROSA.email }, by);
      const { tokenHash: token_hash, type } = await answer.json();
      const { status } = await server.send('POST', '/auth/v1/verify', { token_hash, type });
      return { listed: accounts, status };
    };
    expect(await look({})).toEqual({ listed: [{ ...ROSA, name: ROSA.fullName, fullName: undefined }], status: 200 });
    expect(await look({}, false)).toMatchObject({ listed: [], status: 400 });
    expect(await look({}, true, '192.168.1.7')).toMatchObject({ listed: [], status: 400 });
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://learn.example' };
    expect(await look(production)).toMatchObject({ listed: [], status: 400 });
  });

  test(`are removed by the admins of their organization and super admins alone (${engine})`, async () => {
    const server = await startServer({ now: () => NOW });
    const plant = planter(server.db);
    await plant.organization({ ...DEMO_ORGANIZATION, isSample: true });
    const asks = async (who: Parameters<typeof signedIn>[1], method = 'GET') => {
      const { headers } = await signedIn(server, who);
      return (await server.request('/api/admin/sample-people', { method, headers })).status;
    };
    const ours = { organizationId: DEMO_ORGANIZATION.id };
    expect(await asks(ours)).toBe(403);
    expect(await asks({ isOrgAdmin: true, organizationId: await plant.organization() }, 'DELETE')).toBe(403);
    expect(await asks({ isOrgAdmin: true, ...ours }, 'DELETE')).toBe(200);
    expect(await asks({ isSuperAdmin: true })).toBe(200);
  });
});

test('a command has them removed, or move in again, but not in production', async () => {
  const database = { DATABASE_URL: await newUrl(), DATA_DIR: mkdtempSync(join(tmpdir(), 'groundwork-samples-')) };
  onTestFinished(() => rmSync(database.DATA_DIR, { recursive: true }));
  const says = (verb: string, variables = {}) =>
    carryOut(['sample-people', verb], readEnv({ ...database, ...variables }));
  await (await openMigrated(readEnv(database))).close();
  expect(await says('remove')).toBe('No invented people are here.');
  expect(await says('refresh')).toMatch(/They move in again within seconds while the server runs\.$/);
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://learn.example' };
  await expect(says('refresh', production)).rejects.toThrow('not in production');
});
