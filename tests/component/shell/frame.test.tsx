// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { UserMenu } from '#app/account/shared-device/user-menu.tsx';
import { device } from '#app/device/device.ts';
import { Frame } from '#app/shell/frame.tsx';
import type { Profile } from '#sync/contract/profile.ts';
import { readActiveUser, saveDeviceUser } from '#sync/store/device.ts';
import { writeDraft } from '#sync/store/reads.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { LENA } from '#tests/fixtures/auth-service.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';
import { refused } from '#tests/fixtures/refused.ts';

let opened: Awaited<ReturnType<typeof openApp>>;
const open = async (more: { at?: string; as?: 'visitor'; profile?: Profile } = {}) => {
  const content = [{ course: aCourse(), lessonsOf: { courseId: 4, lessons: [aLesson()] } }];
  opened = await openApp({
    at: '/course/4',
    content,
    screen: <Frame userMenu={<UserMenu />}>{null}</Frame>,
    ...more,
  });
  await screen.findByRole('banner');
};
afterEach(async () => {
  await opened.close();
  localStorage.clear();
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

  test('leads to the admin dashboard from the menu of an admin, and from no other', async () => {
    const entry = async () => within(await openMenu()).queryByRole('menuitem', { name: 'Admin Dashboard' });
    await open({ profile: LENA });
    expect(await entry()).toBeNull();
    await opened.close();
    await open({ profile: { ...LENA, is_org_admin: true } });
    expect(await entry()).not.toBeNull();
  });

  test('always shows the name of the person, and no way to sign in', async () => {
    await open();
    expect(await screen.findByRole('button', { name: 'Maren Holt' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
  });

  test('shows a visitor the ways in, and no search', async () => {
    await open({ as: 'visitor' });
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth/signin');
    expect(screen.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/auth');
    expect(screen.queryByPlaceholderText('Search courses...')).toBeNull();
  });

  test('[S10] tells a visitor where their work is, to the eye and by name', async () => {
    await open({ as: 'visitor' });
    await opened.engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
    const badge = await screen.findByRole('link', { name: 'Kept on this device' });
    expect(badge.getAttribute('href')).toBe('/sync');
    expect(within(badge).getByText('Kept here')).toBeTruthy();
  });

  test('[Z3] announces work that needs attention, where nothing was said before', async () => {
    await open();
    const region = await waitFor(() => {
      const found = document.querySelector('header [aria-live="polite"]');
      if (!found) throw new Error('Nothing announces.');
      return found;
    });
    await opened.engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
    await screen.findAllByText('1 change waiting');
    expect(region.textContent).toBe('');
    opened.setNetwork(() => refused('lesson_not_found'));
    await opened.engine.syncNow();
    await waitFor(() => expect(region.textContent).toBe('1 needs attention'));
  });

  test.each([
    ['Profile Settings', '/setup-profile', '?edit=true'],
    ['Dashboard', '/dashboard', ''],
    ['Add another person', '/auth/signin', '?add=true'],
  ])('its menu leads to %s', async (name, path, query) => {
    await open();
    // Without a network the entry says more.
    fireEvent.click(within(await openMenu()).getByRole('menuitem', { name: new RegExp(`^${name}`) }));
    await waitFor(() => expect(opened.address()).toBe(path));
    expect(opened.query()).toBe(query);
  });

  test('its search opens the catalog with that search', async () => {
    await open();
    const box = screen.getByPlaceholderText<HTMLInputElement>('Search courses...');
    fireEvent.change(box, { target: { value: ' floor plan ' } });
    if (box.form) fireEvent.submit(box.form);
    await waitFor(() => expect(opened.address()).toBe('/'));
    expect(opened.query()).toBe('?search=floor+plan');
  });

  test('its search on the catalog runs while one types, and keeps the space before the next word', async () => {
    await open({ at: '/?level=beginner' });
    const box = screen.getByPlaceholderText<HTMLInputElement>('Search courses...');
    fireEvent.change(box, { target: { value: 'scan ' } });
    await waitFor(() => expect(opened.query()).toBe('?level=beginner&search=scan'));
    expect(box.value).toBe('scan ');
  });

  test('on a narrow screen a toggle opens the menu, and going somewhere closes it', async () => {
    await open({ as: 'visitor' });
    const toggle = screen.getByRole('button', { name: 'Open menu' });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    const panel = document.getElementById('mobile-menu');
    if (!panel) throw new Error('no panel');
    fireEvent.click(within(panel).getByRole('link', { name: 'Sync' }));
    await waitFor(() => expect(document.getElementById('mobile-menu')).toBeNull());
    expect(opened.address()).toBe('/sync');
  });

  test('Escape closes the menu of a visitor', async () => {
    await open({ as: 'visitor' });
    const toggle = screen.getByRole('button', { name: 'Open menu' });
    fireEvent.click(toggle);
    fireEvent.keyDown(toggle, { key: 'Escape' });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(toggle);
  });
});

const tabBar = () => screen.queryAllByRole('navigation', { name: 'Main' }).find((one) => !one.closest('header'));

describe('the bar at the bottom', () => {
  test('[H8] has the four pages, and is on these alone', async () => {
    await open({ at: '/downloads' });
    const bar = await waitFor(() => tabBar() ?? expect.fail('no bar'));
    const tabs = within(bar).getAllByRole('link');
    expect(tabs.map((tab) => [tab.textContent?.replace('All work sent', ''), tab.getAttribute('href')])).toEqual([
      ['Learn', '/'],
      ['Downloads', '/downloads'],
      ['Sync', '/sync'],
      ['Me', '/dashboard'],
    ]);
    expect(within(bar).getByRole('link', { current: 'page' }).textContent).toBe('Downloads');
    for (const tab of ['Learn', 'Me']) {
      fireEvent.click(within(bar).getByRole('link', { name: tab }));
      expect(tabBar()).toBeDefined();
    }
  });

  test.each([
    ['/course/4/lesson/101', '/course/4'],
    ['/course/4', '/'],
    ['/admin/users', '/admin'],
    ['/admin', '/dashboard'],
    ['/setup-profile', '/dashboard'],
  ])('%s has an arrow back to %s in its place', async (at, parent) => {
    await open({ at });
    expect((await screen.findByRole('link', { name: 'Back' })).getAttribute('href')).toBe(parent);
    expect(tabBar()).toBeUndefined();
  });

  test('a visitor has none', async () => {
    await open({ at: '/', as: 'visitor' });
    await screen.findByRole('link', { name: 'Sign Up' });
    expect(tabBar()).toBeUndefined();
  });

  test('[O9] its Sync counts what waits, and a strip says so in words while offline', async () => {
    await open({ at: '/sync' });
    const unit = { kind: 'unit', courseId: 4, status: 'completed' } as const;
    await opened.engine.record({ ...unit, lessonId: 101 });
    await opened.engine.syncNow();
    const strip = await screen.findByText('Offline · 1 change saved on this device');
    const bar = tabBar() ?? expect.fail('no bar');
    expect(within(bar).getByRole('link', { name: 'Sync 1 change waiting' })).toBeTruthy();
    opened.setNetwork(() => ({ body: {} }));
    await opened.engine.checkReachable();
    await waitFor(() => expect(strip.isConnected).toBe(false));
    // The page was not opened offline: no room was made that could stay empty.
    expect(screen.queryByText('Back online')).toBeNull();
  });

  test('[O9] a page that is opened after an offline one has room for the strip at once, and says when it is over', async () => {
    localStorage.setItem('groundwork.offline', 'yes');
    await open({ at: '/sync' });
    const strip = await screen.findByText('Offline');
    expect(strip.className).not.toContain('absolute');
    opened.setNetwork(() => ({ body: {} }));
    await opened.engine.checkReachable();
    await screen.findByText('Back online');
    await waitFor(() => expect(localStorage.getItem('groundwork.offline')).toBeNull());
  });
});

describe('signing out', () => {
  const chooseSignOut = async () => {
    await saveDeviceUser(device, { userId: opened.engine.userId, name: 'Maren Holt', email: 'maren@demo.example' });
    fireEvent.click(within(await openMenu()).getByRole('menuitem', { name: 'Sign Out' }));
  };
  const isSignedOut = async () => {
    await waitFor(() => expect(opened.address()).toBe('/'));
    await waitFor(async () => expect(await readActiveUser(device)).toBeUndefined(), { timeout: 5000 });
  };
  const completeLesson = () => opened.engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });

  test('[H8] leads to / and nobody sits at the device any more', async () => {
    await open();
    await chooseSignOut();
    fireEvent.click(await screen.findByRole('button', { name: /^Sign out( anyway)?$/ }));
    await isSignedOut();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  /** The server is there and takes no work. */
  const openReached = async () => {
    await open();
    opened.setNetwork(({ path }) => (path === '/api/health' ? { body: {} } : { status: 503, body: {} }));
    await opened.engine.checkReachable();
  };

  test('[Y23] with unsent work it asks, and keeps it on the device', async () => {
    await openReached();
    await completeLesson();
    await chooseSignOut();
    await screen.findByText("1 change hasn't been sent and exists only on this device.", {}, { timeout: 12_000 });
    expect(opened.address()).toBe('/course/4');
    fireEvent.click(screen.getByRole('button', { name: 'Sign out, keep work' }));
    await isSignedOut();
    await screen.findByText('1 change is kept on this device for your next sign-in here.');
    expect(await opened.engine.replica.outbox.count()).toBe(1);
  });

  test('[Y23, Y24] a kept draft counts for those who read later what waits here', async () => {
    await open();
    await writeDraft(opened.engine.replica, 102, { reflection: 'Half a thought' });
    await chooseSignOut();
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out anyway' }));
    await screen.findByText('1 change is kept on this device for your next sign-in here.');
    expect((await device.people.get(opened.engine.userId))?.pendingCount).toBe(1);
  });

  test('[Y23] it may be cancelled, and nothing has happened', async () => {
    await openReached();
    await completeLesson();
    await chooseSignOut();
    await screen.findByRole('button', { name: 'Sign out, keep work' }, { timeout: 12_000 });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(opened.address()).toBe('/course/4');
    expect(await readActiveUser(device)).toBeDefined();
  });

  test('[Y23] or everything unsent is discarded, drafts included', async () => {
    await open();
    await completeLesson();
    await writeDraft(opened.engine.replica, 102, { reflection: 'Half a thought' });
    await chooseSignOut();
    fireEvent.click(await screen.findByRole('button', { name: 'Discard instead...' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Discard 2 changes' }));
    await isSignedOut();
    await waitFor(async () => {
      const left = await indexedDB.databases();
      expect(left.map(({ name }) => name)).not.toContain(`groundwork:${opened.engine.userId}`);
    });
    await opened.engine.replica.open();
  });
});
