// From a due date to the reminder: given by an admin, shown to the learner without a network, and mailed.
import { addDays, dayOf } from '#sync/contract/due.ts';
import { askDatabase } from './database.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { LEARNER, ORG_ADMIN } from './product.ts';

const COURSE = 'Growing an Inspection Business';

test('[M14] a due date reaches the learner, also offline, and who is overdue is reminded', {
  tag: '@core',
}, async ({ page, product, wire, device, noise }) => {
  noise.allow(NETWORK_NOISE, statusNoise(422));
  await signIn(page, ORG_ADMIN);
  await page.goto('/admin/people');
  await page.getByRole('button', { name: 'Actions for Lena Learner' }).click();
  await page.getByRole('menuitem', { name: 'Enroll in a course' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Course').fill('Growing');
  await page.getByRole('option', { name: COURSE }).click();
  await dialog.getByLabel('Due', { exact: true }).selectOption('On a day');
  await dialog.getByLabel('Due date').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Enroll Lena Learner' }).click();
  await expect(dialog.getByText('This due date is in the past.')).toBeVisible();
  await dialog.getByLabel('Due date').fill(addDays(dayOf(new Date(), 'UTC'), 3));
  await dialog.getByRole('button', { name: 'Enroll Lena Learner' }).click();
  await expect(dialog).toHaveCount(0);
  const lena = page.getByRole('row').filter({ hasText: 'Lena Learner' });
  await expect(lena).toContainText(/Due \w/);

  const tablet = await device({ width: 390, height: 844 });
  await signIn(tablet.page);
  const next = tablet.page.getByRole('region', { name: 'Your next course' });
  await expect(next).toContainText(COURSE);
  await expect(next).toContainText(/Due \w/);

  // Days go by.
  const past = addDays(dayOf(new Date(), 'UTC'), -2);
  await askDatabase(
    product,
    'update course_progress set due_on = ?, reminded_at = null where due_on is not null',
    past,
  );
  await tablet.page.reload();
  await expect(next).toContainText('2 days late');
  wire.cut();
  await tablet.page.reload();
  await expect(next, 'without a network').toContainText('2 days late');
  await next.getByRole('link', { name: COURSE }).click();
  const saving = tablet.page.waitForEvent('download');
  await tablet.page.getByRole('button', { name: 'Add to calendar' }).click();
  expect((await saving).suggestedFilename()).toBe('due-dates.ics');
  wire.mend();

  await page.goto('/admin');
  await page.getByRole('link', { name: '1 person overdue', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select Lena Learner' }).check();
  await page.getByRole('button', { name: 'Remind (1)' }).click();
  await expect(dialog.getByRole('region', { name: 'The email' })).toContainText(`Overdue: ${COURSE}`);
  await dialog.getByRole('button', { name: 'Send 1 reminder' }).click();
  await expect(page.getByText('Reminders: Lena Learner.', { exact: true })).toBeVisible();
  const mails = "select subject, to_address from mail_outbox where kind = 'reminder'";
  expect(await askDatabase(product, mails)).toEqual([{ subject: `Overdue: ${COURSE}`, to_address: LEARNER }]);
  await page.getByRole('checkbox', { name: 'Select Lena Learner' }).check();
  await page.getByRole('button', { name: 'Remind (1)' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Lena Learner is left out: An email to them is waiting already.',
  ]);
});
