// Every call of the analytics screens, and how long each takes beside the same with a tenth of the attempts.
import { interleave, median, ratio } from '../bench/rounds.ts';
import { personId } from '../bench/seed.ts';
import { ask, type Installation, type Who } from './installation.ts';
import { GROUP, ORGANIZATION, SMALL_ORGANIZATION } from './plant.ts';

/** A row of the report. Milliseconds are medians of one call. */
export interface Timed {
  what: string;
  ms: number;
  /** The same with less data. */
  smallMs: number;
  growth: number;
  /** How long it held the event loop, with more data: the longest moment of each round, and of these the median. */
  heldMs: number;
  /** How many bare answers of node:http it is worth. */
  bare: number;
}

const QUIZ = '/api/admin/quiz-analytics';

type Call = [who: Who, path: string];
const PERSON = personId(60);

/** What does not depend on the number of attempts: Overview, analytics, and one person. */
export const CALLS: Call[] = [
  ...(['super', 'orgadmin', 'small'] as const).flatMap((who): Call[] => [
    [who, '/api/admin/attention'],
    [who, '/api/admin/activity'],
    [who, '/api/analytics/overview'],
    [who, '/api/analytics/trends?range=1y'],
    [who, '/api/analytics/categories'],
    [who, '/api/analytics/top-courses'],
  ]),
  ['orgadmin', `/api/admin/attention?organizationId=${ORGANIZATION}&group=${GROUP}`],
  ['super', '/api/admin/stats'],
  ['super', '/api/analytics/trends?range=30d'],
  ['super', '/api/analytics/trends?range=90d'],
  ['super', `${QUIZ}/summary`],
  ['super', `${QUIZ}/summary?lessonId=9`],
  ['super', `${QUIZ}/lessons?limit=50`],
  ['orgadmin', `${QUIZ}/lessons?limit=50&sort=lesson&cursor=NEXT`],
  ['small', `${QUIZ}/lessons?limit=50`],
  ['super', `${QUIZ}/users?limit=500`],
  ['super', `${QUIZ}/users?limit=500&cursor=NEXT`],
  ['super', `${QUIZ}/users?lessonId=9&limit=500`],
  ['orgadmin', `${QUIZ}/people?limit=50&sort=score`],
  ['orgadmin', `${QUIZ}/people?limit=50&sort=name&cursor=NEXT`],
  ['orgadmin', `${QUIZ}/people?limit=50&search=42`],
  ['super', `${QUIZ}/organization?organizationId=${ORGANIZATION}&limit=500`],
  ['orgadmin', `${QUIZ}/organization?limit=500`],
  ['small', `${QUIZ}/organization?limit=500`],
  ['super', '/api/admin/courses/1/analytics'],
  ['orgadmin', '/api/admin/courses/1/analytics'],
  ['super', '/api/admin/courses/2/analytics'],
  ['super', '/api/admin/courses/1/learners?limit=500'],
  ['super', '/api/admin/courses/1/learners?limit=500&cursor=NEXT'],
  ['orgadmin', '/api/admin/courses/1/learners?limit=500&state=overdue'],
  ['super', `/api/admin/people/${PERSON}`],
  ['orgadmin', `/api/admin/people/${PERSON}`],
  ['orgadmin', `/api/admin/people/${PERSON}/courses/1`],
];

const MEMBERS = `/api/enterprise/admin/organizations/${ORGANIZATION}`;

/** Lists of people: a first page and one further on, sorted, searched by words that few and that all have, and filtered. */
export const PEOPLE_CALLS: Call[] = [
  ...[
    'limit=25',
    'limit=25&cursor=NEXT',
    'limit=25&sort=name',
    'limit=25&sort=-name&cursor=NEXT',
    'limit=25&search=person-42@',
    'limit=25&search=42',
    'limit=25&search=demo.example&sort=name',
    'limit=25&search=person%204',
    'limit=25&role=org_admin',
    'limit=25&role=regular&sort=name',
  ].flatMap((query): Call[] => [
    ['super', `/api/admin/users?${query}`],
    ['orgadmin', `${MEMBERS}/users?${query}`],
  ]),
  ...[
    'limit=25&standing=not-started',
    'limit=25&standing=inactive',
    'limit=25&standing=overdue',
    'limit=25&standing=behind&sort=name',
    'limit=25&certificates=ended',
    'limit=25&certificates=30&sort=name',
    `limit=25&group=${GROUP}`,
    'limit=25&sort=-activity',
    'limit=25&sort=due',
    'limit=25&sort=-due&cursor=NEXT',
    `limit=25&sort=progress&group=${GROUP}`,
    // A page of those whom a job acts on.
    'limit=100&sort=name&cursor=NEXT',
  ].map((query): Call => ['orgadmin', `${MEMBERS}/users?${query}`]),
  ['small', `/api/enterprise/admin/organizations/${SMALL_ORGANIZATION}/users?limit=25`],
  ['orgadmin', `${MEMBERS}/auto-reminders?before=7,1&after=1,7`],
  ['orgadmin', `${MEMBERS}/groups`],
  ['super', '/api/admin/courses?limit=25'],
  ['super', '/api/admin/audit-log?limit=25'],
];

/** A sample is the mean of as many calls as fill this time: one short call is mostly the machine's mood. */
const SAMPLE_MS = 60;
const MOST_CALLS = 20;

interface Subjects {
  large: Installation;
  small: Installation;
  barePort: number;
  rounds: number;
}

/** Whoever shares the machine can only make a call look slower: one over the budget is measured again before it counts. */
const TRIES = 4;

/** Measures each call, large, small and bare in turn; `growth` is what it may grow with ten times the attempts. */
export async function timeCalls(subjects: Subjects, growth: number, calls: Call[]): Promise<Timed[]> {
  const rows: Timed[] = [];
  for (const [who, path] of calls) {
    let best = await timeCall(subjects, who, path);
    for (let tries = 1; tries < TRIES && best.growth > growth; tries += 1) {
      const again = await timeCall(subjects, who, path);
      if (again.growth < best.growth) best = again;
    }
    rows.push(best);
  }
  return rows;
}

async function timeCall({ large, small, barePort, rounds }: Subjects, who: Who, path: string): Promise<Timed> {
  const asks = async (installation: Installation) => {
    const address = await withCursor(installation, who, path);
    return () => installation.ask(who, address);
  };
  const [askLarge, askSmall, askBare] = [await asks(large), await asks(small), () => ask(barePort, '/')];
  const calls = callsPerSample(await timeOf(askLarge));
  const figures = await interleave(rounds, {
    both: async () => {
      await large.heldMs();
      const [ms, smallMs] = await timeInTurn(askLarge, askSmall, calls);
      return { ms, smallMs, heldMs: await large.heldMs() };
    },
    bare: async () => ({ ms: (await timeInTurn(askBare, askBare, calls))[0], smallMs: 0, heldMs: 0 }),
  });
  const [largeMs, smallMs] = [figures.both.map(({ ms }) => ms), figures.both.map((both) => both.smallMs)];
  const bareMs = figures.bare.map(({ ms }) => ms);
  return {
    what: `${path.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '...')} (${who})`,
    ms: median(largeMs),
    smallMs: median(smallMs),
    growth: ratio(largeMs, smallMs).value,
    heldMs: median(figures.both.map(({ heldMs }) => heldMs)),
    bare: ratio(largeMs, bareMs).value,
  };
}

/** A page further on stands for all of them: its cursor comes from the page before. */
async function withCursor({ ask }: Installation, who: Who, path: string): Promise<string> {
  if (!path.includes('&cursor=NEXT')) return path;
  const first = JSON.parse(await ask(who, path.replace('&cursor=NEXT', '')));
  if (typeof first.nextCursor !== 'string') throw new Error(`${path}: there is no second page.`);
  return path.replace('NEXT', encodeURIComponent(first.nextCursor));
}

const callsPerSample = (ms: number) => Math.max(1, Math.min(MOST_CALLS, Math.round(SAMPLE_MS / ms)));

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await call();
  return performance.now() - started;
}

/** Milliseconds of one call of either, in turn: a loud moment of the machine is loud for both. */
async function timeInTurn(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  calls: number,
): Promise<[one: number, other: number]> {
  let [ofOne, ofOther] = [0, 0];
  for (let n = 0; n < calls; n += 1) {
    ofOne += await timeOf(one);
    ofOther += await timeOf(other);
  }
  return [ofOne / calls, ofOther / calls];
}
