// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Frame } from '#app/shell/frame.tsx';
import type { DatabaseHealth } from '#sync/store/watchdog.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

let opened: Awaited<ReturnType<typeof openApp>>;
let say: (health: DatabaseHealth) => void;
beforeEach(async () => {
  opened = await openApp({ at: '/', screen: <Frame>{null}</Frame> });
  let health: DatabaseHealth = 'fine';
  const listeners = new Set<(health: DatabaseHealth) => void>();
  vi.spyOn(opened.engine, 'health').mockImplementation(() => health);
  vi.spyOn(opened.engine, 'onHealth').mockImplementation((heard) => {
    listeners.add(heard);
    return () => listeners.delete(heard);
  });
  say = (next) =>
    act(() => {
      health = next;
      for (const heard of listeners) heard(next);
    });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await opened.close();
});

const notice = () => screen.findByRole('alert', {}, { timeout: 8000 });

test('[Y27] a page whose database a newer version has taken over says so, and can be loaded again', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  say('taken-over');
  const shown = within(await notice());
  expect(shown.getByText('A newer version of the app is in use on this device')).toBeTruthy();
  fireEvent.click(shown.getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('[Y27] a page that an old tab keeps waiting asks to close the other tabs, until they are closed', async () => {
  say('blocked');
  const shown = within(await notice());
  expect(shown.getByText('Close other Groundwork tabs to continue.')).toBeTruthy();
  expect(shown.queryByRole('button')).toBeNull();
  say('fine');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('[Y26] a storage that does not answer is said, and gone when it answers again', async () => {
  say('stuck');
  const shown = within(await notice());
  expect(shown.getByText('The storage of this device does not respond')).toBeTruthy();
  expect(shown.getByRole('button', { name: 'Reload' })).toBeTruthy();
  say('fine');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('[Y26, Y28] while the last change is not saved, the header does not say that all work is sent', async () => {
  opened.show(<Frame>{null}</Frame>, '/sync');
  const header = within(await screen.findByRole('banner'));
  await header.findByText('All work sent');
  say('not-saved');
  await header.findByText('Last change not saved');
  expect(header.queryByText('All work sent')).toBeNull();
  say('fine');
  await header.findByText('All work sent');
});

test('[Y26] a page whose database was deleted says what is lost, and never that all work is sent', async () => {
  vi.spyOn(opened.engine, 'lostCount').mockReturnValue(2);
  opened.show(<Frame>{null}</Frame>, '/sync');
  await within(await screen.findByRole('banner')).findByText('All work sent');
  say('deleted');
  const shown = within(await notice());
  expect(shown.getByText(/^2 changes that were not sent are lost\. Reload the page/)).toBeTruthy();
  expect(screen.queryByText('All work sent')).toBeNull();
});
