// What an author does at a quiz in the admin area.
import type { Locator, Page } from '@playwright/test';
import type { Lesson } from '#sync/contract/lesson.ts';
import { openAs } from './admin-steps.ts';
import { COURSE } from './content.ts';
import { expect, type Noise } from './fixtures.ts';
import { SUPER_ADMIN } from './product.ts';

export const panelPath = (lesson: Pick<Lesson, 'id'>) => `/admin/courses/${COURSE}#lesson-${lesson.id}-panel`;
export const quizApi = (lesson: Pick<Lesson, 'id'>) => `/api/admin/lessons/${lesson.id}/quiz`;

export const questions = (page: Page): Locator =>
  page.getByRole('list', { name: 'Questions', exact: true }).getByRole('article');
export const answersOf = (page: Page, number: number): Locator =>
  page.getByRole('list', { name: `Answers of question ${number}` }).getByRole('listitem');
export const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });
export const press = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', { name, exact: true }).click();

/** Signs an author in and opens the panel of a quiz. */
export async function openQuizPanel(
  place: { page: Page; noise?: Noise },
  lesson: Lesson,
  { as = SUPER_ADMIN, refused = [] as number[] } = {},
): Promise<void> {
  await openAs(place, { as, at: panelPath(lesson), refused });
  await expect(questions(place.page)).not.toHaveCount(0);
}

/** Chooses one of the lines behind a button with three dots. */
export async function chooseIn(page: Page, menu: string | RegExp, line: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).first().click();
  await page.getByRole('menuitem', { name: line, exact: true }).click();
}
