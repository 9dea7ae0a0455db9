// What every engine has to do, told once.
import { createHash } from 'node:crypto';
import { PART_BYTES } from '#sync/contract/media.ts';
import { lessonPath, lessonsOf, someLessons } from '../journeys/content.ts';
import { operationsOf, positionOf, unitsOf } from '../journeys/database.ts';
import { ledgerOf, outboxOf } from '../journeys/device-data.ts';
import { growFilm, partsAsked, rangeOf, shelfOf } from '../journeys/downloads-steps.ts';
import { LEARNER, PASSWORD, type Product } from '../journeys/product.ts';
import type { Wire } from '../journeys/wire.ts';
import type { Tablet } from './engine.ts';
import { wrongFiles, wrongUpdate } from './wrong-files.ts';

export type Stage = { tablet: Tablet; product: Product; wire: Wire };
type Titled = { id: number; courseId: number; title: string };

const HUB = 'Welcome to the Groundwork Learning Hub';
export const BADGE = 'header a[href="/sync"]';

const underWorker = (tablet: Tablet) =>
  tablet.until(
    'a service worker controls the page',
    () => tablet.evaluate(() => navigator.serviceWorker.controller !== null),
    60_000,
  );

export async function signIn(tablet: Tablet): Promise<void> {
  await tablet.goto('/auth/signin');
  await underWorker(tablet);
  await tablet.type('Email', LEARNER);
  await tablet.type('Password', PASSWORD);
  await tablet.click('button', 'Sign In');
  await tablet.sees('#hub', HUB);
}

export async function openLesson(tablet: Tablet, lesson: Titled): Promise<void> {
  await tablet.goto(lessonPath(lesson));
  await tablet.sees('h1', lesson.title);
}

const showsPicture = (tablet: Tablet) =>
  tablet.until('the video shows a picture', () =>
    tablet.evaluate(() => (document.querySelector('video')?.readyState ?? 0) >= 2),
  );

const completedInCourse = (tablet: Tablet, lesson: Titled) =>
  tablet.sees(`nav[aria-label="Lessons"] a[href="${lessonPath(lesson)}"]`, /Completed/);

/** Goes to a second of the video of the page and waits for its picture. */
const seekTo = (tablet: Tablet, second: number) =>
  tablet.evaluate(
    (to) =>
      new Promise<void>((resolve, reject) => {
        const video = document.querySelector('video');
        if (!video) return reject(new Error('There is no video.'));
        video.addEventListener('seeked', () => resolve(), { once: true });
        video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
        video.currentTime = to;
      }),
    second,
  );

/** Plays the video of the page, muted, to its end. */
async function watchToTheEnd(tablet: Tablet, speed: number): Promise<void> {
  await showsPicture(tablet);
  await tablet.click('button', 'Play');
  const isOver = () =>
    tablet.evaluate((rate) => {
      const video = document.querySelector('video');
      if (!video) return false;
      video.muted = true;
      // Not once: the player sets the speed chosen on this device as soon as it has read it.
      if (video.playbackRate !== rate) video.playbackRate = rate;
      return video.ended;
    }, speed);
  await tablet.until('the video is over', isOver, 60_000);
}

async function mainJob({ tablet, product, wire }: Stage): Promise<void> {
  const { video, text } = await someLessons(product);
  await signIn(tablet);
  await openLesson(tablet, video);
  await tablet.until(
    'the video lies on the device',
    async () => (await ledgerOf(tablet, video.videoUrl ?? ''))?.isComplete,
  );
  await openLesson(tablet, text);

  wire.cut();
  await tablet.click('button', 'Continue');
  await tablet.until('the page turned', async () => !(await pathOf(tablet)).endsWith(`/${text.id}`));
  await openLesson(tablet, video);
  await watchToTheEnd(tablet, 4);
  await tablet.sees('p', 'Lesson completed!');

  await tablet.engine.killAndRestart();
  await tablet.goto(lessonPath(video));
  for (const lesson of [video, text]) await completedInCourse(tablet, lesson);
  await tablet.sees(BADGE, /2 changes waiting/);
  equal(await unitsOf(product, LEARNER), [], 'the server knows of nothing');

  wire.mend();
  await tablet.sees(BADGE, /All work sent/, 60_000);
  const entries = await outboxOf(tablet);
  const operations = await operationsOf(product, LEARNER);
  equal(
    operations.map(({ op_id }) => op_id),
    entries.map(({ opId }) => opId).sort(),
    'every operation arrived once',
  );
  equal(
    (await unitsOf(product, LEARNER)).map(({ lesson_id, status }) => [lesson_id, status]),
    [video.id, text.id].sort((a, b) => a - b).map((id) => [id, 'completed']),
    'both lessons are completed',
  );
}

const pathOf = (tablet: Tablet) => tablet.evaluate(() => location.pathname);

async function offlineStart({ tablet, product, wire }: Stage): Promise<void> {
  const { text, secondText } = await someLessons(product);
  await signIn(tablet);
  await openLesson(tablet, text);
  wire.cut();
  await tablet.engine.killAndRestart();
  await tablet.goto('/');
  await tablet.sees('#hub', HUB);
  await tablet.goto('/no/such/page');
  await tablet.sees('h1', '404 Page Not Found');
  await openLesson(tablet, text);
  await tablet.click('button', 'Mark Complete');
  await tablet.sees('main button', 'More');
  await tablet.click(`nav[aria-label="Lessons"] a[href="${lessonPath(secondText)}"]`, /./);
  await tablet.sees('h1', secondText.title);
  await tablet.goto('/downloads');
  await tablet.sees('main *', 'Nothing is downloaded yet');
}

async function downloads({ tablet, product, wire }: Stage): Promise<void> {
  const { video } = await someLessons(product);
  const film = video.videoUrl ?? '';
  const { bytes } = await growFilm(product, film, 5);
  const partsHere = async () => (await ledgerOf(tablet, film))?.here.length ?? 0;
  await signIn(tablet);
  await openLesson(tablet, video);
  wire.delay(`/api${film}/parts/`, 700);
  await tablet.click('button', /Download for offline use/);
  await tablet.until('two parts are on the device', async () => (await partsHere()) >= 2);
  await tablet.engine.killAndRestart();
  await tablet.goto('/downloads');
  const before = (await ledgerOf(tablet, film))?.here ?? [];
  wire.cut();
  await tablet.sees('main *', 'Waiting for a connection');
  wire.mend();
  wire.delay(`/api${film}/parts/`, 0);
  await tablet.sees('main *', 'On this device', 60_000);
  const asked = partsAsked(wire, film);
  for (const n of before) equal(asked.filter((one) => one === n).length, 1, `part ${n} came once`);

  wire.cut();
  await tablet.goto(lessonPath(video));
  await showsPicture(tablet);
  await seekTo(tablet, 20);
  for (const first of [PART_BYTES - 3, 3 * PART_BYTES - 1, bytes - 5]) {
    const range = `bytes=${first}-${first + 4}`;
    const direct = await fetch(`http://127.0.0.1:${product.port}${film}`, { headers: { Range: range } });
    const { status, bytes: got } = await rangeOf(tablet, film, range);
    equal([status, ...got], [206, ...new Uint8Array(await direct.arrayBuffer())], `the bytes at ${first}`);
  }
  await tablet.goto('/downloads');
  await tablet.click('main button', /^Remove/);
  await tablet.click('[role=dialog] button', 'Remove');
  await tablet.sees('main *', 'Nothing is downloaded yet');
  await tablet.until('its parts are gone', async () => (await shelfOf(tablet, film)).length === 0);
}

async function lesson({ tablet, product }: Stage): Promise<void> {
  const { video, text } = await someLessons(product);
  const capstone = (await lessonsOf(product)).find(({ title }) => /capstone/i.test(title));
  if (!capstone) throw new Error('The sample course has no capstone.');
  await signIn(tablet);
  await openLesson(tablet, text);
  await tablet.click('button', 'Mark Complete');
  await tablet.click('main button', 'More');
  await tablet.click('main button', 'Reset');
  await tablet.sees('button', 'Mark Complete');

  await openLesson(tablet, video);
  await showsPicture(tablet);
  await seekTo(tablet, 12);
  await tablet.click('button', 'Play');
  await tablet.until('it plays on', () =>
    tablet.evaluate(() => (document.querySelector('video')?.currentTime ?? 0) > 13),
  );
  await tablet.click('button', 'Pause');
  await tablet.until('the position is on the server', async () => (await positionOf(product, LEARNER, video.id)) >= 12);
  await openLesson(tablet, video);
  await showsPicture(tablet);
  await tablet.until('it resumes', () =>
    tablet.evaluate(() => (document.querySelector('video')?.currentTime ?? 0) > 10),
  );
  const paper = await tablet.evaluate(() =>
    [...document.querySelectorAll('select[aria-label=Speed] option')]
      .map((option) => getComputedStyle(option))
      .map(({ backgroundColor }) => backgroundColor),
  );
  for (const colour of paper) equal(/^rgb\(/.test(colour), true, 'a speed is not white on the white of a menu');

  const words = 'The stairs were hard. Next time I begin in the attic.';
  await openLesson(tablet, capstone);
  await tablet.type(/^Your reflection/, words);
  await tablet.until('all is typed', () =>
    tablet.evaluate((typed) => document.querySelector('textarea')?.value === typed, words),
  );
  await tablet.sees('main *', 'Draft saved on this device.');
  await tablet.engine.killAndRestart();
  await openLesson(tablet, capstone);
  await tablet.until('the draft is back', () =>
    tablet.evaluate((kept) => document.querySelector('textarea')?.value === kept, words),
  );
}

/** What Safari 16.4, Firefox 128 and Chrome 111 do not all have, and what the app or a package of it may reach for. */
const YOUNGER_THAN_THE_MINIMUM = `
  delete AbortSignal.any; delete Response.json; delete Promise.withResolvers; delete Object.groupBy; delete URL.canParse;
  if (self.HTMLElement) for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover']) delete HTMLElement.prototype[name];
`;

const integrityOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/**
 * The page and the service worker find an engine of the minimum version: their first script takes away what is younger. The worker's
 * list has the hash of the script as it is then.
 */
async function downloadsInOldEngine(stage: Stage): Promise<void> {
  const { wire } = stage;
  const html = await (await fetch(`${wire.url}/auth/signin`)).text();
  const main = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1];
  if (!main) throw new Error('The page names no script.');
  const built = await (await fetch(`${wire.url}${main}`)).text();
  const older = (text: string) => YOUNGER_THAN_THE_MINIMUM + text;
  wire.rewrite(main, older);
  wire.rewrite('/service-worker.js', (text) => older(text.replace(integrityOf(built), integrityOf(older(built)))));
  await downloads(stage);
  equal(await stage.tablet.evaluate(() => 'any' in AbortSignal), false, 'the page was an old engine to the app');
}

/**
 * Taps 'Mark Complete' or 'Reset' and leaves for another document within the same milliseconds, fifty times; every other
 * time it returns by Back, to the page that the browser kept.
 */
async function leftWhileWriting({ tablet, product }: Stage): Promise<void> {
  const { text } = await someLessons(product);
  const button = /^(Mark Complete|More)$/;
  await signIn(tablet);
  for (let round = 0; round < 50; round += 1) {
    if (round % 2 === 1) await tablet.evaluate(() => history.back());
    else await tablet.goto(lessonPath(text));
    await tablet.sees('h1', text.title, 10_000);
    await tablet.sees('main button', button, 10_000);
    await tablet.evaluate(
      async ([pause, path]) => {
        const tap = (selector: string, name: string) =>
          [...document.querySelectorAll<HTMLElement>(selector)].find(({ innerText }) =>
            innerText.trim().startsWith(name),
          );
        document.querySelector<HTMLElement>('main button[aria-label=More]')?.click();
        await new Promise((resolve) => setTimeout(resolve));
        (tap('main button', 'Reset') ?? tap('main button', 'Mark Complete'))?.click();
        if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
        location.href = path;
      },
      [round % 10, '/sync'] as const,
    );
    await tablet.until('the next page is there', async () => (await pathOf(tablet)) === '/sync');
    await tablet.sees('h1', /./, 10_000);
  }
  await openLesson(tablet, text);
  await tablet.sees('main button', button);
  await tablet.sees(BADGE, /All work sent/, 60_000);
  const isCompleted = await tablet.evaluate(() => document.querySelector('main button[aria-label=More]') !== null);
  const [unit] = await unitsOf(product, LEARNER);
  equal(unit?.status === 'completed', isCompleted, 'the server has what the page shows');
}

export function equal(is: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(is) !== JSON.stringify(expected))
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(is)}`);
}

type Test = { title: string; only?: 'webkit'; run: (stage: Stage) => Promise<void> };

export const tests: Test[] = [
  { title: 'the main job: work without a network survives a kill and arrives exactly once', run: mainJob },
  { title: 'an offline start after a kill: the shell, a lesson and its completion', run: offlineStart },
  { title: 'a download survives a kill and a cut, plays offline and is removed', run: downloads },
  { title: 'a download on the oldest engine that is supported', run: downloadsInOldEngine },
  { title: 'a lesson: completed and reset, a video resumed, a draft that survives a kill', run: lesson },
  { title: 'a wrong file fails an installation, is never kept, and is fetched again', run: wrongFiles },
  { title: 'an update with a wrong file is not offered, and unsent work stays in reach', run: wrongUpdate },
  {
    title: 'a page that is left while it writes stops no later page, fifty times',
    only: 'webkit',
    run: leftWhileWriting,
  },
];
