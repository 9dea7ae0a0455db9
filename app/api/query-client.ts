// Administration speaks with the server directly (A13): nothing is retried, fetched again by a clock or a look, or taken for
// stale; a list is fetched again after each change that succeeded.
import { QueryClient } from '@tanstack/react-query';
import { onActiveUserChange } from '../device/active-user-channel.ts';

/** One for the whole admin area. What a page was told is forgotten with the page. */
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

// What one person was shown is not for the next.
onActiveUserChange((change) => change !== 'profile' && adminClient.clear());

/** Fetches again what is on screen and came from a path with one of these beginnings. */
export const refresh = (beginnings: readonly string[]): Promise<void> =>
  adminClient.invalidateQueries({
    predicate: ({ queryKey }) => beginnings.some((beginning) => String(queryKey[0]).startsWith(beginning)),
  });
