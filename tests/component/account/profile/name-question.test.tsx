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

const Network = () => (useConnection().isOffline ? 'Offline' : 'Online');

test('a name that is being typed outlives the connection', async () => {
  const profile = { ...LENA, has_real_name: false };
  opened = await openApp({ at: '/', profile, network: () => ({ body: {} }), screen: null });
  const { engine, show, setNetwork } = opened;
  await engine.replica.units.put(aUnit({ status: 'completed' }));
  await engine.checkReachable();
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
  const profile = { ...LENA, has_real_name: false };
  opened = await openApp({ at: '/', profile, network: () => ({ body: {} }), screen: null });
  const { engine, show } = opened;
  await engine.replica.units.put(aUnit({ status: 'completed' }));
  await engine.checkReachable();
  const counted = vi.spyOn(engine.replica.units, 'filter');
  show(<NameQuestion />, '/course/4/certificate');
  show(<NameQuestion />, '/course/4/lesson/101');
  await screen.findByLabelText('Full Name');
  expect(counted).toHaveBeenCalledTimes(1);
});

test('it is asked once in a tab, also of whoever goes on without an answer', async () => {
  const profile = { ...LENA, has_real_name: false };
  opened = await openApp({ at: '/', profile, network: () => ({ body: {} }), screen: null });
  const { engine, show } = opened;
  await engine.replica.units.put(aUnit({ status: 'completed' }));
  await engine.checkReachable();
  show(<NameQuestion key="one" />, '/course/4');
  await screen.findByLabelText('Full Name');
  const counted = vi.spyOn(engine.replica.units, 'filter');
  show(<NameQuestion key="two" />, '/course/4/lesson/101');
  await vi.waitFor(() => expect(screen.queryByLabelText('Full Name')).toBeNull());
  expect(counted).not.toHaveBeenCalled();
});
