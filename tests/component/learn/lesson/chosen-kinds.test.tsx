// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Lesson } from '#sync/contract/lesson.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { lessonPages } from '#tests/fixtures/lesson-pages.tsx';
import { openApp } from '#tests/fixtures/opened-app.tsx';

let opened: Awaited<ReturnType<typeof openApp>>;
afterEach(() => opened.close());

const file = (assetId: string, contentType: string) => ({ assetId, contentType, title: `The ${assetId}`, bytes: 2e6 });
const openKind = async (fields: Partial<Lesson>) => {
  const lessonsOf = { courseId: 4, lessons: [aLesson({ id: 101, title: 'About the quiz', ...fields })] };
  const content = [{ course: aCourse({ lessonCount: 1 }), lessonsOf }];
  opened = await openApp({ content, screen: lessonPages, at: '/course/4/lesson/101' });
};

test('[S3] a document lesson begins with its PDF, above its text and the documents beside it, and is completed as a text', async () => {
  const documents = [file('tone', 'audio/mpeg'), file('plan', 'application/pdf'), file('list', 'application/pdf')];
  await openKind({ kind: 'document', body: 'Read it first.', documents });
  const plan = await screen.findByRole('button', { name: /^The plan/ });
  const beside = within(screen.getByRole('region', { name: 'Documents' }));
  expect(beside.queryByText('The plan')).toBeNull();
  beside.getByText('The list');
  const body = await screen.findByText('Read it first.');
  expect(plan.compareDocumentPosition(body) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  screen.getByText('Document · 3 min', { exact: false });
  fireEvent.click(screen.getByRole('button', { name: 'Mark Complete' }));
  await screen.findByRole('button', { name: 'More' });
});

test('[S3, S4] an audio lesson is played by the player of films; without its recording it is read', async () => {
  const documents = [file('tone', 'audio/mpeg')];
  await openKind({ kind: 'audio', body: 'What is said.', videoUrl: '/media/tone', videoBytes: 2e6, documents });
  const player = await screen.findByRole('region', { name: 'Audio player' });
  expect(player.querySelector('video')?.getAttribute('src')).toContain('/media/tone');
  screen.getByText('or listen to it to the end');
  expect(screen.queryByText('The tone'), 'it is not beside itself').toBeNull();
  await opened.close();
  await openKind({ kind: 'audio', body: 'What is said.' });
  await screen.findByText('What is said.');
  expect(screen.queryByRole('region', { name: 'Audio player' })).toBeNull();
});
