// What an organization knows of its tablets, and how an admin signs everyone out of one (R-O7, R-M5).
import { askDatabase } from './database.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { ORG_ADMIN } from './product.ts';

test('[O7, M5] an admin names a tablet and signs everyone out of it at its next contact', async ({
  page,
  product,
  device,
}) => {
  await signIn(page);
  const known = () => askDatabase<{ id: string }>(product, 'select id from tablets');
  // It reports 5 seconds after it has reached the server, which a busy machine draws out.
  await expect.poll(async () => (await known()).length, { timeout: 30_000 }).toBe(1);
  const unnamed = `Device ${(await known())[0]?.id.slice(0, 4).toUpperCase()}`;

  const { page: desk } = await device({ width: 1280, height: 800 });
  const act = async (tablet: string, what: string) => {
    await desk.getByRole('button', { name: `Actions for ${tablet}` }).click();
    await desk.getByRole('menuitem', { name: what }).click();
  };
  await signIn(desk, ORG_ADMIN);
  await desk.goto('/admin');
  await desk.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Devices' }).click();
  await act(unnamed, 'Rename');
  await desk.getByRole('textbox', { name: 'Name' }).fill('Van 3');
  await desk.getByRole('button', { name: 'Save' }).click();
  const row = desk.getByRole('row').filter({ hasText: 'Van 3' });
  await expect(row).toContainText('Chrome on Linux');
  await expect(row).toContainText('Nothing');
  await act('Van 3', 'Sign everyone out');
  await desk.getByRole('dialog').getByRole('button', { name: 'Sign everyone out' }).click();
  await expect(row).toContainText('Signs everyone out at next contact');

  await page.reload();
  await expect(page.getByText('An admin signed everyone out of this device', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  await desk.reload();
  await expect(row).toContainText('Everyone was signed out just now');
});
