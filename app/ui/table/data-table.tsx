// A table of many rows: search, order, page and filters in the address, export of what is shown, cards on a phone.
import { Download } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { csvOf } from '#sync/contract/csv.ts';
import { Button } from '../button.tsx';
import { Choice } from '../form/field.tsx';
import { SearchField, useTypedSearch } from '../form/search-field.tsx';
import { counted } from '../labels.ts';
import { saveFile } from '../save-file.ts';
import { Skeleton } from '../skeleton.tsx';
import { EmptyState } from '../state-view.tsx';
import { TableRows, type TableRowsProps } from './table-rows.tsx';
import { type Column, filterRows, pageOf, searchRows, sortRows, type TableFilter } from './table-view.ts';
import { useTableAddress } from './use-table-address.ts';

const PAGE_SIZE = 25;

export type DataTableProps<Row> = Pick<TableRowsProps<Row>, 'label' | 'rowKey' | 'columns' | 'selection'> & {
  rows: readonly Row[];
  /** 'course' makes '1 course', '12 courses'. */
  noun: string;
  searchLabel?: string;
  /** Distinguishes two tables of one page in the address. */
  prefix?: string;
  filters?: readonly TableFilter<Row>[];
  /** Buttons beside the filters. */
  actions?: ReactNode;
  /** The rows of one page; infinite if the caller loads the rows page by page. */
  pageSize?: number;
  /** Shown in place of the table when there are no rows at all. */
  empty: ReactNode;
};

/** The sort options on a phone, where the headings are hidden. */
const waysToSort = <Row,>({ key, title }: Column<Row>): [string, string][] => [
  [key, `By ${title}`],
  [`-${key}`, `By ${title}, last first`],
];

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, columns, noun, searchLabel, prefix, filters = [], actions, pageSize, empty } = props;
  const address = useTableAddress(prefix);
  const [text, setText] = useTypedSearch(address.search, (search) => address.change({ search }));
  const valueIn = ({ key, options }: TableFilter<Row>) => address.filter(key, options);
  const kept = filterRows(rows, filters, valueIn);
  const found = sortRows(searchRows(kept, columns, address.search), columns, address.sorting);
  const { rows: shown, page, pages } = pageOf(found, address.page, pageSize ?? PAGE_SIZE);
  const exported = columns.filter((column) => !column.isActions);
  const save = () =>
    saveFile(
      `${label.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.csv`,
      csvOf(
        exported.map(({ title }) => title),
        found.map((row) => exported.map(({ value }) => value(row))),
      ),
    );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-full sm:w-72">
          <SearchField
            label={searchLabel ?? `Search ${label.toLowerCase()}`}
            value={text}
            onChange={setText}
            look="raised"
          />
        </div>
        {filters.length > 0 && (
          <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:grow">
            {filters.map((filter) => (
              <Choice
                isLabelHidden
                key={filter.key}
                label={filter.label}
                value={valueIn(filter)}
                options={filter.options}
                onChange={(value) => address.change({ [filter.key]: value })}
              />
            ))}
          </div>
        )}
        <Choice
          isLabelHidden
          label="Sort by"
          className="grow md:hidden"
          value={address.sorting ? `${address.sorting.descending ? '-' : ''}${address.sorting.key}` : ''}
          onChange={(sort) => address.change({ sort })}
          options={[['', 'Default order'], ...exported.filter(({ isFileOnly }) => !isFileOnly).flatMap(waysToSort)]}
        />
        <div className="flex flex-wrap gap-2 max-md:w-full md:ml-auto max-md:*:grow">
          {actions}
          <Button icon={Download} variant="secondary" onClick={save} disabled={found.length === 0}>
            Export CSV
          </Button>
        </div>
      </div>
      <p role="status" className="text-ink-soft text-sm">
        {counted(found.length, noun)}
        {found.length < rows.length && ` of ${rows.length.toLocaleString('en')}`}
      </p>
      {rows.length === 0 ? (
        empty
      ) : found.length === 0 ? (
        <EmptyState
          title="Nothing found"
          action={
            <Button
              variant="secondary"
              onClick={() => address.change({ search: '', ...Object.fromEntries(filters.map(({ key }) => [key, ''])) })}
            >
              {filters.some(valueIn) ? 'Clear the filters' : 'Clear the search'}
            </Button>
          }
        />
      ) : (
        <>
          <TableRows {...props} shown={shown} found={found} address={address} />
          {pages > 1 && <Pages page={page} pages={pages} onPage={(next) => address.change({ page: String(next) })} />}
        </>
      )}
    </div>
  );
}

function Pages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-3">
      <Button variant="secondary" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span>
        Page {page} of {pages}
      </span>
      <Button variant="secondary" disabled={page === pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

/** The last column of a table, with the actions of a row. */
export const actsColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  key: 'actions',
  title: 'Actions',
  isActions: true,
  value: () => null,
  cell,
});

/** A button in that column, as wide as the row's card on a phone. */
export const RowButton = (props: ComponentProps<typeof Button>) => (
  <Button variant="quiet" className="max-md:w-full md:-ml-4" {...props} />
);

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The skeleton of a DataTable. `label` says what is loading. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-4">
      <Skeleton className="h-12 w-full sm:w-72" />
      <Skeleton className="h-5 w-24" />
      <div className="flex flex-col gap-px max-md:gap-3">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-18 max-md:h-48" />
        ))}
      </div>
    </div>
  );
}
