// The Video Upload Manager (R-U10): the video lessons of module 4, and small uploads in one request.
import type { Page } from '@playwright/test';
import { SMALL_VIDEO_LIMIT_BYTES } from '#sync/contract/video.ts';
import { CLIP, makeFilmFiles } from './film-files.ts';
import { expect, statusNoise, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { SUPER_ADMIN } from './product.ts';

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
