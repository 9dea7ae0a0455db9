// Administration calls the server directly (R-A13): nothing is retried, and a list is fetched again after each change.
import { QueryClient } from '@tanstack/react-query';
import { onActiveUserChange } from '../device/active-user-channel.ts';
import { poll } from './poll.ts';

/** One client for the whole admin area. Results are dropped with the page that used them. */
export const adminClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// One user's results must not be shown to the next.
onActiveUserChange((change) => change !== 'profile' && adminClient.clear());

/** Asks again for what is on screen and could not be had. */
export const refetchFailed = (): Promise<void> =>
  adminClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });

/** Refetches what is on screen and came from a path with one of these prefixes. */
export const refresh = (beginnings: readonly string[], { throwOnError = false } = {}): Promise<void> =>
  adminClient.invalidateQueries(
    { predicate: ({ queryKey }) => beginnings.some((beginning) => String(queryKey[0]).startsWith(beginning)) },
    { throwOnError },
  );

/** Refetches it every `everyMs`, less often while that fails. Returns how to end it. */
export const refreshRepeatedly = (beginnings: readonly string[], everyMs: number) =>
  poll(() => refresh(beginnings, { throwOnError: true }), everyMs);
