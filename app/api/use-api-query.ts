// What admin screens ask the server: one thing, or a whole list page by page.
import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { PAGE_ROWS_LIMIT } from '#sync/contract/fields.ts';
import { type AnswerOf, ApiError, type ClientResponse, call, pathOf } from './client.ts';

/** What stands in the way of an answer: no connection, no right, or words of the server. */
export type LoadError =
  | { kind: 'offline' }
  | { kind: 'denied' }
  /** `code` is the refusal's, `statusLine` such as '502 Bad Gateway' stands where the server has no words. */
  | { kind: 'failed'; sentence: string | undefined; code?: string | undefined; statusLine?: string };

export type ApiQuery<T> = { data: T | undefined; error: LoadError | undefined; refetch: () => void };

export function toLoadError(failure: unknown): LoadError {
  if (failure instanceof TypeError) return { kind: 'offline' };
  if (!(failure instanceof ApiError)) return { kind: 'failed', sentence: undefined };
  if (failure.code === 'access_denied') return { kind: 'denied' };
  const { sentence, code, statusLine } = failure;
  return { kind: 'failed', sentence, code, statusLine };
}

export type Readable = {
  $get: (...given: never[]) => Promise<ClientResponse<unknown>>;
  $path: (...given: never[]) => string;
};
type Given<E extends Readable> = NonNullable<Parameters<E['$get']>[0]>;
/** The arguments of the route; a query may be left out. */
export type ArgsOf<E extends Readable> = Omit<Given<E>, 'query'> & {
  query?: Given<E> extends { query?: infer Q } ? Q : never;
};
export type Answered<E extends Readable> = AnswerOf<Awaited<ReturnType<E['$get']>>>;

/** The route of these arguments, as its key and its call. */
function requestTo<E extends Readable>(endpoint: E, args?: object) {
  const get = endpoint.$get as (args?: object) => ReturnType<E['$get']>;
  return {
    key: pathOf(endpoint, args),
    ask: (more?: object) => call(get(withQuery(args, more))) as Promise<Answered<E>>,
  };
}

function withQuery(args: object | undefined, more: object | undefined): object | undefined {
  if (more === undefined) return args;
  return { ...args, query: { ...(args && 'query' in args ? (args.query as object) : {}), ...more } };
}

/** One answer of the server. The path is its key: what changes it names the beginning of the path (useApiMutation). */
export function useApiQuery<E extends Readable>(endpoint: E, args?: ArgsOf<E>, enabled = true): ApiQuery<Answered<E>> {
  const { key, ask } = requestTo(endpoint, args);
  return toApiQuery(useQuery({ queryKey: [key], enabled, queryFn: () => ask() }));
}

type Page = { nextCursor: string | null };
/** The property of a page that holds its rows. */
export type RowsOf<P> = { [K in keyof P]: P[K] extends readonly unknown[] ? K : never }[keyof P];
/** One of these rows. */
export type RowOf<P, K extends RowsOf<P>> = P[K] extends readonly (infer Row)[] ? Row : never;

/** The first page of a list with the `rows` of every page, following its cursors to the end. */
async function askAll<P>(ask: (more: object) => Promise<P>, rows: RowsOf<P>): Promise<P> {
  const next = (more: object) => ask({ limit: String(PAGE_ROWS_LIMIT), ...more }) as Promise<P & Page>;
  const first = await next({});
  const all = [...listOf(first[rows])];
  let { nextCursor } = first;
  // Also an answer without a cursor is the last one, or a page would ask for ever.
  while (nextCursor) {
    const page = await next({ cursor: nextCursor });
    for (const row of listOf(page[rows])) all.push(row);
    ({ nextCursor } = page);
  }
  return { ...first, [rows]: all, nextCursor: null };
}

/** A list with all its rows. None while `args` is undefined. */
export function useApiQueries<E extends Readable>(
  endpoint: E,
  args: ArgsOf<E> | undefined,
  rows: RowsOf<Answered<E>>,
): ApiQuery<Answered<E>> {
  const { key, ask } = requestTo(endpoint, args);
  return toApiQuery(useQuery({ queryKey: [key], enabled: args !== undefined, queryFn: () => askAll(ask, rows) }));
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const listIn = (key: unknown) => String(key).split('?')[0];

/** A list that may be too long to load whole: one page, and one more with each call of `more`, undefined at its end. */
export function useApiPages<E extends Readable>(endpoint: E, args?: ArgsOf<E>) {
  const { key, ask } = requestTo(endpoint, args);
  const query = useInfiniteQuery({
    queryKey: [key],
    initialPageParam: '',
    queryFn: ({ pageParam }) => ask(pageParam ? { cursor: pageParam } : undefined),
    getNextPageParam: (page) => (page as Page).nextCursor,
    // Another search or order of the same list: its rows stay until the others are here.
    placeholderData: (pages, before) => (listIn(before?.queryKey[0]) === listIn(key) ? pages : undefined),
  });
  return {
    pages: query.data?.pages,
    error: loadErrorOf(query.error),
    refetch: () => void (query.data ? query.fetchNextPage() : query.refetch()),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isLoadingMore: query.isFetchingNextPage,
    /** Every row, fetched anew. */
    all: async <K extends RowsOf<Answered<E>>>(rows: K) =>
      listOf((await askAll(ask, rows))[rows]) as RowOf<Answered<E>, K>[],
  };
}

const loadErrorOf = (failure: unknown) => (failure === null ? undefined : toLoadError(failure));

function toApiQuery<T>({ data, error, refetch }: UseQueryResult<T>): ApiQuery<T> {
  return { data, error: loadErrorOf(error), refetch: () => void refetch() };
}
