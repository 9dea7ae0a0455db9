// A person's own data: a copy of all of it, and what becomes of the devices of somebody who was erased.
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { someLessons } from './content.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { badgeSays, markComplete, openAccount, openLesson, signIn } from './person.ts';
import { SUPER_ADMIN } from './product.ts';
import { addPerson, openMenu, sitsHere } from './tablet-steps.ts';

test('people download a copy of their data, then erase their account in two steps', async ({ page, person }) => {
  const { email, fullName } = await person({ fullName: 'Pia Person' });
  await signIn(page, email);
  await page.goto('/dashboard');
  await openAccount(page);
  await page.getByRole('button', { name: 'Request a copy' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download the copy of/ }).click();
  const file = await readFile(await (await saving).path());
  const data = JSON.parse(strFromU8(unzipSync(file)['data.json'] ?? new Uint8Array()));
  expect(data.profile[0]).toMatchObject({ email, fullName });

  await page.getByRole('button', { name: 'Erase my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase your account?' });
  await expect(dialog.getByText('certificates as "Holder erased"')).toBeVisible();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Erase my account' }).click();
  await expect(page.getByText('Your account and your data were erased.', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('the tablet of an erased person offers the unsent work as a file and removes it; others stay', async ({
  device,
  product,
  person,
  noise,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(400), statusNoise(401));
  const { text } = await someLessons(product);
  const pia = await person({ fullName: 'Pia Person' });
  const milo = await person({ fullName: 'Milo Mate' });
  const tablet = await device({ width: 1180, height: 820 });
  await signIn(tablet.page, milo.email);
  await addPerson(tablet.page, milo.fullName, pia.email);
  await openLesson(tablet.page, text);
  await tablet.context.setOffline(true);
  await markComplete(tablet.page);
  await badgeSays(tablet.page, '1 change waiting');

  const desk = await device();
  await signIn(desk.page, SUPER_ADMIN);
  await desk.page.goto('/admin/users');
  await desk.page.getByRole('button', { name: 'Actions for Pia Person' }).click();
  await desk.page.getByRole('menuitem', { name: 'Erase' }).click();
  const dialog = desk.page.getByRole('dialog', { name: 'Erase Pia Person?' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Erase Pia Person' }).click();
  await expect(desk.page.getByText('Person erased', { exact: true }).first()).toBeVisible();
  await expect(desk.page.getByRole('button', { name: 'Actions for Pia Person' })).toHaveCount(0);

  await tablet.context.setOffline(false);
  const notice = tablet.page.getByRole('alert').filter({ hasText: "Pia Person's account was erased" });
  await expect(notice).toContainText("1 change wasn't sent", { timeout: 45_000 });
  const saving = tablet.page.waitForEvent('download');
  await notice.getByRole('button', { name: 'Save as a file and remove' }).click();
  const saved = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  expect(saved.outbox).toHaveLength(1);
  await expect(notice).toHaveCount(0);
  const left = () => tablet.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(left).not.toContain(`groundwork:${pia.id}`);
  expect(await left()).toContain(`groundwork:${milo.id}`);

  await tablet.page.goto('/auth/signin');
  await tablet.page
    .getByRole('button', { name: new RegExp(`^Continue as ${milo.fullName}|^${milo.fullName}`) })
    .click();
  await sitsHere(tablet.page, milo.fullName);
  await openMenu(tablet.page, milo.fullName);
  await expect(tablet.page.getByRole('menuitem', { name: 'Pia Person' })).toHaveCount(0);
});
