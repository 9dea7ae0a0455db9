// A course's lessons as their authors put them in order: by mouse, finger and keys, alone and with another author (R-U5).
import type { Page } from '@playwright/test';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import {
  CHANGED_COURSE,
  chooseMore,
  fiveOf,
  gripOf,
  keptLessons,
  lessonsRegion,
  openLessons,
  pickUp,
  refused,
  rowOf,
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

test('[U5] Move up and Move down do it without dragging; the ends have only one of them', async ({ page, product }) => {
  await signIn(page, SUPER_ADMIN);
  await openLessons(page, CHANGED_COURSE);
  const [a, b, c, d, e] = await fiveOf(page);
  await chooseMore(page, c, 'Move up');
  await expect.poll(() => titlesOf(page)).toEqual([a, c, b, d, e]);
  await expect(said(page, `${c} is now at position 2 of 5.`)).toBeAttached();
  await expect(page.getByRole('button', { name: `More for ${c}` })).toBeFocused();
  await chooseMore(page, c, 'Move up');
  await expect.poll(() => titlesOf(page)).toEqual([c, a, b, d, e]);
  await expect(page.getByText('Reordering lessons...')).toHaveCount(0);
  await page.getByRole('button', { name: `More for ${c}` }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Move down' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await chooseMore(page, d, 'Move down');
  await expect.poll(() => titlesOf(page)).toEqual([c, a, b, e, d]);
  await expect
    .poll(async () => (await keptLessons(product, CHANGED_COURSE)).slice(8, 13).map(({ title }) => title))
    .toEqual([c, a, b, e, d]);
});

test('[U5] what the server refuses or never hears of is taken back, with a word', async ({ page, wire, noise }) => {
  noise.allow(statusNoise(500), statusNoise(422), NETWORK_NOISE);
  await signIn(page, SUPER_ADMIN);
  await openLessons(page, CHANGED_COURSE);
  const five = await fiveOf(page);
  const reorder = '/api/admin/courses/1/lessons/reorder';
  wire.answerOnce(reorder, { status: 422, body: refused('order_not_whole', 'The order is odd.') });
  await chooseMore(page, five[0], 'Move down');
  await expect(toast(page, 'Error reordering lessons')).toBeVisible();
  await expect(toast(page, 'The order is odd.')).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual(five);
  wire.answerOnce(reorder, { status: 500, body: {} });
  await chooseMore(page, five[0], 'Move down');
  await expect(toast(page, 'Failed to reorder lessons')).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual(five);
  wire.cut();
  await chooseMore(page, five[0], 'Move down');
  await expect(toast(page, 'The server cannot be reached. Check your connection and try again.')).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual(five);
  wire.mend();
  await chooseMore(page, five[0], 'Move down');
  await expect(toast(page, 'Lessons reordered')).toBeVisible();
});

test('[U5, U6] of two authors the late one is told, sees what there is now, and loses nothing typed', async ({
  page,
  device,
  product,
  noise,
}) => {
  noise.allow(statusNoise(409));
  const { page: other } = await device();
  await signIn(page, SUPER_ADMIN);
  await signIn(other, SUPER_ADMIN);
  await openLessons(page, CHANGED_COURSE);
  await openLessons(other, CHANGED_COURSE);
  const [a, b, c, d, e] = await fiveOf(page);

  await chooseMore(other, a, 'Move down');
  await expect(toast(other, 'Lessons reordered')).toBeVisible();
  await chooseMore(page, e, 'Move up');
  await expect(toast(page, 'Error reordering lessons')).toBeVisible();
  await expect(
    toast(page, 'Someone else has changed the lessons of this course. This is the current version.'),
  ).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual([b, a, c, d, e]);
  await chooseMore(page, e, 'Move up');
  await expect.poll(() => titlesOf(page)).toEqual([b, a, c, e, d]);
  const indexes = (await keptLessons(product, CHANGED_COURSE)).map(({ order_index }) => order_index);
  expect(new Set(indexes).size).toBe(31);

  const form = (at: Page) => lessonsRegion(at).getByRole('form');
  await page.getByRole('button', { name: `Edit ${c}`, exact: true }).click();
  await form(page).getByLabel('Title').fill('Mine');
  await other.getByRole('button', { name: `Edit ${c}`, exact: true }).click();
  await form(other).getByLabel('Title').fill('Theirs');
  await other.keyboard.press('Enter');
  await expect(toast(other, 'Lesson updated')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Error updating lesson')).toBeVisible();
  await expect(form(page).getByLabel('Title')).toHaveValue('Mine');
  await expect(form(page).getByRole('alert')).toContainText('Theirs');
  await form(page).getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Lesson updated')).toBeVisible();
  await expect(rowOf(page, 'Mine')).toBeVisible();
});
