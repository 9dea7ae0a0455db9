// What journeys of the admin area share: who opens what, and what the page says then.
import { expect, type Locator, type Page } from '@playwright/test';
import { type Noise, statusNoise } from './fixtures.ts';
import { signIn } from './person.ts';

type Opening = {
  as: string;
  /** The page that is opened after the sign-in. */
  at: string;
  /** Statuses that the journey itself provokes. */
  refused?: number[];
};

/** Signs somebody in and opens a page of the admin area. */
export async function openAs(place: { page: Page; noise?: Noise }, { as, at, refused = [] }: Opening): Promise<void> {
  place.noise?.allow(...refused.map(statusNoise));
  await signIn(place.page, as);
  await place.page.goto(at);
}

/** Chooses in a filter of a list at a desk, or of the list in a dialog. */
export async function filterBy(page: Page, label: string, option: string, place: Page | Locator = page): Promise<void> {
  const button = place.getByRole('button', { name: 'Filter', exact: true });
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await button.click();
  await filters.getByLabel(label, { exact: true }).selectOption(option);
  await button.click();
  await expect(filters).toBeHidden();
}

/** Somebody else at another device. */
export async function otherPage(page: Page, email: string): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!context) throw new Error('No browser for somebody else.');
  const other = await context.newPage();
  await signIn(other, email);
  return other;
}

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('heading', { level: 1, name });

/** A line of a toast. While a dialog is open everything else is hidden from assistive technology, which hears it announced. */
export const toast = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: /Notifications/, includeHidden: true }).getByText(text, { exact: true });

/** What a dialog says of an act that failed, above its buttons. */
export const failureIn = (page: Page, text: string): Locator =>
  page.getByRole('dialog').getByRole('alert').getByText(text, { exact: true });

/** A short word in the content, such as 'Draft'. */
export const badge = (page: Page, text: string): Locator => page.getByRole('main').getByText(text, { exact: true });

/** Chooses in a field that searches, by the whole name. */
export async function pick(place: Page | Locator, label: string, name: string): Promise<void> {
  const field = place.getByRole('combobox', { name: label });
  await field.fill(name);
  const page = 'page' in place ? place.page() : place;
  // A row moves when the answer comes: a click that began on it would end beside it.
  await expect(page.getByRole('listbox', { name: label })).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('option', { name, exact: true }).click();
  await expect(field).toHaveValue(name);
}
