// The screens of a super admin: one line for a new one.
import { CLIP } from './film-files.ts';
import { recordLearning } from './learning-record.ts';
import { openRow, type Place, pressEscape, type Screen, sees } from './screen-steps.ts';

const presses =
  (role: 'button' | 'link' | 'tab' | 'switch', name: string | RegExp) =>
  ({ page }: Place) =>
    page.getByRole('main').getByRole(role, { name }).first().click();
const asks = (name: string | RegExp) => async (place: Place) => {
  await presses('button', name)(place);
  await place.page.getByRole('dialog').waitFor();
};
const asksInRow = (row: string, name: string | RegExp) => async (place: Place) => {
  await openRow(place, row);
  await asks(name)(place);
};
const table = ({ page }: Place) => page.getByRole('main').getByRole('table').waitFor();
const dialog = { stays: true, isModal: true, after: pressEscape };
const demo = async (place: Place) => {
  await presses('link', 'Demo Inspections')(place);
  await sees('Omar Orgadmin')(place);
};
/** From here on there is something to draw: the page is opened again over it. */
const recorded = async (place: Place) => {
  await recordLearning(place.product);
  await place.page.reload();
  await place.page.getByRole('slider').waitFor();
};
const chooseFilm = async (place: Place) => {
  const first = place.page.getByRole('group', { name: /^Video of/ }).first();
  await first.locator('input[type=file]').setInputFiles(CLIP);
  await first.getByRole('button', { name: /^(Upload|Replace) Video$/ }).waitFor();
};
const COURSE_TITLE = 'Certified Field Inspector';
const QUIZZES = '/admin/quiz-analytics';

export const ADMIN_SCREENS: Screen[] = [
  { name: 'admin', title: 'Admin Dashboard', path: '/admin', act: sees('Audit Log') },
  { name: 'clean duplicates', title: 'Admin Dashboard', path: '/admin', act: asks('Clean Duplicates'), ...dialog },
  { name: 'organizations', title: 'Organizations', path: '/admin/organizations', act: table },
  { name: 'new organization', title: 'Organizations', path: '', act: asks('New Organization'), ...dialog },
  {
    name: 'deactivate',
    title: 'Organizations',
    path: '',
    act: asksInRow('Demo Inspections', /^Deactivate/),
    ...dialog,
  },
  { name: 'organization', title: 'Demo Inspections Admin Dashboard', path: '/admin/organizations', act: demo },
  { name: 'users', title: 'Users', path: '/admin/users', act: table },
  { name: 'assign', title: 'Users', path: '', act: asksInRow('Lena Learner', 'Assign Lena Learner'), ...dialog },
  {
    name: 'users, none found',
    title: 'Users',
    path: '/admin/users?search=zzz',
    act: sees('No one matches this search'),
  },
  { name: 'enterprise', title: 'Enterprise Administration', path: '/admin/enterprise', act: table },
  { name: 'audit log', title: 'Audit Log', path: '/admin/audit-log', act: table },
  { name: 'tablets', title: 'Devices', path: '/admin/tablets', act: sees('How each device was') },
  { name: 'integrations', title: 'Integrations', path: '/admin/integrations', act: sees('No API tokens yet') },
  { name: 'new API token', title: 'Integrations', path: '', act: asks('New token'), ...dialog },
  { name: 'videos', title: 'Video Upload Manager', path: '/admin/videos', act: sees('Pending') },
  { name: 'videos, one chosen', title: 'Video Upload Manager', path: '', stays: true, act: chooseFilm },
  {
    name: 'video in its row',
    title: COURSE_TITLE,
    path: '/admin/courses/4',
    act: presses('button', /^Video uploaded/),
  },
  { name: 'video, preview', title: COURSE_TITLE, path: '', act: asks(/^Preview of/), ...dialog },
  { name: 'video, captions', title: COURSE_TITLE, path: '', act: asks(/^Captions of/), ...dialog },
  { name: 'learning analytics, nothing', title: 'Learning Analytics', path: '/analytics', act: sees('No enrollments') },
  { name: 'learning analytics', title: 'Learning Analytics', path: '/analytics?range=90d', act: recorded },
  { name: 'trend as a table', title: 'Learning Analytics', path: '', stays: true, act: presses('switch', /table/) },
  { name: 'quiz analytics', title: 'Quiz Analytics', path: QUIZZES, act: sees('Ben Builder') },
  { name: 'quiz analytics, none', title: 'Quiz Analytics', path: `${QUIZZES}?lessonId=9999`, act: sees('No quiz') },
  {
    name: 'course analytics',
    title: 'Certified Field Inspector',
    path: '/admin/courses/4?tab=analytics',
    act: sees('Ann'),
  },
];
