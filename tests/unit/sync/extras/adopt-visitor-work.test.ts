// Adding a visitor's work to a person's account: in whole, and once (Y2).
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Engine } from '#sync/engine.ts';
import { CLAIM_KEY, readClaim } from '#sync/extras/visitor-work.ts';
import { readCourse, readDraft, writeDraft } from '#sync/store/reads.ts';
import { aUnit } from '#tests/factories.ts';
import { OLE } from '../engine-setup.ts';
import { anEnrollEntry } from '../entries.ts';
import { changesUnit, completes, content, openSharedTablet, unitOf, waiting } from '../shared-tablet.ts';

let tablet: Awaited<ReturnType<typeof openSharedTablet>>;
let visitor: Engine;
let maren: Engine;
beforeEach(async () => {
  tablet = await openSharedTablet();
  ({ visitor, maren } = tablet);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await tablet.close();
});

/** The device dies after the person's side has committed and before the visitor's side is deleted. */
async function addAndDie(): Promise<void> {
  const transaction = visitor.replica.transaction.bind(visitor.replica);
  let count = 0;
  const dying = vi.spyOn(visitor.replica, 'transaction').mockImplementation(((...args: never[]) => {
    count += 1;
    return count > 1 ? Dexie.Promise.reject(new Error('killed')) : Reflect.apply(transaction, undefined, args);
  }) as never);
  await expect(tablet.add()).rejects.toThrow('killed');
  dying.mockRestore();
}

/** The device dies with the claim stored and nothing on the person's side. */
async function dieBeforeTakingIn(): Promise<void> {
  const dying = vi
    .spyOn(maren.replica, 'transaction')
    .mockImplementation((() => Dexie.Promise.reject(new Error('killed'))) as never);
  await expect(tablet.add()).rejects.toThrow('killed');
  dying.mockRestore();
}

describe('[Y2] added', () => {
  test('the work becomes one entry per lesson with the visitor’s id, and leaves the visitor’s database', async () => {
    await changesUnit(visitor, { lessonId: 101, status: 'in_progress', positionSeconds: 20, watched: [[0, 20]] });
    const { entry } = await completes(visitor, 102);
    expect(await tablet.add()).toEqual({ added: 2 });
    const entries = await waiting(maren);
    expect(entries).toMatchObject([
      { lessonId: 101, body: { status: 'in_progress', positionSeconds: 20, watched: [[0, 20]] }, title: 'Lesson 1' },
      { lessonId: 102, body: { status: 'completed' }, opId: entry?.opId, state: 'queued', attempts: 0 },
    ]);
    expect(await tablet.offered()).toBeNull();
    expect(await visitor.replica.outbox.count()).toBe(0);
    expect(await unitOf(maren, 102)).toMatchObject({ status: 'completed' });
  });

  test('it is sent like all work, each id once', async () => {
    const { entry } = await completes(visitor, 101);
    await tablet.add();
    await maren.syncNow();
    expect(await waiting(maren)).toEqual([]);
    const sent = tablet.setup.requests.filter(({ path }) => path === '/api/progress/unit');
    expect(sent.map(({ headers, body }) => [headers['Idempotency-Key'], body])).toEqual([
      [entry?.opId, { lessonId: 101, status: 'completed' }],
    ]);
  });

  test('many changes of a lesson, including Resets, are added as their result', async () => {
    await completes(visitor, 101);
    await changesUnit(visitor, { lessonId: 101, status: 'not_started' });
    await changesUnit(visitor, { lessonId: 101, status: 'in_progress', positionSeconds: 5, watched: [[0, 5]] });
    await completes(visitor, 102);
    await changesUnit(visitor, { lessonId: 102, status: 'not_started' });
    await completes(visitor, 103);
    expect(await tablet.add()).toEqual({ added: 2 });
    expect((await waiting(maren)).map(({ body }) => body)).toEqual([
      { lessonId: 101, status: 'in_progress', positionSeconds: 5, watched: [[0, 5]] },
      { lessonId: 103, status: 'completed' },
    ]);
    expect(await visitor.replica.outbox.count()).toBe(0);
  });

  test('the person’s progress never goes down, and nothing of theirs is replaced', async () => {
    await maren.replica.saveContent(content);
    const at = '2026-03-01T08:00:00.000Z';
    await maren.replica.units.bulkAdd([
      aUnit({ lessonId: 101, status: 'completed', rev: 2, completedAt: at, reflection: 'Mine' }),
      aUnit({ lessonId: 102, status: 'in_progress', rev: 1, positionSeconds: 60, watched: [[0, 60]] }),
    ]);
    await changesUnit(maren, { lessonId: 103, status: 'completed' });
    await changesUnit(visitor, { lessonId: 101, status: 'completed', reflection: 'A stranger was here' });
    await changesUnit(visitor, { lessonId: 102, status: 'in_progress', positionSeconds: 90, watched: [[80, 90]] });
    await changesUnit(visitor, { lessonId: 103, status: 'in_progress' });
    expect(await tablet.add()).toEqual({ added: 1 });
    expect(await unitOf(maren, 101)).toMatchObject({ status: 'completed', rev: 2, reflection: 'Mine' });
    expect(await unitOf(maren, 102)).toMatchObject({
      positionSeconds: 90,
      watched: [
        [0, 60],
        [80, 90],
      ],
    });
    expect(await unitOf(maren, 103)).toMatchObject({ status: 'completed' });
    expect(await waiting(maren)).toHaveLength(2);
  });

  test('a position behind the person’s own is dropped, and only the watched seconds count', async () => {
    await maren.replica.units.add(aUnit({ lessonId: 102, status: 'in_progress', rev: 1, positionSeconds: 60 }));
    await changesUnit(visitor, { lessonId: 102, status: 'in_progress', positionSeconds: 10, watched: [[0, 10]] });
    await tablet.add();
    expect((await waiting(maren)).map(({ body }) => body)).toEqual([
      { lessonId: 102, status: 'in_progress', watched: [[0, 10]] },
    ]);
  });

  test('drafts are added where the person has none', async () => {
    await writeDraft(visitor.replica, 102, { reflection: "The visitor's" });
    await writeDraft(visitor.replica, 103, { reflection: "The visitor's" });
    await writeDraft(maren.replica, 103, { reflection: 'My own' });
    await tablet.add();
    expect(await readDraft(maren.replica, 102)).toMatchObject({ reflection: "The visitor's" });
    expect(await readDraft(maren.replica, 103)).toMatchObject({ reflection: 'My own' });
    expect(await visitor.replica.drafts.count()).toBe(0);
  });

  test('a submitted reflection does not replace the person’s own draft', async () => {
    await writeDraft(maren.replica, 103, { reflection: 'My own' });
    await changesUnit(visitor, { lessonId: 103, status: 'completed', reflection: "The visitor's" });
    await changesUnit(visitor, { lessonId: 102, status: 'completed', reflection: "The visitor's" });
    await tablet.add();
    expect((await waiting(maren)).map(({ body }) => body)).toEqual([
      { lessonId: 103, status: 'completed' },
      { lessonId: 102, status: 'completed', reflection: "The visitor's" },
    ]);
    expect(await readDraft(maren.replica, 103)).toMatchObject({ reflection: 'My own' });
  });

  test('an enrollment is added, unless one is already pending', async () => {
    const joined = ({ courseId }: { courseId: number }) => ({
      ...anEnrollEntry(courseId, { courseId }),
      subject: `course:${courseId}`,
    });
    await visitor.replica.outbox.bulkAdd([joined({ courseId: 4 }), joined({ courseId: 5 })]);
    await maren.record({ kind: 'enroll', courseId: 4 });
    await tablet.add();
    expect((await waiting(maren)).map(({ subject }) => subject)).toEqual(['course:4', 'course:5']);
  });

  test('the course is copied for offline use to a person who has not opened it yet', async () => {
    await completes(visitor, 101);
    await tablet.add();
    expect(await readCourse(maren.replica, 4)).toMatchObject({ totals: { percentComplete: 33 } });
  });
});

describe('[Y2] added once', () => {
  test('by two tabs that confirm at the same time', async () => {
    await completes(visitor, 101);
    const answers = await Promise.all([tablet.add(), tablet.add()]);
    expect(answers.map(({ added }) => added).sort()).toEqual([0, 1]);
    expect(await waiting(maren)).toHaveLength(1);
    expect(await tablet.offered()).toBeNull();
  });

  test('after a crash between the two sides, also when the person has continued since', async () => {
    await completes(visitor, 101);
    await addAndDie();
    expect(await waiting(maren)).toHaveLength(1);
    await changesUnit(maren, { lessonId: 101, status: 'not_started' });
    expect(await tablet.offered(), 'what is claimed is not offered again').toBeNull();
    expect(await tablet.finishAdding()).toEqual({ added: 0 });
    expect(await waiting(maren)).toHaveLength(2);
    expect(await unitOf(maren, 101)).toMatchObject({ status: 'not_started' });
    expect(await visitor.replica.outbox.count()).toBe(0);
  });

  test("after a crash before the person's side: the next call applies the claim", async () => {
    await completes(visitor, 101);
    await dieBeforeTakingIn();
    expect(await waiting(maren)).toEqual([]);
    expect(await tablet.finishAdding()).toEqual({ added: 1 });
    expect(await waiting(maren)).toHaveLength(1);
    expect(await visitor.replica.outbox.count()).toBe(0);
  });

  test('a draft that was added is not added again after its person submitted it', async () => {
    await writeDraft(visitor.replica, 103, { reflection: "The visitor's" });
    await addAndDie();
    expect(await readDraft(maren.replica, 103)).toMatchObject({ reflection: "The visitor's" });
    await maren.replica.drafts.delete(103);
    expect(await tablet.finishAdding()).toEqual({ added: 0 });
    expect(await readDraft(maren.replica, 103)).toBeUndefined();
    expect(await visitor.replica.drafts.count()).toBe(0);
  });

  test('work that a visitor does between the claim and its application stays', async () => {
    await completes(visitor, 101);
    await dieBeforeTakingIn();
    const claimedAt = Date.now();
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(claimedAt), { interval: 1 });
    await completes(visitor, 102);
    await writeDraft(visitor.replica, 103, { reflection: "The next visitor's" });
    expect(await tablet.finishAdding()).toEqual({ added: 1 });
    expect((await waiting(maren)).map(({ lessonId }) => lessonId)).toEqual([101]);
    expect(await readDraft(maren.replica, 103)).toBeUndefined();
    expect(await tablet.offered()).toMatchObject({
      courses: [
        {
          lessons: [
            { lessonId: 102, status: 'completed' },
            { lessonId: 103, status: 'draft' },
          ],
        },
      ],
    });
  });

  test('a visitor who continues after that is offered the later work, under a new id', async () => {
    const { entry } = await changesUnit(visitor, { lessonId: 101, status: 'in_progress', positionSeconds: 5 });
    await addAndDie();
    const later = await completes(visitor, 101);
    expect(later.entry?.opId).not.toBe(entry?.opId);
    expect(await tablet.offered()).toMatchObject({ lessonCount: 1, courses: [{ lessons: [{ status: 'completed' }] }] });
    await tablet.finishAdding();
    expect(await waiting(maren)).toHaveLength(1);
    expect(await tablet.add()).toEqual({ added: 1 });
    expect((await waiting(maren)).map(({ opId }) => opId)).toEqual([entry?.opId, later.entry?.opId]);
  });

  test('a claim that was replaced meanwhile deletes nothing', async () => {
    await completes(visitor, 101);
    const transaction = maren.replica.transaction.bind(maren.replica);
    vi.spyOn(maren.replica, 'transaction').mockImplementation((async (...args: never[]) => {
      const answer = await Reflect.apply(transaction, undefined, args);
      const claim = await readClaim(visitor.replica);
      await visitor.replica.meta.put({ key: CLAIM_KEY, value: { ...claim, id: 'a later Yes', userId: OLE } });
      return answer;
    }) as never);
    expect(await tablet.add()).toEqual({ added: 1 });
    expect(await visitor.replica.outbox.count()).toBe(1);
    expect(await readClaim(visitor.replica)).toMatchObject({ id: 'a later Yes', userId: OLE });
  });

  test('never to a second person who signs in next', async () => {
    await completes(visitor, 101);
    await addAndDie();
    const ole = tablet.open(OLE);
    expect(await tablet.finishAdding(ole)).toEqual({ added: 0 });
    expect(await tablet.offered()).toBeNull();
    expect(await tablet.add(ole)).toEqual({ added: 0 });
    expect(await waiting(ole)).toEqual([]);
    expect(await waiting(maren)).toHaveLength(1);
  });

  test('a claim whose person never applied it is void', async () => {
    await completes(visitor, 101);
    await dieBeforeTakingIn();
    const ole = tablet.open(OLE);
    await tablet.finishAdding(ole);
    expect(await tablet.offered()).toMatchObject({ lessonCount: 1 });
    expect(await tablet.add(ole)).toEqual({ added: 1 });
  });
});
