// Moving unsent work by file to another device of the same person, in whole and once (R-Z5, Y29).
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WorkFile } from '#sync/contract/work-file.ts';
import type { Engine } from '#sync/engine.ts';
import { exportWorkFile, importWorkFile, type WorkFileProblem } from '#sync/extras/work-file.ts';
import { isDue } from '#sync/outbox/outbox.ts';
import { writeDraft } from '#sync/store/reads.ts';
import { OLE } from '../engine-setup.ts';
import { changesUnit, completes, content, openSharedTablet, unitOf, waiting } from '../shared-tablet.ts';

const SERVER = 'https://training.example';
const circumstances = { server: SERVER, name: 'Maren Holt', at: '2026-11-21T08:00:00.000Z' };
const opIds = async (engine: Engine) => (await waiting(engine)).map(({ opId }) => opId);

let tablet: Awaited<ReturnType<typeof openSharedTablet>>;
let maren: Engine;
beforeEach(async () => {
  tablet = await openSharedTablet();
  ({ maren } = tablet);
  await maren.replica.saveContent(content);
});
afterEach(() => tablet.close());

async function fileOf(engine: Engine): Promise<string> {
  const text = await exportWorkFile(engine.replica, circumstances);
  if (text === null) throw new Error('There is no unsent work.');
  return text;
}

/** The file with another content, and the digest that goes with it. */
async function edited(
  text: string,
  change: (work: { entries: { retryAt?: string; body: { status: string } }[] }) => unknown,
): Promise<string> {
  const file = JSON.parse(text);
  change(file.work);
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(file.work)));
  return JSON.stringify({ ...file, digest: Buffer.from(bytes).toString('hex') });
}

/** The other device has the same person's database under another name: here their first one, without unsent work. */
async function onAnotherDevice(): Promise<void> {
  await maren.replica.outbox.clear();
  await maren.replica.drafts.clear();
}

async function troubleOf(text: string, engine = maren): Promise<WorkFileProblem | undefined> {
  const before = await engine.replica.outbox.count();
  const trouble = await importWorkFile(engine.replica, text, { server: SERVER }).then(
    () => undefined,
    (error) => error.problem,
  );
  expect(await engine.replica.outbox.count()).toBe(before);
  return trouble;
}

describe('[Z5] a file of unsent work', () => {
  test('carries every entry with its id, in order, and the draft', async () => {
    await changesUnit(maren, { lessonId: 101, status: 'in_progress', positionSeconds: 20, watched: [[0, 20]] });
    await completes(maren, 102);
    await maren.record({ kind: 'quiz', courseId: 4, lessonId: 103, answers: { 10: '2', 9: ['1', '3'] } });
    await maren.record({ kind: 'enroll', courseId: 4 });
    await writeDraft(maren.replica, 101, { reflection: 'Half a thought' });
    const before = await waiting(maren);
    const text = await fileOf(maren);
    await onAnotherDevice();
    expect(await importWorkFile(maren.replica, text, { server: SERVER })).toEqual({ added: 4, known: 0, drafts: 1 });
    const after = await waiting(maren);
    const gist = (entries: typeof after) =>
      entries.map(({ opId, subject, kind, body, title }) => ({ opId, subject, kind, body, title }));
    expect(gist(after)).toEqual(gist(before));
    expect(await unitOf(maren, 102)).toMatchObject({ status: 'completed' });
    expect(await maren.replica.drafts.get(101)).toMatchObject({ reflection: 'Half a thought' });
  });

  test('leaves the work on the first device, and later work is a new entry on both', async () => {
    await changesUnit(maren, { lessonId: 101, status: 'in_progress', positionSeconds: 20 });
    const text = await fileOf(maren);
    await changesUnit(maren, { lessonId: 101, status: 'in_progress', positionSeconds: 50 });
    expect((await waiting(maren)).map(({ body }) => body)).toMatchObject([
      { positionSeconds: 20 },
      { positionSeconds: 50 },
    ]);
    await onAnotherDevice();
    await importWorkFile(maren.replica, text, { server: SERVER });
    await changesUnit(maren, { lessonId: 101, status: 'in_progress', positionSeconds: 30 });
    expect((await waiting(maren)).map(({ body }) => body)).toMatchObject([
      { positionSeconds: 20 },
      { positionSeconds: 30 },
    ]);
  });

  test('imported twice adds nothing, also on the first device', async () => {
    await completes(maren, 101);
    const text = await fileOf(maren);
    const ids = await opIds(maren);
    expect(await importWorkFile(maren.replica, text, { server: SERVER })).toEqual({ added: 0, known: 1, drafts: 0 });
    await onAnotherDevice();
    await importWorkFile(maren.replica, text, { server: SERVER });
    await importWorkFile(maren.replica, text, { server: SERVER });
    expect(await opIds(maren)).toEqual(ids);
  });

  test('keeps refused work refused, with its reason, until its person decides', async () => {
    const { entry } = await completes(maren, 101);
    const lastError = { status: 404, code: 'lesson_not_found', text: 'Lesson not found' };
    await maren.replica.outbox.update(entry?.seq ?? 0, { state: 'blocked', lastError });
    const text = await fileOf(maren);
    await onAnotherDevice();
    await importWorkFile(maren.replica, text, { server: SERVER });
    expect(await maren.replica.outbox.toArray()).toMatchObject([{ state: 'blocked', lastError }]);
  });

  test('work that may go on by itself does so here too [Y17c]', async () => {
    const { entry } = await completes(maren, 101);
    const lastError = { status: 404, code: 'lesson_not_found', text: 'Lesson not found' };
    const retryAt = '2026-11-22T08:00:00.000Z';
    await maren.replica.outbox.update(entry?.seq ?? 0, { state: 'blocked', lastError, retryAt });
    const text = await fileOf(maren);
    await onAnotherDevice();
    await importWorkFile(maren.replica, text, { server: SERVER });
    const [carried] = await maren.replica.outbox.toArray();
    expect(carried).toMatchObject({ state: 'blocked', retryAt });
    expect(carried && isDue(carried, '2026-11-25T08:00:00.000Z')).toBe(true);
  });

  test('holds whatever a device can keep: a long draft, many entries, many drafts', async () => {
    await completes(maren, 101);
    await completes(maren, 102);
    await completes(maren, 103);
    await writeDraft(maren.replica, 104, { reflection: 'x'.repeat(20_001) });
    const text = await fileOf(maren);
    await onAnotherDevice();
    expect(await importWorkFile(maren.replica, text, { server: SERVER })).toEqual({ added: 3, known: 0, drafts: 1 });
    const file = JSON.parse(text);
    const { entries, drafts } = file.work;
    file.work = {
      entries: Array.from({ length: 20_001 }, () => entries[0]),
      drafts: Array.from({ length: 5_001 }, () => drafts[0]),
    };
    expect(WorkFile.safeParse(file).success).toBe(true);
  });

  test('does not replace an existing draft', async () => {
    await writeDraft(maren.replica, 101, { reflection: 'There' });
    const text = await fileOf(maren);
    await writeDraft(maren.replica, 101, { reflection: 'Here, and longer' });
    expect(await importWorkFile(maren.replica, text, { server: SERVER })).toMatchObject({ drafts: 0 });
    expect(await maren.replica.drafts.get(101)).toMatchObject({ reflection: 'Here, and longer' });
  });

  test('is not created without work', async () => {
    expect(await exportWorkFile(maren.replica, circumstances)).toBeNull();
  });
});

describe('[Z5] rejected as a whole, with the reason', () => {
  test('another file, or one that is truncated, edited or newer', async () => {
    await completes(maren, 101);
    const text = await fileOf(maren);
    await onAnotherDevice();
    expect(await troubleOf('')).toBe('not-a-work-file');
    expect(await troubleOf('{"hello":1}')).toBe('not-a-work-file');
    expect(await troubleOf(text.slice(0, -10))).toBe('not-a-work-file');
    expect(await troubleOf(text.replace('"completed"', '"in_progress"'))).toBe('damaged');
    expect(await troubleOf(text.replace('"version":1', '"version":2'))).toBe('newer');
  });

  test('not one from an address without https, where browsers make no digest; nor is one refused there', async () => {
    await completes(maren, 101);
    vi.stubGlobal('crypto', {});
    onTestFinished(() => void vi.unstubAllGlobals());
    const text = await fileOf(maren);
    vi.unstubAllGlobals();
    await onAnotherDevice();
    expect(await importWorkFile(maren.replica, text, circumstances)).toMatchObject({ added: 1 });
  });

  test('one with a correct digest whose content no server would accept', async () => {
    await completes(maren, 101);
    const text = await edited(await fileOf(maren), ({ entries: [first] }) => {
      if (first) first.body.status = 'finished';
    });
    await onAnotherDevice();
    expect(await troubleOf(text)).toBe('damaged');
  });

  test('the work of another person, and of another installation', async () => {
    await completes(maren, 101);
    const text = await fileOf(maren);
    const ole = tablet.open(OLE);
    expect(await troubleOf(text, ole)).toBe('other-person');
    await onAnotherDevice();
    expect(await troubleOf(text.replace(SERVER, 'https://elsewhere.example'))).toBe('other-server');
  });
});

test('[Y29] an empty draft is no work: it is not exported, and does not block an imported one', async () => {
  await writeDraft(maren.replica, 103, { answers: {} });
  expect(await exportWorkFile(maren.replica, circumstances)).toBeNull();
  await writeDraft(maren.replica, 103, { answers: { 10: '2' } });
  const text = await fileOf(maren);
  await writeDraft(maren.replica, 103, { answers: {} });
  expect(await importWorkFile(maren.replica, text, { server: SERVER })).toMatchObject({ drafts: 1 });
  expect((await maren.replica.drafts.get(103))?.answers).toEqual({ 10: '2' });
});
