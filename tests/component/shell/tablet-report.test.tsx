// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { device } from '#app/device/device.ts';
import { TabletReport } from '#app/shell/tablet-report.tsx';
import { answer, aSession, LENA, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { pass } from '#tests/fixtures/clock.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

let opened: Awaited<ReturnType<typeof openOnDevice>>;
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await opened.close();
});

test('a tablet reports once, however often its connection comes and goes', async () => {
  await seatLena();
  await device.people.update(LENA.id, { profile: { ...LENA, organization_id: 'o' } });
  const config = { authUrl: '/auth/v1', publishableKey: 'k', partner: null, version: '0.1.0' };
  const { asked } = stubNetwork(() => answer(200, aSession()), {
    'GET /api/config': () => answer(200, config),
    'POST /api/tablets': () => answer(200, { signOutAskedAt: null }),
  });
  const page = (
    <>
      <TabletReport />
      <p>The page</p>
    </>
  );
  opened = await openOnDevice({ at: '/', path: '/', screen: page });
  await screen.findByText('The page');
  const engine = opened.engineOf(LENA.id);
  // Its own timers would take the time that passes here for a storage that hangs.
  engine.stop();
  const reports = () => asked.filter((call) => call.includes('/api/tablets')).length;
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    shouldAdvanceTime: true,
  });
  for (const reachable of [true, false, true, false, true]) {
    await engine.replica.meta.put({ key: 'reachable', value: reachable });
    await pass(6_000);
  }
  await vi.waitFor(() => expect(reports()).toBe(1), 15_000);
  await pass(60_000);
  expect(reports(), 'no more for minutes').toBe(1);
});
