// The built app as its learner has it: signed in, the worker in place, a course on the device.
import type { Page } from '@playwright/test';
import type { Course } from '#sync/contract/course.ts';
import { type Lesson, lessonKind } from '#sync/contract/lesson.ts';
import type { Spawned } from './spawned.ts';
import { DEMO } from './stage.ts';

/** The sample course with every kind of lesson. */
const COURSE = 4;

export const originOf = (server: Spawned) => `http://localhost:${server.port}`;

/** Signs the demo learner in on the sign-in page and waits for the catalog. */
export async function signInOnPage(page: Page, server: Spawned): Promise<void> {
  await page.goto(`${originOf(server)}/auth/signin`);
  await page.getByLabel('Email', { exact: true }).fill(DEMO.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.locator('main li h3').first().waitFor();
}

/** Waits until a service worker has everything that the app needs without a network. */
export async function underWorker(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const hasPrecache = async () => (await caches.keys()).some((name) => name.includes('precache'));
  while (!(await page.evaluate(hasPrecache))) await page.waitForTimeout(50);
}

/** The text lessons of the course, and the courses as the visitor gets them. */
export async function sampleContent(server: Spawned): Promise<{ texts: Lesson[]; courses: Course[] }> {
  const read = async (path: string) => (await fetch(`${originOf(server)}${path}`)).json();
  const { lessons } = (await read(`/api/public/courses/${COURSE}/lessons`)) as { lessons: Lesson[] };
  const { courses } = (await read('/api/public/courses')) as { courses: Course[] };
  return { texts: lessons.filter((lesson) => lessonKind(lesson) === 'text'), courses };
}

export const lessonPath = ({ courseId, id }: Lesson) => `/course/${courseId}/lesson/${id}`;
