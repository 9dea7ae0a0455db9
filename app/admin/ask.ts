// What admin screens ask the server: one thing, or a whole list page by page.
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api.ts';
import { api } from '../session.ts';

/** What stands in the way of an answer: no connection, no right, or words of the server. */
export type Trouble =
  | { kind: 'offline' }
  | { kind: 'denied' }
  /** `code` is the refusal's, `statusLine` such as '502 Bad Gateway' stands where the server has no words. */
  | { kind: 'failed'; sentence: string | undefined; code?: string | undefined; statusLine?: string };

export type Asked<T> = { data: T | undefined; trouble: Trouble | undefined; again: () => void };

/** A failure of `api` as a screen tells it. */
export function troubleOf(failure: unknown): Trouble {
  if (failure instanceof TypeError) return { kind: 'offline' };
  if (!(failure instanceof ApiError)) return { kind: 'failed', sentence: undefined };
  if (failure.code === 'access_denied') return { kind: 'denied' };
  const { sentence, code, statusLine } = failure;
  return { kind: 'failed', sentence, code, statusLine };
}

type Shape<T> = { parse(body: unknown): T };

/** Asks and never answers null: a visitor is the guard's to send away. */
export async function ask<T>(path: string, answer: Shape<T>): Promise<T> {
  const body = await api(path, { answer });
  if (body === null) throw new Error('The call was answered with nothing.');
  return body;
}

/** One answer of the server. The path is its key: what changes it names the beginning of the path (useAct). */
export function useAsk<T>(path: string, answer: Shape<T>): Asked<T> {
  const query = useQuery({ queryKey: [path], queryFn: () => ask(path, answer) });
  return { data: query.data, trouble: told(query.error), again: () => void query.refetch() };
}

const PAGE_ROWS = 500;

/** A whole list, following its cursors to the end; none while `path` is undefined. `rowsOf` takes the rows out of one page. */
export function useAskAll<Page extends { nextCursor: string | null }, Row>(
  path: string | undefined,
  page: Shape<Page>,
  rowsOf: (page: Page) => readonly Row[],
): Asked<readonly Row[]> {
  const query = useQuery({
    queryKey: [path],
    enabled: path !== undefined,
    queryFn: async () => {
      const rows: Row[] = [];
      const joint = path?.includes('?') ? '&' : '?';
      for (let cursor: string | null = ''; cursor !== null; ) {
        const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
        const answer: Page = await ask(`${path}${joint}limit=${PAGE_ROWS}${after}`, page);
        rows.push(...rowsOf(answer));
        cursor = answer.nextCursor;
      }
      return rows;
    },
  });
  return { data: query.data, trouble: told(query.error), again: () => void query.refetch() };
}

const told = (failure: unknown) => (failure === null ? undefined : troubleOf(failure));
