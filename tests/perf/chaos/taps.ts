// The person's hand: one tap, and what the page said of it.
import type { Page } from '@playwright/test';
import type { Lesson } from '#sync/contract/lesson.ts';
import { chooseReset, more, openLesson } from '../../journeys/person.ts';
import { answerQuestion, keyOf } from '../../journeys/quiz-key.ts';
import type { Books } from './books.ts';
import type { Stage } from './stage.ts';

const PATIENCE = { timeout: 20_000 };
/** A person looks before they tap: what another tab has saved is on the screen by then. */
const HAND_MS = 300;

/** Opens a text lesson and waits until its tap is there; the answer is that tap, to be made now or later. */
export async function readyTap(page: Page, lesson: Lesson, books: Books): Promise<() => Promise<void>> {
  await openLesson(page, lesson);
  const complete = page.getByRole('main').getByRole('button', { name: 'Mark Complete', exact: true });
  await complete.or(more(page)).first().waitFor(PATIENCE);
  await page.waitForTimeout(HAND_MS);
  const isOpen = await complete.isVisible();
  return async () => {
    books.begin(lesson);
    await (isOpen ? complete.click() : chooseReset(page));
    await (isOpen ? more(page) : complete).waitFor(PATIENCE);
    books.confirm(lesson);
  };
}

/** Completes or resets a lesson, whichever it offers, and waits until the page says that it is saved. */
export async function tap(page: Page, lesson: Lesson, books: Books): Promise<void> {
  await (await readyTap(page, lesson, books))();
}

/** Answers the quiz, the last question wrongly, so that no attempt passes; the answer of this is the tap on Submit. */
export async function readySubmit({ page, quiz, product }: Stage, books: Books): Promise<() => Promise<void>> {
  await openLesson(page, quiz);
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  const retry = page.getByRole('button', { name: 'Retry', exact: true });
  await submit.or(retry).first().waitFor(PATIENCE);
  if (await retry.isVisible()) await retry.click();
  const key = await keyOf(product, quiz);
  for (const [at, question] of key.entries()) await answerQuestion(page, question, at < key.length - 1);
  return async () => {
    books.begin(quiz);
    await submit.click();
    await submit.waitFor({ state: 'detached', ...PATIENCE });
    books.confirm(quiz);
  };
}
