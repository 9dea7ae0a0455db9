// Somebody else answers in the server's place, or the server says 'later', or nobody says anything.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Planned } from '../../../journeys/wire.ts';
import { openBooks } from '../books.ts';
import { type Fault, MARKED } from '../fault.ts';
import type { Stage } from '../stage.ts';
import { tap } from '../taps.ts';

const REPLAYS = ['/api/progress/unit', '/api/sync'];
const HOTEL = '<!doctype html><title>Free WiFi</title><h1>Please accept our terms</h1>';

/** Three taps during which the replays are answered like this; then the world is well again. */
async function during(stage: Stage, answer: Planned, paths: readonly string[] = REPLAYS) {
  const lessons = [0, 1, 2]
    .map((at) => stage.lessons[at % stage.lessons.length])
    .filter((lesson) => lesson !== undefined);
  const books = await openBooks(stage, lessons);
  for (const path of paths) stage.wire.answer(path, answer);
  for (const lesson of lessons) await tap(stage.page, lesson, books);
  await sleep(1_500);
  for (const path of paths) stage.wire.answer(path, undefined);
  return books.close();
}

const html = (status: number, headers: Record<string, string> = {}): Planned => ({
  status,
  body: HOTEL,
  headers: { 'Content-Type': 'text/html', ...headers },
});

const PORTALS: Planned[] = [html(200), html(302, { Location: 'http://localhost:9/login' }), html(511), html(409)];

/** What a server may write behind 'Retry-After', and what nobody should. The first two are over within the patience of a run. */
const RETRY_AFTERS: (string | undefined)[] = [
  '1',
  () => new Date(Date.now() + 2_000).toUTCString(),
  undefined,
  'soon',
  '-5',
  '1e3x',
  '0',
].map((each) => (typeof each === 'function' ? each() : each));

function busy(status: number, retryAfter: string | undefined): Planned {
  const headers = { ...MARKED, ...(retryAfter !== undefined && { 'Retry-After': retryAfter }) };
  return { status, body: { error: 'busy', message: 'busy', code: 'unavailable' }, headers };
}

/** Three lessons are opened and completed meanwhile, each with calls of its own; a storm was 2,600. */
const MOST_A_MINUTE = 120;

const at = <T>(list: readonly T[], turn: number): T => {
  const found = list[turn % list.length];
  if (found === undefined) throw new Error('An empty list.');
  return found;
};

export const answers: Fault[] = [
  {
    name: 'captive portal on what is sent: 200, 302, 511 and 409 with a page',
    catalogue: '4, 28',
    runs: { short: 4, full: 12 },
    play: (stage, turn) => during(stage, at(PORTALS, turn)),
  },
  {
    name: 'captive portal or 429 on the token refresh',
    catalogue: '5, 35',
    runs: { short: 4, full: 12 },
    play: async (stage, turn) => {
      const refused: Planned = {
        status: 401,
        body: { error: 'expired', message: 'expired', code: 'token_expired' },
        headers: MARKED,
      };
      stage.wire.answer(
        '/auth/v1/token',
        at([html(200), html(511), busy(429, '1'), html(302, { Location: '/login' })], turn),
      );
      try {
        return await during(stage, refused).finally(() => stage.wire.answer('/auth/v1/token', undefined));
      } finally {
        stage.wire.answer('/auth/v1/token', undefined);
      }
    },
  },
  {
    name: '429 with every form of Retry-After',
    catalogue: '33',
    runs: { short: 3, full: 14 },
    play: (stage, turn) => during(stage, busy(429, RETRY_AFTERS[turn % RETRY_AFTERS.length])),
  },
  {
    name: '503 with every form of Retry-After',
    catalogue: '33',
    runs: { short: 3, full: 14 },
    play: (stage, turn) => during(stage, busy(503, RETRY_AFTERS[(turn + 1) % RETRY_AFTERS.length])),
  },
  {
    name: '500 on one, 401 on the next',
    catalogue: '15',
    runs: { short: 1, full: 5 },
    async play(stage) {
      const [first, second] = stage.lessons;
      if (!first || !second) throw new Error('The course lost its texts.');
      const books = await openBooks(stage, [first, second]);
      stage.wire.answerOnce('/api/progress/unit', {
        status: 500,
        body: { error: 'x', message: 'x', code: 'internal' },
        headers: MARKED,
      });
      await tap(stage.page, first, books);
      await sleep(600);
      stage.wire.answerOnce('/api/progress/unit', {
        status: 401,
        body: { error: 'x', message: 'x', code: 'token_expired' },
        headers: MARKED,
      });
      await tap(stage.page, second, books);
      return books.close();
    },
  },
  {
    name: 'the answer is lost behind the server’s commit',
    catalogue: '1',
    runs: { short: 2, full: 15 },
    async play(stage) {
      const lesson = stage.chance.pick(stage.lessons);
      const books = await openBooks(stage, [lesson]);
      const lost = stage.wire.loseAnswerTo('/api/progress/unit');
      await tap(stage.page, lesson, books);
      await Promise.race([lost, sleep(10_000)]);
      stage.wire.mend();
      return books.close();
    },
  },
  {
    name: 'slow and hanging answers',
    catalogue: '37',
    runs: { short: 1, full: 6 },
    async play(stage, turn) {
      const lesson = stage.chance.pick(stage.lessons);
      const books = await openBooks(stage, [lesson]);
      // Longer than the 15 s after which silence counts as no answer, every other time; the late one is a double.
      for (const path of REPLAYS) stage.wire.delay(path, turn % 2 === 0 ? 17_000 : 6_000);
      await tap(stage.page, lesson, books);
      await sleep(turn % 2 === 0 ? 16_500 : 3_000);
      for (const path of REPLAYS) stage.wire.delay(path, 0);
      return books.close();
    },
  },
  {
    name: 'small answers pass, large ones and batches break',
    catalogue: '37',
    runs: { short: 1, full: 8 },
    async play(stage, turn) {
      const lessons = [0, 1, 2].flatMap((at) => stage.lessons[at % stage.lessons.length] ?? []);
      const books = await openBooks(stage, lessons);
      // 150: nothing but the health call arrives; 400: single changes do, their answers and batches do not always.
      stage.wire.narrow(turn % 2 === 0 ? 400 : 150);
      const asked = stage.wire.passed.length;
      const began = Date.now();
      for (const lesson of lessons) await tap(stage.page, lesson, books);
      await sleep(20_000);
      const perMinute = ((stage.wire.passed.length - asked) * 60_000) / (Date.now() - began);
      stage.wire.narrow(undefined);
      if (perMinute > MOST_A_MINUTE) throw new Error(`The page asked ${Math.round(perMinute)} times a minute.`);
      return books.close();
    },
  },
];
