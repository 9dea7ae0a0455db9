// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { IntegrationsPage } from '#app/admin/integrations/integrations-page.tsx';
import type { ApiTokenRow } from '#sync/contract/api-token.ts';
import { DEMO, OF_DEMO, openWithRights, press } from '#tests/fixtures/admin-screen.tsx';
import { answer, type Route } from '#tests/fixtures/auth-service.ts';

const PATH = '/api/admin/api-tokens';
const row: ApiTokenRow = {
  ...{ id: 't', name: 'HR software', ending: 'wxyz', organization: DEMO, scopes: ['people:read'], state: 'active' },
  ...{ createdAt: '2026-11-01T00:00:00.000Z', createdBy: 'Ada', expiresAt: '2027-01-30T00:00:00.000Z' },
  lastUsedAt: null,
};

const open = (tokens: ApiTokenRow[], more: Record<string, Route> = {}) =>
  openWithRights(
    OF_DEMO,
    <IntegrationsPage />,
    { [`GET ${PATH}`]: () => answer(200, { tokens, nextCursor: null }), ...more },
    '/admin/integrations',
  );

describe('API tokens', () => {
  test('are created with a name and what they may do, and shown once', async () => {
    const { sent } = await open([], {
      [`POST ${PATH}`]: () => answer(201, { token: 'gwt_secret', apiToken: row }),
    });
    await screen.findByText('No API tokens yet');
    await press('New token');
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'HR software' } });
    fireEvent.click(screen.getByLabelText(/See people and their groups/));
    await press('Create');
    await screen.findByText('gwt_secret');
    expect(sent(`POST ${PATH}`)).toEqual([
      { name: 'HR software', scopes: ['people:read'], days: 90, organizationId: null },
    ]);
    await press('Done');
    await waitFor(() => expect(screen.queryByText('gwt_secret')).toBeNull());
  });

  test('say beside the field what the server refuses, and keep what was typed', async () => {
    await open([], {
      [`POST ${PATH}`]: () =>
        answer(400, { message: 'Choose at least one.', error: '', code: 'validation_failed', field: 'scopes' }),
    });
    await press('New token');
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'HR software' } });
    await press('Create');
    await screen.findByRole('group', { name: 'It may', description: 'Choose at least one.' });
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('HR software');
  });

  test('are listed with their last use, and revoked once the admin has confirmed', async () => {
    const { sent } = await open([row], {
      [`DELETE ${PATH}/t`]: () => answer(200, { message: 'The token was revoked.' }),
    });
    await screen.findByText('Never');
    await press('Revoke HR software');
    await press('Revoke');
    await screen.findByText('API Token Revoked');
    expect(sent(`DELETE ${PATH}/t`)).toHaveLength(1);
  });

  test('that have ended cannot be revoked', async () => {
    await open([{ ...row, state: 'expired' }]);
    await screen.findByText('Expired');
    expect(screen.queryByRole('button', { name: 'Revoke HR software' })).toBeNull();
  });
});
