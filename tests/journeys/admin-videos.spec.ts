// A lesson's video as its author sends, replaces, watches and deletes it (R-U8), with its captions.

import { VIDEO_LIMIT_BYTES } from '#sync/contract/video.ts';
import { failureIn } from './admin-steps.ts';
import { CAPTIONS, CLIP, OTHER_CLIP } from './film-files.ts';
import { expect, statusNoise } from './fixtures.ts';
import { signIn } from './person.ts';
import { SUPER_ADMIN } from './product.ts';
import { button, chooseIn, openCourse, openPanel, pendingOf, slotOf, test, toast } from './video-panel.ts';

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
  await expect(tab).toContainText(/\d+\/\d+/);
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
    'HEAD /media/uploads/{id}',
    'PATCH /media/uploads/{id}',
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
  await expect(failureIn(page, 'Delete Failed')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(slot).toContainText('Uploaded');
  await button(page, lesson, /^Delete/).click();
  await dialog.getByRole('button', { name: 'Delete Video' }).click();
  await expect(toast(page, 'Video Deleted')).toBeVisible();
  await expect(slot).toContainText('No video yet');
  await expect(tab).toContainText(`${before}/`);
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
  await expect(dialog).toContainText('Please select a .vtt or .srt file');
  await file.setInputFiles(files.empty('long.vtt', 1024 ** 2 + 1));
  await expect(dialog).toContainText('Captions must be smaller than 1MB');
  await file.setInputFiles(files.text('wrong.vtt', 'WEBVTT\n\n00:61.000 --> 00:62.000\nHello.'));
  await expect(dialog).toContainText('Line 3: a time is written as 00:01.000 --> 00:04.000.');
  await text.fill('WEBVTT\n\n00:01.000 --> 00:02.000\nHello.\n\n00:04.000 --> 00:04.000\nThank you.');
  await dialog.getByRole('button', { name: 'Save captions' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Line 6: the end must come after the start.');
  await expect(dialog.getByRole('button', { name: 'Save without them' })).toBeVisible();
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
