// What is offered of a visitor's work, and what deleting it leaves (Y2).
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '#sync/engine.ts';
import { deleteVisitorWork } from '#sync/extras/visitor-work.ts';
import {
  isVisitorWorkPostponed,
  openDevice,
  postponeVisitorWork,
  saveDeviceUser,
  setActiveUser,
} from '#sync/store/device.ts';
import { readCourse, readDraft, writeDraft } from '#sync/store/reads.ts';
import { MAREN, OLE } from '../engine-setup.ts';
import { changesUnit, completes, openSharedTablet, waiting } from '../shared-tablet.ts';

let tablet: Awaited<ReturnType<typeof openSharedTablet>>;
let visitor: Engine;
let maren: Engine;
beforeEach(async () => {
  tablet = await openSharedTablet();
  ({ visitor, maren } = tablet);
});
afterEach(async () => {
  await tablet.close();
});

describe('[Y2] what is offered', () => {
  test('lists courses and lessons with their progress and time', async () => {
    await changesUnit(visitor, { lessonId: 101, status: 'in_progress', positionSeconds: 20, watched: [[0, 20]] });
    await completes(visitor, 102);
    expect(await tablet.offered()).toEqual({
      courses: [
        {
          courseId: 4,
          title: 'Certified Field Inspector',
          lessonCount: 3,
          lessons: [
            { lessonId: 101, title: 'Lesson 1', status: 'in_progress' },
            { lessonId: 102, title: 'Lesson 2', status: 'completed' },
          ],
        },
      ],
      lessonCount: 2,
      lastAt: expect.stringMatching(/^\d{4}-/),
    });
  });

  test('is nothing without work, when all was reset, and for an empty draft', async () => {
    expect(await tablet.offered()).toBeNull();
    await completes(visitor, 101);
    await changesUnit(visitor, { lessonId: 101, status: 'not_started' });
    await writeDraft(visitor.replica, 102, { reflection: '  ' });
    expect(await tablet.offered()).toBeNull();
  });

  test('counts an unfinished text as one lesson', async () => {
    await writeDraft(visitor.replica, 103, { reflection: 'My project' });
    await completes(visitor, 102);
    await writeDraft(visitor.replica, 102, { reflection: 'More of it' });
    expect(await tablet.offered()).toMatchObject({
      lessonCount: 2,
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

  test("contains no person's work: signing out does not make it a visitor's", async () => {
    await completes(maren, 101);
    maren.stop();
    expect(await tablet.offered()).toBeNull();
  });

  test('is postponed until an active user is set anew', async () => {
    const device = openDevice();
    await saveDeviceUser(device, { userId: MAREN, name: 'Maren', email: 'maren@example.org' });
    await postponeVisitorWork(device, MAREN);
    expect([await isVisitorWorkPostponed(device, MAREN), await isVisitorWorkPostponed(device, OLE)]).toEqual([
      true,
      false,
    ]);
    await setActiveUser(device, MAREN);
    expect(await isVisitorWorkPostponed(device, MAREN)).toBe(false);
    await postponeVisitorWork(device, MAREN);
    await saveDeviceUser(device, { userId: MAREN, name: 'Maren', email: 'maren@example.org' });
    expect(await isVisitorWorkPostponed(device, MAREN)).toBe(false);
    await Promise.all(device.tables.map((table) => table.clear()));
    device.close();
  });
});

describe('[Y2] deleted', () => {
  test('only the content stays, and the next visitor starts clean', async () => {
    await completes(visitor, 101);
    await writeDraft(visitor.replica, 103, { reflection: 'My project' });
    await deleteVisitorWork(visitor.replica);
    expect(await tablet.offered()).toBeNull();
    expect(await waiting(visitor)).toEqual([]);
    expect(await readDraft(visitor.replica, 103)).toBeUndefined();
    expect(await readCourse(visitor.replica, 4)).toMatchObject({ totals: { percentComplete: 0 } });
    expect(await waiting(maren)).toEqual([]);
    await completes(visitor, 102);
    expect(await tablet.offered()).toMatchObject({ lessonCount: 1 });
  });
});
