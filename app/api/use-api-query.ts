// What admin screens ask the server: one thing, or a whole list page by page.
import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ApiError } from './client.ts';
import { api } from './session.ts';

/** What stands in the way of an answer: no connection, no right, or words of the server. */
export type LoadError =
  | { kind: 'offline' }
  | { kind: 'denied' }
  /** `code` is the refusal's, `statusLine` such as '502 Bad Gateway' stands where the server has no words. */
  | { kind: 'failed'; sentence: string | undefined; code?: string | undefined; statusLine?: string };

export type ApiQuery<T> = { data: T | undefined; error: LoadError | undefined; refetch: () => void };

/** A failure of `api` as a screen tells it. */
export function toLoadError(failure: unknown): LoadError {
  if (failure instanceof TypeError) return { kind: 'offline' };
  if (!(failure instanceof ApiError)) return { kind: 'failed', sentence: undefined };
  if (failure.code === 'access_denied') return { kind: 'denied' };
  const { sentence, code, statusLine } = failure;
  return { kind: 'failed', sentence, code, statusLine };
}

type Shape<T> = { parse(body: unknown): T };

/** One answer of the server. The path is its key: what changes it names the beginning of the path (useApiMutation). */
export function useApiQuery<T>(path: string, answer: Shape<T>): ApiQuery<T> {
  return asked(useQuery({ queryKey: [path], queryFn: () => api(path, { answer }) }));
}

type Page = { nextCursor: string | null };
/** The property of a page that holds its rows. */
type RowsOf<P> = { [K in keyof P]: P[K] extends readonly unknown[] ? K : never }[keyof P];

const PAGE_ROWS = 500;

/** A list with all its rows, following its cursors to the end: the first page with the `rows` of every page. None while `path` is undefined. */
export function useApiQueries<P extends Page>(path: string | undefined, page: Shape<P>, rows: RowsOf<P>): ApiQuery<P> {
  const query = useQuery({
    queryKey: [path],
    enabled: path !== undefined,
    queryFn: async () => {
      const joint = path?.includes('?') ? '&' : '?';
      const next = (after: string) => api(`${path}${joint}limit=${PAGE_ROWS}${after}`, { answer: page });
      let all = await next('');
      while (all.nextCursor !== null) {
        const more = await next(`&cursor=${encodeURIComponent(all.nextCursor)}`);
        all = { ...all, [rows]: [...listOf(all[rows]), ...listOf(more[rows])], nextCursor: more.nextCursor };
      }
      return all;
    },
  });
  return asked(query);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A list that may be too long to load whole: one page, and one more with each call of `more`, undefined at its end. */
export function useApiPages<P extends Page>(path: string, page: Shape<P>) {
  const joint = path.includes('?') ? '&' : '?';
  const query = useInfiniteQuery({
    queryKey: [path],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      api(pageParam ? `${path}${joint}cursor=${encodeURIComponent(pageParam)}` : path, { answer: page }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return {
    pages: query.data?.pages,
    error: told(query.error),
    refetch: () => void (query.data ? query.fetchNextPage() : query.refetch()),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isLoadingMore: query.isFetchingNextPage,
  };
}

const told = (failure: unknown) => (failure === null ? undefined : toLoadError(failure));

function asked<T>({ data, error, refetch }: UseQueryResult<T>): ApiQuery<T> {
  return { data, error: told(error), refetch: () => void refetch() };
}
