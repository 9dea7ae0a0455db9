// The tab 'Course Lessons' in a person's words.
import type { Locator, Page } from '@playwright/test';
import { askDatabase } from './database.ts';
import { expect } from './fixtures.ts';
import type { Product } from './product.ts';

export const lessonsRegion = (page: Page): Locator => page.getByRole('region', { name: 'Course Lessons' });

/** The list below a module's heading. */
export const moduleList = (page: Page, title: string): Locator =>
  lessonsRegion(page).getByRole('list', { name: title, exact: true });

export const gripOf = (page: Page, title: string): Locator =>
  lessonsRegion(page).getByRole('button', { name: `Move ${title}`, exact: true });

/** The titles in a list, in the order in which they are seen. */
export function titlesIn(list: Locator): Promise<string[]> {
  return list
    .getByRole('button', { name: /^Move / })
    .evaluateAll((grips) => grips.map((grip) => grip.getAttribute('aria-label')?.slice('Move '.length) ?? ''));
}

/** Opens the course's page and waits for its lessons. */
export async function openLessons(page: Page, courseId: number): Promise<void> {
  await page.goto(`/admin/courses/${courseId}`);
  await expect(lessonsRegion(page).getByRole('listitem').first()).toBeVisible();
}

/** Chooses a line of a lesson's menu by the keyboard alone. */
export async function chooseMore(page: Page, title: string, line: string): Promise<void> {
  await lessonsRegion(page)
    .getByRole('button', { name: `More for ${title}`, exact: true })
    .press('Enter');
  const item = page.getByRole('menuitem', { name: line });
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await item.focus();
  await page.keyboard.press('Enter');
}

type Placed = { title: string; order_index: number };

/** The lessons as the server keeps them, by their index. */
export function keptLessons(product: Product, courseId: number): Promise<Placed[]> {
  return askDatabase<Placed>(
    product,
    'select title, order_index from lessons where course_id = ? and retired_at is null order by order_index, id',
    courseId,
  );
}

/** Many lessons at once, behind each other, as no person would add them. */
export async function fillCourse(product: Product, courseId: number, titles: readonly string[]): Promise<void> {
  for (const [place, title] of titles.entries()) {
    await askDatabase(
      product,
      'insert into lessons (course_id, title, description, body, duration_seconds, order_index, is_preview, created_at, updated_at) values (?, ?, ?, ?, 60, ?, false, ?, ?)',
      courseId,
      title,
      '',
      'Wear boots.',
      place + 1,
      Date.now(),
      Date.now(),
    );
  }
}
