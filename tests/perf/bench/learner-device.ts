// The built app as its learner has it: signed in, the worker in place, a course on the device.
import type { Page } from '@playwright/test';
import type { Course } from '#sync/contract/course.ts';
import { type Lesson, lessonKind } from '#sync/contract/lesson.ts';
import type { Spawned } from './spawned.ts';
import { DEMO } from './stage.ts';

/** The sample course with every kind of lesson. */
const COURSE = 4;

export const originOf = (server: Spawned) => `http://localhost:${server.port}`;

/** Signs the demo learner, or whoever has this e-mail address, in on the sign-in page and waits for the catalog. */
export async function signInOnPage(page: Page, origin: string, email = DEMO.email): Promise<void> {
  await page.goto(`${origin}/auth/signin`);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.locator('main li h3').first().waitFor();
}

/** Waits until a service worker has everything that the app needs without a network. */
export async function underWorker(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

/** The courses as the visitor gets them, and the first lesson of a kind in the sample course. */
export async function sampleContent(server: Spawned) {
  const read = async (path: string) => (await fetch(`${originOf(server)}${path}`)).json();
  const { lessons } = (await read(`/api/public/courses/${COURSE}/lessons`)) as { lessons: Lesson[] };
  const { courses } = (await read('/api/public/courses')) as { courses: Course[] };
  const lessonOf = (kind: ReturnType<typeof lessonKind>): Lesson => {
    const lesson = lessons.find((lesson) => lessonKind(lesson) === kind);
    if (!lesson) throw new Error(`The sample course lost its ${kind} lessons.`);
    return lesson;
  };
  return { courses, lessonOf };
}

export const lessonPath = ({ courseId, id }: Lesson) => `/course/${courseId}/lesson/${id}`;

/** The button of a completed lesson that uncovers Reset. */
export const lessonMenu = (page: Page) => page.getByRole('main').getByRole('button', { name: 'More', exact: true });

/** Taps Reset, behind More. */
export async function resetLesson(page: Page): Promise<void> {
  await lessonMenu(page).click();
  await page.getByRole('button', { name: 'Reset' }).click();
}
