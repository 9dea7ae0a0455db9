// The way of a lesson's video to the server (R-U8): what fails, what goes on elsewhere, what is given up.
import { CLIP } from './film-files.ts';
import { expect, NETWORK_NOISE, statusNoise } from './fixtures.ts';
import { signIn } from './person.ts';
import { SUPER_ADMIN } from './product.ts';
import { deploySecondVersion } from './second-version.ts';
import { addPerson, goOnAs, leaveAlone, lockAfterFive, lockOf, openMenu, sitsHere } from './tablet-steps.ts';
import {
  button,
  chooseIn,
  isMoving,
  note,
  openCourse,
  openPanel,
  passedOf,
  pendingOf,
  refused,
  slotOf,
  slowTo,
  test,
  toast,
} from './video-panel.ts';

test('[U8] each step that fails says so in the words of the specification, and can be tried again', async ({
  page,
  product,
  wire,
  noise,
  files,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(403), statusNoise(500), statusNoise(503), statusNoise(422));
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
  wire.answerOnce('/media/uploads/', { status: 403, body: {} });
  await again();
  await fails('Upload failed with status 403');
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
  await fails(
    'This file does not hold a video, whatever its name says. Please select an MP4, WebM, OGG, MOV, or AVI video',
  );
  await expect(button(page, lesson, 'Try again'), 'the same file would be refused again').toHaveCount(0);
  await expect(button(page, lesson, 'Choose another file')).toBeVisible();
  await chooseIn(page, lesson, files.text('notes.txt', 'No film.'));
  await expect(toast(page, 'Invalid File Type')).toBeVisible();
  await expect(button(page, lesson, 'Choose another file')).toBeVisible();

  await chooseIn(page, lesson, files.large('cut.mp4', 12));
  await expect(slot).toBeFocused();
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
  const sent = passedOf(wire, 'PATCH', '/media/uploads/');
  await again();
  await expect(toast(page, 'Video Uploaded')).toBeVisible();
  expect(passedOf(wire, 'PATCH', '/media/uploads/'), 'what has arrived is not sent again').toBe(sent);
  await expect(slot).toContainText('12.4 MB');
});

test('[U8] an upload that was cut continues after a reload, when the same file is chosen again', async ({
  page,
  product,
  wire,
  noise,
  files,
}) => {
  noise.allow(NETWORK_NOISE);
  const [lesson] = await pendingOf(product);
  await signIn(page, SUPER_ADMIN);
  await openCourse(page);
  await openPanel(page, lesson);
  const slot = slotOf(page, lesson);
  const file = files.large('long.mp4', 12);
  await chooseIn(page, lesson, file);
  await slowTo(page, 2_000_000);
  await button(page, lesson, 'Upload Video').click();
  await isMoving(page, lesson);
  wire.cut();
  await expect(slot.getByRole('alert')).toContainText('What was sent is kept for 7 days.');
  wire.mend();
  await page.reload();
  await openPanel(page, lesson);
  await chooseIn(page, lesson, file);
  const rest = page.waitForRequest((request) => request.method() === 'PATCH');
  await button(page, lesson, 'Upload Video').click();
  expect(Number(await (await rest).headerValue('Upload-Offset')), 'only the rest was sent').toBeGreaterThan(0);
  await expect(toast(page, 'Video Uploaded')).toBeVisible();
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
  await page.getByRole('link', { name: 'Go to Learn' }).click();
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

test('[U8, O7] [Y30] nobody else goes on during an upload without a question, from the menu or at the lock', async ({
  page,
  product,
  files,
}) => {
  const lena = 'Lena Learner';
  const sofia = 'Sofia Super';
  const [lesson] = await pendingOf(product);
  await signIn(page);
  await addPerson(page, lena, SUPER_ADMIN);
  await lockAfterFive(page);
  await openCourse(page);
  await openPanel(page, lesson);
  await slowTo(page, 100_000);
  await chooseIn(page, lesson, files.large('large.mp4', 12));
  await button(page, lesson, 'Upload Video').click();
  await isMoving(page, lesson);
  const keep = page.getByRole('button', { name: 'Keep uploading' });
  for (const choice of [lena, 'Add another person']) {
    await openMenu(page, sofia);
    await page.getByRole('menuitem', { name: choice }).click();
    await expect(page.getByRole('dialog', { name: 'Switch during an upload?' })).toContainText(lesson.title);
    await keep.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(slotOf(page, lesson)).toContainText('Uploading large.mp4');

  await leaveAlone(page);
  await goOnAs(page, lena);
  const lock = lockOf(page);
  await expect(lock.getByText(`It stops when ${lena} continues`, { exact: false })).toBeVisible();
  await expect(lock.getByText(lesson.title, { exact: false })).toHaveCount(0);
  await keep.click();
  await goOnAs(page, sofia);
  await expect(slotOf(page, lesson)).toContainText('Uploading large.mp4');

  await leaveAlone(page);
  await goOnAs(page, lena);
  await page.getByRole('button', { name: 'Stop and continue' }).click();
  await sitsHere(page, lena);
  await expect(note(page)).toHaveCount(0);
  const [stillPending] = await pendingOf(product);
  expect(stillPending.videoUrl).toBeNull();
});

test('[U8, O12] a newer version asks only when the upload is over: its update would end it', async ({
  page,
  product,
  wire,
  files,
}) => {
  const [lesson] = await pendingOf(product);
  await signIn(page, SUPER_ADMIN);
  await openCourse(page);
  await openPanel(page, lesson);
  await slowTo(page, 1_000_000);
  await chooseIn(page, lesson, files.large('large.mp4', 12));
  await button(page, lesson, 'Upload Video').click();
  await isMoving(page, lesson);
  deploySecondVersion(wire);
  const isWaiting = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      return Boolean(registration?.waiting);
    });
  await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
  const prompt = page.getByText('A new version is ready');
  await expect(slotOf(page, lesson)).toContainText('Uploading large.mp4');
  await expect(prompt).toBeHidden();
  await slowTo(page, Number.POSITIVE_INFINITY);
  await expect(slotOf(page, lesson)).toContainText('Uploaded', { timeout: 20_000 });
  await expect(prompt).toBeVisible();
});
