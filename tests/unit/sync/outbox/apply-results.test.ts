import { describe, expect, test } from 'vitest';
import { applyResults } from '#sync/outbox/apply-results.ts';
import type { Classification } from '#sync/outbox/classify.ts';
import { classifyEpoch, historyHeaders, historyOf, type KnownHistory, startOver } from '#sync/outbox/epoch.ts';
import { INITIAL_META } from '#sync/store/store.ts';
import { aUnit } from '#tests/factories.ts';
import { AT, aQuizEntry, aRatingEntry, aUnitEntry, aView, opId } from '../entries.ts';

const meta = { ...INITIAL_META, dataEpoch: 'e1' };
const DAY_MS = 86_400_000;
const KNOWN: KnownHistory = { epoch: 'e1', round: 0, lastDone: null };
const sending = (seq: number, change: Parameters<typeof aUnitEntry>[1] = {}) =>
  aUnitEntry(seq, change, { state: 'sending', attempts: 1 });
const done = (fields: Partial<Classification & { kind: 'done' }> = {}): Classification => ({
  kind: 'done',
  result: { outcome: 'applied' },
  unit: aUnit({ status: 'completed', rev: 3 }),
  changed: true,
  gradedQuiz: null,
  epoch: 'e1',
  ...fields,
});
const error = { status: 404, code: 'lesson_not_found', text: 'Lesson not found' };
const settled = (view: ReturnType<typeof aView>, verdict: Classification, known: Partial<KnownHistory> = {}) =>
  applyResults(
    { ...view, meta: view.meta === INITIAL_META ? meta : view.meta },
    { classified: [{ seq: 1, classification: verdict }], history: { ...KNOWN, ...known }, at: AT },
  );

describe('[Y17] an acknowledgement', () => {
  test('that repeats late replaces no newer stars or result', () => {
    const rated = aView({ entries: [aRatingEntry(1, 2, { state: 'done', endedAt: AT })] });
    expect(settled(rated, done({ result: { outcome: 'rated' }, unit: null })).ratings).toEqual([]);
    const sheet = { score: 50, passed: false, review: [], unit: aUnit(), changed: false, dataEpoch: 'e1' };
    const graded = aView({ entries: [aQuizEntry(1, { state: 'done', endedAt: AT })] });
    expect(settled(graded, done({ gradedQuiz: sheet, unit: null })).quizResults).toEqual([]);
  });

  test('ends the entry and writes the unit in one patch', () => {
    const patch = settled(aView({ entries: [sending(1)] }), done());
    expect(patch.entries).toMatchObject([
      { seq: 1, state: 'done', endedAt: AT, result: { outcome: 'applied' }, lastError: null },
    ]);
    expect(patch.units).toEqual([aUnit({ status: 'completed', rev: 3 })]);
    expect(patch.meta).toEqual({ dataEpoch: 'e1', lastDone: { opId: opId(1), at: AT } });
  });

  test('never replaces a newer unit by an older one', () => {
    const view = aView({ entries: [sending(1)], units: new Map([[101, aUnit({ rev: 4 })]]) });
    expect(settled(view, done())).toMatchObject({ units: [], entries: [{ state: 'done' }] });
  });

  test('[Z1] stores the stars that the server accepted', () => {
    const view = aView({ entries: [aRatingEntry(1, 4, { state: 'sending' })] });
    const patch = settled(view, done({ result: { outcome: 'rated' }, unit: null }));
    expect(patch).toMatchObject({ entries: [{ state: 'done' }], ratings: [{ courseId: 4, stars: 4 }] });
    const refused = settled(view, { kind: 'blocked', error });
    expect(refused).toMatchObject({ entries: [{ state: 'blocked' }], ratings: [] });
  });

  test('stores the result of a graded quiz', () => {
    const sheet = { score: 50, passed: false, review: [], unit: aUnit(), changed: false, dataEpoch: 'e1' };
    const view = aView({ entries: [aQuizEntry(1, { state: 'sending' })] });
    expect(settled(view, done({ gradedQuiz: sheet, unit: null })).quizResults).toEqual([
      { opId: opId(1), lessonId: 101, at: AT, score: 50, passed: false, review: [], isNews: true },
    ]);
  });

  test.each<[string, Classification, object]>([
    ['refused for good: it waits for the person', { kind: 'blocked', error }, { state: 'blocked', lastError: error }],
    ['too large, alone: the same', { kind: 'too-large', error }, { state: 'blocked' }],
    [
      'to be tried again: queued, with the reason',
      { kind: 'retry', error, retryAfterMs: null },
      { state: 'queued', lastError: error },
    ],
    ['offline: queued', { kind: 'offline', error }, { state: 'queued' }],
  ])('%s', (_, verdict, expected) => {
    expect(settled(aView({ entries: [sending(1)] }), verdict).entries).toMatchObject([{ ...expected, attempts: 1 }]);
  });

  test('done overrides what another tab made of the entry, but not its person’s Discard', () => {
    for (const state of ['queued', 'blocked'] as const) {
      const view = aView({ entries: [aUnitEntry(1, {}, { state, attempts: 1 })] });
      expect(settled(view, done()).entries).toMatchObject([{ state: 'done' }]);
    }
    const discarded = aUnitEntry(1, {}, { state: 'discarded', attempts: 1 });
    expect(settled(aView({ entries: [discarded] }), done()).entries).toEqual([discarded]);
  });

  test('a late failure changes no entry that has moved on', () => {
    for (const state of ['done', 'queued', 'discarded'] as const) {
      const entry = aUnitEntry(1, {}, { state, attempts: 1 });
      expect(settled(aView({ entries: [entry] }), { kind: 'blocked', error }).entries).toEqual([entry]);
    }
  });
});

describe('[Y11] a Reset queued behind the person’s own change', () => {
  const reset = aUnitEntry(2, { status: 'not_started', seenRev: 1 });
  const view = aView({ entries: [sending(1, { status: 'completed' }), reset] });
  const seenRev = (patch: ReturnType<typeof settled>) => {
    const entry = patch.entries?.find(({ seq }) => seq === 2);
    return entry?.kind === 'unit' ? entry.body.seenRev : undefined;
  };

  test('has seen the rev that the change made', () => expect(seenRev(settled(view, done()))).toBe(3));
  test('but not a rev that the acknowledgement only reports', () =>
    expect(seenRev(settled(view, done({ changed: false })))).toBeUndefined());
  test('only when it is behind that change', () => {
    const before = aView({ entries: [aUnitEntry(0.5, { status: 'not_started', seenRev: 1 }), sending(1)] });
    expect(settled(before, done()).entries).toHaveLength(1);
  });
});

describe('[Y20] epochs', () => {
  test.each([
    { known: 'e1', askedUnder: 'e1', answered: 'e1', word: 'current' },
    { known: null, askedUnder: null, answered: 'e1', word: 'current' },
    { known: 'e1', askedUnder: null, answered: 'e1', word: 'current' },
    { known: 'e1', askedUnder: 'e1', answered: 'e2', word: 'new' },
    { known: 'e2', askedUnder: 'e1', answered: 'e1', word: 'stale' },
    { known: 'e2', askedUnder: null, answered: 'e1', word: 'stale' },
    { known: 'e1', askedUnder: 'e1', answered: null, word: 'current' },
    { known: 'e2', askedUnder: 'e1', answered: null, word: 'stale' },
  ])('known $known, asked under $askedUnder, answered $answered: $word', ({ known, askedUnder, answered, word }) => {
    const asked = { ...KNOWN, epoch: askedUnder };
    expect(classifyEpoch({ dataEpoch: known, round: 0 }, { history: asked, responseEpoch: answered })).toBe(word);
  });

  test('a response from before an unannounced restore was noticed does not count, under the same epoch', () => {
    const asked = { ...KNOWN, round: 3 };
    expect(classifyEpoch({ dataEpoch: 'e1', round: 4 }, { history: asked, responseEpoch: 'e1' })).toBe('stale');
    expect(classifyEpoch({ dataEpoch: 'e1', round: 3 }, { history: asked, responseEpoch: 'e1' })).toBe('current');
  });

  test('requests name the last acknowledged operation, with the server’s time', () => {
    const view = aView({ entries: [sending(1)] });
    const { lastDone = null } = settled(view, done({ answeredAt: '2026-11-21T15:00:00.000Z' })).meta ?? {};
    const headersAt = (now: number) => historyHeaders(historyOf({ ...meta, lastDone }), now);
    const named = { 'X-Data-Epoch': 'e1', 'X-Last-Op': opId(1), 'X-Last-Op-At': '2026-11-21T15:00:00.000Z' };
    for (const years of [-2, 0, 2]) expect(headersAt(Date.parse(AT) + years * 365 * DAY_MS)).toEqual(named);
    expect(historyHeaders(historyOf(meta), 0)).toEqual({ 'X-Data-Epoch': 'e1' });
  });

  test('without a server time it is named while the device is sure that the server knows it', () => {
    const known = { ...meta, lastDone: { opId: opId(7), at: AT } };
    const headersAt = (days: number) => historyHeaders(historyOf(known), Date.parse(AT) + days * DAY_MS);
    expect(headersAt(299)).toEqual({ 'X-Data-Epoch': 'e1', 'X-Last-Op': opId(7) });
    expect(headersAt(301)).toEqual({ 'X-Data-Epoch': 'e1' });
  });

  test('a response under a new epoch writes nothing before the device has started over', () => {
    expect(settled(aView({ entries: [sending(1)] }), done({ epoch: 'e2' }))).toEqual({ newEpoch: 'e2' });
  });

  test('a response from before the restore does not count', () => {
    const view = aView({ entries: [sending(1)], meta: { ...meta, dataEpoch: 'e2' } });
    expect(settled(view, done(), { epoch: 'e1' })).toMatchObject({ units: [], entries: [{ seq: 1, state: 'queued' }] });
  });

  test('a response does not count when another request was acknowledged since its own left', () => {
    const lastDone = { opId: opId(7), at: AT };
    const view = aView({ entries: [sending(1)], meta: { ...meta, lastDone } });
    expect(settled(view, done())).toEqual({
      units: [],
      quizResults: [],
      ratings: [],
      entries: [expect.objectContaining({ seq: 1, state: 'queued' })],
    });
    expect(settled(view, done(), { lastDone })).toMatchObject({
      entries: [{ state: 'done' }],
      meta: { lastDone: { opId: opId(1) } },
    });
  });

  test('starting over queues everything again with its id, and no Reset has seen the lost history', () => {
    const view = aView({
      entries: [
        aUnitEntry(1, { status: 'completed' }, { state: 'done', attempts: 1, result: { outcome: 'applied' } }),
        sending(2, { status: 'not_started', seenRev: 9 }),
      ],
      meta,
    });
    expect(startOver(view, 'e2')).toMatchObject({
      forgetUnits: true,
      meta: { dataEpoch: 'e2', round: 1, lastDone: null },
      entries: [
        { seq: 1, opId: opId(1), state: 'queued', attempts: 1, result: null },
        { seq: 2, opId: opId(2), state: 'queued', body: { seenRev: 0 } },
      ],
    });
  });
});
