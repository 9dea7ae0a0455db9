// A course's lessons as their authors put them in order: by mouse, finger and keys (R-U5).
import { expect, test } from './fixtures.ts';
import {
  CHANGED_COURSE,
  fiveOf,
  gripOf,
  keptLessons,
  openLessons,
  pickUp,
  said,
  titlesOf,
  toast,
} from './lesson-list.ts';
import { signIn } from './person.ts';
import { SUPER_ADMIN } from './product.ts';

test('[U5] a lesson is dragged by the mouse, stays in its module, and the indexes are those of the constants', async ({
  page,
  product,
  wire,
}) => {
  await signIn(page, SUPER_ADMIN);
  await openLessons(page, CHANGED_COURSE);
  const [a, b, c, d, e] = await fiveOf(page);
  wire.delay('/api/admin/courses/1/lessons/reorder', 700);
  const drag = async (title: string, onto: string) => {
    await gripOf(page, title).hover();
    await page.mouse.down();
    const goal = await gripOf(page, onto).boundingBox();
    if (!goal) throw new Error('There is nothing to drag onto.');
    await page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2 + 8, { steps: 12 });
    await page.mouse.up();
  };
  await drag(a, c);
  await expect(page.getByText('Reordering lessons...')).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual([b, c, a, d, e]);
  await expect(toast(page, 'Lessons reordered')).toBeVisible();
  await expect(toast(page, 'The lesson order has been updated successfully.')).toBeVisible();
  await expect(page.getByText('Reordering lessons...')).toHaveCount(0);
  const indexes = async () =>
    (await keptLessons(product, CHANGED_COURSE)).filter(({ order_index: at }) => at >= 9 && at <= 13);
  expect(await indexes()).toEqual([b, c, a, d, e].map((title, place) => ({ title, order_index: 9 + place })));

  const other = await titlesOf(page, 'Executing a High-Quality Scan');
  await drag(e, other[1] ?? '');
  await drag(b, other[0] ?? '');
  await expect.poll(() => titlesOf(page)).toEqual([c, a, d, e, b]);
  expect(await titlesOf(page, 'Executing a High-Quality Scan')).toEqual(other);
});

test('[U5] a lesson is dragged by the keyboard, told by title and position, and put back by Escape', {
  tag: '@core',
}, async ({ page }) => {
  await signIn(page, SUPER_ADMIN);
  await openLessons(page, CHANGED_COURSE);
  const [a, b, c, d, e] = await fiveOf(page);
  await gripOf(page, b).focus();
  await pickUp(page, '2 of 5');
  await expect(said(page, `${b} is picked up`)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(said(page, `${b} is now at position 3 of 5.`)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(said(page, `${b} is now at position 4 of 5.`)).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(said(page, `Moving is cancelled. ${b} stays at position 2 of 5.`)).toBeAttached();
  expect(await titlesOf(page)).toEqual([a, b, c, d, e]);
  await pickUp(page, '2 of 5');
  await page.keyboard.press('ArrowUp');
  await expect(said(page, `${b} is now at position 1 of 5.`)).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(() => titlesOf(page)).toEqual([b, a, c, d, e]);
  await expect(toast(page, 'Lessons reordered')).toBeVisible();
  await expect(gripOf(page, b)).toBeFocused();
});

test('[U5] on a phone a long press takes a lesson up, and a swipe over its handle scrolls the page', async ({
  device,
}) => {
  const { page } = await device({ width: 390, height: 844 });
  await signIn(page, SUPER_ADMIN);
  await openLessons(page, CHANGED_COURSE);
  const [a, b, c, d, e] = await fiveOf(page);
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const slide = async (from: { x: number; y: number }, by: number, held?: () => Promise<void>) => {
    await touch('touchStart', from.x, from.y);
    await held?.();
    for (let step = 1; step <= 12; step++) await touch('touchMove', from.x, from.y + (by * step) / 12);
    await touch('touchEnd');
  };
  const middleOf = async (title: string) => {
    const box = await gripOf(page, title).boundingBox();
    if (!box) throw new Error('The row is not in sight.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const topOf = () => page.evaluate(() => window.scrollY);
  /** A swipe goes on after the finger has left, and would move the row away from where it was measured. */
  const rest = async () => {
    let last = -1;
    const isStill = async () => {
      const before = last;
      last = await topOf();
      return last === before;
    };
    await expect.poll(isStill, { intervals: [200] }).toBe(true);
  };

  await gripOf(page, a).evaluate((grip) => grip.scrollIntoView({ block: 'center' }));
  const before = await topOf();
  await slide(await middleOf(a), -200);
  await expect.poll(topOf).toBeGreaterThan(before + 100);
  await rest();
  expect(await titlesOf(page)).toEqual([a, b, c, d, e]);

  await gripOf(page, a).evaluate((grip) => grip.scrollIntoView({ block: 'center' }));
  await rest();
  const still = await topOf();
  const [from, to] = [await middleOf(a), await middleOf(b)];
  await slide(from, to.y - from.y + 12, () => expect(gripOf(page, a)).toHaveAttribute('aria-pressed', 'true'));
  await expect.poll(() => titlesOf(page)).toEqual([b, a, c, d, e]);
  await expect(toast(page, 'Lessons reordered')).toBeVisible();
  expect(Math.abs((await topOf()) - still)).toBeLessThan(60);
});
