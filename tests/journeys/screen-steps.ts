// What a visit to a screen is made of: where it takes place, how the screen is told, and the steps that several share.
import type { Page } from '@playwright/test';
import { type Lesson, type LessonKind, lessonKind } from '#sync/contract/lesson.ts';
import { COURSE, lessonPath } from './content.ts';
import type { Product } from './product.ts';
import type { Wire } from './wire.ts';

/** Where a visit takes place. */
export type Place = { page: Page; product: Product; wire: Wire; lessons: Lesson[]; width: number };

export type Screen = {
  name: string;
  /** What the tab says before '· Groundwork'. */
  title: string | ((place: Place) => string);
  path: string | ((place: Place) => string);
  /** What one does there, and waits for, until the screen stands. */
  act?: (place: Place) => Promise<unknown>;
  /** Leaves it as it was. */
  after?: (place: Place) => Promise<unknown>;
  /** Only below this width, or from it. */
  below?: number;
  from?: number;
  /** The address of the screen before: nothing is loaded again. */
  stays?: boolean;
  /** Leads on by itself after some seconds: too soon for a walk by Tab. */
  leaves?: boolean;
  /** A modal stands before the page: its own headings count. */
  isModal?: boolean;
};

export function lessonOf(place: Place, kind: LessonKind): Lesson {
  const found = place.lessons.find((lesson) => lessonKind(lesson) === kind);
  if (!found) throw new Error(`The sample course has no ${kind} lesson.`);
  return found;
}

/** On a phone a row of a table shows its buttons once it is opened. */
export async function openRow({ page, width }: Place, name: string): Promise<void> {
  if (width < 768)
    await page
      .getByRole('button', { name: `Details of ${name}`, expanded: false })
      .first()
      .click();
}

export const asVisitor = (kind: LessonKind) => (place: Place) =>
  `/public-course/${COURSE}/lesson/${lessonOf(place, kind).id}`;
export const asLearner = (kind: LessonKind) => (place: Place) => lessonPath(lessonOf(place, kind));
export const titleOf = (kind: LessonKind) => (place: Place) => lessonOf(place, kind).title;
export const sees =
  (text: string | RegExp) =>
  ({ page }: Place) =>
    page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor();
export const pressEscape = ({ page }: Place) => page.keyboard.press('Escape');
export const menuOf = async ({ page }: Place) => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Lena Learner/ })
    .click();
  await page.getByRole('menu').waitFor();
};
export const video = ({ page }: Place) =>
  page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 1);

/** On a phone one question after the other. */
async function answerAll({ page, width }: Pick<Place, 'page' | 'width'>): Promise<void> {
  const questions = page
    .getByRole('main')
    .getByRole('group')
    .filter({ has: page.locator('input') });
  await questions.first().waitFor();
  const next = page.getByRole('button', { name: /^(Next|Review answers)$/ });
  if (width >= 768) for (const question of await questions.all()) await question.locator('label').first().click();
  else
    while ((await questions.count()) > 0) {
      const place = await page.getByText(/^Question \d+ of \d+$/).innerText();
      await questions.locator('label').first().click();
      await next.click();
      // The next screen is drawn a moment after the press.
      await page.getByText(place, { exact: true }).waitFor({ state: 'detached' });
    }
}

export async function submitQuiz(place: Pick<Place, 'page' | 'width'>): Promise<void> {
  await answerAll(place);
  await place.page.getByRole('button', { name: 'Submit' }).click();
  await place.page.getByRole('main').getByText('Your score').first().waitFor();
}
