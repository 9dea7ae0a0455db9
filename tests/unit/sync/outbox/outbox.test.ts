import { describe, expect, test } from 'vitest';
import { discard, eligible, enqueue, markSending, unblock, unblockDue } from '#sync/outbox/outbox.ts';
import { ENTRY_VERSION, type Entry, type Intent } from '#sync/store/entry.ts';
import { aUnit } from '#tests/factories.ts';
import { AT, anEnrollEntry, aQuizEntry, aRatingEntry, aUnitEntry, aView, opId } from '../entries.ts';

const LATER = '2026-03-01T09:00:00.000Z';
const TAP = { opId: opId(99), at: LATER, title: 'Reading a floor plan' };
const lesson = { kind: 'unit', courseId: 4, lessonId: 101 } as const;
const completed: Intent = { ...lesson, status: 'completed' };
const reset: Intent = { ...lesson, status: 'not_started' };
const watching: Intent = { ...lesson, status: 'in_progress', positionSeconds: 30, watched: [[20, 30]] };
const quiz: Intent = {
  kind: 'quiz',
  courseId: 4,
  lessonId: 101,
  answers: { '1': '12' },
  quizVersion: 'v2',
  durationMs: 900,
};

const units = (fields: Parameters<typeof aUnit>[0]) => new Map([[101, aUnit(fields)]]);

describe('[Y6] an intent becomes an entry', () => {
  test('with its own id, its subject, its time, and the title that was on screen', () => {
    const { entries, unit } = enqueue(aView(), completed, TAP);
    expect(entries).toEqual([
      expect.objectContaining({
        seq: 0,
        opId: opId(99),
        subject: 'lesson:101',
        state: 'queued',
        attempts: 0,
        createdAt: LATER,
        title: 'Reading a floor plan',
        body: { lessonId: 101, status: 'completed' },
      }),
    ]);
    expect(unit).toMatchObject({ status: 'completed', completedAt: LATER });
  });

  test.each<[string, Intent, ReturnType<typeof aView>]>([
    ['completing what is completed', completed, aView({ units: units({ status: 'completed', rev: 3 }) })],
    ['completing what waits to be completed', completed, aView({ entries: [aUnitEntry(1, { status: 'completed' })] })],
    ['watching a completed video again', watching, aView({ units: units({ status: 'completed', rev: 3 }) })],
    ['resetting what was never started', reset, aView()],
    [
      'resetting what waits to be reset',
      reset,
      aView({ units: units({ status: 'completed', rev: 3 }), entries: [aUnitEntry(1, { status: 'not_started' })] }),
    ],
    [
      'standing where one stood',
      watching,
      aView({ units: units({ status: 'in_progress', positionSeconds: 30, watched: [[10, 40]], rev: 1 }) }),
    ],
    ['enrolling while an enrollment waits', { kind: 'enroll', courseId: 4 }, aView({ entries: [anEnrollEntry(1)] })],
  ])('but not %s, which changes nothing', (_, intent, view) => {
    expect(enqueue(view, intent, TAP).entries).toEqual([]);
  });

  test('a Reset carries the rev that was on screen [Y11]', () => {
    const { entries } = enqueue(aView({ units: units({ status: 'completed', rev: 7 }) }), reset, TAP);
    expect(entries?.[0]?.body).toEqual({ lessonId: 101, status: 'not_started', seenRev: 7 });
  });

  test('another reflection on a completed lesson is a change', () => {
    const view = aView({ units: units({ status: 'completed', rev: 3, reflection: 'First thoughts' }) });
    const { entries, draftsDone } = enqueue(view, { ...completed, reflection: 'Second thoughts' }, TAP);
    expect(entries).toHaveLength(1);
    expect(draftsDone).toEqual([101]);
  });

  test('what the server could never accept is rejected when it is recorded [Y7]', () => {
    expect(() => enqueue(aView(), { ...completed, reflection: 'x'.repeat(20_001) }, TAP)).toThrow();
  });

  test('[Y7] pasted characters that no server stores are removed', () => {
    const { entries } = enqueue(aView(), { ...completed, reflection: 'half \ud83d and\0 whole \u{1f600}' }, TAP);
    expect(entries?.[0]?.body).toMatchObject({ reflection: 'half \ufffd and whole \u{1f600}' });
    expect(() => enqueue(aView(), { ...quiz, answers: { one: '1' } }, TAP)).toThrow();
  });
});

describe('[Y6] an intent is coalesced into the last entry of its lesson', () => {
  const kept = (view: ReturnType<typeof aView>, intent: Intent) => enqueue(view, intent, TAP).entries?.[0];

  test('while watching, the last position wins, the watched seconds add up, and the id stays', () => {
    const before = aUnitEntry(1, { positionSeconds: 10, watched: [[0, 10]] });
    expect(kept(aView({ entries: [before] }), watching)).toMatchObject({
      seq: 1,
      opId: opId(1),
      createdAt: LATER,
      body: {
        status: 'in_progress',
        positionSeconds: 30,
        watched: [
          [0, 10],
          [20, 30],
        ],
      },
    });
  });

  test('starting and then completing is one completion with the watched seconds', () => {
    const before = aUnitEntry(1, { positionSeconds: 10, watched: [[0, 10]] });
    expect(kept(aView({ entries: [before] }), completed)).toMatchObject({
      seq: 1,
      body: { status: 'completed', positionSeconds: 10, watched: [[0, 10]] },
    });
  });

  test('a quiz submitted again before it was sent replaces the answers', () => {
    expect(kept(aView({ entries: [aQuizEntry(1)] }), quiz)).toMatchObject({
      seq: 1,
      body: { answers: { '1': '12' }, quizVersion: 'v2', durationMs: 900 },
    });
  });

  test.each<[string, Entry, Intent]>([
    ['that was ever sent', aUnitEntry(1, {}, { attempts: 1 }), completed],
    ['that is being sent', aUnitEntry(1, {}, { state: 'sending' }), completed],
    ['that completes, because its work is done', aUnitEntry(1, { status: 'completed' }), reset],
    ['when the tap is a Reset', aUnitEntry(1), reset],
    ['of another kind', aQuizEntry(1), completed],
    ['with a quiz that was ever sent', aQuizEntry(1, { attempts: 2 }), quiz],
  ])('never into one %s', (_, before, intent) => {
    expect(kept(aView({ entries: [before] }), intent)).toMatchObject({ seq: 0, opId: opId(99) });
  });
});

describe('[Y6, Z1] a rating', () => {
  const rate = (stars: number): Intent => ({ kind: 'rating', courseId: 4, stars });
  const kept = (entries: Entry[], stars: number) => enqueue(aView({ entries }), rate(stars), TAP).entries;

  test('is an entry about its course', () => {
    expect(kept([], 4)).toMatchObject([
      { seq: 0, kind: 'rating', subject: 'course:4', body: { stars: 4 }, v: ENTRY_VERSION },
    ]);
  });

  test('replaces one that was never sent, and no other', () => {
    expect(kept([aRatingEntry(1, 2)], 5)).toMatchObject([{ seq: 1, opId: opId(1), body: { stars: 5 } }]);
    expect(kept([aRatingEntry(1, 2, { attempts: 1 })], 5)).toMatchObject([{ seq: 0, body: { stars: 5 } }]);
    expect(kept([anEnrollEntry(1)], 5)).toMatchObject([{ seq: 0, kind: 'rating' }]);
  });

  test('equal to the pending one is dropped', () => {
    expect(kept([aRatingEntry(1, 3)], 3)).toEqual([]);
  });

  test.each([0, 6, 2.5, -1])('of %d stars is rejected when it is recorded [Y7]', (stars) => {
    expect(() => kept([], stars)).toThrow();
  });

  test('does not count as an enrollment', () => {
    const view = aView({ entries: [aRatingEntry(1, 3)] });
    expect(enqueue(view, { kind: 'enroll', courseId: 4 }, TAP).entries).toHaveLength(1);
  });

  test('[Y16] waits for its course’s older work, and nothing else', () => {
    const rating = aRatingEntry(2, 5);
    const seqs = (entries: Entry[]) => eligible(entries, new Set()).map((entry) => entry.seq);
    expect(seqs([aUnitEntry(1, { status: 'completed' }), rating])).toEqual([1]);
    const had = new Set(['lesson:101']);
    const tried = (attempts: number) => aUnitEntry(1, {}, { attempts });
    expect(eligible([tried(1), rating], had), 'its first failure').toEqual([]);
    expect(eligible([tried(2), rating], had), 'a failure in a later pass').toEqual([rating]);
    const follower = aUnitEntry(2, {}, { attempts: 0 });
    const last = { ...rating, seq: 3 };
    expect(eligible([tried(2), follower, last], had), 'what stands behind it').toEqual([last]);
    expect(seqs([aUnitEntry(1, {}, { courseId: 9 }), rating, aUnitEntry(3, { lessonId: 102 })])).toEqual([1, 2, 3]);
  });
});

describe('[Y16] which entries may go', () => {
  const waiting = [
    aUnitEntry(1),
    aUnitEntry(2, { status: 'completed' }),
    aUnitEntry(3, { lessonId: 102 }),
    anEnrollEntry(4),
  ];

  test('the oldest of each subject', () => {
    expect(eligible(waiting, new Set()).map((entry) => entry.seq)).toEqual([1, 3, 4]);
  });

  test('nothing of a subject that was already tried', () => {
    expect(eligible(waiting, new Set(['lesson:101'])).map((entry) => entry.seq)).toEqual([3, 4]);
  });

  test('[Y5] the state ’sending’ and the number of attempts are stored before a request leaves', () => {
    expect(markSending([aUnitEntry(1, {}, { attempts: 2 })], 'tab-a')).toMatchObject([
      { state: 'sending', attempts: 3, holder: 'tab-a' },
    ]);
  });
});

describe('[Y5] what a person decides about blocked work', () => {
  const blocked = aUnitEntry(1, {}, { state: 'blocked', attempts: 4, failedPasses: 12, retryAt: AT });

  test('Retry sends the same entry with the same id', () => {
    expect(unblock(blocked)).toMatchObject({ state: 'queued', opId: opId(1), attempts: 4, failedPasses: 0 });
  });

  test('Discard moves it to the log', () => {
    expect(discard(blocked, LATER)).toMatchObject({ state: 'discarded', endedAt: LATER });
  });

  test('only blocked work can be retried or discarded', () => {
    for (const state of ['queued', 'sending', 'done', 'discarded'] as const) {
      const entry = { ...blocked, state };
      expect(unblock(entry)).toBe(entry);
      expect(discard(entry, LATER)).toBe(entry);
    }
  });

  test('[Y17] what kept failing is retried automatically after a day, and its failures still count', () => {
    const tomorrow = { ...blocked, seq: 2, retryAt: '2026-03-02T08:00:00.000Z' };
    const refused = { ...blocked, seq: 3, retryAt: undefined };
    expect(unblockDue([blocked, tomorrow, refused], LATER)).toMatchObject([
      { seq: 1, state: 'queued', failedPasses: 12 },
    ]);
  });
});
