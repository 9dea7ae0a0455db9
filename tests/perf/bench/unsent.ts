// Budget 18: how long a tap stays unsent on a visible page while the engine reads 40 courses again, each answered after 3 s by
// a server that is otherwise healthy.
import { createServer, request as forward } from 'node:http';
import { newProfile, startDevice } from './browser.ts';
import { lessonMenu, resetLesson } from './learner-device.ts';
import type { DrainBench } from './page-drain.ts';
import { type Plan, spreadOf } from './rounds.ts';
import { openApp, type SeededApp, startSeededApp } from './seeded-app.ts';
import { freePort } from './spawned.ts';
import { atMost, type Row } from './table.ts';

const COURSES = 40;
const ANSWER_MS = 3_000;
/** When all courses are read one after another, and a little more. */
const MOST_MS = COURSES * ANSWER_MS + 10_000;
/** One more is the person's own. */
const SIZE = { rows: 1_000, courses: COURSES + 1 };

/** Between browser and server: reads may be slow, and whoever waits for a POST hears when it has been answered. */
async function startProxy(port: number, target: () => number) {
  const state = { isSlow: false, readAsked: (_path: string) => {}, posted: (_body: string) => {} };
  const proxy = createServer((incoming, outgoing) => {
    const isRead = incoming.method === 'GET' && incoming.url?.startsWith('/api/');
    if (isRead && state.isSlow) state.readAsked(incoming.url ?? '');
    const parts: Buffer[] = [];
    incoming.on('data', (part) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts);
      const { method, url: path, headers } = incoming;
      const passOn = () =>
        forward({ port: target(), host: '127.0.0.1', method, path, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
          if (method === 'POST') answer.on('end', () => state.posted(body.toString()));
        })
          .on('error', () => outgoing.destroy())
          .end(body);
      setTimeout(passOn, isRead && state.isSlow ? ANSWER_MS : 0);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  const stop = () => {
    proxy.closeAllConnections();
    return new Promise((resolve) => proxy.close(resolve));
  };
  return { state, stop };
}

type Proxy = Awaited<ReturnType<typeof startProxy>>;

/** Resolves when the engine has asked for a second course: it is in the middle of them then. */
function readingAgain(state: Proxy['state']): Promise<void> {
  const courses = new Set<string>();
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The engine did not read two courses again within 30 s.')), 30_000);
    state.readAsked = (path) => {
      if (path.includes('/progress/') && courses.add(path).size > 1) resolve();
    };
  });
}

/** One round on a new device; the seconds from the tap until the server has answered for it. */
async function tapMeanwhile(app: SeededApp, { state }: Proxy): Promise<number> {
  state.isSlow = false;
  const device = await startDevice(newProfile());
  try {
    const work = app.workOn(Number.POSITIVE_INFINITY);
    // One change in each course, so that each is read again; the tap is on another lesson of the first.
    const perCourse = work.lessons.filter(([course], at) => work.lessons[at - 1]?.[0] !== course);
    const [course, lesson] = work.lessons[1] ?? [0, 0];
    const { page } = await openApp(device, app, `/course/${course}/lesson/${lesson}`);
    const complete = page.getByRole('button', { name: 'Mark Complete' });
    await complete.or(lessonMenu(page)).waitFor();
    const isOpen = await complete.isVisible();
    state.isSlow = true;
    const drained = new Promise<void>((resolve) => (state.posted = () => resolve()));
    await page.evaluate(
      async ([given]) => {
        await (window.bench as DrainBench).plant(given);
        dispatchEvent(new Event('online'));
      },
      [{ ...work, lessons: perCourse }] as const,
    );
    await drained;
    await readingAgain(state);
    const isThisOne = new RegExp(`"lessonId":${lesson}\\b`);
    const sent = new Promise<void>((resolve) => {
      state.posted = (body) => isThisOne.test(body) && resolve();
      setTimeout(resolve, MOST_MS);
    });
    const tappedAt = performance.now();
    await (isOpen ? complete.click() : resetLesson(page));
    await sent;
    return (performance.now() - tappedAt) / 1000;
  } finally {
    await device.close();
  }
}

export async function measure({ rounds }: Plan): Promise<Row[]> {
  const port = await freePort();
  let app: SeededApp | undefined;
  const proxy = await startProxy(port, () => app?.port ?? 0);
  try {
    app = await startSeededApp(SIZE, port);
    const figures: number[] = [];
    for (let round = 0; round < rounds; round += 1) figures.push(await tapMeanwhile(app, proxy));
    const what = `a tap on a visible page until the server has answered for it, while ${COURSES} courses are read again at ${ANSWER_MS / 1000} s each: the longest of all`;
    return [
      { number: '18', what, measured: { ...spreadOf(figures), value: Math.max(...figures) }, budget: atMost(60, 's') },
    ];
  } finally {
    await proxy.stop();
    await app?.stop();
  }
}
