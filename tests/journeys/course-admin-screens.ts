// The screens on which courses are run, for journeys that visit every screen.
import { addLesson, draftCourse } from './drafts.ts';
import { QUIZ_SCREENS } from './quiz-screens.ts';
import { lessonOf, type Screen, titleOf } from './screen-steps.ts';

const TITLE = 'Certified Field Inspector';

export const COURSE_ADMIN_SCREENS: Screen[] = [
  {
    name: 'courses',
    title: 'Courses',
    path: '/admin/courses',
    act: ({ page }) => page.getByRole('table', { name: 'Courses' }).waitFor(),
  },
  {
    name: 'new course, with what is missing',
    title: 'Courses',
    path: '/admin/courses',
    stays: true,
    isModal: true,
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'New Course' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create Course' }).click();
      await page.getByRole('dialog').getByText('Please fill in all required fields.').first().waitFor();
    },
    after: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'create course',
    title: 'Create Course',
    path: '/create-course',
    act: async ({ page }) => {
      await page.getByLabel('Add a prerequisite').fill('Boots');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove Boots' }).waitFor();
    },
  },
  { name: 'create course, curriculum', title: 'Create Course', path: '/create-course?tab=curriculum' },
  {
    name: 'create course, preview',
    title: 'Create Course',
    path: '/create-course',
    isModal: true,
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'course of the admin area, lessons',
    title: TITLE,
    path: '/admin/courses/4',
    act: ({ page }) => page.getByRole('region', { name: 'Course Lessons' }).getByRole('listitem').first().waitFor(),
  },
  {
    name: 'a lesson being named in its row, and its menu',
    title: TITLE,
    path: '/admin/courses/4',
    stays: true,
    act: async ({ page }) => {
      const region = page.getByRole('region', { name: 'Course Lessons' });
      await region
        .getByRole('button', { name: /^More for / })
        .nth(2)
        .click();
      await page.getByRole('menuitem', { name: 'Move to module' }).waitFor();
      await page.keyboard.press('Escape');
      await region
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await region.getByRole('form').waitFor();
    },
    after: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'modules of a course',
    title: TITLE,
    path: '/admin/courses/4',
    stays: true,
    isModal: true,
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Modules' }).click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
    after: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'a lesson being added',
    title: TITLE,
    path: '/admin/courses/4',
    stays: true,
    isModal: true,
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Add New Lesson' }).click();
      await page.getByRole('dialog').getByLabel('Title').waitFor();
    },
    after: ({ page }) => page.keyboard.press('Escape'),
  },
  { name: 'course of the admin area, general', title: TITLE, path: '/admin/courses/4?tab=general' },
  {
    name: 'edit course',
    title: TITLE,
    path: '/admin/courses/4?tab=general',
    stays: true,
    isModal: true,
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Edit Course' }).click();
      await page.getByRole('dialog').waitFor();
    },
    after: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'course, to be a draft again',
    title: TITLE,
    path: '/admin/courses/4',
    stays: true,
    isModal: true,
    act: async ({ page }) => {
      await page.getByRole('main').getByRole('button', { name: 'Unpublish' }).click();
      await page.getByRole('dialog').getByText('is partway through.').waitFor();
    },
    after: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'checklist of a draft',
    title: 'Ladders',
    path: '/admin/courses/4',
    isModal: true,
    act: async ({ page, product }) => {
      const courseId = await draftCourse(product, 'Ladders');
      await addLesson(product, { courseId, title: 'Quiz: Ladders', body: '' });
      for (const orderIndex of [2, 3, 4, 5])
        await addLesson(product, { courseId, title: 'Steps', body: '', orderIndex });
      await page.goto(`/admin/courses/${courseId}`);
      await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('dialog').getByText('no questions').waitFor();
    },
  },
  ...QUIZ_SCREENS,
  {
    name: 'people of a course, being enrolled',
    title: TITLE,
    path: '/admin/courses/4?tab=people',
    isModal: true,
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Enroll people' }).click();
      await page.getByRole('dialog').getByLabel('Lena Learner').waitFor();
    },
  },
  {
    name: 'writing a lesson',
    title: titleOf('text'),
    path: (place) => `/admin/courses/4/lessons/${lessonOf(place, 'text').id}`,
    act: async ({ page }) => {
      await page.getByRole('textbox', { name: 'Text of the lesson' }).waitFor();
      await page.getByRole('status').getByText('All changes saved').waitFor();
    },
  },
  {
    name: 'writing a lesson, its preview',
    title: titleOf('text'),
    path: '',
    stays: true,
    below: 1024,
    act: ({ page }) => page.getByRole('button', { name: 'Preview', exact: true }).click(),
  },
  { name: 'writing a lesson that is not there', title: 'Lesson', path: '/admin/courses/4/lessons/99999' },
  { name: 'course that is not there, of the admin area', title: 'Course', path: '/admin/courses/999' },
];
