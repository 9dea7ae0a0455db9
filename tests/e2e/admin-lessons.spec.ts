// A course's lessons as their authors put them in order, name, add, move and delete them (U1, U4 to U7, Z9).
import type { Page } from '@playwright/test';
import { askDatabase } from './database.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { chooseMore, gripOf, keptLessons, lessonsRegion, moduleList, openLessons, titlesIn } from './lesson-list.ts';
import { signIn } from './person.ts';
import { SUPER_ADMIN } from './product.ts';

const COURSE = 1;
const MODULE = 'Order Management System';

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/, includeHidden: true }).getByText(text, { exact: true });
/** A refusal as the server words it. */
const refused = (code: string, message: string) => ({ code, message, error: message });
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const row = (page: Page, title: string) => lessonsRegion(page).getByRole('listitem').filter({ hasText: title });

async function titlesOf(page: Page, module = MODULE): Promise<string[]> {
  await expect(moduleList(page, module)).toBeVisible();
  return titlesIn(moduleList(page, module));
}

/** Five titles of the module that most journeys change, as they stand. */
async function fiveOf(page: Page): Promise<[string, string, string, string, string]> {
  const [a, b, c, d, e] = await titlesOf(page);
  if (!a || !b || !c || !d || !e) throw new Error('The sample course lost its lessons.');
  return [a, b, c, d, e];
}

test('[U1, U4] the lessons stand below their modules; one outside of every module in the last group', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(500));
  await askDatabase(
    product,
    'update lessons set order_index = 77, duration_seconds = 4000 where course_id = 1 and order_index = 31',
  );
  await askDatabase(
    product,
    'update lessons set order_index = 78 where course_id = 1 and order_index between 28 and 30',
  );
  await signIn(page, SUPER_ADMIN);
  wire.answerOnce('/api/admin/courses/1/lessons', { status: 500, body: {}, isExact: true });
  await page.goto('/admin/courses/1');
  await expect(page.getByRole('heading', { name: 'Failed to fetch lessons' })).toBeVisible();
  wire.delay('/api/admin/courses/1/lessons', 800);
  await page.getByRole('button', { name: 'Try again' }).click();
  const region = lessonsRegion(page);
  await expect(region.getByRole('listitem')).toHaveCount(31);
  await expect(page.getByRole('tab', { name: /Lessons & Videos , \d+ of 31 with a video/ })).toBeVisible();
  const headings = await region.getByRole('heading', { level: 3 }).allTextContents();
  expect(headings.slice(1)).toEqual([
    'Navigating the App & Account Setup',
    'Order Management System',
    'Executing a High-Quality Scan',
    'Post-Scan Data Collection & Inspection Reports',
    'Advanced Editing and Finalization',
    'Other/New Lessons',
  ]);
  await expect(moduleList(page, MODULE).getByRole('listitem')).toHaveCount(5);
  const last = moduleList(page, 'Other/New Lessons').getByRole('listitem').first();
  await expect(last).toContainText('77');
  await expect(last).toContainText('1h 7m');
  await expect(last).toContainText('Hidden');
  await expect(region.getByRole('listitem').filter({ hasText: 'Preview' }).first()).toBeVisible();
});

test('[U5] a lesson is dragged by the mouse, stays in its module, and the indexes are those of the constants', async ({
  page,
  product,
  wire,
}) => {
  await signIn(page, SUPER_ADMIN);
  await openLessons(page, COURSE);
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
  const indexes = async () => (await keptLessons(product, COURSE)).filter(({ order_index: at }) => at >= 9 && at <= 13);
  expect(await indexes()).toEqual([b, c, a, d, e].map((title, place) => ({ title, order_index: 9 + place })));

  const other = await titlesOf(page, 'Executing a High-Quality Scan');
  await drag(e, other[1] ?? '');
  await drag(b, other[0] ?? '');
  await expect.poll(() => titlesOf(page)).toEqual([c, a, d, e, b]);
  expect(await titlesOf(page, 'Executing a High-Quality Scan')).toEqual(other);
});

test('[U5] a lesson is dragged by the keyboard, told by title and position, and put back by Escape', async ({
  page,
}) => {
  await signIn(page, SUPER_ADMIN);
  await openLessons(page, COURSE);
  const [a, b, c, d, e] = await fiveOf(page);
  await gripOf(page, b).focus();
  await page.keyboard.press('Space');
  await expect(said(page, `${b} is picked up, at position 2 of 5.`)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(said(page, `${b} is now at position 3 of 5.`)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(said(page, `${b} is now at position 4 of 5.`)).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(said(page, `Moving is cancelled. ${b} stays at position 2 of 5.`)).toBeAttached();
  expect(await titlesOf(page)).toEqual([a, b, c, d, e]);
  await page.keyboard.press('Space');
  await expect(said(page, `${b} is picked up`)).toBeAttached();
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
  await openLessons(page, COURSE);
  const [a, b, c, d, e] = await fiveOf(page);
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const slide = async (from: { x: number; y: number }, by: number, hold: number) => {
    await touch('touchStart', from.x, from.y);
    await page.waitForTimeout(hold);
    for (let step = 1; step <= 12; step++) await touch('touchMove', from.x, from.y + (by * step) / 12);
    await touch('touchEnd');
  };
  const middleOf = async (title: string) => {
    const box = await gripOf(page, title).boundingBox();
    if (!box) throw new Error('The row is not in sight.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const topOf = () => page.evaluate(() => window.scrollY);

  await gripOf(page, a).evaluate((grip) => grip.scrollIntoView({ block: 'center' }));
  const before = await topOf();
  await slide(await middleOf(a), -200, 0);
  await expect.poll(topOf).toBeGreaterThan(before + 100);
  expect(await titlesOf(page)).toEqual([a, b, c, d, e]);

  await gripOf(page, a).evaluate((grip) => grip.scrollIntoView({ block: 'center' }));
  const still = await topOf();
  const [from, to] = [await middleOf(a), await middleOf(b)];
  await slide(from, to.y - from.y + 12, 400);
  await expect.poll(() => titlesOf(page)).toEqual([b, a, c, d, e]);
  await expect(toast(page, 'Lessons reordered')).toBeVisible();
  expect(Math.abs((await topOf()) - still)).toBeLessThan(60);
});

test('[U5] Move up and Move down do it without dragging; the ends have only one of them', async ({ page, product }) => {
  await signIn(page, SUPER_ADMIN);
  await openLessons(page, COURSE);
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
    .poll(async () => (await keptLessons(product, COURSE)).slice(8, 13).map(({ title }) => title))
    .toEqual([c, a, b, e, d]);
});

test('[U5] what the server refuses or never hears of is taken back, with a word', async ({ page, wire, noise }) => {
  noise.allow(statusNoise(500), statusNoise(422), NETWORK_NOISE);
  await signIn(page, SUPER_ADMIN);
  await openLessons(page, COURSE);
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

test('[U6] title and description are changed in the row: Enter, Shift+Enter, Escape, leaving, and an empty title', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(500));
  await signIn(page, SUPER_ADMIN);
  await openLessons(page, COURSE);
  const [a, b] = await fiveOf(page);
  const edit = (title: string) => page.getByRole('button', { name: `Edit ${title}`, exact: true });
  const form = lessonsRegion(page).getByRole('form');
  const kept = (title: string) =>
    askDatabase<{ description: string }>(product, 'select description from lessons where title = ?', title);
  const written = () =>
    wire.passed.filter(({ method, path }) => method === 'PUT' && path.startsWith('/api/admin/lessons/')).length;

  await edit(a).click();
  await expect(form.getByLabel('Title')).toBeFocused();
  await form.getByLabel('Title').fill('  Boots and ladders  ');
  await page.keyboard.press('Tab');
  const description = form.getByPlaceholder('Add a description (optional)');
  await expect(description).toBeFocused();
  expect(written()).toBe(0);
  await description.fill('First line');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('second line  ');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Lesson updated')).toBeVisible();
  await expect(toast(page, 'The lesson has been successfully updated.')).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(edit('Boots and ladders')).toBeFocused();
  expect(await kept('Boots and ladders')).toEqual([{ description: 'First line\nsecond line' }]);

  await edit(b).click();
  await form.getByLabel('Title').fill('Nothing of this');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(edit(b)).toBeFocused();
  await edit(b).click();
  await form.getByLabel('Title').fill('   ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter a title for the lesson.')).toBeVisible();
  await page.getByRole('heading', { name: 'Course Lessons' }).click();
  expect(written()).toBe(1);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toHaveCount(0);

  await edit(b).click();
  await form.getByLabel('Title').fill('Ropes');
  wire.answerOnce('/api/admin/lessons/', { status: 500, body: {} });
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Error updating lesson')).toBeVisible();
  await expect(toast(page, 'Failed to update lesson')).toBeVisible();
  await expect(form.getByLabel('Title')).toHaveValue('Ropes');
  await page.getByRole('heading', { name: 'Course Lessons' }).click();
  await expect(form).toHaveCount(0);
  await expect(row(page, 'Ropes')).toBeVisible();
  expect(await kept('Ropes')).toHaveLength(1);
});

test('[U7] a lesson is added at the end or in a module, and deleted after a question', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(500));
  await signIn(page, SUPER_ADMIN);
  await openLessons(page, COURSE);
  const dialog = page.getByRole('dialog', { name: 'Add New Lesson' });
  const addLesson = page.getByRole('button', { name: 'Add New Lesson' });
  await addLesson.click();
  await dialog.getByRole('button', { name: 'Add Lesson' }).click();
  await expect(toast(page, 'Title required')).toBeVisible();
  await expect(toast(page, 'Please enter a title for the lesson.')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await dialog.getByLabel('Title').fill('  Wet roofs ');
  wire.answerOnce('/api/admin/courses/1/lessons', {
    status: 500,
    body: refused('validation_failed', 'The roof is wet.'),
    isExact: true,
  });
  await dialog.getByRole('button', { name: 'Add Lesson' }).click();
  await expect(toast(page, 'Error creating lesson')).toBeVisible();
  await expect(toast(page, 'The roof is wet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add Lesson' }).click();
  await expect(toast(page, 'Lesson created')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await titlesOf(page, 'Other/New Lessons')).toEqual(['Wet roofs']);
  await expect(row(page, 'Wet roofs').getByRole('button', { name: 'Video of Wet roofs' })).toBeFocused();

  await addLesson.click();
  await dialog.getByLabel('Title').fill('Ladder quiz');
  await dialog.getByLabel('Module').selectOption({ label: `${MODULE} (5 lessons)` });
  await dialog.getByRole('button', { name: 'Add Lesson' }).click();
  await expect.poll(async () => (await titlesOf(page)).at(-1)).toBe('Ladder quiz');
  await expect(row(page, 'Ladder quiz').getByRole('button', { name: 'Quiz of Ladder quiz' })).toBeFocused();
  const indexes = (await keptLessons(product, COURSE)).map(({ order_index }) => order_index);
  expect(new Set(indexes).size).toBe(33);

  const confirmation = page.getByRole('dialog', { name: 'Delete Lesson' });
  const [, , , next] = await titlesOf(page);
  const [, , gone = ''] = await titlesOf(page);
  await page.getByRole('button', { name: `Delete ${gone}`, exact: true }).click();
  await expect(confirmation).toContainText(`Are you sure you want to delete "${gone}"? This action cannot be undone.`);
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: `Delete ${gone}`, exact: true })).toBeFocused();
  await page.getByRole('button', { name: `Delete ${gone}`, exact: true }).click();
  wire.answerOnce('/api/admin/lessons/', { status: 500, body: {} });
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Error deleting lesson')).toBeVisible();
  await expect(toast(page, 'Failed to delete lesson')).toBeVisible();
  await page.getByRole('button', { name: `Delete ${gone}`, exact: true }).click();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Lesson deleted')).toBeVisible();
  await expect(toast(page, 'The lesson has been successfully removed.')).toBeVisible();
  await expect(gripOf(page, gone)).toHaveCount(0);
  await expect(row(page, next ?? '').locator(':focus')).toHaveCount(1);
  expect((await keptLessons(product, COURSE)).map(({ title }) => title)).not.toContain(gone);
});

test('[Z9] modules are added, renamed, switched off, re-ranged and deleted, and a lesson moves into an empty one', async ({
  page,
  product,
  noise,
}) => {
  noise.allow(statusNoise(422));
  await signIn(page, SUPER_ADMIN);
  await openLessons(page, COURSE);
  const [a, b] = await fiveOf(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Modules' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(7);
  await dialog.getByRole('button', { name: 'Add Module' }).click();
  await dialog.getByRole('button', { name: 'Add Module' }).click();
  await expect(dialog.getByText('Please enter a title for the module.')).toBeVisible();
  await dialog.getByLabel('Title').fill('Extras');
  await dialog.getByLabel('Room for how many lessons').fill('2');
  await dialog.getByRole('button', { name: 'Add Module' }).click();
  await expect(toast(page, 'Module added')).toBeVisible();
  await expect(dialog.getByRole('listitem').last()).toContainText(/Extras.*Numbers 32 to 33.*0 lessons/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(lessonsRegion(page).getByRole('heading', { name: 'Extras' })).toHaveCount(0);

  await chooseMore(page, a, 'Move to module');
  await expect(dialog).toContainText(`${a} stands in ${MODULE}.`);
  await dialog.getByLabel('Module').selectOption({ label: 'Extras (empty)' });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(toast(page, 'Lesson moved')).toBeVisible();
  await expect.poll(() => titlesOf(page, 'Extras')).toEqual([a]);
  await expect(page.getByRole('button', { name: `More for ${a}` })).toBeFocused();
  expect(await titlesOf(page)).not.toContain(a);

  await page.getByRole('button', { name: 'Modules' }).click();
  await dialog.getByRole('button', { name: 'Edit Extras' }).click();
  await dialog.getByLabel('First number').fill('30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('These lesson numbers belong to another module.')).toBeVisible();
  await dialog.getByLabel('First number').fill('32');
  await dialog.getByLabel('Last number').fill('40');
  await dialog.getByLabel('Title').fill('Extra work');
  await dialog.getByLabel('Shown to learners').uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Module updated')).toBeVisible();
  await expect(dialog.getByRole('listitem').last()).toContainText(/Extra work.*Numbers 32 to 40.*1 lesson.*Off/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(lessonsRegion(page).getByText('Off: hidden from learners')).toBeVisible();
  await expect(row(page, a)).toContainText('Hidden');

  await page.getByRole('button', { name: 'Modules' }).click();
  await dialog.getByRole('button', { name: 'Delete Extra work' }).click();
  await expect(dialog).toContainText(
    'Are you sure you want to delete "Extra work"? Its 1 lesson stays in Other/New Lessons.',
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Module deleted')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await titlesOf(page, 'Other/New Lessons')).toEqual([a]);
  await chooseMore(page, b, 'Move to module');
  await dialog.getByLabel('Module').selectOption({ label: 'Other/New Lessons (1 lesson)' });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.poll(() => titlesOf(page, 'Other/New Lessons')).toEqual([a, b]);
  expect(await keptLessons(product, COURSE)).toHaveLength(31);
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
  await openLessons(page, COURSE);
  await openLessons(other, COURSE);
  const [a, b, c, d, e] = await fiveOf(page);

  await chooseMore(other, a, 'Move down');
  await expect(toast(other, 'Lessons reordered')).toBeVisible();
  await chooseMore(page, e, 'Move up');
  await expect(toast(page, 'Error reordering lessons')).toBeVisible();
  await expect(
    toast(page, 'Somebody else has changed the lessons of this course meanwhile. Here they are as they stand now.'),
  ).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual([b, a, c, d, e]);
  await chooseMore(page, e, 'Move up');
  await expect.poll(() => titlesOf(page)).toEqual([b, a, c, e, d]);
  const indexes = (await keptLessons(product, COURSE)).map(({ order_index }) => order_index);
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
  await expect(row(page, 'Mine')).toBeVisible();
});
