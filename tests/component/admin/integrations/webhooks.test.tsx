// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { IntegrationsPage } from '#app/admin/integrations/integrations-page.tsx';
import { WEBHOOK_EVENTS, type WebhookMessageRow, type WebhookRow } from '#sync/contract/webhook.ts';
import { DEMO, OF_DEMO, openWithRights, press } from '#tests/fixtures/admin-screen.tsx';
import { answer, type Route } from '#tests/fixtures/auth-service.ts';

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

const open = (webhooks: WebhookRow[], more: Record<string, Route> = {}) =>
  openWithRights(
    OF_DEMO,
    <IntegrationsPage />,
    {
      [`GET ${PATH}`]: () => answer(200, { webhooks, nextCursor: null }),
      [`GET ${PATH}/w/messages`]: () => answer(200, { messages: [message], nextCursor: null }),
      ...more,
    },
    '/admin/integrations?tab=webhooks',
  );
const choose = async (item: string) => {
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Actions for hr.example.com' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
};

describe('webhooks', () => {
  test('are created with the events that were chosen, and their secret is shown once', async () => {
    const { sent } = await open([], { [`POST ${PATH}`]: () => answer(201, { secret: 'whsec_one', webhook: row }) });
    await screen.findByText('No webhooks yet');
    await press('New webhook');
    fireEvent.change(await screen.findByLabelText('Address'), { target: { value: row.url } });
    fireEvent.click(screen.getByLabelText(/Someone is enrolled/));
    await press('Create');
    await screen.findByText('whsec_one');
    const events = WEBHOOK_EVENTS.filter((one) => one !== 'course.enrolled');
    expect(sent(`POST ${PATH}`)).toEqual([{ url: row.url, events, organizationId: null }]);
    await press('Done');
    await waitFor(() => expect(screen.queryByText('whsec_one')).toBeNull());
  });

  test('say of each message what became of it, and send it again', async () => {
    const again = `POST ${PATH}/w/messages/m/resend`;
    const { sent } = await open([row], { [again]: () => answer(200, { message: 'The message is on its way.' }) });
    await choose('Messages');
    await screen.findByText('Given up');
    await screen.findByText(/8 attempts, 503 Service Unavailable/);
    await press('Send course.certified again');
    await screen.findByText('The message is on its way.');
    expect(sent(again)).toHaveLength(1);
  });

  test('are tested, and the messages show how it went', async () => {
    const messages = [message];
    const { sent } = await open([row], {
      [`GET ${PATH}/w/messages`]: () => answer(200, { messages, nextCursor: null }),
      [`POST ${PATH}/w/test`]: () => {
        messages.unshift({ ...message, id: 't', type: 'webhook.test', state: 'delivered' });
        return answer(200, { message: 'A test is on its way.' });
      },
    });
    await choose('Send a test');
    const dialog = await screen.findByRole('dialog', { name: 'Messages to hr.example.com' });
    await within(dialog).findByText('webhook.test');
    expect(sent(`POST ${PATH}/w/test`)).toHaveLength(1);
  });

  test('that are paused offer no test, and are resumed', async () => {
    const paused = { ...row, isActive: false };
    const { sent } = await open([paused], { [`PATCH ${PATH}/w`]: () => answer(200, { webhook: row }) });
    await screen.findByText('Paused');
    await choose('Resume');
    await screen.findByText('Webhook Resumed');
    expect(sent(`PATCH ${PATH}/w`)).toEqual([{ isActive: true }]);
    expect(screen.queryByRole('menuitem', { name: 'Send a test' })).toBeNull();
  });
});
