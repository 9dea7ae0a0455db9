// Inviting people into an organization: by a link, and many from a file (R-M7, R-Z6).

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pick } from './admin-steps.ts';
import { askDatabase } from './database.ts';
import { expect, test } from './fixtures.ts';
import { invite } from './invitations.ts';
import { addMember } from './members.ts';
import { signIn } from './person.ts';
import { ORG_ADMIN } from './product.ts';

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
// Hidden from readers behind a dialog that stays open: a live region of its own says it.
const toast = (page: Page, title: string) =>
  page.getByRole('region', { name: /Notifications/, includeHidden: true }).getByText(title);
const openInvitations = async (page: Page, more = '') => {
  await signIn(page, ORG_ADMIN);
  await page.goto(`/admin?tab=invitations${more}`);
};

test('[M7] a token is made, shown once with its link, listed with its uses, and revoked', async ({ page, product }) => {
  await openInvitations(page);
  await expect(page.getByRole('heading', { name: 'No invitations yet' })).toBeVisible();
  await page.getByRole('button', { name: 'New invitation' }).click();
  await expect(page.getByLabel('Max Uses')).toHaveValue('50');
  await page.getByLabel('Max Uses').fill('2');
  await page.getByLabel('Role').selectOption('Admin');
  await pick(page, 'Course (optional)', 'Growing an Inspection Business');
  await page.getByRole('button', { name: 'Generate Invitation Token' }).click();
  const heading = page.getByRole('heading', { name: 'Invitation Token Created' });
  await expect(heading).toBeFocused();
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Copy Token' }), 'the card is in sight').toBeInViewport({ ratio: 1 });
  const link = page.getByText(/\/invite\?token=/);
  await expect(link).toHaveText(new RegExp(`^${new URL(page.url()).origin}/invite\\?token=[\\w-]{22,}$`));
  const made = row(page, '0 of 2');
  await expect(made).toContainText('Admin');
  await expect(made).toContainText('Growing an Inspection Business');
  await expect(made).toContainText('Anyone with the link');
  await expect(made).toContainText('Active');
  const address = (await link.textContent()) ?? '';
  await page.reload();
  await expect(made).toBeVisible();
  await expect(page.getByText(/\/invite\?token=/), 'the token is in no later answer').toHaveCount(0);

  invite(product, { maxUses: 7, expiresAt: Date.now() - 1000 });
  invite(product, { maxUses: 3 });
  await askDatabase(product, 'update invitations set uses = 3 where max_uses = 3');
  await page.reload();
  await expect(row(page, '0 of 7')).toContainText('Expired');
  await expect(row(page, '3 of 3')).toContainText('Used up');
  await expect(row(page, '3 of 3').getByRole('button')).toHaveCount(0);
  await made.getByRole('button', { name: /Revoke/ }).click();
  await expect(page.getByRole('dialog')).toContainText('This action cannot be undone.');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(toast(page, 'Invitation Revoked')).toBeVisible();
  await expect(made).toContainText('Revoked');
  await expect(made.getByRole('button')).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByText('Invalid invitation token').first()).toBeVisible();
});

test('[Z6] a list is judged row by row before anybody is invited, and then those who can be are', async ({
  page,
  product,
  mailbox,
}) => {
  const paul = await addMember(product, { name: 'Paul Present' });
  await openInvitations(page);
  await page.getByRole('button', { name: 'Invite many by CSV' }).click();
  const template = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a template' }).click();
  const templateText = await readFile(await (await template).path(), 'utf8');
  expect(templateText).toMatch(/^\uFEFFemail,role,course,groups\r\n/);

  const lines = [
    'role;email;courseId',
    'admin;new.boss@company.example;',
    ';new.learner@company.example;3',
    `;${paul.email};`,
    ';=1+1@company.example;',
    'owner;role@company.example;',
    ';course@company.example;999',
    ';new.learner@company.example;',
  ];
  // UTF-16, as a spreadsheet's 'Unicode text'.
  const buffer = Buffer.from(`\uFEFF${lines.join('\r\n')}`, 'utf16le');
  await page.getByLabel('CSV or Excel file').setInputFiles({ name: 'people.txt', mimeType: 'text/plain', buffer });
  await expect(page.getByRole('heading', { name: '2 ready to invite, 1 the same, 4 with problems' })).toBeFocused();
  const outcomes = page.getByRole('table', { name: 'Checked list' }).locator('tbody tr');
  await expect(outcomes).toHaveText([
    /=1\+1@company\.example.*5.*Refused.*This is not an email address\./,
    /6.*Refused.*The role must be member or admin\./,
    /7.*Refused.*No course that this organization can take is called “999”\./,
    /8.*Refused.*This address is in the file twice\./,
    /new\.boss@company\.example.*2.*admin.*Can be invited/,
    /new\.learner@company\.example.*3.*member.*Growing an Inspection Business.*Can be invited/,
    /4.*Same.*Already a member of this organization\./,
  ]);
  expect(await askDatabase(product, 'select id from invitations'), 'nobody is invited yet').toEqual([]);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain("'=1+1@company.example,5,member,,,Refused");

  await page.getByRole('button', { name: 'Invite 2 people' }).click();
  await expect(page.getByRole('heading', { name: '2 people invited, 1 the same, 4 rows left out' })).toBeVisible();
  await expect(toast(page, 'Invitations Made')).toBeVisible();
  await expect.poll(async () => (await mailbox.mailsTo('new.boss@company.example')).length).toBe(1);
  expect(await mailbox.linkTo('new.learner@company.example')).toContain('/invite?token=');
  await page.getByRole('button', { name: 'Back to the invitations' }).click();
  await expect(row(page, 'new.boss@company.example')).toContainText('0 of 1');
  await expect(row(page, 'new.learner@company.example')).toContainText('Growing an Inspection Business');
});
