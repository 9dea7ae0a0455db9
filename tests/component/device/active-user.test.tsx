// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type ActiveUserPorts, ActiveUserProvider, useActiveUser } from '#app/device/active-user.tsx';
import { announceActiveUser, onActiveUserChange } from '#app/device/active-user-channel.ts';

const MAREN = { userId: 'maren', name: 'Maren Holt', email: 'maren@demo.example' };
const Who = () => <p>{useActiveUser().userId}</p>;

function ports(...reads: (() => ReturnType<ActiveUserPorts['readActiveUser']>)[]) {
  let tell = async () => {};
  const given: ActiveUserPorts = {
    readActiveUser: () => reads.shift()?.() ?? Promise.resolve(undefined),
    engineFor: () => ({ start: () => {}, stop: () => {} }) as unknown as ReturnType<ActiveUserPorts['engineFor']>,
    onActiveUserChange: (changed) => {
      tell = changed;
      return () => {};
    },
  };
  return { given, change: () => act(async () => tell()) };
}

const show = ({ given }: ReturnType<typeof ports>) =>
  render(
    <ActiveUserProvider ports={given}>
      <Who />
    </ActiveUserProvider>,
  );

afterEach(cleanup);

test('[Y24] whoever sits here stays the one whose work it is when the device cannot be read for a moment', async () => {
  const changing = ports(
    async () => MAREN,
    () => Promise.reject(new Error('The database is closing.')),
  );
  show(changing);
  await screen.findByText('maren');
  await changing.change();
  expect(screen.getByText('maren')).toBeTruthy();
  await changing.change();
  expect(screen.getByText('visitor')).toBeTruthy();
});

test('[Y21] a device that cannot be read at all still opens, for a visitor', async () => {
  show(ports(() => Promise.reject(new Error('No storage here.'))));
  expect(await screen.findByText('visitor')).toBeTruthy();
});

test('[O7] whoever hands the device over waits until the page is the next one’s', async () => {
  const next = Promise.withResolvers<typeof MAREN>();
  const { given } = ports(
    async () => ({ ...MAREN, userId: 'lena' }),
    () => next.promise,
  );
  show({ given: { ...given, onActiveUserChange }, change: async () => {} });
  await screen.findByText('lena');
  let isOver = false;
  const over = announceActiveUser('switched').then(() => {
    isOver = true;
  });
  await act(async () => {});
  expect(isOver).toBe(false);
  next.resolve(MAREN);
  await act(() => over);
  expect(screen.getByText('maren')).toBeTruthy();
});
