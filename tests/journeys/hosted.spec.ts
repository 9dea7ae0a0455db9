// The same browser and server with the accounts in a hosted project (R-A15): another origin, CORS, and a gateway in between.
// The account journeys run in this arrangement, too; this one proves that the arrangement is what it says.
import { randomUUID } from 'node:crypto';
import { COURSE, someLessons } from './content.ts';
import { unitsOf } from './database.ts';
import { tamperWithSession } from './device-data.ts';
import { makeFilmFiles } from './film-files.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import {
  badgeSays,
  completedInCourse,
  confirmSignOut,
  markComplete,
  offlineSays,
  openLesson,
  signIn,
} from './person.ts';
import { SUPER_ADMIN } from './product.ts';
import { button, chooseIn, openCourse, openPanel, passedOf, pendingOf, slotOf, slowTo, toast } from './video-panel.ts';

test('[A15] with a hosted project a person signs in, works offline, comes back with all sent, and signs out', {
  tag: '@core',
}, async ({ page, context, product, wire, authWire, person, noise }) => {
  noise.allow(NETWORK_NOISE);
  const { text } = await someLessons(product);
  const { email, fullName } = await person();
  await signIn(page, email);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('button', { name: fullName })).toBeVisible();
  await page.goto(`/course/${COURSE}`);
  await openLesson(page, text);

  await context.setOffline(true);
  wire.cut();
  await markComplete(page);
  await offlineSays(page, '1 change');
  await badgeSays(page, '1 change waiting');
  expect(await unitsOf(product, email)).toEqual([]);
  await tamperWithSession(page, { expiresAt: Math.floor(Date.now() / 1000) - 3_600 });
  wire.mend();
  await context.setOffline(false);
  await page.reload();
  await badgeSays(page, 'All work sent');
  await expect(completedInCourse(page, text)).toBeVisible();
  await expect.poll(() => unitsOf(product, email)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);

  // A second after the start the expired session is refreshed; who signs out before needs no refresh.
  const asked = () => authWire.passed.map(({ method, path, status }) => `${method} ${path} ${status}`);
  const tokens = () => asked().filter((call) => call === 'POST /auth/v1/token 200');
  await expect.poll(tokens, 'a sign-in and a refresh').toHaveLength(2);
  await page.getByRole('banner').getByRole('button', { name: fullName }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await confirmSignOut(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();

  expect(new URL(authWire.url).origin, 'two origins').not.toBe(new URL(wire.url).origin);
  expect(wire.passed.filter(({ path }) => path.startsWith('/auth/v1/'))).toEqual([]);
  await expect.poll(asked).toContain('POST /auth/v1/logout 204');
  expect(asked(), 'the browser asked first whether it may').toContain('OPTIONS /auth/v1/token 204');
});

test('[A15] the links that a hosted project mails without our templates lead in, too', async ({
  page,
  mailbox,
  arrangement,
}) => {
  const email = `${randomUUID().slice(0, 8)}@people.example`;
  await page.goto('/auth?courseId=4');
  await page.getByLabel('Full Name').fill('Nina New');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('secret-1');
  await page.getByLabel('Confirm Password', { exact: true }).fill('secret-1');
  await page.getByRole('main').getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByText('Check your email to confirm your account.')).toBeVisible();

  const mailed = async () => (await mailbox.mailsTo(email))[0]?.link ?? '';
  await expect.poll(mailed).toContain(`${arrangement.project?.url}/auth/v1/verify?`);
  const link = await mailed();
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(page).toHaveURL(/\/course\/4$/);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Nina New' })).toBeVisible();
});

test.describe('with the media at the project', () => {
  test.use({ storage: 'supabase' });

  test('[U8] an upload that was cut continues after a reload, without the parts that are there', async ({
    page,
    product,
    wire,
    authWire,
    arrangement,
    noise,
  }) => {
    noise.allow(NETWORK_NOISE, statusNoise(503));
    const files = makeFilmFiles();
    const { project } = arrangement;
    wire.rewrite('/api/videos/signed-upload', (text) => text.replaceAll(project?.url ?? '', authWire.url));
    const [lesson] = await pendingOf(product);
    await signIn(page, SUPER_ADMIN);
    await openCourse(page);
    await openPanel(page, lesson);
    const slot = slotOf(page, lesson);
    const file = files.large('long.mp4', 20);
    const parts = () => passedOf(authWire, 'PATCH', '/storage/v1/upload/resumable/sign/');
    await chooseIn(page, lesson, file);
    await button(page, lesson, 'Upload Video').click();
    await slot.getByRole('button', { name: 'Create Storage Bucket' }).click();
    await expect(toast(page, 'Storage ready')).toBeVisible();
    await slowTo(page, 4_000_000);
    await button(page, lesson, 'Try again').click();
    await expect
      .poll(() => authWire.passed.filter(({ method, status }) => method === 'PATCH' && status === 204).length)
      .toBe(2);
    authWire.cut();
    await expect(slot.getByRole('alert')).toContainText('What was sent is kept for a day.', { timeout: 20_000 });
    authWire.mend();
    await slowTo(page, Number.POSITIVE_INFINITY);
    await page.reload();
    await openPanel(page, lesson);
    const before = parts();
    await chooseIn(page, lesson, file);
    await button(page, lesson, 'Upload Video').click();
    await expect(toast(page, 'Video Uploaded')).toBeVisible();
    await expect(slot).toContainText('20.4 MB');
    expect(parts() - before, 'of four parts').toBe(2);
    files.remove();
  });
});
