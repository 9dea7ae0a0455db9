// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { consumeInvitation } from '#app/account/sign-in/joining.tsx';
import { device } from '#app/device/device.ts';
import { saveDeviceUser, writeSession } from '#sync/store/device.ts';
import { answer, aSession, LENA, type Route, refusal, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { CONSUME, joined, TOKEN } from '#tests/fixtures/invitations.ts';

const busy = () => refusal(503, 'unavailable', 'Busy.');
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

/**
 * The server's answers one after the other; the last one repeats. Answers the outcome and when it was asked, in ms of a
 * clock that goes straight to the next pause's end.
 */
async function consume(...replies: Route[]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.setTimerTickMode('nextTimerAsync');
  const at: number[] = [];
  const begun = performance.now();
  stubNetwork(() => answer(400, { code: 'session_not_found', message: 'No' }), {
    [CONSUME]: (call) => {
      at.push(performance.now() - begun);
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      return (reply ?? offline)(call);
    },
  });
  return { outcome: await consumeInvitation(TOKEN), at };
}

beforeEach(async () => {
  await saveDeviceUser(device, { userId: LENA.id, name: 'Lena Learner', email: LENA.email });
  await writeSession(device, LENA.id, aSession());
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await Promise.all(device.tables.map((table) => table.clear()));
});

describe('[A7] consume-invitation', () => {
  test('joins at the first try', async () => {
    const { outcome, at } = await consume(joined);
    expect(outcome).toEqual({ kind: 'joined', message: 'You have joined Demo Inspections.', courseId: null });
    expect(at).toHaveLength(1);
  });

  test('tries three times on 5xx, after 1 s and 2 s more', async () => {
    const { outcome, at } = await consume(busy, busy, joined);
    expect(outcome.kind).toBe('joined');
    const [first = 0, second = 0, third = 0] = at;
    expect(second - first).toBeGreaterThanOrEqual(1000);
    expect(second - first).toBeLessThan(1100);
    expect(third - second).toBeGreaterThanOrEqual(2000);
    expect(third - second).toBeLessThan(2100);
  });

  test('gives up after three tries, in words, and may be tried again', async () => {
    const { outcome, at } = await consume(offline);
    expect(at).toHaveLength(3);
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'Network error during invitation processing',
      isFinal: false,
    });
  });

  test.each([
    [() => refusal(410, 'invitation_expired', 'This invitation has expired'), 'This invitation has expired'],
    [() => new Response('no', { status: 400 }), 'Failed to consume invitation'],
    [
      () => refusal(429, 'rate_limited', 'Too many requests. Please wait a moment.'),
      'Too many requests. Please wait a moment.',
    ],
  ])('another 4xx is final at once', async (reply, reason) => {
    const { outcome, at } = await consume(reply);
    expect(at).toHaveLength(1);
    expect(outcome).toEqual({ kind: 'failed', reason, isFinal: true });
  });

  test('409 is as good as joining now', async () => {
    const { outcome } = await consume(() => refusal(409, 'invitation_already_used', 'Used.'));
    expect(outcome).toEqual({ kind: 'joined', message: undefined });
  });

  test('an answer without a membership says so', async () => {
    const { outcome } = await consume(() => answer(200, { success: false }));
    expect(outcome).toEqual({ kind: 'failed', reason: 'Failed to join organization', isFinal: true });
  });

  test('[A14] without a session nothing is asked', async () => {
    await device.sessions.clear();
    const { outcome, at } = await consume(joined);
    expect(outcome).toEqual({ kind: 'failed', reason: 'No access token available', isFinal: false });
    expect(at).toEqual([]);
  });
});
