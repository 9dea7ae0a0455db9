// The pages of organizations and people over a real server: who is made, named, moved, removed and invited, and what fails.
import '#tests/fixtures/page.ts';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { AdminPage } from '#app/admin/admin-page.tsx';
import { AuditLogPage } from '#app/admin/insights/audit-log-page.tsx';
import { OrganizationPage } from '#app/admin/people/organization-page.tsx';
import { OrganizationsPage } from '#app/admin/people/organizations-page.tsx';
import { UsersPage } from '#app/admin/people/users-page.tsx';
import { LENA } from '#tests/fixtures/auth-service.ts';
import { filterBy, openFilters } from '#tests/fixtures/filter-by.ts';
import {
  chooseIn,
  closed,
  dialogOf,
  fill,
  openScreen,
  openServer,
  pick,
  press,
  says,
  wrongOf,
} from '#tests/fixtures/served-screen.tsx';

const NO_ORGANIZATION = 'No Organization Selected';
const openHome = (search = '') => openScreen(`/admin${search}`, '/admin', <AdminPage />);
const rowOf = async (text: string | RegExp) =>
  (await screen.findAllByRole('row')).find((row) => row.textContent?.match(text))?.textContent ?? '';
const tick = async (name: string) => fireEvent.click(await screen.findByRole('checkbox', { name }));
const gone = (text: string) => waitFor(() => expect(screen.queryByText(text)).toBeNull());

/** Demo Inspections with Paul and Ada, whom Lena administers. */
async function openOrganization() {
  const server = await openServer();
  const { plant, home, db } = server;
  const paul = await plant.person({ fullName: 'Paul Past', nameKey: 'paul past', organizationId: home });
  const ada = await plant.person({ fullName: 'Ada Able', nameKey: 'ada able', organizationId: home });
  const { profiles } = db.tables;
  const profileOf = async (id: string) => (await db.select().from(profiles).where(eq(profiles.id, id)))[0];
  const leave = (id: string) => db.update(profiles).set({ organizationId: null }).where(eq(profiles.id, id));
  const here = `/api/enterprise/admin/organizations/${home}`;
  return { ...server, paul, ada, profileOf, leave, here };
}

test('[M5, M13] removing somebody asks first, says what became of it, and tells why it failed', async () => {
  const { paul, ada, failNext, leave, here, profileOf } = await openOrganization();
  await openHome();
  const ask = (name: string) => chooseIn(`Actions for ${name}`, 'Remove from the organization');
  await ask('Paul Past');
  const question = await dialogOf('Remove Paul Past from Demo Inspections?');
  await says('This action cannot be undone.');
  failNext(`POST ${here}/bulk-jobs`);
  await press('Remove', question);
  await says('Removal Failed', 'Failed to remove user from organization');
  await press('Cancel', question);
  await leave(ada);
  await ask('Ada Able');
  const other = await dialogOf(/Ada Able/);
  await press('Remove', other);
  await says('This person is not here.');
  await press('Cancel', other);
  await ask('Paul Past');
  await press('Remove', await dialogOf(/Paul Past/));
  await says('User Removed');
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select Paul Past' })).toBeNull());
  await waitFor(() => expect(document.activeElement?.tagName, 'the focus is not lost with the row').toMatch(/^H[12]$/));
  expect(await profileOf(paul)).toMatchObject({ organizationId: null });
});

test('[M5] several people go at once, and of each who stays the reason is told', async () => {
  const { ada, leave } = await openOrganization();
  await openHome();
  for (const name of ['Paul Past', 'Ada Able', 'Lena Learner']) await tick(`Select ${name}`);
  await leave(ada);
  await chooseIn('More', 'Remove (2)');
  await says("You won't be removed yourself.");
  await press('Remove', await dialogOf(/^Remove 2 people/));
  await says('Remove from the organization: 1 of 1 removed, 1 no longer here.');
});

test('[M5] a member becomes an admin, with one press a member again, and hears why it failed', async () => {
  const { ada, failNext, here } = await openOrganization();
  await openHome();
  expect(await rowOf(/Lena Learner/)).toContain('You');
  expect(screen.queryByRole('button', { name: 'Actions for Lena Learner' })).toBeNull();
  await chooseIn('Actions for Ada Able', 'Make admin');
  await says('Ada Able is now an admin.');
  await waitFor(async () => expect(await rowOf(/Ada Able/)).toContain('Admin'));
  await press('Undo');
  await says('Ada Able is now a member.');
  failNext(`PUT ${here}/users/${ada}`, { words: 'An organization must keep at least one admin.' });
  await waitFor(async () => expect(await rowOf(/Ada Able/)).toContain('Member'));
  await chooseIn('Actions for Ada Able', 'Make admin');
  await says('Role Change Failed', 'An organization must keep at least one admin.');
});

test('[M14] selected people are enrolled in a course that they can take, with an outcome for each', async () => {
  const { plant, home, paul, failNext, here } = await openOrganization();
  const own = await plant.course({ title: 'Ours', organizationId: home });
  await plant.course({ title: 'Everybody’s' });
  await plant.assign(paul, own);
  await openHome();
  await chooseIn('Actions for Ada Able', 'Enroll in a course');
  const dialog = await dialogOf(/Enroll/);
  expect((await dialog.findByRole<HTMLButtonElement>('button', { name: 'Enroll Ada Able' })).disabled).toBe(true);
  fireEvent.click(dialog.getByRole('combobox', { name: 'Course' }));
  await waitFor(() =>
    expect(
      within(screen.getByRole('listbox'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringMatching(/^Ours\s*Own$/), expect.stringMatching(/^Everybody’s\s*Public$/)]),
  );
  fireEvent.click(screen.getByRole('option', { name: /^Ours/ }));
  failNext(`POST ${here}/bulk-jobs`);
  await press('Enroll Ada Able', dialog);
  await says('Enrollment Failed', 'No one was enrolled.');
  await press('Enroll Ada Able', dialog);
  await says('Enroll in Ours: Ada Able.');
  await closed();
  for (const name of ['Paul Past', 'Ada Able']) await tick(`Select ${name}`);
  await press('Enroll (2)');
  fireEvent.click(await screen.findByRole('combobox', { name: 'Course' }));
  fireEvent.click(await screen.findByRole('option', { name: /^Ours/ }));
  await press('Enroll 2 people');
  await says('0 of 2 enrolled, 2 left out', 'Already enrolled by an admin.');
  await press('Close');
  await chooseIn('Actions for Ada Able', 'Enroll in a course');
  fireEvent.click(await screen.findByRole('combobox', { name: 'Course' }));
  fireEvent.click(await screen.findByRole('option', { name: /^Ours/ }));
  await press('Enroll Ada Able');
  await says('Ada Able: Already enrolled by an admin.');
});

test('[M1, M13] each tab says what could not be fetched, and fetches it again; own courses stand beside granted ones', async () => {
  const { plant, home, failNext } = await openOrganization();
  const here = `/api/enterprise/admin/organizations/${home}`;
  await plant.course({ title: 'Ours', organizationId: home });
  await plant.grant(await plant.course({ title: 'Lent', visibility: 'private' }), home);
  for (const [tab, title, things] of [
    ['users', 'Failed to fetch organization users', 'people'],
    ['invitations', 'Failed to fetch invitations', 'invitations'],
    ['courses', 'Failed to fetch organization courses', 'courses'],
  ] as const) {
    failNext(`GET ${here}/${tab}`, { words: 'The roof is wet.' });
    await openHome(`?tab=${tab}`);
    await says(title, 'The roof is wet.');
    await press('Try again');
    await screen.findByRole('searchbox', { name: `Search ${things}` });
  }
  await waitFor(async () => expect(await rowOf(/Ours/)).toMatch(/Own/));
  expect(await rowOf(/Lent/)).toContain('Granted');
  expect(screen.getByRole('link', { name: 'Manage Ours' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Manage Lent' })).toBeNull();
});

test('[M7, M13] an invitation is revoked after a question, and says when that failed', async () => {
  const { home, failNext, db } = await openOrganization();
  const invitations = `/api/enterprise/admin/organizations/${home}/invitations`;
  await openHome('?tab=invitations');
  await says('No invitations yet');
  await press('New invitation');
  await fill('Expires (optional)', '2020-01-01T10:00');
  await press('Generate Invitation Token');
  await says('Token Creation Failed', 'The expiry must lie in the future.');
  await fill('Expires (optional)', '');
  await press('Generate Invitation Token');
  await says('Invitation Token Created', 'Join Demo Inspections');
  const printed = vi.fn();
  vi.stubGlobal('print', printed);
  await press('Print poster');
  expect(printed).toHaveBeenCalledOnce();
  await waitFor(async () => expect(await rowOf(/0 of 50/)).toMatch(/Anyone with the link.*Active/));
  const [row] = await db.select().from(db.tables.invitations);
  await press(/^Revoke the invitation/);
  const question = await dialogOf('Revoke this invitation?');
  await says('This action cannot be undone.');
  failNext(`DELETE ${invitations}/${row?.id}`);
  await press('Revoke', question);
  await says('Revocation Failed');
  await press('Revoke', question);
  await says('Invitation Revoked');
  await waitFor(async () => expect(await rowOf(/0 of 50/)).toContain('Revoked'));
  expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull();
});

test('[Z6] a list that cannot be read, is too long or cannot be sent says so, and nothing is sent', async () => {
  const { home, failNext, sent } = await openOrganization();
  await openHome('?tab=invitations&invite=many');
  const choose = async (...parts: BlobPart[]) =>
    fireEvent.change(await screen.findByLabelText('CSV or Excel file'), {
      target: { files: [new File(parts, 'people.csv')] },
    });
  await choose(Uint8Array.from(Buffer.from('zoë@company.example', 'utf16le')));
  await says('Save it as "CSV UTF-8"');
  await choose(Array.from({ length: 10_001 }, (_, n) => `p${n}@company.example`).join('\n'));
  await says('These are 10,001 rows. At most 10,000 people can be invited at a time');
  await choose('email,role\n');
  await says('There are no rows in it.');
  await screen.findByRole('button', { name: 'Download a template' });
  expect(sent).toEqual([]);
  await fill('Or paste the list', 'zoe@company.example');
  failNext(`POST /api/enterprise/admin/organizations/${home}/invitations`, { words: 'Please wait a moment.' });
  await press('Check the list');
  await says('Invitations Failed', 'Please wait a moment.');
  await press('Check the list');
  await screen.findByRole('heading', { name: '1 ready to invite' });
});

test('[M2, M6, M13] an organization is made, renamed, switched off and on, and found by its status', async () => {
  const { failNext } = await openServer({ isSuperAdmin: true });
  failNext('GET /api/admin/organizations', { words: 'The roof is wet.' });
  await openScreen('/admin/organizations', '/admin/organizations', <OrganizationsPage />);
  await says('Failed to fetch organizations');
  await press('Try again');
  await rowOf(/Demo Inspections/);
  for (const name of ['Name', 'Slug', 'Status', 'People', 'Courses', 'Created At', 'Actions'])
    expect(document.querySelector('thead')?.textContent).toContain(name);
  await press('New Organization');
  const dialog = await dialogOf('Create Organization');
  await press('Create Organization', dialog);
  await says('Missing Information', 'Please fill in both organization name and slug.');
  await fill('Organization Name', '  Demo: Inspections!  ');
  expect(screen.getByLabelText<HTMLInputElement>('Slug').value).toBe('demo-inspections');
  await press('Create Organization', dialog);
  await says('Creation Failed');
  await waitFor(() => expect(wrongOf('Slug')).toBe('This slug is already in use.'));
  await fill('Slug', 'second');
  await fill('Organization Name', 'Acme Roofs');
  expect(screen.getByLabelText<HTMLInputElement>('Slug').value, 'what was written stays').toBe('second');
  await press('Create Organization', dialog);
  await says('Organization Created');
  await closed();
  await press('Edit Acme Roofs');
  await fill('Organization Name', 'Acme Towers');
  await press('Save');
  await screen.findByText('Acme Towers');
  await press('Deactivate Acme Towers');
  await says('No one can join it any more', 'They keep their accounts, progress and certificates.');
  await press('Deactivate', await dialogOf('Deactivate Acme Towers?'));
  await filterBy('Status', 'inactive');
  await press('Activate Acme Towers');
  await press('Activate', await dialogOf('Activate Acme Towers?'));
  await says('No organizations match this filter');
});

test('[M3, M13, M14] people are found by role, moved one by one or many, and told who stays and why', async () => {
  const { plant, home, failNext, db } = await openServer({ isSuperAdmin: true });
  await plant.organization({ name: 'Acme Roofs' });
  await plant.person({ fullName: 'Ben Builder', organizationId: home });
  await plant.person({ fullName: 'Omar Admin', organizationId: home, isOrgAdmin: true });
  failNext('GET /api/admin/users', { words: 'The roof is wet.' });
  const { address } = await openScreen('/admin/users', '/admin/users', <UsersPage />);
  const failure = (await screen.findByText('Failed to fetch users')).closest('[role=alert]');
  await press('Try again', within(failure as HTMLElement));
  await screen.findByText('Ben Builder');
  const { filters, close } = await openFilters();
  const roles = filters.getByLabelText<HTMLSelectElement>('Role');
  expect([...roles.options].map(({ text }) => text)).toEqual([
    ...['All Users', 'Super Admins', 'Org Admins', 'Regular Users'],
  ]);
  fireEvent.change(roles, { target: { value: 'regular' } });
  await close();
  await gone('Omar Admin');
  expect(address()).toContain('role=regular');
  await press('Assign Ben Builder');
  await press('Assign', await dialogOf(/Ben Builder/));
  await says(NO_ORGANIZATION, 'Please select an organization first.');
  await pick('Organization', 'Acme Roofs');
  await press('Assign', await dialogOf(/Ben Builder/));
  const move = await dialogOf('Move Ben Builder to Acme Roofs?');
  await says('Ben Builder leaves Demo Inspections.', 'What ends: the courses of Demo Inspections, ');
  failNext('POST /api/admin/assign-user-to-organization');
  await press('Move', move);
  await says('Failed to assign user to organization');
  await press('Cancel', move);

  await filterBy('Role', '');
  await screen.findByText('Omar Admin');
  await tick('Select all');
  await press('Assign 3 people');
  await pick('Organization', 'Demo Inspections');
  await press('Assign', await dialogOf(/3 people/));
  await says('Not everyone was moved', '1 person assigned to Demo Inspections.', 'Already in Demo Inspections.');
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await closed();
  await press('Assign Omar Admin');
  fireEvent.click(await screen.findByRole('combobox', { name: 'Organization' }));
  fireEvent.click(await screen.findByRole('option', { name: 'None: remove from organization' }));
  await press('Remove', await dialogOf(/Omar Admin/));
  const question = await dialogOf('Remove Omar Admin from Demo Inspections?');
  await says('This action cannot be undone.');
  await press('Remove', question);
  await says('User Removed');
  const { profiles } = db.tables;
  await waitFor(async () => {
    const [omar] = await db.select().from(profiles).where(eq(profiles.fullName, 'Omar Admin'));
    expect(omar).toMatchObject({ organizationId: null, isOrgAdmin: false });
  });
});

test('[M1, M13] Refresh Data and Clean Duplicates say what came of them', async () => {
  const { plant, failNext } = await openServer({ isSuperAdmin: true });
  for (const title of ['Roofs', 'Ropes', 'Scans']) await plant.course({ title });
  const course = await plant.course({ title: ' roofs ' });
  await plant.lesson(course);
  await openHome();
  await press('Refresh Data');
  await says('Data Refreshed', 'Course 4 has 1 lesson');
  failNext('GET /api/admin/courses/4/lessons/refresh');
  await press('Refresh Data');
  await says('Refresh Failed');
  await press('Clean Duplicates');
  const question = await dialogOf(/duplicate/i);
  await says('This action cannot be undone.');
  failNext('POST /api/admin/cleanup-course-duplicates');
  await press('Clean Duplicates', question);
  await says('Cleanup Failed');
  await press('Clean Duplicates', question);
  await says('Cleanup Completed', '1 duplicate course removed.');
  await screen.findByRole('link', { name: 'Courses 3' });
});

test('[Z7] the audit log tells in plain words who did what, narrows it, and loads more', async () => {
  const { rooms, failNext, db } = await openServer({ isSuperAdmin: true });
  const made = { name: '=HYPERLINK("x")', slug: 'x' };
  await rooms.post(LENA.id, '/api/enterprise/admin/organizations', made);
  await db
    .insert(db.tables.auditLog)
    .values(
      Array.from({ length: 60 }, () => ({ action: 'course.frozen', subject: '9', createdAt: new Date() }) as never),
    );
  await openScreen('/admin/audit-log', '/admin/audit-log', <AuditLogPage />);
  await waitFor(async () =>
    expect(await rowOf(/Course frozen/)).toMatch(/Signed-out visitor.*Course frozen.*Course 9/),
  );
  failNext('GET /api/admin/audit-log');
  await press('Next page');
  await says('Failed to fetch the audit log');
  await press('Try again');
  await waitFor(async () => expect(await rowOf(/HYPERLINK/)).toMatch(/Lena Learner.*Created an organization/));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
  await filterBy('Event type', 'organization');
  await gone('Course frozen');
  await fill('Search people', 'nobody@demo.example');
  await says('No one who matches did anything');
  await press('Search what was done to them');
  await says('No events match this filter');
  await press('Clear the filters');
  await rowOf(/Course frozen/);
});

test('[M1, M5] a super admin finds a new organization empty, and is led to inviting its people', async () => {
  const { plant } = await openServer({ isSuperAdmin: true });
  const id = await plant.organization({ name: 'Nova Surveys' });
  const at = `/admin/organizations/${id}`;
  await openScreen(at, '/admin/organizations/:organizationId', <OrganizationPage />);
  await screen.findByRole('heading', { level: 1, name: 'Nova Surveys Admin Dashboard' });
  fireEvent.click(await screen.findByRole('link', { name: 'Invite people' }));
  await press('New invitation');
  await press('Generate Invitation Token');
  await waitFor(async () => expect(await rowOf(/0 of 50/)).toContain('Active'));
});
