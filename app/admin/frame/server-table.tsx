// A table whose rows the server searches, sorts and filters, as the address of the page says.
import {
  type Answered,
  type ArgsOf,
  type Readable,
  type RowOf,
  type RowsOf,
  useApiPages,
} from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { DataTable, type DataTableProps } from '../../ui/table/data-table.tsx';
import { useTableAddress } from '../../ui/table/use-table-address.ts';

type ServerTableProps<E extends Readable, K extends RowsOf<Answered<E>>> = Omit<
  DataTableProps<RowOf<Answered<E>, K>>,
  'rows' | 'remote' | 'failure'
> & {
  endpoint: E;
  args: ArgsOf<E>;
  /** The property of an answer that holds the rows. */
  rowsIn: K;
  /** The title of a failure. */
  failed: string;
};

export function ServerTable<E extends Readable, K extends RowsOf<Answered<E>>>(props: ServerTableProps<E, K>) {
  const { endpoint, args, rowsIn, failed, prefix, filters = [], orders = [] } = props;
  const { search, sorting, filter } = useTableAddress(prefix);
  const wanted = {
    search,
    sort: sorting && orders.includes(sorting.key) ? `${sorting.descending ? '-' : ''}${sorting.key}` : '',
    ...Object.fromEntries(filters.map(({ key, options }) => [key, filter(key, options)])),
    limit: '50',
  };
  const { query: given } = args as { query?: Record<string, string> };
  const set = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''));
  const query = { ...given, ...set };
  const { pages, error, refetch, all, ...rest } = useApiPages(endpoint, { ...args, query } as ArgsOf<E>);
  const total = (pages?.[0] as { total?: number | null } | undefined)?.total;
  return (
    <DataTable
      {...props}
      rows={pages?.flatMap((page) => page[rowsIn] as RowOf<Answered<E>, K>[])}
      remote={{ ...rest, total, all: () => all(rowsIn) }}
      failure={error && <ApiErrorView title={failed} error={error} refetch={refetch} />}
    />
  );
}
