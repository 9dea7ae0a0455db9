// A table whose rows the server searches, sorts and filters, as the address of the page says.
import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect } from 'react';
import { EXCEPT_LIMIT } from '#sync/contract/bulk-job.ts';
import {
  type Answered,
  type ArgsOf,
  type Readable,
  type RowOf,
  type RowsOf,
  useApiPages,
} from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { useLocation } from '../../ui/router.ts';
import { DataTable, type DataTableProps } from '../../ui/table/data-table.tsx';
import { waysToSort } from '../../ui/table/table-view.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { useToast } from '../../ui/toast.tsx';
import { forgetList, LeavingList, leaveList, leftList, type Selected } from './left-list.ts';
import { useSampleMark } from './sample-mark.ts';

type ServerTableProps<E extends Readable, K extends RowsOf<Answered<E>>> = Omit<
  DataTableProps<RowOf<Answered<E>, K>>,
  'rows' | 'remote' | 'failure' | 'selection'
> & {
  endpoint: E;
  args: ArgsOf<E>;
  /** The property of an answer that holds the rows. */
  rowsIn: K;
  /** The title of a failure, and what is said where the server has no words. */
  failed: string;
  otherwise?: string;
  selection?: Selecting<RowOf<Answered<E>, K>> | undefined;
};

/** With `setMatching` all that match can be selected; narrowed otherwise, they no longer are. */
type Selecting<Row> = Pick<Selected<Row>, 'chosen' | 'setChosen'> &
  Partial<Pick<Selected<Row>, 'matching' | 'setMatching'>> & { acts: ReactNode };

type Query = Record<string, string>;

/** The `limit` of each page. */
export const ROWS_AT_ONCE = '50';

export function ServerTable<E extends Readable, K extends RowsOf<Answered<E>>>(props: ServerTableProps<E, K>) {
  const { endpoint, args, rowsIn, failed, otherwise, prefix, filters = [], orders = [], selection } = props;
  const { matching, setMatching } = selection ?? {};
  const { search, sorting, valueIn } = useTableAddress(prefix);
  const toast = useToast();
  const mark = useSampleMark();
  const wanted = {
    search,
    sort: sorting ? (waysToSort(sorting, orders).find((way) => way.startsWith('-') === sorting.descending) ?? '') : '',
    ...Object.fromEntries(filters.map((filter) => [filter.key, valueIn(filter)])),
    limit: ROWS_AT_ONCE,
  };
  const { query: given } = args as { query?: Record<string, string> };
  const set = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''));
  const query = { ...given, ...set };
  const { sort: _, limit: __, ...narrowedBy } = query as Query;
  const narrowedKey = JSON.stringify(narrowedBy);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list is narrowed otherwise
  useEffect(() => {
    const { except: _, ...by } = matching ?? {};
    if (matching && JSON.stringify(by) !== narrowedKey) setMatching?.(undefined);
  }, [narrowedKey]);
  const useRows = () => {
    const { pages, ...rest } = useApiPages(endpoint, { ...args, query } as ArgsOf<E>);
    const total = (pages?.[0] as { total?: number | null } | undefined)?.total;
    return { rows: pages?.flatMap((page) => page[rowsIn] as RowOf<Answered<E>, K>[]), total, ...rest };
  };
  const { rows, error, refetch, all: fetchAll, ...rest } = useRows();
  const { pathname, search: addressSearch } = useLocation();
  // Whoever has come back is here.
  useEffect(() => void (leftList(pathname + addressSearch) && forgetList()), [pathname, addressSearch]);
  const leave = (person: string, address: string) => {
    if (rows?.some((row) => props.rowKey(row) === person))
      leaveList({ address, person, chosen: selection?.chosen, matching, useRows });
  };
  const selectAllBut = (except: ReadonlySet<string>) => {
    if (except.size <= EXCEPT_LIMIT)
      return setMatching?.({ ...narrowedBy, ...(except.size > 0 && { except: [...except] }) });
    toast({
      title: t`Leave out at most ${EXCEPT_LIMIT}`,
      description: t`Narrow the list instead.`,
      variant: 'destructive',
    });
  };
  const all = setMatching && { except: matching && new Set(matching.except), set: selectAllBut };
  return (
    <LeavingList value={leave}>
      <DataTable
        {...props}
        mark={mark}
        selection={selection && { chosen: selection.chosen, onChange: selection.setChosen, acts: selection.acts, all }}
        rows={rows}
        remote={{ ...rest, all: () => fetchAll(rowsIn) }}
        failure={error && <ApiErrorView title={failed} {...{ error, refetch, otherwise }} />}
      />
    </LeavingList>
  );
}
