// A table of many rows: search, order, filters and columns in the address, export of all that match, two lines a row on a phone.

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Printer, X } from 'lucide-react';
import { type ComponentProps, Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dayOf } from '#sync/contract/due.ts';
import { useBottomBar } from '../bottom-bar.ts';
import { Button, IconButton } from '../button.tsx';
import { SearchField, useTypedSearch } from '../form/search-field.tsx';
import { inSentence } from '../labels.ts';
import { locale } from '../language.ts';
import { Skeleton } from '../skeleton.tsx';
import { EmptyState } from '../state-view.tsx';
import { useToast } from '../toast.tsx';
import { useMediaQuery } from '../use-media-query.ts';
import { countWords, type Noun, noneWords } from './nouns.ts';
import { FilterChips, TableFilters, wordsOf } from './table-filters.tsx';
import { type Selection, TableRows, type TableRowsProps } from './table-rows.tsx';
import { ExportButton, Pager, ToolButton } from './table-tools.tsx';
import { type Column, filterRows, searchRows, sortRows, type TableFilter, waysToSort } from './table-view.ts';
import { type TableAddress, useTableAddress } from './use-table-address.ts';
import { ColumnMenu, useHiddenColumns, ViewMenu } from './view-menu.tsx';

/** Rows of two lines, whatever the pointer is. */
const PHONE = '(width < 48rem)';
const ROWS_AT_ONCE = 50;
/** So many rows are fetched for paper; the file has them all. */
const MOST_PRINTED = 500;

/** Rows that the server searches, sorts and filters, page by page. */
export type RemoteRows<Row> = {
  /** How many there are, one more than COUNT_LIMIT where it was not counted further; null when they were not counted. */
  total?: number | null | undefined;
  /** Fetches the next page; undefined at the end. */
  more: (() => void) | undefined;
  isLoadingMore: boolean;
  /** Every row that matches, for a file. */
  all: () => Promise<readonly Row[]>;
};

export type DataTableProps<Row> = Pick<TableRowsProps<Row>, 'label' | 'rowKey' | 'columns' | 'selection' | 'orders'> & {
  /** Undefined while they are loaded. */
  rows: readonly Row[] | undefined;
  /** For rows of the server, where `rows` are those that were fetched so far. */
  remote?: RemoteRows<Row>;
  /** What stands in the way of the rows, or of more of them. */
  failure?: ReactNode;
  noun: Noun;
  /** Whose people they are: 'No one in Demo Inspections matches this filter'. */
  among?: string;
  /** What a file of them is called besides. */
  mark?: string | undefined;
  searchLabel?: string;
  /** The name that its views and columns are kept under, where a table of another page has the same label. */
  keptAs?: string;
  /** Distinguishes two tables of one page in the address. */
  prefix?: string;
  filters?: readonly TableFilter<Row>[];
  /** Buttons beside the filters. */
  actions?: ReactNode;
  /** Shown in place of the table when there are no rows at all. */
  empty: ReactNode;
  /** Shown where nothing matches the filters, if the caller knows better than to clear them. */
  noneMatch?: ReactNode;
};

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows = [], columns, searchLabel, prefix, filters = [], actions, remote, orders, empty } = props;
  const address = useTableAddress(prefix);
  const [text, setText] = useTypedSearch(
    address.search,
    (search) => address.change({ search }),
    (search) => address.searchWith({ search }),
  );
  const isPhone = useMediaQuery(PHONE);
  const bar = useBarHeight();
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const keptAs = props.keptAs ?? label;
  const { hidden, toggle } = useHiddenColumns(keptAs, address);
  const isNarrowed = address.search !== '' || filters.some(address.valueIn);
  const found = remote
    ? rows
    : sortRows(
        searchRows(filterRows(rows, filters, address.valueIn), columns, address.search),
        columns,
        address.sorting,
      );
  const [isPrinting, setPrinting] = useState(false);
  const isPaged = !isPhone && !isPrinting;
  // At a desk a page of rows, on a phone and on paper all until there.
  const asked = Math.max(0, Math.floor(Number(address.read('page')) || 1) - 1);
  const page = remote?.more ? asked : Math.min(asked, Math.max(0, Math.ceil(found.length / ROWS_AT_ONCE) - 1));
  const first = isPaged ? page * ROWS_AT_ONCE : 0;
  const last = isPaged ? first + ROWS_AT_ONCE : remote || isPrinting ? found.length : most;
  const shown = found.slice(first, last);
  const more = remote ? remote.more : found.length > most ? () => setMost(most + ROWS_AT_ONCE) : undefined;
  const isOnWay =
    isPaged && page > 0 && props.rows !== undefined && found.length <= first && remote?.more && !props.failure;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that has come
  useEffect(() => {
    if (isOnWay && !remote?.isLoadingMore) remote?.more?.();
  }, [isOnWay, remote?.isLoadingMore, found.length]);
  const isReadyToPrint = !remote?.more || found.length >= MOST_PRINTED || props.failure !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that has come
  useEffect(() => {
    if (!isPrinting || remote?.isLoadingMore) return;
    if (!isReadyToPrint) return remote?.more?.();
    print();
    setPrinting(false);
  }, [isPrinting, remote?.isLoadingMore, found.length, isReadyToPrint]);
  const turn = (by: number) => {
    address.change({ page: page + by > 0 ? String(page + by + 1) : '' });
    bar.current?.parentElement?.scrollIntoView({ block: 'start' });
  };
  // On a phone, where the headings are hidden.
  const ways = columns.flatMap((column) =>
    waysToSort(column, orders).map((sort): [string, string] => [
      sort,
      sort.startsWith('-') ? t`By ${column.title}, last first` : t`By ${column.title}`,
    ]),
  );
  const { sorting } = address;
  const sortedBy = sorting && ways.find(([sort]) => sort === `${sorting.descending ? '-' : ''}${sorting.key}`);
  const chosen = filters.flatMap((filter) => {
    const value = address.valueIn(filter);
    return value ? { key: filter.key, label: filter.label, words: wordsOf(filter, value) } : [];
  });
  const strange = filters.filter((filter) => address.read(filter.key) !== '' && address.valueIn(filter) === '');
  const isStrange = strange.length > 0 || (sorting !== undefined && !sortedBy);
  const forget = () =>
    address.change(Object.fromEntries([...strange.map(({ key }) => [key, '']), ...(sortedBy ? [] : [['sort', '']])]));
  const clear = () => address.change({ search: '', ...Object.fromEntries(filters.map(({ key }) => [key, ''])) });
  const { noun } = props;
  const things = inSentence(label);
  const allWords = countWords(noun, rows.length, remote?.total, remote?.more !== undefined);
  const foundWords = !props.rows ? '' : remote ? allWords : countWords(noun, found.length, undefined, false);
  const ofAll = rows.length.toLocaleString(locale);
  const firstShown = (first + 1).toLocaleString(locale);
  const lastShown = (first + shown.length).toLocaleString(locale);
  return (
    <div className="flex scroll-mt-(--list-top) flex-col gap-3 md:gap-0">
      <div
        ref={bar}
        className="flex flex-wrap items-center gap-2 md:sticky md:top-(--list-top) md:z-20 md:-mx-(--list-bleed) md:min-h-12.5 md:bg-(--list-ground) md:px-(--list-bleed) md:py-1.5 md:pointer-fine:[--spacing-touch:2.25rem] print:hidden"
      >
        <div className="min-w-0 grow basis-40 sm:grow-0 sm:basis-72 md:basis-36 lg:basis-50 min-[90rem]:basis-72">
          <SearchField label={searchLabel ?? t`Search ${things}`} value={text} onChange={setText} look="raised" />
        </div>
        <TableFilters {...{ filters, address, isPhone }} orders={ways} found={foundWords} />
        <FilterChips {...{ filters, address }} />
        <p role="status" className="px-1 text-ink-soft text-sm tabular-nums max-md:grow">
          {found.length < rows.length ? t`${foundWords} of ${ofAll}` : foundWords}
        </p>
        <div className="flex flex-wrap items-center gap-1 md:ms-auto">
          {isPaged && (
            <Pager
              from={first + 1}
              to={first + shown.length}
              back={page > 0 ? () => turn(-1) : undefined}
              on={found.length > last || (remote?.more && shown.length > 0) ? () => turn(1) : undefined}
            />
          )}
          {actions}
          <ViewMenu {...{ label, keptAs, address, hidden }} filters={filters.map(({ key }) => key)} />
          <ExportButton
            name={fileName([label, props.among, props.mark, address.search, ...chosen.map((one) => one.words)])}
            columns={columns}
            all={remote?.all ?? (async () => found)}
            isEmpty={found.length === 0}
            starts={prefix ? `${prefix}-export` : 'export'}
          />
          <ToolButton
            icon={Printer}
            label={t`Print`}
            className="max-md:hidden"
            disabled={found.length === 0 || isPrinting}
            onClick={() => setPrinting(true)}
          />
          <ColumnMenu {...{ label, columns, hidden }} onToggle={toggle} />
        </div>
      </div>
      <p className="hidden break-after-avoid text-sm print:block">
        {label}
        {address.search && ` · ${t`Search: ${address.search}`}`}
        {chosen.map(({ key, label: by, words: choice }) => (
          <Fragment key={key}>
            {` · ${by}: `}
            {choice}
          </Fragment>
        ))}
        {sortedBy && ` · ${sortedBy[1]}`} · {foundWords}
        {(remote?.more || shown.length < found.length) && ` ${t`(${firstShown} to ${lastShown} of them)`}`}
      </p>
      {props.rows && isStrange && (
        <p role="note" className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm print:hidden">
          <Trans>This link has a filter or an order that isn't known here, so it was left out.</Trans>
          <Button variant="quiet" onClick={forget}>
            <Trans>Clear it</Trans>
          </Button>
        </p>
      )}
      {props.rows === undefined ? (
        (props.failure ?? <RowsSkeleton label={t`Loading ${things}`} />)
      ) : isOnWay ? (
        <RowsSkeleton label={t`Loading ${things}`} />
      ) : found.length > 0 ? (
        <TableRows
          {...props}
          {...{ shown, found, address }}
          facts={factsOf(filters, address)}
          hasMore={remote?.more !== undefined}
          columns={columns.filter(({ key }) => !hidden.includes(key))}
        />
      ) : isNarrowed && props.noneMatch ? (
        props.noneMatch
      ) : isNarrowed ? (
        <EmptyState
          title={noneWords(noun, filters.some(address.valueIn) ? 'filter' : 'search', props.among)}
          action={
            <Button variant="secondary" onClick={clear}>
              {filters.some(address.valueIn) ? t`Clear the filters` : t`Clear the search`}
            </Button>
          }
        />
      ) : (
        empty
      )}
      {props.rows && props.failure}
      {isPhone && more && !props.failure && (
        <Button variant="secondary" disabled={remote?.isLoadingMore} onClick={more} className="self-center">
          {remote?.isLoadingMore ? t`Loading...` : t`Show more`}
        </Button>
      )}
      {props.selection && (props.selection.chosen.size > 0 || props.selection.all?.except) && (
        <SelectionBar
          selection={props.selection}
          allWords={remote ? allWords : ''}
          rowKey={props.rowKey}
          all={
            remote?.more && shown.every((row) => props.selection?.chosen.has(props.rowKey(row)))
              ? remote.all
              : undefined
          }
        />
      )}
    </div>
  );
}

/** The columns that the rows are narrowed and sorted by. */
function factsOf<Row>(filters: readonly TableFilter<Row>[], { valueIn, sorting }: TableAddress): string[] {
  const narrowing = filters
    .map((filter) => ({ ...filter, value: valueIn(filter) }))
    .filter(({ value }) => value !== '');
  const shown = narrowing.map(({ key, value, shows = key }) => (typeof shows === 'string' ? shows : shows[value]));
  return [...shown, sorting?.key].filter((key) => key !== undefined);
}

/** What is in the file, and of which day: several lists are saved in one folder. */
const fileName = (parts: readonly ReactNode[]) =>
  [...parts.filter((part) => typeof part === 'string'), dayOf(new Date())].join(' ');

/** The height of the row above a table is `--bar` for the headings, which stay below it. */
function useBarHeight() {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = bar;
    if (!current) return;
    const resized = new ResizeObserver(() =>
      current.parentElement?.style.setProperty('--bar', `${current.offsetHeight}px`),
    );
    resized.observe(current);
    return () => resized.disconnect();
  }, []);
  return bar;
}

type SelectionBarProps<Row> = {
  selection: Selection<Row>;
  rowKey: (row: Row) => string;
  /** How many match, in words. */
  allWords: string;
  /** Every row that matches, where all that are shown are selected and there are more. */
  all: (() => Promise<readonly Row[]>) | undefined;
};

function SelectionBar<Row>({ selection, rowKey, allWords, all }: SelectionBarProps<Row>) {
  const { chosen, onChange, acts } = selection;
  const except = selection.all?.except;
  const chosenCount = chosen.size.toLocaleString(locale);
  const [isLoading, setLoading] = useState(false);
  const toast = useToast();
  const selectAll = async () => {
    if (selection.all) return selection.all.set(new Set());
    setLoading(true);
    try {
      onChange(new Map([...chosen, ...((await all?.()) ?? []).map((row) => [rowKey(row), row] as const)]));
    } catch {
      toast({ title: t`Selection Failed`, description: t`Not every row could be fetched.`, variant: 'destructive' });
    } finally {
      setLoading(false);
    }
  };
  return (
    <section
      {...useBottomBar()}
      aria-label={t`Selected rows`}
      className="sticky bottom-[calc(var(--tab-bar)+1rem)] z-20 flex max-w-full animate-rise flex-wrap items-center gap-2 self-center rounded-lg border border-line bg-surface p-2 ps-4 shadow-high print:hidden"
    >
      <strong className="me-2">
        {except ? (
          allButWords(allWords, except.size)
        ) : (
          // On a phone the bar stays one line.
          <Trans>
            {chosenCount}
            <span className="max-sm:sr-only"> selected</span>
          </Trans>
        )}
      </strong>
      {all && !except && (
        <Button variant="quiet" disabled={isLoading} onClick={selectAll}>
          {isLoading ? t`Selecting...` : t`Select all that match`}
        </Button>
      )}
      {acts}
      <IconButton icon={X} aria-label={t`Clear the selection`} onClick={() => onChange(new Map())} />
    </section>
  );
}

const allButWords = (all: string, except: number) =>
  except > 0 ? t`All that match (${all}) except ${except}` : t`All that match (${all})`;

/** The last column of a table, with the actions of a row. */
export const actsColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  key: 'actions',
  title: t`Actions`,
  isActions: true,
  value: () => null,
  cell,
});

/** A button in that column, as wide as the row's card on a phone. */
export const RowButton = (props: ComponentProps<typeof Button>) => (
  <Button variant="quiet" className="max-md:w-full md:px-2!" {...props} />
);

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The skeleton of a DataTable. `label` says what is loading. */
export const TableSkeleton = ({ label }: { label: string }) => (
  <div className="flex flex-col gap-4">
    <Skeleton className="h-12 w-full sm:w-72" />
    <Skeleton className="h-5 w-24" />
    <RowsSkeleton label={label} />
  </div>
);

const RowsSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="flex flex-col gap-px">
    {ROWS.map((row) => (
      <Skeleton key={row} className="h-11 max-md:h-16" />
    ))}
  </div>
);
