// A course's lessons as their authors see, name, add, move and delete them (R-U1, R-U4, R-U6, R-U7, R-Z9).
import { failureIn } from './admin-steps.ts';
import { askDatabase } from './database.ts';
import { expect, statusNoise, test } from './fixtures.ts';
import {
  CHANGED_COURSE,
  chooseMore,
  fiveOf,
  gripOf,
  keptLessons,
  lessonsRegion,
  MODULE,
  moduleList,
  openLessons,
  refused,
  rowOf,
  titlesOf,
  toast,
} from './lesson-list.ts';
import { signIn } from './person.ts';
import { SUPER_ADMIN } from './product.ts';

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

test('[U6] title and description are changed in the row: Enter, Shift+Enter, Escape, leaving, and an empty title', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(500));
  await signIn(page, SUPER_ADMIN);
  await openLessons(page, CHANGED_COURSE);
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
  await expect(rowOf(page, 'Ropes')).toBeVisible();
  expect(await kept('Ropes')).toHaveLength(1);
});

test('[U7] a lesson is added at the end or in a module, shown, and deleted after a question', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(500));
  await signIn(page, SUPER_ADMIN);
  await openLessons(page, CHANGED_COURSE);
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
  await expect(failureIn(page, 'Error creating lesson')).toBeVisible();
  await expect(failureIn(page, 'The roof is wet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add Lesson' }).click();
  await expect(toast(page, 'Lesson created')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await titlesOf(page, 'Other/New Lessons')).toEqual(['Wet roofs']);
  await expect(rowOf(page, 'Wet roofs').getByRole('button', { name: 'Video of Wet roofs' })).toBeFocused();
  // The course is published: the lesson waits until it is shown, and this one stands behind the lessons that the course shows.
  const show = (title: string) => rowOf(page, title).getByRole('button', { name: 'Show to learners' }).click();
  const questionOf = (title: string) => page.getByRole('dialog', { name: `Show “${title}” to learners?` });
  await expect(rowOf(page, 'Wet roofs')).toContainText('Hidden');
  await show('Wet roofs');
  await expect(questionOf('Wet roofs')).toContainText('Learners see no lessons at this place of the course.');
  await expect(questionOf('Wet roofs')).toContainText('This lesson has neither a text nor a video.');
  await questionOf('Wet roofs').getByRole('button', { name: 'Cancel' }).click();

  await addLesson.click();
  await dialog.getByLabel('Title').fill('Ladder quiz');
  await dialog.getByLabel('Module').selectOption({ label: `${MODULE} (5 lessons)` });
  await dialog.getByRole('button', { name: 'Add Lesson' }).click();
  await expect.poll(async () => (await titlesOf(page)).at(-1)).toBe('Ladder quiz');
  await expect(rowOf(page, 'Ladder quiz').getByRole('button', { name: 'Quiz of Ladder quiz' })).toBeFocused();
  await show('Ladder quiz');
  await expect(questionOf('Ladder quiz')).toContainText('This quiz has no questions');
  await expect(questionOf('Ladder quiz').getByRole('button', { name: 'Show to learners' })).toBeDisabled();
  await questionOf('Ladder quiz').getByRole('link', { name: 'Add questions' }).click();
  await expect(rowOf(page, 'Ladder quiz').getByRole('button', { name: 'Quiz of Ladder quiz' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  // In a draft it may be shown before it has any.
  await askDatabase(product, 'update courses set is_published = 0 where id = ?', CHANGED_COURSE);
  await page.reload();
  await show('Ladder quiz');
  await questionOf('Ladder quiz').getByRole('button', { name: 'Show to learners' }).click();
  await expect(toast(page, 'Lesson shown')).toBeVisible();
  await expect(rowOf(page, 'Ladder quiz')).not.toContainText('Hidden');
  await expect(rowOf(page, 'Ladder quiz').getByRole('button', { name: 'Quiz of Ladder quiz' })).toBeFocused();
  const indexes = (await keptLessons(product, CHANGED_COURSE)).map(({ order_index }) => order_index);
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
  await expect(failureIn(page, 'Error deleting lesson')).toBeVisible();
  await expect(failureIn(page, 'Failed to delete lesson')).toBeVisible();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Lesson deleted')).toBeVisible();
  await expect(toast(page, 'The lesson has been successfully removed.')).toBeVisible();
  await expect(gripOf(page, gone)).toHaveCount(0);
  await expect(rowOf(page, next ?? '').locator(':focus')).toHaveCount(1);
  expect((await keptLessons(product, CHANGED_COURSE)).map(({ title }) => title)).not.toContain(gone);
});

test('[Z9] modules are added, renamed, switched off, put elsewhere and deleted, and a lesson moves into an empty one', async ({
  page,
  product,
  noise,
}) => {
  noise.allow(statusNoise(422));
  await signIn(page, SUPER_ADMIN);
  await openLessons(page, CHANGED_COURSE);
  const [a, b] = await fiveOf(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Modules' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(7);
  await dialog.getByRole('button', { name: 'Add Module' }).click();
  await dialog.getByRole('button', { name: 'Add Module' }).click();
  await expect(dialog.getByText('Please enter a title for the module.')).toBeVisible();
  await dialog.getByLabel('Title').fill('Extras');
  await dialog.getByRole('button', { name: 'Add Module' }).click();
  await expect(toast(page, 'Module added')).toBeVisible();
  await expect(dialog.getByRole('listitem').last()).toContainText(/Extras0 lessons/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(lessonsRegion(page).getByRole('heading', { name: 'Extras' })).toHaveCount(0);

  await chooseMore(page, a, 'Move to module');
  await expect(dialog).toContainText(`${a} is in ${MODULE}.`);
  await dialog.getByLabel('Module').selectOption({ label: 'Extras (empty)' });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(toast(page, 'Lesson moved')).toBeVisible();
  await expect.poll(() => titlesOf(page, 'Extras')).toEqual([a]);
  await expect(page.getByRole('button', { name: `More for ${a}` })).toBeFocused();
  expect(await titlesOf(page)).not.toContain(a);

  await page.getByRole('button', { name: 'Modules' }).click();
  await dialog.getByRole('button', { name: 'Edit Extras' }).click();
  await dialog.getByLabel('Place').selectOption('At the beginning');
  await dialog.getByLabel('Title').fill('Extra work');
  await dialog.getByLabel('Shown to learners').uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Module updated')).toBeVisible();
  await expect(dialog.getByRole('listitem').first()).toContainText(/Extra work.*Lesson 1.*1 lesson.*Off/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(lessonsRegion(page).getByText('Off: hidden from learners')).toBeVisible();
  await expect(rowOf(page, a)).toContainText('Hidden');

  await page.getByRole('button', { name: 'Modules' }).click();
  await dialog.getByRole('button', { name: 'Delete Extra work' }).click();
  await expect(dialog).toContainText(
    'Are you sure you want to delete "Extra work"? Its 1 lesson stays in Other/New Lessons.',
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Module deleted')).toBeVisible();
  // In the step before, the cross leads back to this one.
  await expect(dialog).toHaveAccessibleName('Modules');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await titlesOf(page, 'Other/New Lessons')).toEqual([a]);
  await chooseMore(page, b, 'Move to module');
  await dialog.getByLabel('Module').selectOption({ label: 'Other/New Lessons (1 lesson)' });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.poll(() => titlesOf(page, 'Other/New Lessons')).toEqual([a, b]);
  expect(await keptLessons(product, CHANGED_COURSE)).toHaveLength(31);
});
