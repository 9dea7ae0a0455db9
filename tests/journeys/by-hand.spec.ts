// The frame for a finger (decision 352): a tablet upright and held across, a phone held across, and the system's high contrast.
import type { Page } from '@playwright/test';
import { lessonKind } from '#sync/contract/lesson.ts';
import { axeTroubles } from './axe.ts';
import { lessonPath, lessonsOf } from './content.ts';
import { expect, test } from './fixtures.ts';
import { openLesson, signIn } from './person.ts';
import { buildTroubles, reflowTroubles } from './structure.ts';

const UPRIGHT = { width: 820, height: 1180 };
const ACROSS = { width: 1180, height: 820 };

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`There is no ${selector}.`);
  return box;
};

const troublesOf = async (page: Page, isModal = false) => [
  ...(await axeTroubles(page)),
  ...(await buildTroubles(page, { isModal })),
  ...(await reflowTroubles(page)),
];

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
      expect(await troublesOf(page)).toEqual([]);

      await banner.getByRole('button', { name: 'All lessons' }).tap();
      const list = page.getByRole('navigation', { name: 'Lessons' });
      await expect(list.locator('a[aria-current=page]')).toBeInViewport();
      await expect(page.getByRole('dialog')).toHaveCount(isAcross ? 0 : 1);
      const pushed = await boxOf(page, '.prose');
      if (isAcross) expect(pushed.x).toBeGreaterThanOrEqual(384);
      else expect(pushed.x).toBe(column.x);
      expect(await troublesOf(page, !isAcross)).toEqual([]);
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
      expect(await troublesOf(page)).toEqual([]);
    });
  });
}

test.describe('844 x 390 px', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });

  test('[S4, Q1, Z3] a phone held across has a rail, its action in view, the whole film, and answers beside the question', async ({
    page,
    product,
  }) => {
    const lessons = await lessonsOf(product);
    const [film, quiz] = ['video', 'quiz'].map((kind) => lessons.find((lesson) => lessonKind(lesson) === kind));
    if (!film || !quiz) throw new Error('The sample course lost its lessons.');
    await signIn(page);
    const rail = await boxOf(page, 'nav[data-page-mark=tab-bar]');
    expect([rail.x, rail.y, rail.height]).toEqual([0, 0, 390]);
    expect((await boxOf(page, 'main h1')).x).toBeGreaterThan(rail.width);
    await expect(page.getByRole('link', { name: 'Continue Course' })).toBeInViewport({ ratio: 1 });
    await page.goto(`/course/${film.courseId}`);
    await expect(page.getByRole('link', { name: /^Start: lesson/ })).toBeInViewport({ ratio: 1 });
    await openLesson(page, film);
    for (const name of ['Play', 'Full screen'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.locator('video')).toBeInViewport({ ratio: 1 });
    await openLesson(page, quiz);
    await page.getByRole('button', { name: 'Next' }).tap();
    await expect(page.getByText('Question 2 of 3', { exact: true })).toBeVisible();
    const [question, row] = [await boxOf(page, 'fieldset legend'), await boxOf(page, 'fieldset label')];
    expect(row.x).toBeGreaterThanOrEqual(question.x + question.width);
    expect(row.height).toBeGreaterThanOrEqual(48);
    await expect(page.getByRole('button', { name: /^(Next|Review answers)$/ })).toBeInViewport({ ratio: 1 });
    expect(await troublesOf(page)).toEqual([]);
  });
});

/** What high contrast leaves without an edge or a mark; the skip link has the frame of the focus. */
const unmarked = (page: Page) =>
  page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
    const filled = shown('a:not([href="#main"]), button').filter(({ classList }) =>
      ['bg-accent', 'bg-complete', 'bg-danger'].some((ground) => classList.contains(ground)),
    );
    const bare = filled.filter((element) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(element);
      return borderTopWidth === '0px' || borderTopColor.endsWith(', 0)');
    });
    const current = shown('[aria-current]:not([aria-current=false])');
    const plain = current.filter((element) => getComputedStyle(element).outlineStyle === 'none');
    return [...bare, ...plain].map((element) => element.outerHTML.slice(0, 160));
  });

test.describe('high contrast', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    contextOptions: { forcedColors: 'active' },
  });

  test('[Z3] in high contrast buttons have an edge, what is current a frame, and bars and the scrubber are drawn', async ({
    page,
    product,
  }) => {
    const lessons = await lessonsOf(product);
    const [film, quiz] = ['video', 'quiz'].map((kind) => lessons.find((lesson) => lessonKind(lesson) === kind));
    if (!film || !quiz) throw new Error('The sample course lost its lessons.');
    await signIn(page);
    for (const path of ['/', `/course/${film.courseId}`, '/downloads', '/sync', '/dashboard', lessonPath(film)]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      expect(await unmarked(page), path).toEqual([]);
    }
    await expect(page.getByRole('slider', { name: 'Seek' })).toHaveCSS('opacity', '1');
    await page.getByRole('button', { name: 'Lessons', exact: true }).tap();
    await expect(page.getByRole('dialog').locator('[aria-current=page]')).toHaveCSS('outline-style', 'solid');
    await expect(page.getByRole('dialog').locator('.progress-bar')).toHaveCSS('border-top-style', 'solid');
    await openLesson(page, quiz);
    const rows = page.locator('fieldset label');
    await rows.first().tap();
    await expect(rows.first()).toHaveCSS('outline-style', 'solid');
    await expect(rows.nth(1)).toHaveCSS('outline-style', 'none');
    await page.getByRole('button', { name: 'Next' }).tap();
    const dots = page.getByRole('button', { name: '1 of 3 answered' }).locator('span[class*=basis-0]');
    const grounds = await dots.evaluateAll((all) => all.map((dot) => getComputedStyle(dot).backgroundColor));
    expect(grounds[0], 'answered').not.toBe(grounds[2]);
  });
});
