// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  announceActiveUser,
  hasLostActiveUser,
  onSessionEnd,
  rememberActiveUser,
  wasSomeoneHere,
} from '#app/device/active-user-channel.ts';
import { reportStorageHealth } from '#app/device/storage-health.ts';

const ENDED_AT = 'groundwork.session-ended';
/** The other tab's note reaches this one. */
const noteArrives = () => {
  localStorage.setItem(ENDED_AT, String(Date.now()));
  window.dispatchEvent(new StorageEvent('storage', { key: ENDED_AT }));
};
let stop = () => {};

beforeEach(() => localStorage.clear());
afterEach(() => stop());

test('[A12] a session that ended just before the page listened is told at once', () => {
  localStorage.setItem(ENDED_AT, String(Date.now() - 2_000));
  const ended = vi.fn();
  stop = onSessionEnd(ended);
  expect(ended).toHaveBeenCalledTimes(1);
});

test('[A12] a note that arrives after the message went by is told, and both together only once', () => {
  const ended = vi.fn();
  stop = onSessionEnd(ended);
  expect(ended).not.toHaveBeenCalled();
  noteArrives();
  expect(ended).toHaveBeenCalledTimes(1);
  void announceActiveUser('expired');
  expect(ended).toHaveBeenCalledTimes(1);
});

test('[A12] the end of a session long ago, a sign-in and a sign-out are no news', () => {
  localStorage.setItem(ENDED_AT, String(Date.now() - 60_000));
  const ended = vi.fn();
  stop = onSessionEnd(ended);
  void announceActiveUser('signed-in');
  void announceActiveUser('signed-out');
  window.dispatchEvent(new StorageEvent('storage', { key: 'groundwork.theme' }));
  expect(ended).not.toHaveBeenCalled();
});

test('[Y26] nobody is forgotten, nor told to be, while the page has no storage of its own', () => {
  rememberActiveUser(true, true);
  reportStorageHealth('none');
  rememberActiveUser(false, true);
  expect([wasSomeoneHere(), hasLostActiveUser()]).toEqual([true, false]);
});
