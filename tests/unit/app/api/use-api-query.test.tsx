// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createServer } from '#app/api/client.ts';
import { useApiQueries } from '#app/api/use-api-query.ts';
import { answer as answered } from '#tests/fixtures/auth-service.ts';

test.each(['{}', '{"users":[],"nextCursor":""}', '{"users":null}'])(
  'a list whose answer is %s is asked for once, not for ever',
  async (body) => {
    let asked = 0;
    vi.stubGlobal('fetch', async () => {
      asked += 1;
      return answered(200, asked < 5 ? JSON.parse(body) : { users: [], nextCursor: null });
    });
    const server = createServer();
    const { result } = renderHook(() => useApiQueries(server.admin.users, {}, 'users'), {
      wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
    });
    await waitFor(() => expect(result.current.data).toBeDefined());
    expect(asked).toBe(1);
    vi.unstubAllGlobals();
  },
);
