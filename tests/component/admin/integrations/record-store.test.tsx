// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { IntegrationsPage } from '#app/admin/integrations/integrations-page.tsx';
import type { StatementRow, StatementsAnswer } from '#sync/contract/statement.ts';
import { OF_DEMO, openWithRights, press } from '#tests/fixtures/admin-screen.tsx';
import { answer, type Route } from '#tests/fixtures/auth-service.ts';

const PATH = '/api/admin/statements';
const refused: StatementRow = {
  ...{ id: 's', type: 'lesson.completed', about: 'Mia' },
  ...{ createdAt: '2026-11-01T00:00:00.000Z', outcome: '400 Bad Request: no such verb' },
};
const none: StatementsAnswer = {
  ...{ store: null, waiting: 0, waitingSince: null, outcome: null, lastDeliveredAt: null },
  ...{ refused: [], nextCursor: null },
};

const open = (list: () => Response, routes: Record<string, Route> = {}, rights: object = { is_super_admin: true }) =>
  openWithRights(
    rights,
    <IntegrationsPage />,
    { [`GET ${PATH}`]: list, ...routes },
    '/admin/integrations?tab=record-store',
  );

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
    const { sent } = await open(() => answer(200, list), {
      [again]: () => answer(200, { message: 'The statement is on its way.' }),
    });
    await screen.findByText(/12 statements waiting.*Last answer: 503 Service Unavailable/);
    expect(screen.getByText(/400 Bad Request: no such verb/)).toBeTruthy();
    await press('Send lesson.completed again');
    await screen.findByText('The statement is on its way.');
    expect(sent(again)).toHaveLength(1);
  });

  test('that cannot be asked is told, with a way to try again', async () => {
    await open(() => answer(500, {}));
    await screen.findByText('Failed to fetch the record store');
  });

  test('is not shown to org admins', async () => {
    await open(() => answer(403, {}), { 'GET /api/admin/api-tokens': () => answer(200, {}) }, OF_DEMO);
    await screen.findByRole('tab', { name: 'Webhooks' });
    await waitFor(() => expect(screen.queryByRole('tab', { name: 'Record store' })).toBeNull());
  });
});
