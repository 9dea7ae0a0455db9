// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BrowserReports } from '#sync/contract/report.ts';
import { answer as answered } from '#tests/fixtures/auth-service.ts';

const CONFIG = { authUrl: '/auth/v1', publishableKey: 'key', partner: null, version: '1' };
const KEY = 'groundwork.reports';
let sent: unknown[];
let answer: (path: string) => Response | Promise<Response>;

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  history.replaceState(null, '', '/course/4/lesson/12?invitation=secret');
  sent = [];
  answer = () => answered(200, { taken: 1 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (String(input).endsWith('/api/config')) return answered(200, CONFIG);
    sent.push(JSON.parse(String(init?.body)));
    return answer(String(input));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const opened = () => import('#app/shell/problem-reports.ts');
const problem = (message: string, stack = 'at x (https://host.example/assets/learn-a1.js:1:23)') =>
  Object.assign(new RangeError(message), { stack: `RangeError: ${message}\n    ${stack}` });
const kept = () => JSON.parse(localStorage.getItem(KEY) ?? '[]');
const batchIsDue = async () => {
  await vi.advanceTimersByTimeAsync(10_000);
};

test('[Z7] a problem is reported by its class and its place, once for many, without what it says', async () => {
  const { reportProblem } = await opened();
  for (let n = 0; n < 3; n += 1) reportProblem('error', problem(`my answer is ${n}`));
  reportProblem('save_failed', problem('full'));
  await batchIsDue();
  await vi.waitFor(() => expect(kept()).toEqual([]), 15_000);
  expect(sent).toHaveLength(1);
  expect(JSON.stringify(sent)).not.toMatch(/answer|secret|host\.example|\/12/);
  expect(BrowserReports.parse(sent[0]).reports).toMatchObject([
    { kind: 'error', name: 'RangeError', where: ['learn-a1.js:1:23'], page: '/course/-/lesson/-', count: 3 },
    { kind: 'save_failed', count: 1 },
  ]);
});

test('[Z7] what cannot be sent stays on the device, is bounded, and is sent by a later start', async () => {
  const { reportProblem } = await opened();
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  for (let n = 0; n < 30; n += 1) reportProblem('error', problem('x', `at x (https://h/assets/a.js:1:${n})`));
  await batchIsDue();
  await vi.waitFor(() => expect(sent).toHaveLength(1), 15_000);
  expect(kept()).toHaveLength(20);
  answer = () => answered(200, { taken: 20 });
  vi.resetModules();
  (await opened()).sendSoon();
  await batchIsDue();
  await vi.waitFor(() => expect(kept()).toEqual([]), 15_000);
  expect(sent[1]).toEqual(sent[0]);
});

test('[Z7] a missing network is no problem of the app', async () => {
  const { reportProblem } = await opened();
  reportProblem('error', new TypeError('Failed to fetch'));
  reportProblem('error', new DOMException('given up', 'AbortError'));
  reportProblem('error', undefined);
  expect(kept()).toEqual([]);
});
