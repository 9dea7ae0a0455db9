import { useInfiniteQuery } from '@tanstack/react-query';
import { AuditLog } from '#sync/contract/analytics.ts';
import { ask, type Trouble, troubleOf } from '../ask.ts';
import type { LoggedAct, Names } from './act-words.ts';

type Wanted = { action: string; actor: string; organizationId: string };

type Log = {
  /** Newest first, as far as they were loaded; undefined before the first page. */
  acts: readonly LoggedAct[] | undefined;
  names: Names;
  trouble: Trouble | undefined;
  again: () => void;
  /** Undefined once everything is loaded. */
  more: (() => void) | undefined;
  isLoadingMore: boolean;
};

/** The audit log page by page: it may be long, so nobody loads it whole. */
export function useAuditLog(wanted: Wanted): Log {
  const filters = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ''));
  const query = useInfiniteQuery({
    queryKey: ['/api/admin/audit-log', filters.toString()],
    initialPageParam: '',
    queryFn: ({ pageParam }) => {
      const asked = new URLSearchParams(filters);
      if (pageParam) asked.set('cursor', pageParam);
      return ask(`/api/admin/audit-log?${asked}`, AuditLog);
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const pages = query.data?.pages;
  return {
    acts: pages?.flatMap(({ acts }) => acts),
    names: Object.assign({}, ...(pages ?? []).map(({ names }) => names)),
    trouble: query.error ? troubleOf(query.error) : undefined,
    again: () => void (pages ? query.fetchNextPage() : query.refetch()),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isLoadingMore: query.isFetchingNextPage,
  };
}
