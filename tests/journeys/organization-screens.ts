// The screens of an organization's admin: one line for a new one.
import { invite } from './invitations.ts';
import { openRow, type Place, pressEscape, type Screen, sees } from './screen-steps.ts';

const TITLE = 'Demo Inspections Admin Dashboard';
const tab = (key: string, more = '') => `/admin?tab=${key}${more}`;
const presses =
  (name: string | RegExp) =>
  ({ page }: Place) =>
    page.getByRole('button', { name }).first().click();
const stays = { path: '', stays: true };
const asks = (...names: (string | RegExp)[]) => ({
  ...stays,
  title: TITLE,
  isModal: true,
  after: pressEscape,
  act: async (place: Place) => {
    for (const name of names) await presses(name)(place);
    await place.page.getByRole('dialog').waitFor();
  },
});

const choose = ({ page }: Place) => page.getByRole('checkbox', { name: 'Select Lena Learner' }).check();
/** An act on the selected rows, which a narrow screen has in a menu. */
const bulk = (name: string) => async (place: Place) => {
  const bar = place.page.getByRole('region', { name: 'Selected rows' });
  const button = bar.getByRole('button', { name });
  if (!(await button.isVisible())) await bar.getByRole('button', { name: 'More' }).click();
  await button.or(bar.getByRole('menuitem', { name })).click();
  await place.page.getByRole('dialog').waitFor();
};
const menu = async (place: Place) => {
  await openRow(place, 'Lena Learner');
  await place.page.getByRole('button', { name: 'Actions for Lena Learner' }).click();
  await place.page.getByRole('menu').waitFor();
};
const revoke = async (place: Place) => {
  await openRow(place, '');
  await asks(/^Revoke/).act(place);
};
const checkList = async ({ page }: Place) => {
  await page
    .getByLabel('Or paste the list')
    .fill('ada@company.example,member,3\n=1+1,member\nben@company.example,boss');
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByText('Can be invited').first().waitFor();
};

const lena = async (place: Place) => {
  await place.page.getByRole('link', { name: 'Lena Learner' }).first().click();
  await sees('Certificates')(place);
};
const key = (name: string, found: string) => async (place: Place) => {
  await place.page.keyboard.press(name);
  await place.page.getByRole('dialog', { name: found }).waitFor();
};
const dialog = { ...stays, isModal: true, after: pressEscape };

export const ORGANIZATION_SCREENS: Screen[] = [
  { name: 'groups', title: 'Groups', path: '/admin/groups', act: sees('No groups yet') },
  { name: 'people', title: 'People', path: '/admin/people', act: sees('Lena Learner') },
  { name: 'search everything', title: 'People', ...dialog, act: key('Control+k', 'Search people') },
  { name: 'keys', title: 'People', ...dialog, act: key('?', 'Keyboard') },
  { name: 'person', title: 'Lena Learner', ...stays, act: lena },
  {
    name: 'invitations of their own',
    title: 'Invitations',
    path: '/admin/invitations',
    act: sees('No invitations yet'),
  },
  { name: 'members', title: TITLE, path: '/admin', act: sees('Lena Learner') },
  { name: 'acts on a member', title: TITLE, ...stays, act: menu, after: pressEscape },
  { name: 'members, chosen', title: TITLE, ...stays, act: choose },
  { name: 'enroll', ...asks(), act: bulk('Enroll (1)') },
  { name: 'remove', ...asks(), act: bulk('Remove (1)') },
  {
    name: 'members, none so',
    title: TITLE,
    path: '/admin?standing=inactive',
    act: sees(/^No one in .+ matches this filter$/),
  },
  { name: 'courses of the organization', title: TITLE, path: tab('courses'), act: sees('Growing an Inspection') },
  { name: 'quizzes of the organization', title: TITLE, path: tab('quiz-analytics'), act: sees('Per User') },
  { name: 'no invitations', title: TITLE, path: tab('invitations'), act: sees('No invitations yet') },
  {
    name: 'invitations',
    title: TITLE,
    path: ({ product }) => {
      invite(product);
      return tab('invitations');
    },
    act: sees('Anyone with the link'),
  },
  { name: 'revoke', ...asks(/^Revoke/), act: revoke },
  { name: 'new invitation', title: TITLE, path: tab('invitations', '&invite=one'), act: sees('Max Uses') },
  { name: 'invitation made', title: TITLE, ...stays, act: presses('Generate Invitation Token') },
  { name: 'many invitations', title: TITLE, path: tab('invitations', '&invite=many'), act: sees('CSV or Excel file') },
  { name: 'many invitations, checked', title: TITLE, ...stays, act: checkList },
];
