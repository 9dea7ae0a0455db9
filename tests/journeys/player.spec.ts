// The player: keys, what it remembers, the transcript, the system's media keys, and going on elsewhere (R-Z2).
import type { Locator, Page } from '@playwright/test';
import type { Lesson } from '#sync/contract/lesson.ts';
import { lessonPath, lessonsOf, someLessons } from './content.ts';
import { positionOf } from './database.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { openLesson, signIn } from './person.ts';
import { LEARNER } from './product.ts';

const film = (page: Page) => page.locator('video');
const player = (page: Page) => page.getByRole('region', { name: 'Video player' });
const second = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.currentTime);
const isReady = (page: Page) =>
  expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1);

async function openFilm(page: Page, lesson: Lesson): Promise<void> {
  await openLesson(page, lesson);
  await isReady(page);
}

/** Plays without sound until the second is reached, then stops there. */
async function playTo(page: Page, aim: number): Promise<number> {
  await film(page).evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });
  await expect.poll(() => second(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(aim);
  await film(page).evaluate((video: HTMLVideoElement) => video.pause());
  return second(page);
}

test('[Z2] the video goes on at the second where another device stopped, also on a page that is open already', {
  tag: '@core',
}, async ({ device, product }) => {
  const { video } = await someLessons(product);
  const [one, two] = [await device(), await device()];
  for (const { page } of [one, two]) {
    await signIn(page);
    await openFilm(page, video);
  }
  const arrived = () => positionOf(product, LEARNER, video.id);
  const stopped = await playTo(one.page, 4);
  await expect.poll(arrived, { timeout: 45_000 }).toBeCloseTo(stopped, 0);

  await two.page.reload();
  await isReady(two.page);
  await expect.poll(() => second(two.page)).toBeCloseTo(stopped, 0);
  const further = await playTo(two.page, stopped + 3);
  await expect.poll(arrived, { timeout: 45_000 }).toBeCloseTo(further, 0);
  await one.page.goto('/');
  await openFilm(one.page, video);
  await expect.poll(() => second(one.page)).toBeCloseTo(further, 0);
});

test('[Z2] every key does what the list of keys says, and a slider or a list keeps its own', async ({
  page,
  product,
}) => {
  const { video } = await someLessons(product);
  await signIn(page);
  await openFilm(page, video);
  const press = (key: string) => page.keyboard.press(key);
  await player(page).focus();
  await press('l');
  expect(await second(page)).toBeCloseTo(10, 0);
  await press('ArrowRight');
  expect(await second(page)).toBeCloseTo(15, 0);
  await press('j');
  expect(await second(page)).toBeCloseTo(5, 0);
  await press('ArrowLeft');
  expect(await second(page)).toBeCloseTo(0, 0);
  await press('m');
  expect(await film(page).evaluate((element: HTMLVideoElement) => element.muted)).toBe(true);
  await press('k');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await press(' ');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await press('>');
  await expect(page.getByLabel('Speed')).toHaveValue('1.25');
  await press('c');
  await expect(page.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'false');
  await press('?');
  await expect(page.getByText('Back or forward 10 seconds')).toBeVisible();

  const seek = page.getByRole('slider', { name: 'Seek' });
  await seek.focus();
  await press('Home');
  expect(await second(page)).toBe(0);
  await press('ArrowRight');
  expect(await second(page)).toBeCloseTo(5, 0);
  await expect(seek).toHaveAttribute('aria-valuetext', /^5 seconds of /);
  await press('f');
  await expect
    .poll(() => page.evaluate(() => document.fullscreenElement?.getAttribute('aria-label')))
    .toBe('Video player');
  await press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
});

test('[Z2] speed and captions are as they were chosen, after a reload and for the next video', async ({
  page,
  product,
}) => {
  const [one, two] = (await lessonsOf(product)).filter(({ videoUrl }) => videoUrl);
  if (!one || !two) throw new Error('The sample course lost its videos.');
  await signIn(page);
  await openFilm(page, one);
  // Firefox draws the list in the colors of the control, which the pointer has just lightened.
  await page.getByLabel('Speed').hover();
  const colors = await page
    .getByLabel('Speed')
    .locator('option')
    .first()
    .evaluate((option) => [getComputedStyle(option).color, getComputedStyle(option).backgroundColor]);
  expect(colors).toEqual(['rgb(255, 255, 255)', 'rgb(20, 16, 24)']);
  await page.getByLabel('Speed').selectOption('1.5');
  await page.getByRole('button', { name: 'Captions' }).click();
  const isAsChosen = async () => {
    await expect(page.getByLabel('Speed')).toHaveValue('1.5');
    await expect(page.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'false');
    const found = () =>
      film(page).evaluate((video: HTMLVideoElement) => [video.playbackRate, video.textTracks[0]?.mode]);
    await expect.poll(found).toEqual([1.5, 'hidden']);
  };
  await isAsChosen();
  await page.reload();
  await isAsChosen();
  await openFilm(page, two);
  await isAsChosen();
});

test('[Z2] the system knows what plays, and its keys work', async ({ page, product }) => {
  const { video } = await someLessons(product);
  await page.addInitScript(() => {
    const keys: Record<string, (details: object) => void> = {};
    Object.assign(window, { keys });
    const original = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
    navigator.mediaSession.setActionHandler = (action, answer) => {
      if (answer) keys[action] = answer as (details: object) => void;
      else delete keys[action];
      original(action, answer);
    };
  });
  const systemKey = (name: string, details: object = {}) =>
    page.evaluate(
      ([key, more]) => (window as unknown as { keys: Record<string, (details: object) => void> }).keys[key]?.(more),
      [name, details] as const,
    );
  const knownKeys = () => page.evaluate(() => Object.keys((window as unknown as { keys: object }).keys).sort());
  await signIn(page);
  await openFilm(page, video);
  await playTo(page, 0.5);
  await expect.poll(knownKeys).toEqual(['pause', 'play', 'seekbackward', 'seekforward', 'seekto']);
  const shown = await page.evaluate(() => [
    navigator.mediaSession.metadata?.title,
    navigator.mediaSession.metadata?.artist,
  ]);
  expect(shown).toEqual([video.title, 'Certified Field Inspector']);
  await systemKey('seekto', { seekTime: 3 });
  await systemKey('seekforward');
  expect(await second(page)).toBeCloseTo(13, 0);
  await systemKey('seekbackward', { seekOffset: 5 });
  expect(await second(page)).toBeCloseTo(8, 0);
  await systemKey('play');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await systemKey('pause');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Certified Field Inspector' }).first().click();
  await expect.poll(knownKeys).toEqual([]);
});

test('[S4] a skip in the moment in which the stream is loaded again is not lost', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(404));
  const { video } = await someLessons(product);
  await signIn(page);
  wire.delay('/media/', 3_000);
  await page.goto(lessonPath(video));
  await expect(player(page)).toBeVisible();
  const forward = page.getByRole('button', { name: 'Forward 10 seconds' });
  await forward.click();
  await forward.click();
  await page.getByRole('button', { name: 'Back 10 seconds' }).click();
  await expect(player(page)).toContainText('0:10');
  wire.delay('/media/', 0);
  await expect
    .poll(() => film(page).evaluate((element: HTMLVideoElement) => element.readyState), { timeout: 15_000 })
    .toBeGreaterThan(1);
  expect(await second(page)).toBeCloseTo(10, 0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('[Z2] the transcript marks the line being spoken, leads to each line, and scrolls in its own box', async ({
    page,
    product,
  }) => {
    const { video } = await someLessons(product);
    await signIn(page);
    await openFilm(page, video);
    await page.getByText('Transcript').click();
    const lines = page.locator('details').filter({ hasText: 'Transcript' }).getByRole('button');
    await expect.poll(() => lines.count()).toBeGreaterThan(3);
    await lines.nth(2).click();
    await expect(lines.nth(2)).toHaveAttribute('aria-current', 'true');
    const beginningOf = async (line: Locator) => {
      const [minutes = 0, seconds = 0] = ((await line.locator('span').first().textContent()) ?? '')
        .split(':')
        .map(Number);
      return minutes * 60 + seconds;
    };
    const wanted = await beginningOf(lines.nth(2));
    expect(await second(page)).toBeGreaterThanOrEqual(wanted);
    expect(await second(page)).toBeLessThan(wanted + 1);

    await page.mouse.move(2, 2);
    const before = await page.evaluate(() => window.scrollY);
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await film(page).evaluate(
      (element: HTMLVideoElement, at) => {
        element.currentTime = at;
      },
      (await beginningOf(lines.last())) + 1,
    );
    await expect(lines.last()).toHaveAttribute('aria-current', 'true');
    const box = page.locator('details ol').first();
    await expect.poll(() => box.evaluate((list) => list.scrollTop)).toBeGreaterThan(0);
    expect(await page.evaluate(() => window.scrollY), 'the page stands still').toBe(before);
  });

  test('[Z2] every control is 48 px and under the picture with its captions', async ({ page, product }) => {
    const { video } = await someLessons(product);
    await signIn(page);
    await openFilm(page, video);
    const picture = await film(page).boundingBox();
    if (!picture) throw new Error('The picture is not drawn.');
    const controls = player(page).locator('button, select, input');
    let seen = 0;
    for (const control of await controls.all()) {
      const box = await control.boundingBox();
      if (!box || box.width === 0) continue;
      seen += 1;
      expect(box.width, await control.evaluate((element) => element.outerHTML)).toBeGreaterThanOrEqual(48);
      expect(box.height).toBeGreaterThanOrEqual(48);
      expect(box.y).toBeGreaterThanOrEqual(picture.y + picture.height);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
    }
    expect(seen).toBeGreaterThanOrEqual(7);
  });
});

test.describe('on a phone with a notch, held sideways', () => {
  test.use({ viewport: { width: 740, height: 360 }, hasTouch: true });

  test('[Z2] nothing that is pressed lies under the notch or the bar of the system', async ({ page, product }) => {
    const { video } = await someLessons(product);
    await signIn(page);
    const browser = await page.context().newCDPSession(page);
    const insets = { top: 20, left: 44, right: 44, bottom: 21 };
    await browser.send('Emulation.setSafeAreaInsetsOverride', { insets });
    await openFilm(page, video);
    const covered = (places: string) =>
      page.locator(places).evaluateAll((all) =>
        all
          .map((element) => ({ name: element.outerHTML.slice(0, 90), box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 1 && (box.left < 44 || box.right > 740 - 44))
          .map(({ name }) => name),
      );
    expect(await covered('header :is(a, button), main :is(a, button, select, input, summary)')).toEqual([]);
    expect(await page.getByRole('banner').getByRole('link').first().boundingBox()).toMatchObject({ y: 20 });
    await page.getByRole('button', { name: /^Lessons/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await covered('[role=dialog] :is(a, button)')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Full screen' }).click();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    const controls = player(page).getByRole('button', { name: 'Full screen' });
    const box = await controls.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(740 - 44);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(360 - 21);
  });
});
