// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetDraft, restoreDraft, storeDraft, storedDraft, storedDraftsOf } from '#app/device/draft-store.ts';
import type { Replica } from '#sync/store/replica.ts';
import { aQuizEntry, aUnitEntry, opId } from '#tests/unit/sync/entries.ts';
import { openReplica } from '#tests/unit/sync/replicas.ts';

const [PAST, NOW, FUTURE] = [
  '2001-01-01T00:00:00.000Z',
  '2026-03-01T08:00:00.000Z',
  '2999-01-01T00:00:00.000Z',
] as const;
const a = (reflection: string, savedAt: string = NOW) => ({ draft: { reflection }, savedAt });

let replica: Replica;
beforeEach(async () => {
  replica = await openReplica();
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});
const restore = () => restoreDraft({ userId: 'maren', replica }, 101);
const known = async () => (await replica.drafts.get(101))?.reflection;

test('[Y23] at a sign-out the drafts of closed pages are known, of this person alone', () => {
  storeDraft('maren', 101, a('What went well'));
  storeDraft('maren', 102, a('And what did not'));
  storeDraft('ole', 101, a('Mine'));
  expect(storedDraftsOf('maren')).toEqual([101, 102]);
  forgetDraft('maren', 101);
  expect(storedDraftsOf('maren')).toEqual([102]);
  expect(storedDraft('ole', 101)).toEqual(a('Mine'));
});

test('[Q1] what a closed page left goes into the database, and is forgotten', async () => {
  await replica.drafts.put({ lessonId: 101, savedAt: PAST, reflection: 'Older' });
  storeDraft('maren', 101, a('Newer'));
  expect(await restore()).toBeUndefined();
  expect([await known(), storedDraftsOf('maren')]).toEqual(['Newer', []]);
});

test('[Q1] it takes the place of nothing newer, and of nothing that was handed in since', async () => {
  storeDraft('maren', 101, a('Old'));
  await replica.drafts.put({ lessonId: 101, savedAt: FUTURE, reflection: 'Newest' });
  await restore();
  expect([await known(), storedDraftsOf('maren')]).toEqual(['Newest', []]);

  await replica.drafts.clear();
  for (const entry of [
    aQuizEntry(1, { createdAt: FUTURE }),
    aUnitEntry(2, { reflection: 'x' }, { createdAt: FUTURE }),
  ]) {
    await replica.outbox.clear();
    await replica.outbox.add({ ...entry, opId: opId(entry.seq) });
    storeDraft('maren', 101, a('Old'));
    await restore();
    expect([await known(), storedDraftsOf('maren')]).toEqual([undefined, []]);
  }
  await replica.outbox.put(aUnitEntry(2, { status: 'completed' }, { createdAt: FUTURE }));
  storeDraft('maren', 101, a('Begun since'));
  await restore();
  expect(await known(), 'a completion hands nothing in').toBe('Begun since');
});

test('[Q1, Y26] what finds no room stays kept, and is answered', async () => {
  storeDraft('maren', 101, a('Much'));
  vi.spyOn(replica.drafts, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  expect(await restore()).toEqual(a('Much'));
  expect(storedDraftsOf('maren')).toEqual([101]);
  vi.restoreAllMocks();
  expect(await restore()).toBeUndefined();
  expect(await known()).toBe('Much');
});

test('[Y23] where local storage is forbidden a draft lasts as long as the page', () => {
  vi.stubGlobal('localStorage', undefined);
  storeDraft('maren', 101, a('Of this page'));
  expect(storedDraft('maren', 101)).toEqual(a('Of this page'));
  expect(storedDraftsOf('maren')).toEqual([101]);
  forgetDraft('maren', 101);
  expect([storedDraft('maren', 101), storedDraftsOf('maren')]).toEqual([undefined, []]);
  vi.unstubAllGlobals();
});

test('[Q1] what is no draft is none', () => {
  for (const odd of ['', 'null', '7', '{"draft":1}', '{"savedAt":"x"}']) {
    localStorage.setItem('groundwork.draft.maren.101', odd);
    expect(storedDraft('maren', 101)).toBeUndefined();
  }
});
