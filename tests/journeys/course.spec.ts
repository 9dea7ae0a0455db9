// The list of a course and the list beside a lesson, on a phone and on a desk.

import { COURSE, lessonPath, lessonsOf, someLessons } from './content.ts';
import { expect, statusNoise, test } from './fixtures.ts';
import { lessonLabel } from './lesson-list.ts';
import { completedInCourse, markComplete, openLesson, openModules, signIn } from './person.ts';

const SCREENS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } };

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`on a ${screen}`, () => {
    test.use({ viewport });

    test(`[C2] Course Content lists every lesson with number, title, Preview and length, on a ${screen}`, async ({
      page,
      product,
    }) => {
      const lessons = await lessonsOf(product);
      await page.goto(`/public-course/${COURSE}`);
      const rows = page.getByRole('region', { name: 'Course Content' }).getByRole('listitem');
      await openModules(page.getByRole('region', { name: 'Course Content' }));
      await expect(rows).toHaveCount(lessons.length);
      for (const [index, lesson] of lessons.entries()) {
        const row = rows.nth(index);
        await expect(row).toContainText(`${lesson.orderIndex}. ${lesson.title}`);
        await expect(row).toContainText(lessonLabel(lesson));
        await expect(row.getByText('Preview', { exact: true })).toHaveCount(lesson.isPreview ? 1 : 0);
      }
      expect(lessons.some(({ isPreview }) => isPreview)).toBe(true);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(overflow, 'nothing is wider than the screen').toBe(false);
    });

    test(`[S2] the list beside a lesson shows where one is, what is done and what comes, on a ${screen}`, async ({
      page,
      product,
    }) => {
      const lessons = await lessonsOf(product);
      const { text } = await someLessons(product);
      await signIn(page);
      await openLesson(page, text);
      await markComplete(page);
      if (screen === 'phone') await page.getByRole('button', { name: 'Lessons', exact: true }).click();

      const list = page.getByRole('navigation', { name: 'Lessons' });
      await expect(list.getByRole('heading', { name: 'Certified Field Inspector' })).toBeVisible();
      await expect(list.getByText(`${lessons.length} lessons`)).toBeVisible();
      const percent = Math.floor(100 / lessons.length);
      await expect(list.getByText(`${percent}% complete`)).toBeVisible();
      await expect(list.getByRole('progressbar')).toHaveJSProperty('value', percent);
      const rows = list.getByRole('listitem');
      await openModules(list);
      await expect(rows).toHaveCount(lessons.length);
      for (const [index, lesson] of lessons.entries()) {
        await expect(rows.nth(index)).toContainText(`Lesson ${lesson.orderIndex}`);
        await expect(rows.nth(index)).toContainText(lesson.title);
        await expect(rows.nth(index)).toContainText(lessonLabel(lesson));
      }
      await expect(rows.getByText('3 questions').first()).toBeAttached();
      await expect(rows.getByText('20 questions')).toHaveCount(1);
      await expect(rows.getByText('60 min project')).toHaveCount(1);
      await expect(completedInCourse(page, text)).toBeVisible();
      await expect(list.locator('a[aria-current=page]')).toContainText(text.title);
      const height = await list
        .locator(':scope > div')
        .last()
        .evaluate((element) => element.clientHeight);
      // In the drawer it takes what the screen has below the course's title.
      expect(height).toBeGreaterThan(screen === 'phone' ? 600 : 22 * 16);
      expect(height).toBeLessThanOrEqual(screen === 'phone' ? viewport.height : 24 * 16 + 2);
    });
  });
}

test.describe('below 768 px', () => {
  test.use({ viewport: { width: 767, height: 900 } });

  test('[S1] the list is a drawer that opens, leads on and closes', async ({ page, product }) => {
    const { video, text } = await someLessons(product);
    await signIn(page);
    await openLesson(page, text);
    const list = page.getByRole('navigation', { name: 'Lessons' });
    await expect(list).toBeHidden();
    await page.getByRole('button', { name: 'Lessons', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await page.getByRole('button', { name: 'Lessons', exact: true }).click();
    await list.locator(`a[href="${lessonPath(video)}"]`).click();
    await expect(page.getByRole('heading', { level: 1, name: video.title })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test.describe('from 768 px', () => {
  test.use({ viewport: { width: 768, height: 900 } });

  test('[S1] the list stands beside the lesson', async ({ page, product }) => {
    const { text } = await someLessons(product);
    await signIn(page);
    await openLesson(page, text);
    await expect(page.getByRole('navigation', { name: 'Lessons' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Lessons', exact: true })).toBeHidden();
  });
});

test('[C1, P1] the progress card shows the percent and the points that the server counts', async ({
  page,
  product,
}) => {
  const lessons = await lessonsOf(product);
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  await markComplete(page);
  const answered = page.waitForResponse((answer) => answer.url().endsWith(`/api/progress/enhanced/${COURSE}`));
  await page.goto(`/course/${COURSE}`);
  const { courseProgress } = await (await answered).json();
  const points = lessons.reduce((sum, lesson) => sum + lesson.points, 0);
  expect(courseProgress).toMatchObject({ totalPoints: points, completedAt: null });
  const main = page.getByRole('main');
  await expect(main.getByText(`1 of ${lessons.length} lessons`)).toBeVisible();
  await expect(main.getByText(`${text.points} of ${points} points`)).toBeVisible();
  const percent = Math.floor(100 / lessons.length);
  await expect(main.getByText(`${percent}%`, { exact: true })).toBeVisible();
});

for (const id of ['word', '-1', '0', '99999999999', '2147483647', '999', '3']) {
  test(`[C3] /public-course/${id} is 'Course not found', with a way back to the catalog`, async ({ page, noise }) => {
    noise.allow(statusNoise(404));
    await page.goto(`/public-course/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Course not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to Catalog' }).click();
    await expect(page).toHaveURL('/');
  });
}
