// An organization in the hands of its admins: who learns, who is behind, who goes, which courses there are (R-M1, R-M5, R-M14).

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { failureIn } from './admin-steps.ts';
import { askDatabase } from './database.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { addMember, organizationId } from './members.ts';
import { signIn } from './person.ts';
import { ORG_ADMIN, SUPER_ADMIN } from './product.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Demo Inspections Admin Dashboard' });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const names = (page: Page) => page.getByRole('table', { name: 'Users' }).locator('tbody td:nth-child(2) a');
const choose = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check();
const act = async (page: Page, name: string, what: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: what }).click();
};
// Hidden from readers behind a dialog that stays open: a live region of its own says it.
const toast = (page: Page, title: string) =>
  page.getByRole('region', { name: /Notifications/, includeHidden: true }).getByText(title);
const openUsers = async (page: Page) => {
  await signIn(page, ORG_ADMIN);
  await page.goto('/admin');
  await expect(row(page, 'Lena Learner')).toBeVisible();
};

test('[M1, M5] an org admin sees four tabs, and in the first who learns how far and who is behind', {
  tag: '@core',
}, async ({ page, product }) => {
  await addMember(product, { name: 'Fiona Far', completed: 27 });
  await addMember(product, { name: '=HYPERLINK("x")', completed: 1, daysAgo: 40 });
  await openUsers(page);
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Users', 'Courses', 'Quiz Analytics', 'Invitations']);
  await expect(row(page, 'Fiona Far')).toContainText('100%');
  await expect(row(page, 'Fiona Far')).toContainText('1 completed, 0 in progress, 0 not started');
  await expect(row(page, 'Lena Learner')).toContainText('No courses yet');

  const standing = page.getByRole('combobox', { name: 'Show' });
  await standing.selectOption('Not started');
  await expect(names(page)).toHaveText(['Lena Learner']);
  await expect(page.getByText('1 person', { exact: true })).toBeVisible();
  await standing.selectOption('Inactive 30 days (accounts older than that)');
  await expect(names(page)).toHaveText(['=HYPERLINK("x")']);
  await page.reload();
  await expect(names(page), 'the address keeps the filter').toHaveText(['=HYPERLINK("x")']);
  await standing.selectOption('Everyone');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(names(page)).toHaveText(['Omar Orgadmin', 'Lena Learner', 'Fiona Far', '=HYPERLINK("x")']);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await saving).path(), 'utf8');
  expect(text).toContain(
    'Name,Email,Role,Progress,Completed,In progress,Not started,Due,Due course,Emailed,Certificate expires,Last activity',
  );
  expect(text, 'a formula stays text').toContain('"\'=HYPERLINK(""x"")"');
});

test('[M5, M13] removing somebody asks first, says what became of it, and tells why it failed', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(500), statusNoise(404), NETWORK_NOISE);
  const path = `/api/enterprise/admin/organizations/${await organizationId(product)}/bulk-jobs`;
  const paul = await addMember(product, { name: 'Paul Past' });
  const gone = await addMember(product, { name: 'Gina Gone' });
  await openUsers(page);
  const dialog = page.getByRole('dialog', { name: 'Remove Paul Past from Demo Inspections?' });
  await act(page, 'Paul Past', 'Remove from the organization');
  await expect(dialog).toContainText('This action cannot be undone.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'Paul Past')).toBeVisible();

  const remove = async (name: string) => {
    await act(page, name, 'Remove from the organization');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  };
  // A proxy's words are none of ours.
  wire.answerOnce(path, { status: 500, body: 'bad gateway' });
  await remove('Paul Past');
  await expect(failureIn(page, 'Removal Failed')).toBeVisible();
  await expect(failureIn(page, 'Failed to remove user from organization')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await askDatabase(product, 'update profiles set organization_id = null where id = ?', gone.id);
  await remove('Gina Gone');
  await expect(failureIn(page, 'This person is not here.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await remove('Paul Past');
  await expect(toast(page, 'User Removed')).toBeVisible();
  await expect(row(page, 'Paul Past')).toHaveCount(0);
  await expect(heading(page), 'the focus is not lost with the row').toBeFocused();
  expect(await askDatabase(product, 'select organization_id from profiles where id = ?', paul.id)).toEqual([
    { organization_id: null },
  ]);
});

test('[M5] several people go at once, and of each who stays the reason is told', async ({ page, product }) => {
  await addMember(product, { name: 'Paul Past' });
  const ada = await addMember(product, { name: 'Ada Able' });
  await openUsers(page);
  await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0);
  for (const name of ['Paul Past', 'Ada Able', 'Omar Orgadmin']) await choose(page, name);
  await askDatabase(product, 'update profiles set organization_id = null where id = ?', ada.id);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove (2)' }).click();
  await expect(page.getByRole('dialog')).toContainText("You won't be removed yourself.");
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(toast(page, 'Remove from the organization: 1 of 1 removed, 1 no longer here.')).toBeVisible();
  await expect(row(page, 'Paul Past')).toHaveCount(0);
});

test('[M5] a member becomes an admin, and with one press a member again', async ({ page, product, wire, noise }) => {
  noise.allow(statusNoise(422));
  const ada = await addMember(product, { name: 'Ada Able' });
  await openUsers(page);
  await expect(row(page, 'Omar Orgadmin')).toContainText('You');
  await expect(page.getByRole('button', { name: 'Actions for Omar Orgadmin' })).toHaveCount(0);
  await act(page, 'Ada Able', 'Make admin');
  await expect(toast(page, 'Ada Able is now an admin.')).toBeVisible();
  await expect(row(page, 'Ada Able')).toContainText('Admin');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Ada Able is now a member.')).toBeVisible();
  await expect(row(page, 'Ada Able')).toContainText('Member');
  const path = `/api/enterprise/admin/organizations/${await organizationId(product)}/users/${ada.id}`;
  const sentence = 'An organization must keep at least one admin.';
  wire.answerOnce(path, { status: 422, body: { error: sentence, message: sentence, code: 'last_admin' } });
  await act(page, 'Ada Able', 'Make admin');
  await expect(toast(page, 'Role Change Failed')).toBeVisible();
  await expect(toast(page, sentence)).toBeVisible();
});

test('[M14] chosen people are enrolled in a course that they can take, with an outcome for each', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(500));
  const ada = await addMember(product, { name: 'Ada Able' });
  await openUsers(page);
  const dialog = page.getByRole('dialog');
  await act(page, 'Lena Learner', 'Enroll in a course');
  await expect(dialog.getByRole('button', { name: 'Enroll Lena Learner' })).toBeDisabled();
  await dialog.getByLabel('Course').click();
  const options = page.getByRole('listbox').getByRole('option');
  // The organization's own comes first, and each says why it is there.
  await expect(options).toHaveText([
    /^Growing an Inspection Business\s*Own$/,
    /^Certified Field Inspector\s*Public$/,
    /^Operating the 3D Scanner\s*Public$/,
    /^Property Inspection Field Training\s*Public$/,
  ]);
  await options.filter({ hasText: 'Growing' }).click();
  wire.answerOnce(`/api/enterprise/admin/organizations/${await organizationId(product)}/bulk-jobs`, {
    status: 500,
    body: '',
  });
  await dialog.getByRole('button', { name: 'Enroll Lena Learner' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/Enrollment Failed.*No one was enrolled\./);
  await dialog.getByRole('button', { name: 'Enroll Lena Learner' }).click();
  await expect(toast(page, 'Enroll in Growing an Inspection Business: 1 of 1 enrolled.')).toBeVisible();

  await choose(page, 'Ada Able');
  await choose(page, 'Lena Learner');
  await page.getByRole('button', { name: 'Enroll (2)' }).click();
  await dialog.getByLabel('Course').fill('Growing');
  await page.getByRole('option', { name: 'Growing an Inspection Business' }).click();
  await dialog.getByRole('button', { name: 'Enroll 2 people' }).click();
  await expect(dialog).toContainText('1 of 2 enrolled, 1 left out');
  await expect(dialog.getByRole('row', { name: /Lena Learner/ })).toContainText('Already enrolled by an admin.');
  await expect(dialog.getByRole('row', { name: /Ada Able/ })).toContainText('Enrolled');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export CSV' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain(`Ada Able,${ada.email},Enrolled`);
  const sql = 'select course_id from course_progress where user_id = ? and is_assigned';
  expect(await askDatabase(product, sql, ada.id)).toEqual([{ course_id: 3 }]);
});

test('[M1] the courses tab tells own courses from granted ones, and leads to those one may manage', async ({
  page,
  product,
}) => {
  const sql = 'insert into course_grants (course_id, organization_id, created_at) values (2, ?, ?)';
  await askDatabase(product, sql, await organizationId(product), Date.now());
  await signIn(page, ORG_ADMIN);
  await page.goto('/admin?tab=courses');
  const own = row(page, 'Growing an Inspection Business');
  await expect(own).toContainText('Own');
  await expect(own).toContainText('Organization');
  await expect(own).toContainText('Published');
  await expect(own.getByRole('link', { name: 'Manage Growing an Inspection Business' })).toHaveAttribute(
    'href',
    '/admin/courses/3',
  );
  await expect(row(page, 'Operating the 3D Scanner')).toContainText('Granted');
  await expect(row(page, 'Operating the 3D Scanner').getByRole('link', { name: /Manage/ })).toHaveCount(0);
  await page.getByRole('tabpanel').getByRole('searchbox', { name: 'Search courses' }).fill('scanner');
  await expect(page.getByRole('status').filter({ hasText: '1 course' })).toBeVisible();
  await askDatabase(product, 'delete from course_grants');
  await askDatabase(product, 'update courses set organization_id = null');
  await page.goto('/admin?tab=courses');
  await expect(page.getByRole('heading', { name: 'No courses yet' })).toBeVisible();
});

test('[M13] each tab says what could not be fetched, and fetches it again', async ({ page, product, wire, noise }) => {
  noise.allow(statusNoise(500), NETWORK_NOISE);
  const here = `/api/enterprise/admin/organizations/${await organizationId(product)}`;
  await signIn(page, ORG_ADMIN);
  const sentence = 'Something went wrong on our side. Please try again.';
  const failure = { status: 500, body: { error: sentence, message: sentence, code: 'internal' } };
  const tabs = [
    ['users', 'Failed to fetch organization users', 'people'],
    ['courses', 'Failed to fetch organization courses', 'courses'],
    ['invitations', 'Failed to fetch invitations', 'invitations'],
  ] as const;
  for (const [tab, title, things] of tabs) {
    wire.answerOnce(`${here}/${tab}`, failure);
    await page.goto(`/admin?tab=${tab}`);
    const alert = page.getByRole('alert').filter({ hasText: title });
    await expect(alert).toContainText(sentence);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('tabpanel').getByRole('searchbox', { name: `Search ${things}` })).toBeVisible();
  }
  wire.cut();
  await page.getByRole('tab', { name: 'Courses' }).click();
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  wire.mend();
  // It may have come back by itself, when the engine was the first to notice the network.
  await expect(async () => {
    const retry = page.getByRole('button', { name: 'Try again' });
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
    await expect(row(page, 'Growing an Inspection Business')).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test('[M1, M5] a super admin finds a new organization empty, and is led to inviting its people', async ({
  page,
  product,
}) => {
  const id = randomUUID();
  const sql =
    'insert into organizations (id, name, slug, is_active, created_at, updated_at) values (?, ?, ?, true, ?, ?)';
  await askDatabase(product, sql, id, 'Nova Surveys', 'nova-surveys', Date.now(), Date.now());
  await signIn(page, SUPER_ADMIN);
  await page.goto(`/admin/organizations/${id}`);
  await expect(page.getByRole('heading', { name: 'Nova Surveys Admin Dashboard' })).toBeVisible();
  await page.getByRole('link', { name: 'Invite people' }).click();
  await page.getByRole('button', { name: 'New invitation' }).click();
  await page.getByRole('button', { name: 'Generate Invitation Token' }).click();
  await expect(row(page, '0 of 50')).toContainText('Active');
});
