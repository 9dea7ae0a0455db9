// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { IntegrationsPage } from '#app/admin/integrations/integrations-page.tsx';
import type { StatementRow, StatementsAnswer } from '#sync/contract/statement.ts';
import { answer, aSession, LENA, type Route, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const PATH = '/api/admin/statements';
const refused: StatementRow = {
  ...{ id: 's', type: 'lesson.completed', about: 'Mia' },
  ...{ createdAt: '2026-11-01T00:00:00.000Z', outcome: '400 Bad Request: no such verb' },
};
const none: StatementsAnswer = {
  ...{ store: null, waiting: 0, waitingSince: null, outcome: null, lastDeliveredAt: null },
  ...{ refused: [], nextCursor: null },
};

let opened: Awaited<ReturnType<typeof openOnDevice>>;
async function open(list: () => Response, { rights = { is_super_admin: true }, ...more }: Record<string, object> = {}) {
  const network = stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, { ...LENA, ...rights }),
    [`GET ${PATH}`]: list,
    ...(more as Record<string, Route>),
  });
  opened = await openOnDevice({ at: '/admin/integrations?tab=record-store', path: '/*', screen: <IntegrationsPage /> });
  return network;
}

beforeEach(() => seatLena());
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

describe('the learning record store', () => {
  test('says how one is connected while there is none', async () => {
    await open(() => answer(200, none));
    await screen.findByText('No record store connected');
    expect(screen.getByText(/XAPI_ENDPOINT/)).toBeTruthy();
  });

  test('says that everything has arrived', async () => {
    await open(() => answer(200, { ...none, store: 'https://lrs.example/xapi', lastDeliveredAt: refused.createdAt }));
    await screen.findByText(/Last delivery/);
    await screen.findByText(/The store accepted everything/);
  });

  test('says what waits and why a statement was refused, and sends that again', async () => {
    const again = `POST ${PATH}/s/resend`;
    const waits = { waiting: 12, waitingSince: new Date().toISOString(), outcome: '503 Service Unavailable' };
    const list = { ...none, store: 'https://lrs.example/xapi', ...waits, refused: [refused] };
    const network = await open(() => answer(200, list), {
      [again]: () => answer(200, { message: 'The statement is on its way.' }),
    });
    await screen.findByText(/12 statements waiting.*Last answer: 503 Service Unavailable/);
    expect(screen.getByText(/400 Bad Request: no such verb/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send lesson.completed again' }));
    await screen.findByText('The statement is on its way.');
    expect(network.bodies[again]).toHaveLength(1);
  });

  test('that cannot be asked is told, with a way to try again', async () => {
    await open(() => answer(500, {}));
    await screen.findByText('Failed to fetch the record store');
  });

  test('is not shown to org admins', async () => {
    const rights = { is_org_admin: true, organization_id: 'o', organization: { id: 'o', name: 'Demo' } };
    await open(() => answer(403, {}), { rights, 'GET /api/admin/api-tokens': (() => answer(200, {})) as never });
    await screen.findByRole('tab', { name: 'Webhooks' });
    await waitFor(() => expect(screen.queryByRole('tab', { name: 'Record store' })).toBeNull());
  });
});
