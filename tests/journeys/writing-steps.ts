// The page on which a lesson is written, as journeys speak of it.
import type { Page } from '@playwright/test';
import type { Lesson } from '#sync/contract/lesson.ts';
import { expect } from './fixtures.ts';
import { PASSWORD, type Product, SUPER_ADMIN } from './product.ts';

export const writingPath = ({ courseId, id }: Lesson) => `/admin/courses/${courseId}/lessons/${id}`;
export const area = (page: Page) => page.getByRole('textbox', { name: 'Text of the lesson' });
export const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
export const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });
export const save = (page: Page) => page.getByRole('button', { name: 'Save Lesson' });
export const says = (page: Page, words: string | RegExp) => page.getByRole('main').getByRole('status').getByText(words);
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: /Notifications/, includeHidden: true }).getByText(text);
export const offer = (page: Page) => page.getByText(/^You have unsaved text from /);

export async function openText(page: Page, lesson: Lesson): Promise<void> {
  await page.goto(writingPath(lesson));
  await expect(page.getByRole('heading', { level: 1, name: lesson.title })).toBeVisible();
  await expect(area(page)).toBeVisible();
}

/** Saves the lesson from another device, without a browser. */
export const saveElsewhere = (product: Product, lesson: Lesson, change: object): Promise<void> =>
  actElsewhere(product, 'PUT', `lessons/${lesson.id}`, change);

/** What another author does, without a browser. */
export async function actElsewhere(product: Product, method: string, path: string, sent?: object): Promise<void> {
  const origin = `http://127.0.0.1:${product.port}`;
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
  const body = JSON.stringify({ email: SUPER_ADMIN, password: PASSWORD });
  const signedIn = await fetch(`${origin}/auth/v1/token?grant_type=password`, { ...post, body });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const headers = { ...post.headers, Authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}/api/admin/${path}`, {
    method,
    headers,
    ...(sent && { body: JSON.stringify(sent) }),
  });
  if (!answer.ok) throw new Error(`The other author was refused: ${answer.status} ${await answer.text()}`);
}
