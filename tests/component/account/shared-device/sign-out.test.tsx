// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UserMenu } from '#app/account/shared-device/user-menu.tsx';
import { device } from '#app/device/device.ts';
import { uploadBoard } from '#app/device/upload-board.ts';
import { readActiveUser, readSession, writeSetting } from '#sync/store/device.ts';
import { LEFT_HERE, newDownload } from '#sync/store/media-ledger.ts';
import { LENA } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

let opened: Awaited<ReturnType<typeof openOnDevice>>;
const warned = vi.fn();
const broken = () => Promise.reject(new Error('The storage is broken.')) as never;
const chooseSignOut = async () =>
  fireEvent.click(await within(await screen.findByRole('menu')).findByRole('menuitem', { name: 'Sign Out' }));
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
/** Chooses it, and answers the question that always comes. */
const signOut = async () => {
  await chooseSignOut();
  await press(/^Sign out( anyway)?$/);
};

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(warned);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await seatLena();
  opened = await openOnDevice({ at: '/course/4', path: '/course/4', screen: <UserMenu /> });
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Lena Learner' }), { key: 'Enter' });
});
afterEach(async () => {
  warned.mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await opened.close();
});

test('[A12, H9] a session that cannot be removed is said, the page stays, and the next try works', async () => {
  const removing = vi.spyOn(device.sessions, 'delete').mockImplementation(broken);
  await signOut();
  expect(await screen.findAllByText('Signing out did not work')).not.toHaveLength(0);
  expect(opened.address()).toBe('/course/4');
  expect((await readActiveUser(device))?.userId).toBe(LENA.id);
  expect(warned).toHaveBeenCalledOnce();

  removing.mockRestore();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  fireEvent.keyDown(screen.getByRole('button', { name: 'Lena Learner' }), { key: 'Enter' });
  await signOut();
  await waitFor(() => expect(opened.address()).toBe('/'));
  expect(await readSession(device, LENA.id)).toBeUndefined();
  await waitFor(async () => expect(await device.people.count()).toBe(0));
});

test('[A12, H9] whoever is signed out while something of theirs could not be removed is told so', async () => {
  vi.spyOn(device.people, 'delete').mockImplementation(broken);
  await signOut();
  expect(await screen.findAllByText('You are signed out')).not.toHaveLength(0);
  expect(screen.getAllByText(/could not be removed from this device/)).not.toHaveLength(0);
  expect(await readSession(device, LENA.id)).toBeUndefined();
  expect(warned).toHaveBeenCalledOnce();
});

test('[A12, H9] where the seat cannot be cleared, the session stays, too', async () => {
  vi.spyOn(device.settings, 'delete').mockImplementation(broken);
  await signOut();
  expect(await screen.findAllByText('Signing out did not work')).not.toHaveLength(0);
  expect((await readActiveUser(device))?.userId).toBe(LENA.id);
  expect(await readSession(device, LENA.id)).toBeDefined();
});

test('[U8, A12] a running upload is asked about, and ends with the session', async () => {
  const stopAll = vi.fn(() => uploadBoard.show(undefined));
  uploadBoard.show({ title: 'Ropes', percent: 10, waiting: 0, to: '/', stopAll });
  await chooseSignOut();
  const question = within(await screen.findByRole('dialog', { name: 'Sign out during an upload?' }));
  question.getByText(/"Ropes" is still uploading/);
  expect(await readSession(device, LENA.id)).toBeDefined();
  fireEvent.click(question.getByRole('button', { name: 'Stop and sign out' }));
  await press(/^Sign out( anyway)?$/);
  await waitFor(() => expect(opened.address()).toBe('/'));
  expect(stopAll).toHaveBeenCalledOnce();
  expect(await readSession(device, LENA.id)).toBeUndefined();
  // What is left of it to do would reach into the next test.
  await waitFor(async () => expect(await device.people.count()).toBe(0));
});

/** Two lessons of one course are wholly here for Lena. */
async function keepCourse() {
  const file = {
    etag: '"1"',
    contentType: 'video/mp4',
    sizeBytes: 1_300_000,
    partBytes: 8_388_608,
    parts: 1,
    captions: null,
  };
  await device.downloads.put({ ...newDownload('film'), file, here: [0], isComplete: true });
  await device.grants.put({ userId: LENA.id, assetId: 'film' });
  const files = [{ assetId: 'film', bytes: 1_300_000 }];
  const kept = { userId: LENA.id, courseId: 4, courseTitle: 'Ropes', title: 'Knots', orderIndex: 1, files };
  const facts = { isPaused: false, wantedAt: 1, checkedAt: 1, refusal: null };
  await device.keptLessons.bulkPut([
    { ...kept, ...facts, lessonId: 101 },
    { ...kept, ...facts, lessonId: 102 },
  ]);
}
const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
const keptBy = async (userId: string) => (await device.keptLessons.where({ userId }).toArray()).length;
const isSignedIn = async () => (await readSession(device, LENA.id)) !== undefined;

test('[Y23] signing out always asks, and whoever stays has lost nothing', async () => {
  await chooseSignOut();
  const question = within(await screen.findByRole('dialog', { name: 'Sign out?' }));
  question.getByText('Signing in again needs a connection.');
  expect(question.queryByRole('checkbox')).toBeNull();
  fireEvent.click(question.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([await isSignedIn(), opened.address()]).toEqual([true, '/course/4']);
});

test('[Y23] the downloads stay for the next person, unless they are told to go', async () => {
  await keepCourse();
  await chooseSignOut();
  const keep = await screen.findByRole('checkbox', {
    name: /^Keep 1 course \(1\.3.MB\) on this device for the next person$/,
  });
  expect((keep as HTMLInputElement).checked).toBe(true);
  await press('Sign out');
  await screen.findByText('You are no longer on this device.');
  await waitFor(async () => expect([await keptBy(LENA.id), await keptBy(LEFT_HERE)]).toEqual([0, 2]));
});

test('[Y23] downloads that are not to stay go with their person', async () => {
  await keepCourse();
  await chooseSignOut();
  fireEvent.click(await screen.findByRole('checkbox'));
  await press('Sign out');
  await screen.findByText('You and your downloads are no longer on this device.');
  await waitFor(async () => expect(await device.keptLessons.count()).toBe(0));
});

test('[Y23] offline it says that nobody comes back in, and what stays; a touch beside the question means to stay', async () => {
  goOffline();
  await keepCourse();
  await opened.engineOf(LENA.id).record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
  await chooseSignOut();
  const question = await screen.findByRole('dialog', { name: 'You are offline' });
  expect(question.textContent).toContain("You can't sign in again until you have a connection.");
  expect(question.textContent).toContain('1 change stays saved here and is sent when you sign in again.');
  expect(question.textContent).toMatch(/1 course \(1\.3.MB\) stays on this device for you\./);
  expect(within(question).getAllByRole('button').at(-1)?.textContent).toBe('Sign out anyway');
  fireEvent.keyDown(question, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await isSignedIn()).toBe(true);

  fireEvent.keyDown(screen.getByRole('button', { name: 'Lena Learner' }), { key: 'Enter' });
  await signOut();
  await screen.findByText('1 change is kept on this device for your next sign-in here.');
  expect([await isSignedIn(), await keptBy(LEFT_HERE)]).toEqual([false, 2]);
});

test('[Y23] a course that is being written counts as unsent, and is discarded with the rest', async () => {
  goOffline();
  const draft = `writtenCourse:${LENA.id}`;
  await writeSetting(device, draft, { form: { title: 'Our ladder' } });
  await chooseSignOut();
  await screen.findByText('1 change stays saved here and is sent when you sign in again.');
  await press('Discard instead...');
  await press('Discard 1 change');
  await waitFor(async () => expect(await device.people.count()).toBe(0));
  expect(await device.settings.get(draft)).toBeUndefined();
});
