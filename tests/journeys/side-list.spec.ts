// The list beside a lesson in a long course (R-S2): where one is, how tall it is, and how it ends.
import { lessonKind } from '#sync/contract/lesson.ts';
import { lessonPath, lessonsOf } from './content.ts';
import { expect, test } from './fixtures.ts';
import { lessonLabel } from './lesson-list.ts';
import { otherDevice } from './other-device.ts';
import { openLesson, signIn } from './person.ts';

test('[S2] in a long course the list is about 24rem high and stands at the current lesson, without moving the page', async ({
  page,
  product,
}) => {
  const lessons = await lessonsOf(product);
  const middle = lessons[Math.floor(lessons.length / 2)];
  if (!middle || lessons.length < 25) throw new Error('The sample course became short.');
  await signIn(page);
  await openLesson(page, middle);
  const list = page.getByRole('navigation', { name: 'Lessons' });
  const box = list.locator(':scope > div').last();
  const row = list.locator('a[aria-current=page]');
  await expect(row).toContainText(middle.title);
  const [frame, place] = [await box.boundingBox(), await row.boundingBox()];
  if (!frame || !place) throw new Error('The list is not drawn.');
  expect(frame.height).toBeGreaterThan(22 * 16);
  expect(frame.height).toBeLessThanOrEqual(24 * 16 + 2);
  // In its middle, give or take what lies above the first lesson or below the last.
  expect(Math.abs(place.y + place.height / 2 - (frame.y + frame.height / 2))).toBeLessThan(frame.height / 4);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  const shown = lessons.map((lesson) => `Lesson ${lesson.orderIndex}${lessonLabel(lesson)}${lesson.title}`);
  expect(await list.locator('li').allTextContents()).toEqual(shown);
});

test('[S2, Q6, P1] with every lesson completed on another device the bar is full and the course-complete icon is there', async ({
  page,
  product,
}) => {
  const lessons = await lessonsOf(product);
  const last = lessons.at(-1);
  const text = lessons.find((lesson) => lessonKind(lesson) === 'text');
  if (!last || !text) throw new Error('The sample course lost its lessons.');
  const other = await otherDevice(product);
  await other.completeAll(lessons.slice(0, -1));
  await signIn(page);
  await openLesson(page, last);
  const list = page.getByRole('navigation', { name: 'Lessons' });
  await expect(list.getByText('96% complete')).toBeVisible();
  await expect(list.getByText('Course complete', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await expect(list.getByText('100% complete')).toBeVisible();
  await expect(list.getByText('Course complete', { exact: true })).toBeAttached();
  await expect(list.getByText('Completed', { exact: true })).toHaveCount(lessons.length);
  await expect(page.getByText('Course completed! Great job!')).toBeVisible();
  await expect(page.getByText(/lessons left/i)).toHaveCount(0);
  await page.goto(lessonPath(text));
  await expect(page.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled();
});
