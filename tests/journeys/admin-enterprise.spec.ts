// /admin/enterprise: tokens that are shown once, grants that work at once, quick actions; and the audit log of it.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { pick } from './admin-steps.ts';
import { askDatabase } from './database.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { LEARNER, ORG_ADMIN, SUPER_ADMIN } from './product.ts';
import type { Planned } from './wire.ts';

const toast = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const press = (where: Page | Locator, name: string | RegExp) => where.getByRole('button', { name }).click();
const broken: Planned = { status: 500, body: 'nothing that can be read' };
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function openEnterprise(page: Page): Promise<void> {
  await signIn(page, SUPER_ADMIN);
  await page.goto('/admin/enterprise');
  await expect(page.getByRole('heading', { level: 1, name: 'Enterprise Administration' })).toBeVisible();
}

test('[M7, M9, M13] a token is shown once with its link, which works; what was left out or is wrong is said', async ({
  page,
  context,
  noise,
}) => {
  noise.allow(statusNoise(400));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openEnterprise(page);
  const quick = part(page, 'Quick Actions');
  await press(quick, 'Copy Test Invite Link');
  await expect(toast(page)).toContainText('Copied!');
  const origin = new URL(page.url()).origin;
  expect(await clipboard(page)).toBe(`${origin}/invite`);

  const form = part(page, 'Generate Invitation Token');
  await press(form, 'Generate Invitation Token');
  await expect(toast(page)).toContainText('No Organization SelectedPlease select an organization first.');
  await pick(form, 'Organization', 'Demo Inspections');
  await form.getByLabel('Max Uses').fill('1001');
  await press(form, 'Generate Invitation Token');
  await expect(toast(page)).toContainText('Token Creation Failed');
  const limits = 'Max uses must be a whole number from 1 to 1000.';
  await expect(form.getByLabel('Max Uses')).toHaveAccessibleDescription(limits);
  await form.getByLabel('Max Uses').fill('many');
  await form.getByLabel('Expires (optional)').fill('2020-01-01T10:00');
  await press(form, 'Generate Invitation Token');
  await expect(form.getByLabel('Expires (optional)')).toHaveAccessibleDescription('The expiry must lie in the future.');
  await expect(form.getByLabel('Max Uses'), 'what is no number falls back').toHaveValue('50');
  await form.getByLabel('Expires (optional)').fill('');
  await pick(form, 'Course (optional)', 'Growing an Inspection Business');
  await press(form, 'Generate Invitation Token');
  await expect(form.getByRole('heading', { name: 'Invitation Token Created' })).toBeVisible();

  await press(form, 'Copy Link');
  const link = await clipboard(page);
  expect(link).toMatch(new RegExp(`^${origin}/invite\\?token=[\\w-]{22,}$`));
  await press(form, 'Copy Token');
  expect(link).toBe(`${origin}/invite?token=${await clipboard(page)}`);
  await press(quick, 'Copy Test Invite Link');
  await expect.poll(() => clipboard(page), 'the link of the last token').toBe(link);

  const [flow] = await Promise.all([
    context.waitForEvent('page'),
    quick.getByRole('link', { name: /^Test Invitation Flow/ }).click(),
  ]);
  await expect(flow).toHaveURL(`${origin}/invite`);
  await flow.goto(link);
  await expect(flow.getByRole('main')).toContainText('Demo Inspections');
  await page.reload();
  await expect(part(page, 'Generate Invitation Token')).toBeVisible();
  await expect(page.getByText('Invite link', { exact: true }), 'nobody sees it again').toHaveCount(0);
});

test('[M8, M9, M13] an organization is made here, a course granted to it and taken back, and each failure said', async ({
  page,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(500));
  await openEnterprise(page);
  const make = part(page, 'Create Organization');
  await press(make, 'Create Organization');
  await expect(toast(page)).toContainText('Missing Information');
  await make.getByLabel('Organization Name').fill('Acme Roofs');
  await press(make, 'Create Organization');
  await expect(toast(page)).toContainText('Organization Created');
  await expect(part(page, 'Organizations').getByRole('row', { name: /Acme Roofs acme-roofs Active/ })).toBeVisible();

  const grant = part(page, 'Grant Course Access');
  const course = grant.getByLabel('Course');
  await expect(course, 'it starts on course 1').toHaveValue('Property Inspection Field Training');
  await press(grant, 'Grant Access');
  await expect(toast(page)).toContainText('No Organization Selected');
  await pick(grant, 'Organization', 'Acme Roofs');
  await expect(grant.getByText('No course was granted yet.')).toBeVisible();
  await pick(grant, 'Course', 'Growing an Inspection Business');
  wire.answerOnce('/api/enterprise/admin/grant-course-access', broken);
  await press(grant, 'Grant Access');
  await expect(toast(page)).toContainText('Access Grant Failed');
  await press(grant, 'Grant Access');
  await expect(toast(page)).toContainText('Access GrantedAcme Roofs now has Growing an Inspection Business.');
  await press(grant, 'Revoke Growing an Inspection Business');
  await press(page.getByRole('dialog'), 'Revoke');
  await expect(toast(page)).toContainText('Acme Roofs no longer has Growing an Inspection Business.');
  await expect(grant.getByText('No course was granted yet.')).toBeVisible();

  wire.answer('/api/admin/organizations', broken);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to fetch organizations');
});

test('[Z7] the audit log tells in plain words who did what, narrows it, loads more, and is a file', async ({
  page,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(500));
  await openEnterprise(page);
  const make = part(page, 'Create Organization');
  await make.getByLabel('Organization Name').fill('=HYPERLINK("x")');
  await press(make, 'Create Organization');
  await expect(toast(page)).toContainText('Organization Created');
  const grant = part(page, 'Grant Course Access');
  await pick(grant, 'Organization', 'Demo Inspections');
  await press(grant, 'Grant Access');
  await expect(toast(page)).toContainText('Access Granted');

  await page.goto('/admin/audit-log');
  const lines = page.getByRole('main').getByRole('row');
  await expect(lines.nth(1)).toContainText(
    /Sofia Super.*Granted a course.*Property Inspection Field Training \(Demo Inspections\)/,
  );
  await expect(lines.nth(2)).toContainText('Created an organization');
  await expect(lines.nth(3)).toContainText(/Signed in.*Method: password/);
  await page.getByLabel('Event type').selectOption('Organizations');
  await expect(page).toHaveURL(/action=organization/);
  await expect(lines).toHaveCount(2);
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Export CSV')]);
  expect(file.suggestedFilename()).toMatch(/^audit-log.*-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(`"'=HYPERLINK(""x"")"`);
  await page.getByLabel('Search people').fill('nobody@demo.example');
  await expect(page.getByText('No one who matches did anything')).toBeVisible();
  await press(page, 'Search what was done to them');
  await expect(page.getByText('No events match this filter')).toBeVisible();
  await press(page, 'Clear the filters');
  await expect(lines).toHaveCount(4);

  const name = (id: number) => ({
    id,
    at: '2026-01-01T00:00:00.000Z',
    action: 'course.frozen',
    actor: null,
    organizationId: null,
    subject: '9',
    details: null,
    ip: null,
    names: {},
  });
  const body = (ids: number[], nextCursor: string | null) => ({
    status: 200,
    body: { acts: ids.map(name), nextCursor },
    headers: { 'X-Groundwork-Api': '1' },
  });
  wire.answerOnce('/api/admin/audit-log', body([9, 8], '8'));
  await page.reload();
  await expect(lines.nth(1)).toContainText(/Signed-out visitor.*Course frozen.*Course 9/);
  wire.answerOnce('/api/admin/audit-log', broken);
  await press(page, 'Show more');
  await expect(page.getByRole('alert')).toContainText('Failed to fetch the audit log');
  await expect(lines, 'what is loaded stays').toHaveCount(3);
  wire.answerOnce('/api/admin/audit-log', body([7], null));
  await press(page, 'Try again');
  await expect(lines).toHaveCount(4);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
});

test('[M8] a course that is granted to an organization is its members’ at once, and not theirs once it is taken back', async ({
  page,
  product,
  device,
  noise,
}) => {
  noise.allow(statusNoise(404));
  await askDatabase(product, "update courses set visibility = 'private' where id = 2");
  const { page: lena } = await device();
  await signIn(lena, LEARNER);
  const title = lena.getByRole('main').getByRole('heading', { level: 1 });
  await lena.goto('/course/2');
  await expect(title).toHaveText('Course not found');

  await openEnterprise(page);
  const grant = part(page, 'Grant Course Access');
  await pick(grant, 'Course', 'Operating the 3D Scanner');
  await pick(grant, 'Organization', 'Demo Inspections');
  await press(grant, 'Grant Access');
  await expect(toast(page)).toContainText('Access Granted');
  await lena.reload();
  await expect(title).toHaveText('Operating the 3D Scanner');

  await press(grant, 'Revoke Operating the 3D Scanner');
  await press(page.getByRole('dialog'), 'Revoke');
  await expect(toast(page)).toContainText('Access Revoked');
  await lena.reload();
  await expect(title).toHaveText('Course not found');
});

const PAGES = ['organizations', 'users', 'enterprise', 'organizations/7d3f0c1e-0000-4000-8000-000000000002'];

test('[R4] the pages of super admins are not for org admins, nor for visitors, and need the network', async ({
  page,
  context,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  for (const path of PAGES) {
    await page.goto(`/admin/${path}`);
    await expect(page, path).toHaveURL(/\/auth\?mode=signin$/);
  }
  await signIn(page, ORG_ADMIN);
  for (const path of PAGES) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' }), path).toBeVisible();
    await expect(page.getByText('You do not have permission to view this page.')).toBeVisible();
  }
  await context.setOffline(true);
  for (const path of PAGES) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: "You're offline" }), path).toBeVisible();
  }
});
