import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '#sync/engine.ts';
import { countUnsent, deleteReplica, flushBeforeSignOut, keepOnlyWork } from '#sync/extras/unsent-work.ts';
import { openDevice, saveDeviceUser } from '#sync/store/device.ts';
import type { Entry } from '#sync/store/entry.ts';
import { readCrew, writeCrew } from '#sync/store/kept-crew.ts';
import {
  readCatalog,
  readCourse,
  readDraft,
  readEntries,
  readEntriesFrom,
  readLesson,
  readQuizResult,
  readSyncStatus,
  writeDraft,
} from '#sync/store/reads.ts';
import { Replica, replicaName } from '#sync/store/replica.ts';
import type { DatabaseHealth } from '#sync/store/watchdog.ts';
import { aCourse, aLesson, aUnit } from '#tests/factories.ts';
import { acceptAll, EngineSetup, MAREN, refused, responseOf } from '../engine-setup.ts';
import { aUnitEntry } from '../entries.ts';
import released from '../outbox-v4.json' with { type: 'json' };

const lessons = [aLesson({ id: 102, orderIndex: 2 }), aLesson({ id: 101, orderIndex: 1 })];
const completion = { kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' } as const;

let engine: Engine;
let setup: EngineSetup;
beforeEach(async () => {
  setup = new EngineSetup();
  engine = createEngine({ userId: MAREN, ports: setup.ports() });
  await engine.replica.saveContent({
    catalog: [aCourse({ lessonCount: 2, percentComplete: 0 })],
    lessonsOf: { courseId: 4, lessons },
  });
});
afterEach(async () => {
  engine.stop();
  engine.replica.close();
  await Dexie.delete(replicaName(MAREN));
});

describe('[Y7] saved', () => {
  test('is durable, and survives the end of the tab', async () => {
    const { entry, unit } = await engine.record(completion);
    expect(unit?.status).toBe('completed');
    engine.replica.close();
    const later = new Replica(MAREN);
    const { seq = 0 } = entry ?? {};
    expect(await readEntriesFrom(later, seq, seq)).toEqual([entry]);
    later.close();
  });

  test('[Y6] deletes the submitted draft in the same transaction', async () => {
    await writeDraft(engine.replica, 101, { reflection: 'My project' });
    await engine.record({ ...completion, reflection: 'My project' });
    expect(await readDraft(engine.replica, 101)).toBeUndefined();
    await writeDraft(engine.replica, 102, { answers: { '1': '11' } });
    await expect(engine.record({ kind: 'quiz', courseId: 4, lessonId: 102, answers: { one: '1' } })).rejects.toThrow();
    expect(await readDraft(engine.replica, 102)).toMatchObject({ answers: { '1': '11' } });
  });
});

describe('[Y4] the screens', () => {
  test('tell answers that wait to be graded from other work that waits, such as a Reset after them', async () => {
    await engine.record({ kind: 'quiz', courseId: 4, lessonId: 101, answers: { '1': '11' } });
    expect(await readLesson(engine.replica, 101)).toMatchObject({ waiting: true, isAnswered: true });
    await engine.record(completion);
    await engine.record({ ...completion, status: 'not_started' });
    const reset = await readLesson(engine.replica, 101);
    expect(reset).toMatchObject({ unit: { status: 'not_started' }, waiting: true });
    expect(reset).not.toHaveProperty('isAnswered');
  });

  test('show pending work at once, in the lesson, the course and the catalog', async () => {
    await engine.record(completion);
    expect(await readLesson(engine.replica, 101)).toMatchObject({ unit: { status: 'completed' }, waiting: true });
    expect(await readCourse(engine.replica, 4)).toMatchObject({
      lessons: [
        { lesson: { id: 101 }, unit: { status: 'completed' }, waiting: true },
        { lesson: { id: 102 }, unit: { status: 'not_started' }, waiting: false },
      ],
      totals: { percentComplete: 50, pointsEarned: 10, totalPoints: 20 },
    });
    expect(await readCatalog(engine.replica)).toMatchObject([{ id: 4, percentComplete: 50 }]);
  });

  test("show the server's percentage while some lessons of a course are missing", async () => {
    await engine.replica.saveContent({ catalog: [aCourse({ lessonCount: 9, percentComplete: 33 })] });
    await engine.record(completion);
    expect(await readCatalog(engine.replica)).toMatchObject([{ percentComplete: 33 }]);
    expect((await readCourse(engine.replica, 4))?.totals.percentComplete).toBe(33);
  });

  test('a course of which some lessons are missing is at least as far as what was done here', async () => {
    await engine.replica.saveContent({ catalog: [aCourse({ lessonCount: 5, percentComplete: 0 })] });
    await engine.record(completion);
    expect((await readCourse(engine.replica, 4))?.totals.percentComplete).toBe(20);
  });

  test('report what is not on the device', async () => {
    expect(await readCourse(engine.replica, 9)).toBeUndefined();
    expect(await readLesson(engine.replica, 9)).toBeUndefined();
    expect(await engine.replica.quizzes.get(9)).toBeUndefined();
    expect(await readQuizResult(engine.replica, 101)).toBeUndefined();
  });

  test('a course gone from the catalog leaves the device with its lessons and quizzes; its work stays', async () => {
    await engine.replica.saveContent({ quiz: { lessonId: 101, questions: [], quizVersion: 'v1' } });
    await engine.record(completion);
    await engine.replica.saveContent({ catalog: [aCourse({ id: 5 })] });
    expect(await readCourse(engine.replica, 4)).toBeUndefined();
    expect(await readLesson(engine.replica, 101)).toBeUndefined();
    expect(await engine.replica.quizzes.get(101)).toBeUndefined();
    expect((await readEntries(engine.replica)).waiting).toMatchObject([
      { lessonId: 101, title: 'Reading a floor plan' },
    ]);
  });

  test('[Y25c] a course that the server refuses leaves the device except for its previews; its work stays', async () => {
    await engine.replica.saveContent({ lesson: aLesson({ id: 102, isPreview: true }) });
    await engine.record(completion);
    await engine.replica.saveContent({ goneCourse: 4 });
    expect(await readCourse(engine.replica, 4)).toBeUndefined();
    expect(await engine.replica.lessons.toCollection().primaryKeys()).toEqual([102]);
    await engine.replica.saveContent({ goneLesson: 102 });
    expect(await engine.replica.lessons.count()).toBe(0);
    expect((await readEntries(engine.replica)).waiting).toHaveLength(1);
  });

  test('a lesson gone from its course leaves the device', async () => {
    await engine.replica.saveContent({ lessonsOf: { courseId: 4, lessons: [aLesson({ id: 102 })] } });
    expect(await readLesson(engine.replica, 101)).toBeUndefined();
  });

  test('[Y25d] a pull brings the modules of the lessons, and renames them; an older server brings none', async () => {
    const pulledModules = async (title?: string) => {
      const served = lessons.map((lesson) => ({ ...lesson, ...(title && { module: { id: 7, title } }) }));
      setup.respond = (request) => {
        const { path } = request;
        if (path.endsWith('/courses/4')) return responseOf(200, aCourse({ lessonCount: 2 }));
        return path.endsWith('/lessons') ? responseOf(200, { lessons: served }) : acceptAll(request);
      };
      expect(await engine.pullCourse(4)).toEqual({ kind: 'fresh' });
      return (await readCourse(engine.replica, 4))?.lessons.map(({ lesson }) => lesson.module?.title);
    };
    expect(await pulledModules('Orientation')).toEqual(['Orientation', 'Orientation']);
    expect(await pulledModules('First Steps')).toEqual(['First Steps', 'First Steps']);
    expect(await pulledModules()).toEqual([undefined, undefined]);
  });
});

describe('[Y28] the sync status', () => {
  test('no screen but the catalog reads the whole of a long queue', async () => {
    const entries = Array.from({ length: 3_000 }, (_, i) =>
      aUnitEntry(i + 1, { lessonId: 1_000 + i }, { opId: crypto.randomUUID() }),
    );
    await engine.replica.outbox.bulkAdd(entries);
    await engine.record(completion);
    // A connection of its own: what the engine reads in order to send does not count.
    const replica = new Replica(MAREN);
    let read = 0;
    replica.outbox.hook('reading', (row) => {
      read += 1;
      return row;
    });
    expect(await readSyncStatus(replica)).toMatchObject({ waiting: 3_001, sending: 0, attention: 0 });
    expect((await readEntries(replica)).waiting).toHaveLength(200);
    expect(await readCourse(replica, 4)).toMatchObject({ totals: { percentComplete: 50 } });
    expect(read).toBeLessThan(1_500);
    replica.close();
  });

  test('counts unsent work, and knows since when', async () => {
    const { entry } = await engine.record(completion);
    expect(await readSyncStatus(engine.replica)).toEqual({
      waiting: 1,
      sending: 0,
      attention: 0,
      oldestUnsentAt: entry?.createdAt,
      lastSyncAt: null,
      pausedReason: null,
      reachable: null,
    });
  });

  test('is empty after the work was sent, with the time', async () => {
    await engine.record(completion);
    await engine.syncNow();
    expect(await readSyncStatus(engine.replica)).toMatchObject({
      waiting: 0,
      sending: 0,
      attention: 0,
      oldestUnsentAt: null,
      reachable: true,
      lastSyncAt: expect.any(String),
    });
    expect((await readEntries(engine.replica)).sent).toMatchObject([{ state: 'done', result: { outcome: 'applied' } }]);
  });

  test('blocked work needs attention, and is unsent', async () => {
    setup.respond = () => refused(403, 'access_denied');
    const { entry } = await engine.record(completion);
    await engine.syncNow();
    expect(await readSyncStatus(engine.replica)).toMatchObject({
      waiting: 0,
      attention: 1,
      oldestUnsentAt: entry?.createdAt,
    });
    expect((await readEntries(engine.replica)).attention).toMatchObject([{ state: 'blocked' }]);
  });

  test('a graded quiz stores its result', async () => {
    const review = [{ questionId: 1, chosenAnswerIds: [11], correctAnswerIds: [12], explanation: 'Because.' }];
    setup.respond = () =>
      responseOf(200, { score: 50, passed: false, review, unit: aUnit(), changed: false, dataEpoch: 'e1' });
    await engine.record({ kind: 'quiz', courseId: 4, lessonId: 101, answers: { '1': '11' } });
    await engine.syncNow();
    expect(await readQuizResult(engine.replica, 101)).toMatchObject({ score: 50, passed: false, review });
  });

  test('[Y24] the device knows how much work of each known person is unsent', async () => {
    const device = openDevice();
    await saveDeviceUser(device, { userId: MAREN, name: 'Maren', email: 'maren@example.org' });
    await engine.record(completion);
    await expect.poll(() => device.people.get(MAREN)).toMatchObject({ pendingCount: 1 });
    await engine.syncNow();
    await expect
      .poll(() => device.people.get(MAREN))
      .toMatchObject({ pendingCount: 0, lastSyncAt: expect.any(String) });
    await device.people.update('nobody', { pendingCount: 3, lastSyncAt: null });
    expect(await device.people.count()).toBe(1);
    device.close();
  });
});

describe('[Y8] the outbox row is a frozen contract', () => {
  test('[Y8a] its rows are read, shown and sent', async () => {
    const rows = released as unknown as Entry[];
    await engine.replica.outbox.bulkAdd(rows);
    const inState = (state: Entry['state']) => rows.filter((row) => row.state === state);
    const read = await readEntries(engine.replica);
    expect(read).toEqual({
      waiting: inState('queued'),
      attention: inState('blocked'),
      sent: inState('done').reverse(),
    });
    await engine.syncNow();
    expect(await readSyncStatus(engine.replica)).toMatchObject({ waiting: 0, attention: 1 });
  });

  test('a row of a newer version keeps its unknown fields', async () => {
    const [row] = released as unknown as Entry[];
    await engine.replica.outbox.add({ ...row, v: 7, mood: 'fine' } as unknown as Entry);
    await engine.syncNow();
    expect(await engine.replica.outbox.toArray()).toMatchObject([{ v: 7, mood: 'fine', state: 'done' }]);
  });
});

describe('[Y23] leaving the device', () => {
  const leaving = () => ({ engine, replica: engine.replica, clock: { now: Date.now, later: realLater } });

  test('one last try sends what it can', async () => {
    await engine.record(completion);
    expect(await countUnsent(engine.replica)).toEqual({ entries: 1, drafts: 0 });
    expect(await flushBeforeSignOut(leaving())).toBe(0);
  });

  test('it gives up in time', async () => {
    setup.respond = () => new Promise(() => {});
    await engine.record(completion);
    const started = Date.now();
    expect(await flushBeforeSignOut(leaving(), 100)).toBe(1);
    expect(Date.now() - started).toBeLessThan(2_000);
  });

  test('kept work waits without its content, and is sent when its person is back', async () => {
    await engine.record(completion);
    await writeDraft(engine.replica, 102, { reflection: 'Half' });
    await writeCrew(engine.replica, { at: '2026-03-01T08:00:00.000Z', groups: [] });
    await keepOnlyWork(engine.replica);
    expect(await readCatalog(engine.replica)).toEqual([]);
    expect(await readCrew(engine.replica), 'names of other people').toBeUndefined();
    expect(await countUnsent(engine.replica)).toEqual({ entries: 1, drafts: 1 });
    await engine.syncNow();
    expect(await readSyncStatus(engine.replica)).toMatchObject({ waiting: 0 });
  });

  test('a response that arrives after the sign-out brings nothing back', async () => {
    let arrive = () => {};
    setup.respond = async ({ path }) => {
      await new Promise<void>((resolve) => (arrive = resolve));
      return path.endsWith('/lessons/101') ? responseOf(200, lessons[1]) : responseOf(500, null);
    };
    const pulling = engine.pullLesson(101);
    for (let n = 0; n < 50 && setup.requests.length === 0; n += 1) await setup.settled();
    setup.token = async () => null;
    engine.stop();
    await keepOnlyWork(engine.replica);
    arrive();
    expect(await pulling).toEqual({ kind: 'paused', reason: 'auth' });
    expect(await engine.replica.lessons.count()).toBe(0);
  });

  test('an empty draft is no unsent work: retaking a quiz starts with one', async () => {
    await writeDraft(engine.replica, 102, { answers: {} });
    await writeDraft(engine.replica, 103, { reflection: ' ' });
    expect(await countUnsent(engine.replica)).toEqual({ entries: 0, drafts: 0 });
    await writeDraft(engine.replica, 102, { answers: { 1: '11' } });
    expect(await countUnsent(engine.replica)).toEqual({ entries: 0, drafts: 1 });
  });

  test('a deleted database is gone, and an open tab closes it silently', async () => {
    const heard: DatabaseHealth[] = [];
    engine.onHealth((health) => heard.push(health));
    await engine.record(completion);
    await deleteReplica(MAREN, leaving().clock);
    expect(await Dexie.exists(replicaName(MAREN))).toBe(false);
    expect(heard).toEqual([]);
  });

  test('a frozen tab with the database open delays nobody, and finds it empty', async () => {
    const frozen = new Dexie(replicaName(MAREN));
    frozen.on('versionchange', () => false);
    await engine.record(completion);
    await frozen.open();
    await deleteReplica(MAREN, leaving().clock, 300);
    expect(await frozen.table('outbox').count()).toBe(0);
    frozen.close();
  });
});

function realLater(ms: number, work: () => void) {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
