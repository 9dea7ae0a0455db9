// The frame for a finger (decision 352): a tablet upright and held across, with the browser's touch screen.
import type { Page } from '@playwright/test';
import { lessonKind } from '#sync/contract/lesson.ts';
import { lessonPath, lessonsOf } from './content.ts';
import { expect, test } from './fixtures.ts';
import { openLesson, signIn } from './person.ts';
import { reflowTroubles } from './structure.ts';

const UPRIGHT = { width: 820, height: 1180 };
const ACROSS = { width: 1180, height: 820 };

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`There is no ${selector}.`);
  return box;
};

for (const viewport of [UPRIGHT, ACROSS]) {
  const isAcross = viewport === ACROSS;
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test(`[S1, Q1] a tablet ${isAcross ? 'held across' : 'upright'} has the phone's lesson and quiz`, async ({
      page,
      product,
    }) => {
      const lessons = await lessonsOf(product);
      const [text, quiz] = ['text', 'quiz'].map((kind) => lessons.find((lesson) => lessonKind(lesson) === kind));
      const after = lessons.find(({ orderIndex }) => orderIndex === (text?.orderIndex ?? 0) + 1);
      if (!text || !quiz || !after) throw new Error('The sample course lost its lessons.');
      await signIn(page);
      await openLesson(page, text);
      const banner = page.getByRole('banner');
      await expect(banner.getByText(`Lesson ${text.orderIndex}`, { exact: true })).toBeVisible();
      await expect(banner.getByRole('navigation')).toBeHidden();
      const column = await boxOf(page, '.prose');
      expect(column.width).toBeLessThanOrEqual(680);
      expect(column.width).toBeGreaterThan(640);
      await expect(page.locator('.prose')).toHaveCSS('font-size', '18px');
      await page.getByRole('button', { name: 'Continue', exact: true }).scrollIntoViewIfNeeded();
      const action = await boxOf(page, 'button:text-is("Continue")');
      expect(action.width).toBeCloseTo(column.width, -1);
      expect(await reflowTroubles(page)).toEqual([]);

      await banner.getByRole('button', { name: 'All lessons' }).tap();
      const list = page.getByRole('navigation', { name: 'Lessons' });
      await expect(list.locator('a[aria-current=page]')).toBeInViewport();
      await expect(page.getByRole('dialog')).toHaveCount(isAcross ? 0 : 1);
      const pushed = await boxOf(page, '.prose');
      if (isAcross) expect(pushed.x).toBeGreaterThanOrEqual(384);
      else expect(pushed.x).toBe(column.x);
      await list.locator(`a[href="${lessonPath(after)}"]`).tap();
      await expect(page.getByRole('heading', { level: 1, name: after.title })).toBeVisible();
      await expect(list).toHaveCount(isAcross ? 1 : 0);
      if (isAcross) await page.getByRole('button', { name: 'Close' }).tap();
      await expect(list).toHaveCount(0);

      await openLesson(page, quiz);
      await expect(page.getByText('Question 1 of 3', { exact: true })).toBeVisible();
      const rows = await Promise.all((await page.locator('fieldset label').all()).map((row) => row.boundingBox()));
      expect(Math.min(...rows.map((row) => row?.height ?? 0))).toBeGreaterThanOrEqual(72);
      expect(rows[0]?.y === rows[1]?.y, 'two columns').toBe(isAcross);
      await expect(page.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 });
      expect(await reflowTroubles(page)).toEqual([]);
    });
  });
}
