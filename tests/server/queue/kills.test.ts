// A process is killed in the middle of each kind of work: nothing is lost, and nothing is done twice but what a receiver can tell by its id.
// Mails: tests/server/mail/kills.test.ts; jobs: tests/server/bulk/jobs.test.ts.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { announce } from '#server/events.ts';
import { requestExport } from '#server/personal-data/exports.ts';
import { databasesOf, onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { workOff } from '#tests/fixtures/queue.ts';
import { startReceiver } from '#tests/fixtures/receiver.ts';
import { startRecordStore } from '#tests/fixtures/record-store.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { aVideo } from '#tests/fixtures/videos.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
const HOUR_MS = 3_600_000;
/** A morning, at which reminders are sent. */
const MORNING = new Date('2031-03-03T08:30:00Z');
const AHEAD_MS = MORNING.getTime() - Date.now();

onEveryEngine('when its process is killed', (_, engine) => {
  const { openDb, newUrl } = databasesOf(engine);

  async function begin(variables: Record<string, string> = {}) {
    const url = await newUrl();
    let ahead = AHEAD_MS;
    const now = () => new Date(Date.now() + ahead);
    const server = await startOn(() => openDb({ url }))({ variables, now });
    const { db, env } = server;
    const plant = planter(db);
    const organizationId = await plant.organization();
    const courseId = await plant.course({ organizationId });
    const people = [];
    for (let n = 0; n < 3; n += 1) people.push(await plant.person({ organizationId }));
    const told = {
      type: 'course.completed',
      courseId,
      at: now(),
      people: people.map((userId) => ({ userId, key: 1 })),
    };
    const complete = () => db.transact((tx) => announce(tx, { ...told, type: 'course.completed' }));
    /** Works in a process of its own until the n-th moment, at which it is killed. */
    const killed = (kind: string, moment: number) =>
      new Promise<void>((resolve, reject) => {
        const settings = { DATA_DIR: env.dataDir, FFMPEG: 'off', ...variables };
        const args = [WORKER, url, kind, String(moment), String(AHEAD_MS), JSON.stringify(settings)];
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
        onTestFinished(() => void child.kill('SIGKILL'));
        child.stdout.once('data', () => child.kill('SIGKILL'));
        child.once('close', (code, signal) =>
          signal === 'SIGKILL'
            ? resolve()
            : reject(new Error(`The process ended by itself (${code}), before moment ${moment}.`)),
        );
      });
    /** What another process does of it, first while the dead one is believed to live, and then. */
    const takenUp = async (kind: string) => {
      await workOff(server.deps.queue, kind);
      ahead += 31_000;
      await workOff(server.deps.queue, kind);
      return db.select().from(db.tables.turns);
    };
    return { ...server, plant, organizationId, courseId, people, complete, killed, takenUp, now };
  }

  const options = { timeout: 120_000 };

  test(
    `a webhook gets each message, and the one whose answer was not noted twice under its id (${engine})`,
    options,
    async () => {
      const { db, organizationId, complete, killed, takenUp, now } = await begin();
      const receiver = await startReceiver();
      const events = ['course.completed' as const];
      const webhook = { organizationId, url: receiver.url, events, secret: 'whsec_c2VjcmV0', createdAt: now() };
      await db.insert(db.tables.webhooks).values(webhook);
      await complete();
      // Looks for messages, sends the first, notes its answer, sends the second.
      await killed('webhooks', 5);
      expect(receiver.received).toHaveLength(2);
      expect(await takenUp('webhooks')).toEqual([]);
      const ids = receiver.received.map(({ id }) => id);
      expect([ids.length, new Set(ids).size, ids[1]]).toEqual([4, 3, ids[2]]);
      expect([...new Set(ids)]).toEqual([...new Set(ids)].sort());
      const messages = await db.select().from(db.tables.webhookMessages);
      expect(messages.map(({ attempts, nextTryAt }) => [attempts, nextTryAt])).toEqual(Array(3).fill([1, null]));
    },
  );

  test('a record store holds each statement once', options, async () => {
    const store = await startRecordStore();
    const { db, complete, killed, takenUp } = await begin(store.variables);
    await complete();
    await killed('statements', 1);
    expect(store.requests).toEqual([3]);
    expect(await takenUp('statements')).toEqual([]);
    expect([store.requests, store.held.size]).toEqual([[3, 3], 3]);
    const rows = await db.select().from(db.tables.xapiStatements);
    expect(rows.every(({ nextTryAt, deliveredAt }) => !nextTryAt && deliveredAt)).toBe(true);
  });

  test('an export is made', options, async () => {
    const { db, people, killed, takenUp, now } = await begin();
    await requestExport(db, people[0] ?? '', now());
    await killed('exports', 1);
    const exports = () => db.select().from(db.tables.dataExports);
    expect(await exports()).toMatchObject([{ state: 'waiting', content: null }]);
    expect(await takenUp('exports')).toEqual([]);
    expect(await exports()).toMatchObject([{ state: 'ready', content: expect.any(String) }]);
  });

  test('a video gets its smaller version', options, async () => {
    const { db, deps, plant, courseId, killed, takenUp, now } = await begin();
    const path = `${deps.media.incoming}/sent.part`;
    writeFileSync(path, aVideo());
    await deps.media.storage.put('videos/a.mp4', { path, contentType: 'video/mp4' });
    const assetId = await plant.asset({
      ...{ courseId, storageKey: 'videos/a.mp4', sizeBytes: 1000, rendition: 'waiting', createdAt: now() },
    });
    await plant.lesson(courseId, { assetId });
    // In the middle of the conversion.
    await killed('renditions', 1000);
    const assets = () => db.select().from(db.tables.assets).orderBy(db.tables.assets.sizeBytes);
    expect(await assets()).toMatchObject([{ rendition: 'waiting', renditionTries: 1 }]);
    const seen = { codec: 'hevc', pixelFormat: 'yuv420p10le', width: 1920, height: 1080, audio: 'aac', seconds: 61 };
    deps.media.converter = {
      probe: async () => seen,
      poster: async () => Promise.reject(new Error('No picture.')),
      convert: async (_, to) => writeFileSync(to, aVideo(300, 7)),
    };
    expect(await takenUp('renditions')).toEqual([]);
    expect(await assets()).toMatchObject([{ sizeBytes: 300 }, { rendition: 'made', renditionTries: 2 }]);
  });

  test('everybody is reminded once', options, async () => {
    const { db, plant, killed, takenUp } = await begin();
    const day = (n: number) => new Date(MORNING.getTime() + n * 24 * HOUR_MS).toISOString().slice(0, 10);
    const reminders = {
      ...{ before: [3], after: [], certificates: [], isRequired: false, groupId: null, from: day(0) },
    };
    for (let n = 0; n < 2; n += 1) {
      const organizationId = await plant.organization({ reminders });
      const courseId = await plant.course({ organizationId });
      for (let k = 0; k < 2; k += 1) {
        const userId = await plant.person({ organizationId });
        const enrolledAt = new Date('2031-01-01T00:00:00Z');
        await db.insert(db.tables.courseProgress).values({ userId, courseId, dueOn: day(3), enrolledAt });
      }
    }
    // The first organization is done.
    await killed('reminders', 2);
    const mailed = async () => (await db.select().from(db.tables.mailOutbox)).map(({ toAddress }) => toAddress);
    expect(await mailed()).toHaveLength(2);
    expect(await takenUp('reminders')).toMatchObject([{ kind: 'reminders', attempts: 0, lease: null }]);
    expect([(await mailed()).length, new Set(await mailed()).size]).toEqual([4, 4]);
  });

  test('what is overdue is told once', options, async () => {
    const { db, organizationId, courseId, people, killed, takenUp, now } = await begin();
    const createdAt = new Date(MORNING.getTime() - 100 * HOUR_MS);
    const webhook = { organizationId, events: ['course.overdue' as const], secret: 'whsec_c2VjcmV0', createdAt };
    for (const path of ['one', 'two'])
      await db.insert(db.tables.webhooks).values({ ...webhook, url: `https://a.example/${path}` });
    const dueOn = new Date(now().getTime() - 48 * HOUR_MS).toISOString().slice(0, 10);
    for (const userId of people) await db.insert(db.tables.courseProgress).values({ userId, courseId, dueOn });
    await killed('overdue', 3);
    const messages = () => db.select().from(db.tables.webhookMessages);
    expect(await messages()).toHaveLength(3);
    await takenUp('overdue');
    expect(new Set((await messages()).map(({ webhookId, eventKey }) => webhookId + eventKey)).size).toBe(6);
    expect(await messages()).toHaveLength(6);
  });

  test('what is old is deleted', options, async () => {
    const { db, people, killed, takenUp } = await begin();
    const { dataExports, xapiStatements } = db.tables;
    const [userId = ''] = people;
    const old = new Date('2020-01-01T00:00:00Z');
    await db.insert(dataExports).values({ userId, requestedAt: old, expiresAt: old, state: 'ready' });
    const data = { courseId: 1, courseTitle: 'Field work', round: 1 };
    const statement = { statementId: randomUUID(), userId, type: 'course.completed' as const, data, doneAt: old };
    await db.insert(xapiStatements).values({ ...statement, createdAt: old });
    await killed('clean-up', 3);
    const left = async () => [
      (await db.select().from(dataExports)).length,
      (await db.select().from(xapiStatements)).length,
    ];
    expect(await left()).toEqual([0, 1]);
    expect(await takenUp('clean-up')).toMatchObject([{ kind: 'clean-up', attempts: 0, lease: null }]);
    expect(await left()).toEqual([0, 0]);
  });
});
