// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { IntegrationsPage } from '#app/admin/integrations/integrations-page.tsx';
import { WEBHOOK_EVENTS, type WebhookMessageRow, type WebhookRow } from '#sync/contract/webhook.ts';
import { answer, aSession, LENA, type Route, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const DEMO = { id: 'o', name: 'Demo Inspections' };
const RIGHTS = { is_org_admin: true, organization_id: 'o', organization: DEMO };
const PATH = '/api/admin/webhooks';
const at = '2026-11-01T00:00:00.000Z';
const row: WebhookRow = {
  ...{ id: 'w', url: 'https://hr.example.com/hook', organization: DEMO },
  ...{ events: ['course.certified'], isActive: true, createdAt: at },
};
const message: WebhookMessageRow = {
  ...{ id: 'm', type: 'course.certified', about: 'Mia', state: 'failed', attempts: 8 },
  ...{ createdAt: at, nextTryAt: null, outcome: '503 Service Unavailable' },
};

let opened: Awaited<ReturnType<typeof openOnDevice>>;
async function open(webhooks: WebhookRow[], more: Record<string, Route> = {}) {
  const network = stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, { ...LENA, ...RIGHTS }),
    [`GET ${PATH}`]: () => answer(200, { webhooks, nextCursor: null }),
    [`GET ${PATH}/w/messages`]: () => answer(200, { messages: [message], nextCursor: null }),
    ...more,
  });
  opened = await openOnDevice({ at: '/admin/integrations?tab=webhooks', path: '/*', screen: <IntegrationsPage /> });
  return network;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const choose = async (item: string) => {
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Actions for hr.example.com' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
};

beforeEach(() => seatLena());
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

describe('webhooks', () => {
  test('are created with the events that were chosen, and their secret is shown once', async () => {
    const network = await open([], { [`POST ${PATH}`]: () => answer(201, { secret: 'whsec_one', webhook: row }) });
    await screen.findByText('No webhooks yet');
    await press('New webhook');
    fireEvent.change(await screen.findByLabelText('Address'), { target: { value: row.url } });
    fireEvent.click(screen.getByLabelText(/Someone is enrolled/));
    await press('Create');
    await screen.findByText('whsec_one');
    const events = WEBHOOK_EVENTS.filter((one) => one !== 'course.enrolled');
    expect(network.bodies[`POST ${PATH}`]).toEqual([{ url: row.url, events, organizationId: null }]);
    await press('Done');
    await waitFor(() => expect(screen.queryByText('whsec_one')).toBeNull());
  });

  test('say of each message what became of it, and send it again', async () => {
    const again = `POST ${PATH}/w/messages/m/resend`;
    const network = await open([row], { [again]: () => answer(200, { message: 'The message is on its way.' }) });
    await choose('Messages');
    await screen.findByText('Given up');
    await screen.findByText(/8 attempts, 503 Service Unavailable/);
    await press('Send course.certified again');
    await screen.findByText('The message is on its way.');
    expect(network.bodies[again]).toHaveLength(1);
  });

  test('are tested, and the messages show how it went', async () => {
    const messages = [message];
    const network = await open([row], {
      [`GET ${PATH}/w/messages`]: () => answer(200, { messages, nextCursor: null }),
      [`POST ${PATH}/w/test`]: () => {
        messages.unshift({
          ...message,
          id: 't',
          type: 'webhook.test',
          state: 'delivered',
          attempts: 1,
          outcome: '204',
        });
        return answer(200, { message: 'A test is on its way.' });
      },
    });
    await choose('Send a test');
    const dialog = await screen.findByRole('dialog', { name: 'Messages to hr.example.com' });
    await within(dialog).findByText('webhook.test');
    expect(network.bodies[`POST ${PATH}/w/test`]).toHaveLength(1);
  });

  test('that are paused offer no test, and are resumed', async () => {
    const paused = { ...row, isActive: false };
    const network = await open([paused], { [`PATCH ${PATH}/w`]: () => answer(200, { webhook: row }) });
    await screen.findByText('Paused');
    await choose('Resume');
    await screen.findByText('Webhook Resumed');
    expect(network.bodies[`PATCH ${PATH}/w`]).toEqual([{ isActive: true }]);
    expect(screen.queryByRole('menuitem', { name: 'Send a test' })).toBeNull();
  });
});
