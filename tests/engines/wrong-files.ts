// A network that gives something else in the place of a file of the app.
import { fileOf } from '../journeys/app-files.ts';
import { someLessons } from '../journeys/content.ts';
import { deploySecondVersion } from '../journeys/second-version.ts';
import { LIES } from '../journeys/wire.ts';
import type { Tablet } from './engine.ts';
import { BADGE, equal, openLesson, type Stage, signIn } from './tests.ts';

/** Lied about in turn, in the order of the worker's list: behind them the browser itself has kept the right files by then. */
const LIED_ABOUT = ['/index.html', fileOf('quiz')];

const installing = (tablet: Tablet) =>
  tablet.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.installing));

const kept = (tablet: Tablet, file: string) =>
  tablet.evaluate(async (path) => {
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        if (new URL(request.url).pathname === path) return true;
    return false;
  }, file);

export async function wrongFiles({ tablet, wire }: Stage): Promise<void> {
  for (const file of LIED_ABOUT)
    for (const lie of LIES) {
      wire.passed.length = 0;
      wire.lie(file, lie);
      await tablet.goto('/auth/signin').catch(() => undefined);
      const isGivenUp = async () => wire.passed.some(({ path }) => path === file) && !(await installing(tablet));
      await tablet.until(`the installation with ${file} as ${lie} is given up`, isGivenUp);
      const isActive = await tablet.evaluate(async () => {
        const found = await navigator.serviceWorker.getRegistration();
        return Boolean(found?.active ?? found?.waiting);
      });
      equal([isActive, await kept(tablet, file)], [false, false], `nothing of ${file} as ${lie} is kept`);
      wire.lie(file, undefined);
      if (file !== LIED_ABOUT.at(-1) || lie !== LIES.at(-1))
        wire.answer('/service-worker.js', { status: 503, body: '' });
      await tablet.goto('/verify').catch(() => undefined);
      wire.answer('/service-worker.js', undefined);
    }
  await tablet.goto('/auth/signin');
  await tablet.until(
    'a service worker controls the page',
    () => tablet.evaluate(() => navigator.serviceWorker.controller !== null),
    60_000,
  );
  wire.cut();
  await tablet.goto('/auth/signin');
  await tablet.sees('h1', 'Welcome Back');
}

export async function wrongUpdate({ tablet, product, wire }: Stage): Promise<void> {
  const { text } = await someLessons(product);
  await signIn(tablet);
  await openLesson(tablet, text);
  const busy = {
    status: 503,
    body: { error: 'busy', message: 'busy', code: 'unavailable' },
    headers: { 'X-Groundwork-Api': '1' },
  };
  for (const path of ['/api/progress/unit', '/api/sync']) wire.answer(path, busy);
  await tablet.click('button', 'Mark Complete');
  await tablet.sees(BADGE, /1 change waiting/);
  deploySecondVersion(wire);
  for (const lie of LIES) {
    wire.passed.length = 0;
    wire.lie('/index.html', lie);
    await tablet.goto('/sync');
    await tablet.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update().catch(() => undefined);
    });
    const isGivenUp = async () => wire.passed.some(({ path }) => path === '/index.html') && !(await installing(tablet));
    await tablet.until(`the update with ${lie} is given up`, isGivenUp);
    const isWaiting = await tablet.evaluate(async () =>
      Boolean((await navigator.serviceWorker.getRegistration())?.waiting),
    );
    equal(isWaiting, false, `an update with ${lie} waits`);
    await tablet.sees('h1', 'Sync');
    await tablet.sees(BADGE, /1 change waiting/);
  }
  wire.lie('/index.html', undefined);
  await tablet.goto('/sync');
  await tablet.click('button', 'Update now');
  await tablet.until('the second version is shown', () =>
    tablet.evaluate(() => document.querySelector('meta[name=version]') !== null),
  );
  await tablet.sees(BADGE, /1 change waiting/);
}
