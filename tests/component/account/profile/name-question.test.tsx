// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { NameQuestion } from '#app/account/profile/name-question.tsx';
import { useConnection } from '#app/device/connection.ts';
import { aUnit } from '#tests/factories.ts';
import { LENA } from '#tests/fixtures/auth-service.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

let opened: Awaited<ReturnType<typeof openApp>>;
afterEach(() => {
  sessionStorage.clear();
  return opened.close();
});

/** Somebody without a name of their own, who has completed a lesson. */
async function nameless() {
  const profile = { ...LENA, has_real_name: false };
  opened = await openApp({ at: '/', profile, network: () => ({ body: {} }), screen: null });
  await opened.engine.replica.units.put(aUnit({ status: 'completed' }));
  await opened.engine.checkReachable();
  return opened;
}

const Network = () => (useConnection().isOffline ? 'Offline' : 'Online');

test('a name that is being typed outlives the connection', async () => {
  const { engine, show, setNetwork } = await nameless();
  show([<Network key="network" />, <NameQuestion key="question" />], '/course/4');
  const field = await screen.findByLabelText<HTMLInputElement>('Full Name');
  fireEvent.change(field, { target: { value: 'Nina New' } });
  setNetwork(() => undefined);
  await engine.checkReachable();
  await screen.findByText(/Offline/);
  expect(screen.getByLabelText('Full Name')).toBe(field);
  expect(field.value).toBe('Nina New');
});

test('it is not asked over the end of a course', async () => {
  const { engine, show } = await nameless();
  const counted = vi.spyOn(engine.replica.units, 'filter');
  show(<NameQuestion />, '/course/4/certificate');
  show(<NameQuestion />, '/course/4/lesson/101');
  await screen.findByLabelText('Full Name');
  expect(counted).toHaveBeenCalledTimes(1);
});

test('it is asked once in a tab, also of whoever goes on without an answer', async () => {
  const { engine, show } = await nameless();
  show(<NameQuestion key="one" />, '/course/4');
  await screen.findByLabelText('Full Name');
  const counted = vi.spyOn(engine.replica.units, 'filter');
  show(<NameQuestion key="two" />, '/course/4/lesson/101');
  await vi.waitFor(() => expect(screen.queryByLabelText('Full Name')).toBeNull());
  expect(counted).not.toHaveBeenCalled();
});
