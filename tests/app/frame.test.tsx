// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { device } from '#app/device.ts';
import { Frame } from '#app/frame.tsx';
import { currentPerson, rememberPerson } from '#sync/device.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

let opened: Awaited<ReturnType<typeof openApp>>;
const open = async (more: { at?: string; as?: 'visitor' } = {}) => {
  const content = [{ course: aCourse(), lessonsOf: { courseId: 4, lessons: [aLesson()] } }];
  opened = await openApp({ at: '/course/4', content, screen: <Frame>{null}</Frame>, ...more });
  await screen.findByRole('banner');
};
afterEach(async () => {
  await opened.close();
  await Promise.all(device.tables.map((table) => table.clear()));
});

/** The menu is loaded after the first paint; until then the button has no state. */
const openMenu = async () => {
  const button = () => screen.getByRole('button', { name: 'Maren Holt' });
  await waitFor(() => expect(button().dataset.state).toBe('closed'), { timeout: 5000 });
  fireEvent.keyDown(button(), { key: 'Enter' });
  return screen.findByRole('menu');
};

describe('[H8] the header', () => {
  test('leads home by the logo and offers a way past itself', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Groundwork' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main');
  });

  test('always shows the name of the person, and no way to sign in', async () => {
    await open();
    expect(await screen.findByRole('button', { name: 'Maren Holt' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
  });

  test('shows a visitor the way to sign in, and no search', async () => {
    await open({ as: 'visitor' });
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth/signin');
    expect(screen.queryByPlaceholderText('Search courses...')).toBeNull();
  });

  test('its search opens the catalog with that search', async () => {
    await open();
    const box = screen.getByPlaceholderText<HTMLInputElement>('Search courses...');
    fireEvent.change(box, { target: { value: ' floor plan ' } });
    if (box.form) fireEvent.submit(box.form);
    await waitFor(() => expect(opened.address()).toBe('/'));
    expect(opened.query()).toBe('?search=floor+plan');
  });

  test('on a narrow screen a toggle opens the menu, and going somewhere closes it', async () => {
    await open();
    const toggle = screen.getByRole('button', { name: 'Open menu' });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    const panel = document.getElementById('mobile-menu');
    if (!panel) throw new Error('no panel');
    fireEvent.click(within(panel).getByRole('link', { name: 'Sync status' }));
    await waitFor(() => expect(document.getElementById('mobile-menu')).toBeNull());
    expect(opened.address()).toBe('/sync');
  });
});

describe('signing out', () => {
  const signOut = async () => {
    await rememberPerson(device, { userId: opened.engine.userId, name: 'Maren Holt', email: 'maren@demo.example' });
    fireEvent.click(within(await openMenu()).getByRole('menuitem', { name: 'Sign Out' }));
    await waitFor(() => expect(opened.address()).toBe('/'));
    await waitFor(async () => expect(await currentPerson(device)).toBeUndefined(), { timeout: 5000 });
  };

  test('[H8] leads to / and nobody sits at the device any more', async () => {
    await open();
    await signOut();
  });

  test('[Y23] says how many changes are kept for the next sign-in', async () => {
    await open();
    await opened.engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
    await signOut();
    await screen.findByText('1 change is kept on this device and will be sent when you sign in here again.');
    expect(await opened.engine.replica.outbox.count()).toBe(1);
  });
});
