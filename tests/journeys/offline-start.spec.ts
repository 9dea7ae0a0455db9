// The app on a device without a network: installed, started cold, showing what was opened and saying what was not.
import { COURSE, lessonPath, lessonsOf, someLessons } from './content.ts';
import { tamperWithSession } from './device-data.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { badgeSays, cameToRest, keptVideo, markComplete, openLesson, signIn, underWorker } from './person.ts';

const CATALOG = 'All Courses';

test('[O1] the browser finds nothing that keeps the app from being installed', async ({ device }) => {
  const { page, context } = await device();
  await page.goto('/');
  await underWorker(page);
  const browser = await context.newCDPSession(page);
  const { url, errors } = await browser.send('Page.getAppManifest');
  expect(url).toContain('/manifest.webmanifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
});

test('[O1] every icon of the manifest is a picture of the size it says', async ({ page }) => {
  await page.goto('/');
  const sizes = await page.evaluate(async () => {
    const href = document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? '';
    const { icons } = await (await fetch(href)).json();
    const measured = async ({ src, sizes, purpose }: { src: string; sizes: string; purpose: string }) => {
      const picture = await createImageBitmap(await (await fetch(src)).blob());
      return { purpose, says: sizes, is: `${picture.width}x${picture.height}` };
    };
    return Promise.all(icons.map(measured));
  });
  expect(sizes.map(({ purpose }) => purpose).sort()).toEqual(['any', 'any', 'maskable', 'monochrome']);
  for (const { says, is } of sizes) expect(is).toBe(says);
});

test('[O1] the shell opens offline from a cold start in a new browser process, at any address', {
  tag: '@core',
}, async ({ device, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const tablet = await device();
  await tablet.page.goto('/');
  await underWorker(tablet.page);
  wire.cut();
  await tablet.killAndRestart();
  await tablet.page.goto('/');
  await expect(tablet.page.getByRole('heading', { level: 1 })).toBeVisible();
  await tablet.page.goto('/auth/signin');
  await expect(tablet.page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible();
  await tablet.page.goto('/no/such/page');
  await expect(tablet.page.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible();
});

test('[O2] what was opened opens offline; what was not says so and comes when there is a network again', {
  tag: '@core',
}, async ({ page, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const { video, text } = await someLessons(product);
  const otherVideo = (await lessonsOf(product)).find(
    ({ id, videoUrl }) => videoUrl && videoUrl !== video.videoUrl && id,
  );
  if (!otherVideo) throw new Error('The sample course has only one video.');
  const otherCourse = page.getByRole('link', { name: /Operating the 3D Scanner/ }).first();
  await signIn(page);
  await expect(otherCourse).toBeVisible();
  await page.goto(`/course/${COURSE}`);
  await openLesson(page, video);
  await keptVideo(page, video);
  wire.cut();

  await page.goto('/');
  await expect(page.getByRole('heading', { name: CATALOG })).toBeVisible();
  await expect(otherCourse).toBeVisible();
  await page.goto(`/course/${COURSE}`);
  await expect(page.getByRole('heading', { name: 'Course Content' })).toBeVisible();
  await page.goto(lessonPath(text));
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible();
  await page.goto(lessonPath(video));
  await expect
    .poll(() => page.locator('video').evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(1);
  await page.goto(lessonPath(otherVideo));
  await expect(page.getByText('This video is not on this device.')).toBeVisible();

  await page.goto('/course/2');
  await expect(page.getByText(/not on this device/).first()).toBeVisible();
  wire.mend();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('heading', { name: 'Course Content' })).toBeVisible();
  await expect(page.getByText(/not on this device/)).toHaveCount(0);
});

test('[O13] with a token that expired 30 days ago and no network the app is usable at once, and nobody is sent to /auth', {
  tag: '@core',
}, async ({ device, wire, product, noise }) => {
  noise.allow(NETWORK_NOISE);
  const { text } = await someLessons(product);
  const tablet = await device();
  await signIn(tablet.page);
  await tablet.page.goto(`/course/${COURSE}`);
  await openLesson(tablet.page, text);
  await tamperWithSession(tablet.page, { expiresAt: Math.floor(Date.now() / 1000) - 30 * 86_400 });
  wire.cut();
  await tablet.killAndRestart();
  const { page } = tablet;

  const started = Date.now();
  await page.goto(lessonPath(text));
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeVisible();
  // Nothing waited for an answer of the network, for which the app would give it ten seconds. How fast a start is the bench says (row 11).
  expect(Date.now() - started).toBeLessThan(9_000);
  await markComplete(page);
  const refreshFailed = page.waitForEvent('requestfailed', (request) => request.url().includes('/auth/v1/token'));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: CATALOG })).toBeVisible();
  await refreshFailed;
  await expect(page.getByRole('heading', { name: CATALOG })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('[O13] a hotel network that answers everything with its sign-in page ends no session and loses no work', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  await tamperWithSession(page, { expiresAt: Math.floor(Date.now() / 1000) - 3_600 });
  wire.captivePortal(true);
  const refreshAnswered = page.waitForResponse((response) => response.url().includes('/auth/v1/token'));
  await page.reload();
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await badgeSays(page, '1 change waiting');
  await refreshAnswered;
  await badgeSays(page, '1 change waiting');
  expect(new URL(page.url()).pathname).toBe(lessonPath(text));
  wire.captivePortal(false);
  await page.reload();
  await badgeSays(page, 'All work sent');
});

test('a page that is still loading while the first worker claims the others comes under it too', async ({
  page,
  context,
  wire,
}) => {
  const sendWorker = wire.hold('/service-worker.js');
  const sendPage = wire.hold('/auth/signin');
  await page.goto('/');
  const late = await context.newPage();
  const loading = late.goto('/auth/signin');
  await expect.poll(() => wire.passed.some(({ path }) => path === '/auth/signin')).toBe(true);
  sendWorker();
  await underWorker(page);
  sendPage();
  await loading;
  await underWorker(late);
});

test('a link to the auth service, as mails carry it, is answered by the server and not by the shell', async ({
  page,
}) => {
  await page.goto('/');
  await underWorker(page);
  const answer = await page.goto('/auth/v1/settings');
  expect(answer?.fromServiceWorker()).toBe(false);
  expect(answer?.headers()['content-type']).toContain('application/json');
  expect((await page.goto('/auth/signin'))?.fromServiceWorker()).toBe(true);
});

test('[O1] an app whose code does not arrive says so, and comes by itself or when it is asked for', {
  tag: '@core',
}, async ({ device, wire, noise }) => {
  noise.allow(statusNoise(503));
  const html = await (await fetch(`${wire.url}/auth/signin`)).text();
  const main = /<script type="module"[^>]* src="([^"]+start-[^"]+)"/.exec(html)?.[1] ?? 'no script';
  const { page: lucky } = await device();
  wire.answerOnce(main, { status: 503, body: '' });
  await lucky.goto('/auth/signin');
  await expect(lucky.getByRole('heading', { level: 1, name: 'Welcome Back' }), 'after a moment').toBeVisible();

  const { page } = await device();
  wire.answer(main, { status: 503, body: '' });
  await page.goto('/auth/signin');
  const words = page.getByRole('alert');
  await expect(words).toContainText('Groundwork could not be loaded. Check your connection.');
  const asked = () => wire.passed.filter(({ path }) => path === main).length;
  // Twice a page, and once past every cache between the two.
  await expect.poll(asked, 'the page has been loaded again').toBe(5);
  await expect(words).toBeVisible();
  await cameToRest(page);
  expect(asked(), 'and not for ever').toBe(5);
  wire.answer(main, undefined);
  await words.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible();
});
