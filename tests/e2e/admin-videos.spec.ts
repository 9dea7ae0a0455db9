// A lesson's video as its author sends, replaces, watches and deletes it (U8).
import type { Page } from '@playwright/test';
import type { Lesson } from '#sync/contract/lesson.ts';
import { VIDEO_LIMIT_BYTES } from '#sync/contract/video.ts';
import { lessonsOf } from './content.ts';
import { CAPTIONS, CLIP, type FilmFiles, makeFilmFiles, OTHER_CLIP } from './film-files.ts';
import { test as base, expect, NETWORK_NOISE, statusNoise } from './fixtures.ts';
import { signIn } from './person.ts';
import { type Product, SUPER_ADMIN } from './product.ts';
import type { Wire } from './wire.ts';

const test = base.extend<{ files: FilmFiles }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  files: async ({}, use) => {
    const files = makeFilmFiles();
    await use(files);
    files.remove();
  },
});

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/, includeHidden: true }).getByText(text, { exact: true });
const slotOf = (page: Page, lesson: Lesson) => page.getByRole('group', { name: `Video of ${lesson.title}` });
const chooseIn = (page: Page, lesson: Lesson, file: string) =>
  slotOf(page, lesson).locator('input[type=file]').setInputFiles(file);
const note = (page: Page) => page.getByRole('link', { name: /^Uploading / });
const button = (page: Page, lesson: Lesson, name: string | RegExp) =>
  slotOf(page, lesson).getByRole('button', { name });
/** Refusals in the words of a server. */
const refused = (status: number, message: string) => ({
  status,
  body: { error: message, message, code: 'unavailable' },
  headers: { 'X-Groundwork-Api': '1' },
});

/** Lessons 16 and 17 of course 4: without a video (decisions 8). */
async function pendingOf(product: Product): Promise<[Lesson, Lesson]> {
  const [first, second] = (await lessonsOf(product)).filter(({ orderIndex }) => [16, 17].includes(orderIndex));
  if (!first || !second) throw new Error('The sample course lost its lessons.');
  return [first, second];
}

/** Opens the panel below the lesson's row. */
async function openPanel(page: Page, lesson: Lesson): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^Video.* of ${lesson.title}$`) })
    .and(page.locator('[aria-expanded]'))
    .click();
  await expect(slotOf(page, lesson)).toBeVisible();
}

async function openCourse(page: Page): Promise<void> {
  await page.goto('/admin/courses/4');
  await expect(page.getByRole('heading', { name: 'Course Lessons' })).toBeVisible();
}

/** From now on the page sends so many bytes in a second. */
async function slowTo(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const isFree = bytesPerSecond === Number.POSITIVE_INFINITY;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: isFree ? -1 : bytesPerSecond,
  });
}

/** Some of the file has left the device. */
const isMoving = (page: Page, lesson: Lesson) =>
  expect
    .poll(() =>
      slotOf(page, lesson)
        .locator('progress')
        .evaluate((bar: HTMLProgressElement) => bar.value),
    )
    .toBeGreaterThan(0);

const passedOf = (wire: Wire, method: string, path: string) =>
  wire.passed.filter((passed) => passed.method === method && passed.path.startsWith(path)).length;

test('[U8] a video is chosen, sent in three steps under the name of its lesson, watched, replaced and deleted', async ({
  page,
  product,
  wire,
  noise,
  files,
}) => {
  noise.allow(statusNoise(500));
  const [lesson] = await pendingOf(product);
  await signIn(page, SUPER_ADMIN);
  await openCourse(page);
  const tab = page.getByRole('tab', { name: /Lessons & Videos/ });
  const [, before = ''] = /(\d+)\/\d+/.exec((await tab.textContent()) ?? '') ?? [];
  await openPanel(page, lesson);
  const slot = slotOf(page, lesson);
  await expect(slot).toContainText('No video yet');

  await chooseIn(page, lesson, files.text('notes.pdf', 'No film.'));
  await expect(toast(page, 'Invalid File Type')).toBeVisible();
  await expect(toast(page, 'Please select an MP4, WebM, OGG, MOV, or AVI video')).toBeVisible();
  await chooseIn(page, lesson, files.empty('long.mp4', VIDEO_LIMIT_BYTES + 1));
  await expect(toast(page, 'File Too Large')).toBeVisible();
  await expect(toast(page, 'Video must be smaller than 2GB')).toBeVisible();
  await expect(slot).toContainText('No video yet');

  await chooseIn(page, lesson, CLIP);
  await expect(slot).toContainText('walk-the-scan-path.mp4');
  await expect(slot).toContainText('0.4 MB');
  await button(page, lesson, 'Cancel').click();
  await expect(slot).toContainText('No video yet');
  await chooseIn(page, lesson, CLIP);
  await button(page, lesson, 'Upload Video').click();
  await expect(toast(page, 'Video Uploaded')).toBeVisible();
  await expect(slot).toContainText('Uploaded');
  const slug = lesson.title
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/g, '')
    .replaceAll(/\s+/g, '-');
  await expect(slot).toContainText(`${slug}.mp4`);
  await expect(slot).toContainText('0.4 MB · 0:25');
  await expect(tab).toContainText(`${Number(before) + 1}/`);
  const steps = wire.passed
    .filter(({ method, path }) => method !== 'GET' && /\/api\/videos\/|\/media\//.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/, '{id}')}`);
  expect(steps).toEqual([
    'POST /api/videos/signed-upload',
    'PUT /media/uploads/{id}',
    'POST /api/videos/upload-complete',
  ]);

  await button(page, lesson, /^Preview/).click();
  const film = page.getByRole('dialog').locator('video');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1);
  await page.keyboard.press('Escape');

  await chooseIn(page, lesson, OTHER_CLIP);
  await expect(slot).toContainText('takes the place of the video that is there now');
  await button(page, lesson, 'Replace Video').click();
  await expect(slot).toContainText('0.4 MB · 0:27');

  wire.answerOnce(`/api/admin/lessons/${lesson.id}/video`, { status: 500, body: {} });
  await button(page, lesson, /^Delete/).click();
  const dialog = page.getByRole('dialog', { name: `Delete the video of "${lesson.title}"?` });
  await dialog.getByRole('button', { name: 'Delete Video' }).click();
  await expect(toast(page, 'Delete Failed')).toBeVisible();
  await expect(slot).toContainText('Uploaded');
  await button(page, lesson, /^Delete/).click();
  await dialog.getByRole('button', { name: 'Delete Video' }).click();
  await expect(toast(page, 'Video Deleted')).toBeVisible();
  await expect(slot).toContainText('No video yet');
  await expect(tab).toContainText(`${before}/`);
});

test('[U8] each step that fails says so in the words of the specification, and can be tried again', async ({
  page,
  product,
  wire,
  noise,
  files,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(500), statusNoise(503), statusNoise(422));
  const [lesson] = await pendingOf(product);
  await signIn(page, SUPER_ADMIN);
  await openCourse(page);
  await openPanel(page, lesson);
  const slot = slotOf(page, lesson);
  const again = () => button(page, lesson, 'Try again').click();
  const fails = async (sentence: string) => {
    await expect(toast(page, 'Upload Failed')).toBeVisible();
    await expect(toast(page, sentence)).toBeVisible();
    await expect(slot.getByRole('alert')).toContainText(sentence);
  };

  await chooseIn(page, lesson, CLIP);
  wire.answerOnce('/api/videos/signed-upload', { status: 500, body: {} });
  await button(page, lesson, 'Upload Video').click();
  await fails('Failed to get upload URL');
  wire.answerOnce('/media/uploads/', { status: 500, body: {} });
  await again();
  await fails('Upload failed with status 500');
  wire.answerOnce('/api/videos/upload-complete', { status: 500, body: {} });
  await again();
  await fails('Failed to complete upload');

  wire.answerOnce('/api/videos/signed-upload', refused(503, 'Missing Supabase configuration'));
  await again();
  await fails('Missing Supabase configuration');
  const help = slot.getByRole('region', { name: 'Missing Supabase configuration' });
  await expect(help).toContainText(/SUPABASE_URL.*project URL.*SUPABASE_SECRET_KEY.*service key/);
  await expect(help.getByRole('button', { name: 'Setup Storage' })).toBeVisible();
  wire.answerOnce('/api/videos/signed-upload', refused(503, 'Bucket not found'));
  await again();
  const noBucket = slot.getByRole('region', { name: 'Storage Bucket Not Found' });
  wire.answerOnce('/api/admin/create-storage-bucket', { status: 500, body: {} });
  await noBucket.getByRole('button', { name: 'Create Storage Bucket' }).click();
  await expect(toast(page, 'Setup Failed')).toBeVisible();
  await expect(toast(page, 'Failed to create storage bucket')).toBeVisible();
  await noBucket.getByRole('button', { name: 'Create Storage Bucket' }).click();
  await expect(toast(page, 'Storage ready')).toBeVisible();
  await button(page, lesson, 'Dismiss').click();
  await expect(slot).toContainText('No video yet');

  await chooseIn(page, lesson, files.text('not-a-film.mp4', 'Only words.'));
  await expect(slot.getByRole('status')).toContainText('does not play in the browser it was chosen in');
  await button(page, lesson, 'Upload Video').click();
  await fails('Please select an MP4, WebM, OGG, MOV, or AVI video');
  await button(page, lesson, 'Dismiss').click();

  await chooseIn(page, lesson, files.large('cut.mp4', 12));
  await slowTo(page, 2_000_000);
  await button(page, lesson, 'Upload Video').click();
  await isMoving(page, lesson);
  wire.cut();
  await fails('Network error during upload');
  wire.mend();
  await slowTo(page, Number.POSITIVE_INFINITY);
  wire.loseAnswerTo('/api/videos/upload-complete').catch(() => undefined);
  await again();
  await fails('Failed to complete upload');
  wire.mend();
  const sent = passedOf(wire, 'PUT', '/media/uploads/');
  await again();
  await expect(toast(page, 'Video Uploaded')).toBeVisible();
  expect(passedOf(wire, 'PUT', '/media/uploads/'), 'what has arrived is not sent again').toBe(sent);
  await expect(slot).toContainText('12.4 MB');
});

test('[U8] an upload goes on while the author goes elsewhere, the next one waits, and nobody closes the tab by accident', async ({
  page,
  product,
  files,
}) => {
  const [lesson, second] = await pendingOf(product);
  await signIn(page, SUPER_ADMIN);
  await openCourse(page);
  await openPanel(page, lesson);
  await openPanel(page, second);
  await slowTo(page, 1_000_000);
  await chooseIn(page, lesson, files.large('first.mp4', 12));
  await button(page, lesson, 'Upload Video').click();
  await chooseIn(page, second, CLIP);
  await button(page, second, 'Upload Video').click();
  await expect(slotOf(page, second)).toContainText('Waiting: walk-the-scan-path.mp4');
  await expect(slotOf(page, lesson)).toContainText(/MB of 12\.4 MB · \d\.\d MB\/s · (about|a few) .*left/);
  await expect(note(page), 'what is in sight needs no note').toBeHidden();

  await page.getByRole('link', { name: 'Back to Courses' }).click();
  await expect(note(page)).toContainText(`Uploading ${lesson.title}`);
  await expect(note(page)).toContainText('1 waiting');
  await page.getByRole('link', { name: 'Groundwork', exact: true }).first().click();
  await expect(page).toHaveURL(/\/$/);
  await expect(note(page)).toContainText(/[1-9]\d?%/);

  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();

  await page.getByRole('banner').getByRole('button', { name: 'Sofia Super' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  const leaving = page.getByRole('dialog', { name: 'Sign out during an upload?' });
  await leaving.getByRole('button', { name: 'Keep uploading' }).click();

  await note(page).click();
  await expect(page).toHaveURL(/\/admin\/courses\/4#/);
  await expect(slotOf(page, lesson)).toBeInViewport();
  await slowTo(page, Number.POSITIVE_INFINITY);
  await expect(slotOf(page, lesson)).toContainText('Uploaded', { timeout: 20_000 });
  await openPanel(page, second);
  await expect(slotOf(page, second)).toContainText('Uploaded');
  await expect(note(page)).toHaveCount(0);
});

test('[U8] an upload is cancelled, and ends with the session of its author', async ({ page, product, files }) => {
  const [lesson, second] = await pendingOf(product);
  await signIn(page, SUPER_ADMIN);
  await openCourse(page);
  await openPanel(page, lesson);
  await slowTo(page, 500_000);
  const large = files.large('large.mp4', 12);
  await chooseIn(page, lesson, large);
  await button(page, lesson, 'Upload Video').click();
  await isMoving(page, lesson);
  await button(page, lesson, /^Cancel/).click();
  await expect(slotOf(page, lesson)).toContainText('No video yet');
  await expect(slotOf(page, lesson)).toBeFocused();

  await openPanel(page, second);
  await chooseIn(page, second, large);
  await button(page, second, 'Upload Video').click();
  await isMoving(page, second);
  await page.getByRole('banner').getByRole('button', { name: 'Sofia Super' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop and sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  const [, stillPending] = await pendingOf(product);
  expect(stillPending.videoUrl).toBeNull();
});

test('[U8] captions are chosen from a file, looked through, edited as text, seen in the preview and removed', async ({
  page,
  product,
  noise,
  files,
}) => {
  noise.allow(statusNoise(422));
  const [lesson] = await pendingOf(product);
  await signIn(page, SUPER_ADMIN);
  await openCourse(page);
  await openPanel(page, lesson);
  await chooseIn(page, lesson, CLIP);
  await button(page, lesson, 'Upload Video').click();
  await expect(slotOf(page, lesson)).toContainText('No captions');

  await button(page, lesson, /^Add captions/).click();
  const dialog = page.getByRole('dialog', { name: `Captions of "${lesson.title}"` });
  const text = dialog.getByRole('textbox', { name: 'Captions' });
  const file = dialog.locator('input[type=file]');
  await file.setInputFiles(CLIP);
  await expect(dialog).toContainText('Please select a .vtt file');
  await file.setInputFiles(files.empty('long.vtt', 1024 ** 2 + 1));
  await expect(dialog).toContainText('Captions must be smaller than 1MB');
  await file.setInputFiles(files.text('wrong.vtt', 'WEBVTT\n\n00:01,000 --> 00:02,000\nHello.'));
  await expect(dialog).toContainText('Line 3: a time is written as 00:01.000 --> 00:04.000.');
  await text.fill('WEBVTT\n\n00:01.000 --> 00:02.000\nHello.\n00:03.000 --> 00:04.000\nNo empty line before.');
  await dialog.getByRole('button', { name: 'Save captions' }).click();
  await expect(text).toHaveAccessibleDescription(/Line 5/);
  await file.setInputFiles(CAPTIONS);
  await expect(text).toHaveValue(/^WEBVTT/);
  await dialog.getByRole('button', { name: 'Save captions' }).click();
  await expect(toast(page, 'Captions saved')).toBeVisible();
  await expect(slotOf(page, lesson)).not.toContainText('No captions');

  const spoken = () =>
    page
      .getByRole('dialog')
      .locator('video')
      .evaluate((video: HTMLVideoElement) => [...(video.textTracks[0]?.cues ?? [])].map((cue) => (cue as VTTCue).text));
  await button(page, lesson, /^Preview/).click();
  await expect.poll(async () => (await spoken()).length).toBeGreaterThan(2);
  await page.keyboard.press('Escape');

  await button(page, lesson, /^Captions/).click();
  await text.fill('WEBVTT\n\n00:01.000 --> 00:04.000\nWalk slowly.\n');
  await dialog.getByRole('button', { name: 'Save captions' }).click();
  await expect(dialog).toBeHidden();
  await button(page, lesson, /^Preview/).click();
  await expect.poll(spoken, 'the captions of now, not a copy').toEqual(['Walk slowly.']);
  await page.keyboard.press('Escape');

  await button(page, lesson, /^Captions/).click();
  await expect(text).toHaveValue(/Walk slowly/);
  await dialog.getByRole('button', { name: 'Remove captions' }).click();
  await page
    .getByRole('dialog', { name: 'Remove the captions?' })
    .getByRole('button', { name: 'Remove captions' })
    .click();
  await expect(toast(page, 'Captions removed')).toBeVisible();
  await expect(slotOf(page, lesson)).toContainText('No captions');
});
