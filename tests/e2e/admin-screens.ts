// The screens of a super admin: one line for a new one.
import { type Place, pressEscape, type Screen, sees } from './screen-steps.ts';

const presses =
  (role: 'button' | 'link' | 'tab', name: string | RegExp) =>
  ({ page }: Place) =>
    page.getByRole('main').getByRole(role, { name }).first().click();
const asks = (name: string | RegExp) => async (place: Place) => {
  await presses('button', name)(place);
  await place.page.getByRole('dialog').waitFor();
};
const table = ({ page }: Place) => page.getByRole('main').getByRole('table').waitFor();
const dialog = { stays: true, isModal: true, after: pressEscape };
const demo = async (place: Place) => {
  await presses('link', 'Demo Inspections')(place);
  await sees('Omar Orgadmin')(place);
};

export const ADMIN_SCREENS: Screen[] = [
  { name: 'admin', title: 'Admin Dashboard', path: '/admin', act: sees('Audit Log') },
  { name: 'clean duplicates', title: 'Admin Dashboard', path: '/admin', act: asks('Clean Duplicates'), ...dialog },
  { name: 'organizations', title: 'Organizations', path: '/admin/organizations', act: table },
  { name: 'new organization', title: 'Organizations', path: '', act: asks('New Organization'), ...dialog },
  { name: 'deactivate', title: 'Organizations', path: '', act: asks(/^Deactivate/), ...dialog },
  { name: 'organization', title: 'Demo Inspections Admin Dashboard', path: '/admin/organizations', act: demo },
  { name: 'users', title: 'Users', path: '/admin/users', act: table },
  { name: 'assign', title: 'Users', path: '', act: asks('Assign Lena Learner'), ...dialog },
  { name: 'users, none found', title: 'Users', path: '/admin/users?search=zzz', act: sees('Nothing found') },
  { name: 'enterprise', title: 'Enterprise Administration', path: '/admin/enterprise', act: table },
  { name: 'audit log', title: 'Audit Log', path: '/admin/audit-log', act: table },
];
