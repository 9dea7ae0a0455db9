// The tab 'Course Lessons' in a person's words.

import type { Locator, Page } from '@playwright/test';
import { type Lesson, lessonKind } from '#sync/contract/lesson.ts';
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
function titlesIn(list: Locator): Promise<string[]> {
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

/** The sample course that the journeys change, and a module of it with five lessons. */
export const CHANGED_COURSE = 1;
export const MODULE = 'Order Management System';

export const toast = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: /Notifications/, includeHidden: true }).getByText(text, { exact: true });
export const said = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });

/** Picks up the row whose handle has the focus, by the keyboard. `at`: where it is said to be. */
export async function pickUp(page: Page, at: string): Promise<void> {
  await page.keyboard.press('Space');
  await expect(said(page, `is picked up, at position ${at}.`)).toBeAttached();
  // @dnd-kit says so within the key's own task, and hears the arrow keys from a timer of 0 ms on that it set before.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

export const rowOf = (page: Page, title: string): Locator =>
  lessonsRegion(page).getByRole('listitem').filter({ hasText: title });

/** A refusal as the server words it. */
export const refused = (code: string, message: string) => ({ code, message, error: message });

/** The titles below a module's heading, once it stands. */
export async function titlesOf(page: Page, module = MODULE): Promise<string[]> {
  await expect(moduleList(page, module)).toBeVisible();
  return titlesIn(moduleList(page, module));
}

/** Five titles of the module that most journeys change, as they stand. */
export async function fiveOf(page: Page): Promise<[string, string, string, string, string]> {
  const [a, b, c, d, e] = await titlesOf(page);
  if (!a || !b || !c || !d || !e) throw new Error('The sample course lost its lessons.');
  return [a, b, c, d, e];
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

/** What stands on the right of a lesson's row, in English. */
export function lessonLabel(lesson: Lesson): string {
  const kind = lessonKind(lesson);
  if (kind === 'capstone') return '60 min project';
  if (kind === 'quiz' || kind === 'exam') return `${lesson.questionCount} questions`;
  const minutes = Math.max(1, Math.ceil(lesson.duration / 60));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
