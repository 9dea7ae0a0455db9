// The Video Upload Manager (R-U10): the video lessons of module 4, small uploads, and the storage.
import type { Page } from '@playwright/test';
import { SMALL_VIDEO_LIMIT_BYTES } from '#sync/contract/video.ts';
import { CLIP, makeFilmFiles } from './film-files.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { LEARNER, ORG_ADMIN, SUPER_ADMIN } from './product.ts';

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/, includeHidden: true }).getByText(text, { exact: true });
const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { level: 1, name });
const rows = (page: Page) => page.getByRole('list', { name: 'Video lessons' }).getByRole('listitem');
const said = (message: string) => ({ error: message, message, code: 'unavailable' });

test('[U10] the manager lists the video lessons of module 4, and sends a small video', async ({
  page,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(413), statusNoise(500));
  const files = makeFilmFiles();
  await signIn(page, SUPER_ADMIN);
  await page.goto('/admin');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Videos/ })
    .click();
  await expect(heading(page, 'Video Upload Manager')).toBeVisible();
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).getByText(/^1[4-7]$/)).toHaveText(['14', '15', '16', '17']);
  await expect(rows(page).getByText(/^(Pending|Uploaded)$/)).toHaveText(['Uploaded', 'Uploaded', 'Pending', 'Pending']);
  await expect(page.getByRole('main')).toContainText('2 of 4 uploaded');

  const row = rows(page).nth(2);
  const choose = (file: string) => row.locator('input[type=file]').setInputFiles(file);
  await choose(files.text('notes.txt', 'No film.'));
  await expect(row.getByRole('alert')).toHaveText(
    'Invalid File Type: Please select an MP4, WebM, OGG, MOV, or AVI video file',
  );
  await choose(files.empty('long.mp4', SMALL_VIDEO_LIMIT_BYTES + 1));
  await expect(row.getByRole('alert')).toHaveText(
    'File Too Large: Video file must be smaller than 50MB due to hosting infrastructure limits. Please compress your video or use a smaller file.',
  );
  await choose(CLIP);
  await expect(row.getByRole('alert')).toHaveCount(0);
  wire.answerOnce('/api/videos/signed-upload', { status: 413, body: {} });
  await row.getByRole('button', { name: 'Upload Video' }).click();
  await expect(row.getByRole('button', { name: 'Try again' }), 'the same file would be refused again').toHaveCount(0);
  await expect(row.getByRole('button', { name: 'Choose another file' })).toBeVisible();
  await choose(CLIP);
  wire.answerOnce('/api/videos/signed-upload', { status: 500, body: {} });
  await row.getByRole('button', { name: 'Upload Video' }).click();
  await expect(toast(page, 'Upload Failed')).toBeVisible();
  await expect(row.getByRole('alert')).toContainText('Failed to get upload URL');
  wire.answerOnce('/api/videos/signed-upload', { status: 500, body: said('Bucket not found') });
  await row.getByRole('button', { name: 'Try again' }).click();
  await expect(row.getByRole('region', { name: 'Storage Bucket Not Found' })).toBeVisible();
  await row.getByRole('button', { name: 'Try again' }).click();
  await expect(toast(page, 'Video Uploaded')).toBeVisible();
  await expect(row.getByText('Uploaded', { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('3 of 4 uploaded');
  files.remove();
});

test('[U10] the storage is set up with a button, and its message is told either way', async ({ page, wire, noise }) => {
  noise.allow(statusNoise(500), statusNoise(503));
  await signIn(page, SUPER_ADMIN);
  await page.goto('/admin/videos');
  const setUp = page.getByRole('button', { name: 'Setup Storage' });
  wire.answerOnce('/api/admin/create-storage-bucket', { status: 503, body: said('Missing Supabase configuration') });
  await setUp.click();
  await expect(toast(page, 'Setup Failed')).toBeVisible();
  await expect(toast(page, 'Missing Supabase configuration')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Missing Supabase configuration' })).toContainText(
    'SUPABASE_SECRET_KEY',
  );
  wire.answerOnce('/api/admin/create-storage-bucket', { status: 500, body: {} });
  await setUp.first().click();
  await expect(toast(page, 'Failed to create storage bucket')).toBeVisible();
  await setUp.first().click();
  await expect(toast(page, 'Storage ready')).toBeVisible();
});

test('[U10] the manager says what failed, what needs the network, and whom it is not for', async ({
  page,
  context,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(500));
  await signIn(page, SUPER_ADMIN);
  wire.answerOnce('/api/admin/lessons-upload-status', { status: 500, body: {} });
  await page.goto('/admin/videos');
  await expect(page.getByRole('heading', { name: 'Failed to fetch lessons status' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(4);
  await context.setOffline(true);
  await page.reload();
  await expect(heading(page, "You're offline")).toBeVisible();
  await context.setOffline(false);
  await expect(heading(page, 'Video Upload Manager')).toBeVisible();
});

test('[U10, R4] an org admin, whose courses are others, is led to them; a learner is denied', async ({
  page,
  device,
}) => {
  await signIn(page, ORG_ADMIN);
  await page.goto('/admin/videos');
  await expect(page.getByRole('heading', { name: 'No video lessons here' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Setup Storage' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Courses', exact: true }).click();
  await expect(heading(page, 'Courses')).toBeVisible();
  const { page: learner } = await device();
  await signIn(learner, LEARNER);
  await learner.goto('/admin/videos');
  await expect(heading(learner, 'Access Denied')).toBeVisible();
});
