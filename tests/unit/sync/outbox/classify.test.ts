import { describe, expect, test } from 'vitest';
import { REFUSALS, type RefusalCode } from '#sync/contract/refusal.ts';
import { classify } from '#sync/outbox/classify.ts';
import type { TransportResponse } from '#sync/ports.ts';
import { aUnit } from '#tests/factories.ts';

const answer = (
  status: number,
  body: unknown,
  more: Partial<TransportResponse & { kind: 'response' }> = {},
): TransportResponse => ({
  kind: 'response',
  status,
  marked: true,
  body,
  retryAfterMs: null,
  ...more,
});
const refusal = (
  code: RefusalCode,
  more: object = {},
  head: Partial<TransportResponse & { kind: 'response' }> = {},
): TransportResponse => {
  const [status, message] = REFUSALS[code];
  return answer(status, { error: message, message, code, ...more }, head);
};
const unit = aUnit({ status: 'completed', rev: 3, completedAt: '2026-03-01T08:00:00.000Z' });
const taken = { unit, changed: true, dataEpoch: 'e1' };

describe('[Y17] done', () => {
  test('an accepted change, with the unit and whether it changed', () => {
    expect(classify(answer(200, taken), 'unit')).toMatchObject({
      kind: 'done',
      result: { outcome: 'applied' },
      unit,
      changed: true,
      epoch: 'e1',
    });
    expect(classify(answer(200, { ...taken, changed: false }), 'unit')).toMatchObject({
      result: { outcome: 'unchanged' },
      changed: false,
    });
  });

  test('a Reset that met a completion it had not seen', () => {
    const verdict = classify(answer(200, { ...taken, changed: false, superseded: true }), 'unit');
    expect(verdict).toMatchObject({ kind: 'done', result: { outcome: 'superseded' }, changed: false });
  });

  test('[Y10] our 409; its completion never counts as changed by us', () => {
    const verdict = classify(refusal('already_completed', { ...taken }), 'unit');
    expect(verdict).toMatchObject({
      kind: 'done',
      result: { outcome: 'already_completed' },
      unit,
      changed: false,
      epoch: 'e1',
    });
  });

  test('[Y13] a completion that needs a passed quiz is a result, not a refusal', () => {
    const verdict = classify(refusal('quiz_not_passed', { failed: true, currentScore: 60 }), 'unit');
    expect(verdict).toMatchObject({ kind: 'done', result: { outcome: 'not_passed', score: 60 }, unit: null });
  });

  test('a graded quiz and an enrollment', () => {
    const sheet = { score: 100, passed: true, review: [], ...taken };
    expect(classify(answer(200, sheet), 'quiz')).toMatchObject({
      kind: 'done',
      result: { outcome: 'passed', score: 100 },
      gradedQuiz: sheet,
    });
    expect(classify(answer(200, { ...sheet, score: 50, passed: false }), 'quiz')).toMatchObject({
      result: { outcome: 'not_passed', score: 50 },
    });
    const enrolled = { enrolled: true, changed: true, dataEpoch: 'e1' };
    expect(classify(answer(200, enrolled), 'enroll')).toMatchObject({ kind: 'done', result: { outcome: 'enrolled' } });
  });

  test('[Z1] a rating; nothing else counts as one', () => {
    const rated = { stars: 4, changed: true, dataEpoch: 'e1' };
    expect(classify(answer(200, rated), 'rating')).toMatchObject({ kind: 'done', result: { outcome: 'rated' } });
    expect(classify(answer(200, { enrolled: true }), 'rating')).toMatchObject({ kind: 'retry' });
  });
});

describe('[Y10] no answer', () => {
  test.each<[string, TransportResponse]>([
    ['silence', { kind: 'none', reason: 'timeout' }],
    ['no network', { kind: 'none', reason: 'network' }],
    ['a captive portal with 200', answer(200, undefined, { marked: false })],
    ['a foreign 409', answer(409, { code: 'already_completed', unit, dataEpoch: 'e1' }, { marked: false })],
    ['a foreign 404', answer(404, undefined, { marked: false })],
    ['a gateway out of order', answer(502, undefined, { marked: false })],
    ['a network that wants a sign-in', answer(511, undefined, { marked: false })],
  ])('%s is offline', (_, given) => {
    expect(classify(given, 'unit').kind).toBe('offline');
  });
});

describe('[Y17] the other classifications', () => {
  test.each<[string, TransportResponse, object]>([
    ['401 asks for the sign-in', refusal('token_expired'), { kind: 'auth' }],
    ['another person pauses', refusal('user_mismatch'), { kind: 'paused', reason: 'wrong-user' }],
    ['an app too old pauses', refusal('update_required'), { kind: 'paused', reason: 'update-required' }],
    [
      '[Y20] another epoch makes the device start over',
      refusal('data_epoch_changed', { dataEpoch: 'e2' }),
      { kind: 'restored', epoch: 'e2' },
    ],
    [
      '400 is refused for good',
      refusal('validation_failed'),
      { kind: 'blocked', error: { status: 400, code: 'validation_failed' } },
    ],
    ['403 is refused for good', refusal('access_denied'), { kind: 'blocked' }],
    ['404 is refused for good', refusal('lesson_not_found'), { kind: 'blocked' }],
    ['410 is refused for good', answer(410, { error: 'Gone', message: 'Gone', code: 'gone' }), { kind: 'blocked' }],
    ['422 is refused for good', refusal('quiz_changed'), { kind: 'blocked', error: { code: 'quiz_changed' } }],
    ['413 is too large', refusal('body_too_large'), { kind: 'too-large' }],
    ['408 is tried again', answer(408, {}), { kind: 'retry' }],
    ['425 is tried again', answer(425, {}), { kind: 'retry' }],
    [
      '429 is tried again, when it says',
      refusal('rate_limited', {}, { retryAfterMs: 7_000 }),
      { kind: 'retry', retryAfterMs: 7_000 },
    ],
    ['500 is tried again', refusal('internal'), { kind: 'retry' }],
    ['503 is tried again', refusal('unavailable'), { kind: 'retry' }],
    ['half a refusal is none', answer(409, undefined), { kind: 'retry', error: { code: 'unreadable' } }],
    ['a success that cannot be read is never done', answer(200, {}), { kind: 'retry', error: { code: 'unreadable' } }],
    ['a 409 that cannot be read is never done', refusal('already_completed'), { kind: 'retry' }],
  ])('%s', (_, given, expected) => {
    expect(classify(given, 'unit')).toMatchObject(expected);
  });

  test('a refusal’s message is stored for the person', () => {
    expect(classify(refusal('lesson_not_found'), 'unit')).toMatchObject({
      error: { status: 404, code: 'lesson_not_found', text: 'Lesson not found' },
    });
  });
});
