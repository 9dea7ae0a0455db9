// The capstone's reflection (R-S7): a draft that nothing takes away, and a limit that is named.
import type { Lesson } from '#sync/contract/lesson.ts';
import { lessonPath, lessonsOf } from './content.ts';
import { askDatabase, unitsOf } from './database.ts';
import { draftsOf, outboxOf } from './device-data.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { badgeSays, openLesson, signIn } from './person.ts';
import { LEARNER, type Product } from './product.ts';

const WORDS = 'The stairs were hard.\nNext time I begin in the attic. 日本 🚀';

async function capstoneOf(product: Product): Promise<Lesson> {
  const capstone = (await lessonsOf(product)).find(({ title }) => /capstone/i.test(title));
  if (!capstone) throw new Error('The sample course has no capstone.');
  return capstone;
}

test('[S7] a reflection survives reload, a killed browser and the lack of a network, goes with the completion, and is on another device', {
  tag: '@core',
}, async ({ device, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const capstone = await capstoneOf(product);
  const tablet = await device();
  const field = () => tablet.page.getByRole('textbox', { name: /Your reflection/ });
  await signIn(tablet.page);
  await openLesson(tablet.page, capstone);
  await field().pressSequentially(WORDS.slice(0, 21));
  await expect(tablet.page.getByText('Draft saved on this device.')).toBeVisible();
  await tablet.page.reload();
  await expect(field()).toHaveValue(WORDS.slice(0, 21));
  wire.cut();
  await tablet.context.setOffline(true);
  await field().fill(WORDS);
  await expect(tablet.page.getByText('Draft saved on this device.')).toBeVisible();
  await tablet.killAndRestart();
  await tablet.context.setOffline(true);
  await tablet.page.goto(lessonPath(capstone));
  await expect(field()).toHaveValue(WORDS);
  await tablet.page.getByRole('button', { name: 'Mark Complete' }).click();
  await expect(tablet.page.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled();
  await expect(field()).toHaveValue(WORDS);

  wire.mend();
  await tablet.context.setOffline(false);
  await badgeSays(tablet.page, 'All work sent');
  await expect.poll(() => unitsOf(product, LEARNER)).toMatchObject([{ lesson_id: capstone.id, status: 'completed' }]);

  const other = await device();
  await signIn(other.page);
  await openLesson(other.page, capstone);
  await expect(other.page.getByRole('textbox', { name: /Your reflection/ })).toHaveValue(WORDS);
});

test('[S7] a reflection may be written after the completion, and changed, without a word of having been completed already', async ({
  page,
  product,
  noise,
}) => {
  noise.allow(/responded with a status of 409\b/);
  const capstone = await capstoneOf(product);
  await signIn(page);
  await openLesson(page, capstone);
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await expect(page.getByRole('button', { name: 'Completed', exact: true })).toBeVisible();
  await badgeSays(page, 'All work sent');
  for (const words of ['First thoughts.', 'Second thoughts.']) {
    await page.getByRole('textbox', { name: /Your reflection/ }).fill(words);
    await page.getByRole('button', { name: 'Save reflection' }).click();
    await expect(page.getByText('Progress saved', { exact: true })).toBeVisible();
    await badgeSays(page, 'All work sent');
  }
  await expect(page.getByText('Lesson Already Completed!')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('textbox', { name: /Your reflection/ })).toHaveValue('Second thoughts.');
});

test('[S7] 100,000 characters are kept as a draft in full, refused with the limit named, and never cut', async ({
  page,
  product,
}) => {
  const capstone = await capstoneOf(product);
  const long = 'One more room. '.repeat(6_667).slice(0, 100_000);
  const words = 'A reflection may have at most 20,000 characters; yours has 100,000.';
  await signIn(page);
  await openLesson(page, capstone);
  const field = page.getByRole('textbox', { name: /Your reflection/ });
  await field.fill(long);
  await field.press('End');
  const typing = Date.now();
  await field.press('x');
  await field.press('Backspace');
  expect(Date.now() - typing, 'typing waits for nothing').toBeLessThan(1_500);
  await expect(page.getByText(words)).toBeVisible();
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe(long);

  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await expect(page.getByText('Progress Update Failed', { exact: true })).toBeVisible();
  await expect(page.getByText(words).first()).toBeVisible();
  await expect(field).toBeFocused();
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeEnabled();
  expect(await outboxOf(page)).toEqual([]);
  expect(await field.inputValue()).toBe(long);

  await field.fill(long.slice(0, 20_000));
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await expect(page.getByRole('button', { name: 'Completed', exact: true })).toBeVisible();
  await badgeSays(page, 'All work sent');
  await expect.poll(() => unitsOf(product, LEARNER)).toMatchObject([{ lesson_id: capstone.id, status: 'completed' }]);
});

test('[S7] the reflection of a lesson that is gone can still be copied', async ({ page, product, noise }) => {
  noise.allow(statusNoise(404));
  const capstone = await capstoneOf(product);
  await signIn(page);
  await openLesson(page, capstone);
  await page.getByLabel('Your reflection (optional)').fill('What I learned on the roof.');
  await expect.poll(async () => JSON.stringify(await draftsOf(page))).toContain('on the roof');
  await askDatabase(product, 'delete from lessons where id = ?', capstone.id);
  await page.goto('/');
  await page.goto(`/course/${capstone.courseId}`);
  await expect(page.getByText(capstone.title)).toHaveCount(0);
  await page.goto(lessonPath(capstone));
  await expect(page.getByRole('heading', { level: 1, name: 'Lesson not found' })).toBeVisible();
  await expect(page.getByText('What I learned on the roof.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy my text' })).toBeVisible();
});
