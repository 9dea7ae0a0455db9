// Videos that cannot be played, or are not here (R-S9, R-O2).
import type { Page } from '@playwright/test';
import type { Lesson } from '#sync/contract/lesson.ts';
import { COURSE, lessonPath, lessonsOf, someLessons } from './content.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { openLesson, signIn } from './person.ts';

/** The file itself, not its captions. */
const filePath = (lesson: Lesson) => lesson.videoUrl ?? '';
const inPlace = (page: Page) => page.getByRole('region', { name: 'Video player' }).getByRole('alert');

for (const [what, answer] of [
  ['does not decode', { status: 200, body: 'not a film', headers: { 'Content-Type': 'video/mp4' } }],
  ['does not exist', { status: 404, body: { error: 'gone' } }],
  ['breaks the server', { status: 500, body: { error: 'broken' } }],
] as const) {
  test(`[S9] a video that ${what}: the toast, what to do in place of the controls, the transcript, and a retry that helps`, async ({
    page,
    product,
    wire,
    noise,
  }) => {
    noise.allow(NETWORK_NOISE, statusNoise(404), statusNoise(500));
    const { video } = await someLessons(product);
    await signIn(page);
    wire.answer(filePath(video), { ...answer, isExact: true });
    await openLesson(page, video);
    const notifications = page.getByRole('region', { name: /Notifications/ });
    await expect(notifications).toContainText('Video Loading Error', { timeout: 20_000 });
    await expect(notifications).toContainText(
      'Failed to load video. The file format may not be supported by your browser.',
    );
    await expect(inPlace(page)).toContainText('Meanwhile you can read the transcript below.');
    await expect(page.getByRole('slider', { name: 'Seek' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toHaveCount(0);
    await expect.poll(() => page.locator('details ol').first().getByRole('button').count()).toBeGreaterThan(2);
    await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeVisible();
    await expect(notifications.getByRole('listitem')).toHaveCount(0);
    await expect(inPlace(page), 'it stays when the toast has gone').toBeVisible();

    wire.answer(filePath(video), undefined);
    await inPlace(page).getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await expect(inPlace(page)).toHaveCount(0);
  });
}

test('[O2] offline, a video that is not kept here says so in place of the controls, and plays when the network is back', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const [, unseen] = (await lessonsOf(product)).filter(({ videoUrl }) => videoUrl);
  if (!unseen) throw new Error('The sample course lost its videos.');
  await signIn(page);
  await page.goto(`/course/${COURSE}`);
  // Rows are drawn from the device: with them the lessons are here.
  await expect(page.getByRole('region', { name: 'Course Content' }).getByText(unseen.title)).toBeAttached();
  wire.cut();
  await page.goto(lessonPath(unseen));
  await expect(inPlace(page)).toContainText('This video is not on this device.', { timeout: 20_000 });
  await expect(page.getByRole('slider', { name: 'Seek' })).toHaveCount(0);
  await expect(page.getByText('Video Loading Error')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeVisible();
  wire.mend();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible({ timeout: 40_000 });
});
