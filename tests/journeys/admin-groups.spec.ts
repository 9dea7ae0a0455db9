// A crew: made by an admin, joined by an invitation, found in the list of people, and seen by its lead.
import { filterBy } from './admin-steps.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { LEARNER, ORG_ADMIN } from './product.ts';

test('[M5, M7, M12] a group is made, joined by an invitation, listed, and seen by its lead', async ({
  page,
  person,
  device,
}) => {
  const newcomer = await person({ fullName: 'Nora Newcomer' });
  await signIn(page, ORG_ADMIN);
  await page.goto('/admin/people');
  await page.getByRole('link', { name: 'Groups' }).click();
  await page.getByRole('button', { name: 'New group' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('North crew');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('region', { name: 'North crew' })).toContainText('No one is in it yet');

  await page.getByRole('link', { name: 'Invite into it' }).click();
  await expect(page.getByRole('combobox', { name: 'Group (optional)' }).locator('option:checked')).toHaveText(
    'North crew',
  );
  await page.getByRole('button', { name: 'Generate Invitation Token' }).click();
  const address = await page.getByText(/\/invite\?token=/).textContent();
  await expect(page.getByRole('row', { name: /Into North crew/ })).toBeVisible();

  const { page: theirs } = await device();
  await signIn(theirs, newcomer.email);
  await theirs.goto(address ?? '');
  await theirs.getByRole('button', { name: 'Join as Nora Newcomer' }).click();
  await theirs.waitForURL((url) => url.pathname !== '/invite');

  await page.goto('/admin/people');
  const rows = page.getByRole('table', { name: 'Users' }).locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await filterBy(page, 'Group', 'North crew');
  await expect(rows).toHaveText([/Nora Newcomer.*North crew/]);
  await page.getByRole('button', { name: 'Actions for Nora Newcomer' }).click();
  await page.getByRole('menuitem', { name: /Make lead/ }).click();
  await expect(rows).toHaveText([/Nora Newcomer.*North crew \(lead\)/]);
  await page.getByRole('button', { name: 'Clear Group: North crew' }).click();
  await page.getByLabel(`Select Lena Learner`).check();
  await page.getByRole('button', { name: 'Add to group (1)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(rows.filter({ hasText: LEARNER })).toContainText('North crew');

  await theirs.goto('/dashboard');
  await theirs.getByRole('link', { name: 'Your Group' }).click();
  await expect(theirs.getByRole('heading', { level: 1, name: 'North crew' })).toBeVisible();
  await theirs.getByRole('link', { name: 'Lena Learner' }).click();
  await expect(theirs.getByRole('heading', { level: 1, name: 'Lena Learner' })).toBeVisible();
  await expect(theirs.getByRole('heading', { name: 'Courses' })).toBeVisible();
});
