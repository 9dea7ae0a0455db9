// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useNavigate } from '#app/ui/router.ts';
import { HAS_ROOM_BESIDE } from '#app/ui/use-media-query.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { lessonPages } from '#tests/fixtures/lesson-pages.tsx';
import { openApp } from '#tests/fixtures/opened-app.tsx';

const lessons = [aLesson({ id: 101, orderIndex: 1 }), aLesson({ id: 102, orderIndex: 2, title: 'Where to stand' })];
const content = [{ course: aCourse({ lessonCount: 2 }), lessonsOf: { courseId: 4, lessons } }];

let opened: Awaited<ReturnType<typeof openApp>>;
afterEach(() => opened.close());

const Turn = ({ by, name }: { by: number; name: string }) => {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(by)}>
      {name}
    </button>
  );
};
const openDrawer = async () => {
  opened = await openApp({
    content,
    at: '/course/4/lesson/101',
    screen: (
      <>
        <Turn by={-1} name="Back" />
        <Turn by={1} name="Forward" />
        {lessonPages}
      </>
    ),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Lessons' }));
  return within(await screen.findByRole('dialog'));
};
// What lies behind the drawer is hidden from assistive technology.
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('[S1] the drawer is closed by Back, which leaves the lesson where it is, and Forward opens it once more', async () => {
  await openDrawer();
  press('Back');
  await isClosed();
  expect(opened.address()).toBe('/course/4/lesson/101');
  press('Forward');
  const again = within(await screen.findByRole('dialog'));
  fireEvent.click(again.getByRole('button', { name: 'Close' }));
  await isClosed();
  expect(opened.address()).toBe('/course/4/lesson/101');
});

test('[S1] the drawer gives its place in the history to the lesson that is chosen in it', async () => {
  const drawer = await openDrawer();
  const [, other] = drawer.getAllByRole('link');
  if (!other) throw new Error('The list has one row.');
  fireEvent.click(other);
  await isClosed();
  expect(opened.address()).toBe(other.getAttribute('href'));
  press('Back');
  await waitFor(() => expect(opened.address()).toBe('/course/4/lesson/101'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[S1] the drawer is only closed by the lesson that is open already, and by Escape however often', async () => {
  const drawer = await openDrawer();
  fireEvent.click(drawer.getByRole('link', { current: 'page' }));
  await isClosed();
  press('Lessons');
  const dialog = await screen.findByRole('dialog');
  fireEvent.keyDown(dialog, { key: 'Escape' });
  fireEvent.keyDown(dialog, { key: 'Escape' });
  await isClosed();
  expect(opened.address()).toBe('/course/4/lesson/101');
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
});

test('[S1] on a tablet held across the list stands beside the text, stays to the next lesson, and is no layer of the history', async () => {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => matchMedia(query === HAS_ROOM_BESIDE ? 'all' : query));
  opened = await openApp({ content, at: '/course/4/lesson/101', screen: lessonPages });
  fireEvent.click(await screen.findByRole('button', { name: 'Lessons' }));
  const cross = await screen.findByRole('button', { name: 'Close' });
  expect(document.activeElement).toBe(cross);
  expect(screen.queryByRole('dialog')).toBeNull();
  const list = within(cross.closest('aside') as HTMLElement);
  fireEvent.click(list.getByRole('link', { name: /Where to stand/ }));
  await screen.findByRole('heading', { level: 1, name: 'Where to stand' });
  expect(cross.isConnected).toBe(true);
  fireEvent.click(cross);
  expect(cross.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(opened.address()).toBe('/course/4/lesson/102');
  vi.restoreAllMocks();
});

test('[S1] a list beside the text is there again after a reload, without the focus', async () => {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => matchMedia(query === HAS_ROOM_BESIDE ? 'all' : query));
  opened = await openApp({ content, at: '/course/4/lesson/101', screen: lessonPages });
  fireEvent.click(await screen.findByRole('button', { name: 'Lessons' }));
  await screen.findByRole('button', { name: 'Close' });
  await opened.close();
  opened = await openApp({ content, at: '/course/4/lesson/101', screen: lessonPages });
  const cross = await screen.findByRole('button', { name: 'Close' });
  expect(document.activeElement).not.toBe(cross);
  fireEvent.click(cross);
  await opened.close();
  opened = await openApp({ content, at: '/course/4/lesson/101', screen: lessonPages });
  await screen.findByRole('button', { name: 'Lessons' });
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  vi.restoreAllMocks();
});
