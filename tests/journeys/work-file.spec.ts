// Move unsent work by file: saved where there is no network, sent from another device of the same person, counted once.
import { readFile } from 'node:fs/promises';
import { someLessons } from './content.ts';
import { appliedOperations, unitsOf } from './database.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { badgeSays, markComplete, openLesson, signIn } from './person.ts';
import { LEARNER } from './product.ts';

test('[Z5, O6] work of a device without a network is sent from another one, and counts once when the first comes back', {
  tag: '@core',
}, async ({ device, product, person, noise }) => {
  noise.allow(NETWORK_NOISE);
  const { text, secondText } = await someLessons(product);
  const tablet = await device({ width: 390, height: 844 });
  await signIn(tablet.page);
  await openLesson(tablet.page, text);
  await tablet.context.setOffline(true);
  await markComplete(tablet.page);
  await openLesson(tablet.page, secondText);
  await markComplete(tablet.page);
  await tablet.page.goto('/sync');
  const saving = tablet.page.waitForEvent('download');
  await tablet.page.getByRole('button', { name: 'Save unsent work to a file' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^groundwork-work-\d{4}-\d\d-\d\d-\d{4}\.json$/);
  const file = await readFile(await download.path());
  await badgeSays(tablet.page, '2 changes waiting');

  const asFile = { name: 'work.json', mimeType: 'application/json', buffer: file };
  const other = await person();
  const desk = await device();
  await signIn(desk.page, other.email);
  await desk.page.goto('/sync');
  const picker = desk.page.getByLabel('File of unsent work');
  await picker.setInputFiles(asFile);
  const words = 'The file has the work of Lena Learner. They have to sign in here to send it.';
  await expect(desk.page.getByText(words, { exact: true })).toBeVisible();
  await picker.setInputFiles({ ...asFile, buffer: Buffer.from('{"hello":1}') });
  await expect(desk.page.getByText('This is not a file of unsent work.', { exact: true })).toBeVisible();
  expect(await appliedOperations(product)).toBe(0);

  const third = await device();
  await signIn(third.page);
  await third.page.goto('/sync');
  await third.page.getByLabel('File of unsent work').setInputFiles(asFile);
  await expect(third.page.getByText('2 changes added.', { exact: true })).toBeVisible();
  await badgeSays(third.page, 'All work sent');
  const done = [text, secondText].map(({ id }) => ({ lesson_id: id, status: 'completed', rev: 1 }));
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual(done.sort((a, b) => a.lesson_id - b.lesson_id));

  await tablet.context.setOffline(false);
  await tablet.page.getByRole('button', { name: 'Sync now' }).click();
  await badgeSays(tablet.page, 'All work sent');
  expect(await appliedOperations(product)).toBe(2);
  expect(await unitsOf(product, LEARNER)).toEqual(done);
});
