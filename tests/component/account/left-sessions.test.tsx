// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { endLeftSessions, noteLeftSession } from '#app/api/left-sessions.ts';
import { device } from '#app/device/device.ts';
import { LAST_CONFIG, writeSetting } from '#sync/store/device.ts';
import { answer, aSession, CONFIG, LENA, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { seatLena } from '#tests/fixtures/own-device.tsx';

const coded = (claims: object) => btoa(JSON.stringify(claims)).replaceAll('=', '');
const tokenOf = (session_id: string) => `h.${coded({ sub: LENA.id, session_id })}.s`;
const [FIRST, SECOND] = ['7c1d4f0e-1111-4222-8333-444455556666', '8c1d4f0e-1111-4222-8333-444455556666'];

afterEach(async () => {
  vi.unstubAllGlobals();
  await Promise.all(device.tables.map((table) => table.clear()));
});

const accountsAt = (authUrl: string) => writeSetting(device, LAST_CONFIG, { ...CONFIG, authUrl });

test('[A10] sessions that were left offline are ended when the same person is back, and asked for once', async () => {
  await seatLena();
  await accountsAt('/auth/v1');
  let isDown = true;
  const gone = { error: 'x', message: 'x', code: 'not_found' };
  const { asked } = stubNetwork(() => answer(200, aSession()), {
    'GET /api/config': () => answer(200, { ...CONFIG, authUrl: '/auth/v1' }),
    [`DELETE /api/auth/sessions/${FIRST}`]: () => {
      if (isDown) throw new TypeError('Failed to fetch');
      return answer(200, { message: 'The device was signed out.' });
    },
    [`DELETE /api/auth/sessions/${SECOND}`]: () => answer(404, gone),
  });
  const ended = () => asked.filter((call) => call.startsWith('DELETE'));
  await noteLeftSession(LENA.id, tokenOf(FIRST));
  await noteLeftSession(LENA.id, tokenOf(FIRST));
  await noteLeftSession(LENA.id, tokenOf(SECOND));
  await noteLeftSession('another', tokenOf('9c1d4f0e-1111-4222-8333-444455556666'));
  await noteLeftSession(LENA.id, 'no token');
  await endLeftSessions(LENA.id).catch(() => undefined);
  isDown = false;
  await endLeftSessions(LENA.id);
  await endLeftSessions(LENA.id);
  expect(ended()).toEqual([FIRST, FIRST, SECOND].map((id) => `DELETE /api/auth/sessions/${id}`));
});

test('a hosted service, which ends no session by its id, is not asked to', async () => {
  await seatLena();
  await accountsAt(CONFIG.authUrl);
  const { asked } = stubNetwork(() => answer(200, aSession()));
  await noteLeftSession(LENA.id, tokenOf(FIRST));
  await endLeftSessions(LENA.id);
  expect(asked.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  await accountsAt('/auth/v1');
  await endLeftSessions(LENA.id);
  expect(asked.filter((call) => call.startsWith('DELETE'))).toEqual([]);
});
