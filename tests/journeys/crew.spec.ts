// A crew without email addresses (decision 360): added by name, with cards, who learn offline and come back.
import { someLessons } from './content.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { badgeSays, markComplete, openLesson, signIn } from './person.ts';
import { ORG_ADMIN } from './product.ts';

const NAMES = [
  ...['Amina Yılmaz', 'Carlos Mendoza', 'Daniela Ospina', 'Emeka Nwosu', 'Farida Haidari', 'Hung Tran'],
  ...['José Barrios', 'Lucía Fernández', 'Mateo Quispe', 'Olena Bondar', 'Rosa Delgado', 'Wilmer Castaño'],
];

test('twelve are added by paste, their cards are printed, and one signs in with hers, learns offline and comes back', async ({
  page,
  device,
  noise,
  product,
}) => {
  // Cards that open nothing, and a time without a network.
  noise.allow(NETWORK_NOISE, statusNoise(404));
  await signIn(page, ORG_ADMIN);
  await page.goto('/admin/people');
  await page.getByRole('link', { name: 'Add without email' }).click();
  await page.getByLabel('Names, one per line').fill(NAMES.join('\n'));
  await expect(page.getByRole('cell', { name: 'amina.y', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add 12 people and make cards' }).click();
  await expect(page.getByRole('button', { name: 'Print 2 sheets' })).toBeEnabled();
  const card = page.getByRole('listitem').filter({ hasText: 'Amina Yılmaz' });
  const code = ((await card.textContent()) ?? '').match(/[A-Z2-9]{4} [A-Z2-9]{4}/)?.[0] ?? '';
  await page.emulateMedia({ media: 'print' });
  await expect(card.getByText('Amina Yılmaz')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print 2 sheets' })).toBeHidden();
  await page.emulateMedia({ media: null });

  const tablet = await device({ width: 390, height: 844 });
  const { page: hers } = tablet;
  await hers.goto('/auth/signin');
  await hers.getByRole('link', { name: 'No email? Use a card' }).click();
  await hers.getByLabel('Code on your card').fill('KR7M 4TQZ');
  await hers.getByRole('button', { name: 'Sign In', exact: true }).last().click();
  await expect(hers.getByText('No card has this code.', { exact: false })).toBeVisible();
  await hers.getByLabel('Code on your card').fill(code.toLowerCase());
  await hers.getByRole('button', { name: 'Sign In', exact: true }).last().click();
  await expect(hers.getByRole('heading', { name: 'Choose a PIN, Amina' })).toBeVisible();
  await hers.keyboard.type('2468');
  await hers.getByRole('button', { name: 'Continue' }).click();
  await expect(hers.getByRole('heading', { name: 'Repeat the PIN' })).toBeVisible();
  await hers.keyboard.type('2468');
  await hers.getByRole('textbox', { name: 'Password', exact: true }).fill('correct horse 7');
  await hers.getByRole('textbox', { name: 'Confirm Password' }).fill('correct horse 7');
  await hers.getByRole('button', { name: 'Save password' }).click();
  await hers.waitForURL((url) => url.pathname === '/');
  await hers.goto('/dashboard');
  await expect(hers.getByText('amina.y', { exact: true })).toBeVisible();
  expect(await hers.content()).not.toContain('people.invalid');

  // At work without a network, and back.
  const { text } = await someLessons(product);
  await openLesson(hers, text);
  await tablet.context.setOffline(true);
  await markComplete(hers);
  await badgeSays(hers, '1 change waiting');
  await tablet.context.setOffline(false);
  await badgeSays(hers, 'All work sent');
  await page.goto('/admin/people?search=amina');
  await expect(page.getByRole('row').filter({ hasText: 'Amina Yılmaz' })).toContainText('amina.y');

  // Used once.
  const other = await device();
  await other.page.goto(`/card#${code.replace(' ', '')}`);
  await other.page.getByRole('button', { name: 'Sign in with this card' }).click();
  await expect(other.page.getByText('This card was used before: it works once.', { exact: false })).toBeVisible();
  await other.page.getByRole('button', { name: 'Use another card' }).click();
  await other.page.getByRole('button', { name: 'Use name and password' }).click();
  await other.page.getByLabel('Organization').fill('Demo Inspections');
  await other.page.getByLabel('Sign-in name').fill('Amina.Y');
  await other.page.getByRole('textbox', { name: 'Password', exact: true }).fill('correct horse 7');
  await other.page.getByRole('button', { name: 'Sign In', exact: true }).last().click();
  await other.page.waitForURL((url) => url.pathname === '/');
});
