// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as cards on a phone loses what is not written out

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { CsvValue } from '#sync/contract/csv.ts';
import { Button, IconButton } from '../button.tsx';
import { dateWords } from '../labels.ts';
import { locale } from '../language.ts';
import { type Column, leavingOrder, waysToSort } from './table-view.ts';
import type { TableAddress } from './use-table-address.ts';

/** The selected rows by their keys, and what can be done with them. */
export type Selection<Row> = {
  chosen: ReadonlyMap<string, Row>;
  onChange: (chosen: ReadonlyMap<string, Row>) => void;
  acts: ReactNode;
  /**
   * Selects all that match, however many, without fetching them, but those whose keys are in `except`; the acts then know them by
   * what the list is narrowed by. 'Select all' does so where more match than were fetched. Undefined while it is off.
   */
  all?: { except: ReadonlySet<string> | undefined; set: (except: ReadonlySet<string>) => void };
};

export type TableRowsProps<Row> = {
  /** The accessible name of the table, and the name of its file. */
  label: string;
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** Without it there are no checkboxes. */
  selection?: Selection<Row> | undefined;
  /** What the rows can be sorted by (`waysToSort`); without it by every column. */
  orders?: readonly string[] | undefined;
  /** The rows that are drawn, and all rows that the search found, which 'Select all' selects. */
  shown: readonly Row[];
  found: readonly Row[];
  /** Whether more rows match than were fetched. */
  hasMore: boolean;
  address: TableAddress;
  /** The keys of the columns that the rows are narrowed and sorted by, which closed rows show on a phone. */
  facts: readonly string[];
};

export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { label, rowKey, selection, shown, found, hasMore, orders, facts } = props;
  const { sorting, change } = props.address;
  const columns = props.columns.filter(({ isFileOnly }) => !isFileOnly);
  /** On a phone. */
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const except = selection?.all?.except;
  const isChosen = (row: Row) => (except ? !except.has(rowKey(row)) : selection?.chosen.has(rowKey(row)) === true);
  const allChosen = found.every(isChosen);
  const toggleAll = () => {
    if (selection?.all && hasMore && !allChosen) selection.all.set(new Set());
    else if (except && allChosen) selection?.onChange(new Map());
    else toggle(found, !allChosen);
  };
  const toggle = (rows: readonly Row[], isOn: boolean) => {
    if (except) {
      const keys = rows.map(rowKey);
      return selection?.all?.set(
        new Set(isOn ? [...except].filter((key) => !keys.includes(key)) : [...except, ...keys]),
      );
    }
    const next = new Map(selection?.chosen);
    for (const row of rows) isOn ? next.set(rowKey(row), row) : next.delete(rowKey(row));
    selection?.onChange(next);
  };
  const { box, gone } = useRoom(leavingOrder(columns, facts));
  return (
    <div
      ref={box}
      className="relative border-line bg-surface max-md:rounded-lg max-md:border md:-mx-(--list-bleed) md:border-y"
    >
      {selection && (
        <Button variant="quiet" className="md:hidden" onClick={toggleAll}>
          {allChosen ? t`Select none` : t`Select all`}
        </Button>
      )}
      <table
        role="table"
        aria-label={label}
        className="dense w-full md:[&_tr>:first-child]:ps-[max(0.5rem,var(--list-bleed,0px))] md:[&_:is(thead_tr>:last-child,tbody_tr>:nth-last-child(2))]:pe-[max(0.5rem,var(--list-bleed,0px)-0.5rem)] text-start max-md:block md:text-sm md:pointer-fine:[--spacing-touch:2.25rem]"
      >
        <thead
          role="rowgroup"
          className="text-sm max-md:sr-only md:sticky md:top-[calc(var(--list-top)+var(--bar))] md:z-10 md:bg-surface md:text-xs print:static!"
        >
          <tr role="row" className="md:h-8 md:shadow-[inset_0_-1px_var(--color-line)]">
            {selection && (
              <th role="columnheader" scope="col" className="w-12">
                <span className="max-md:hidden">
                  <Box label={t`Select all`} checked={allChosen} onChange={toggleAll} />
                </span>
                <span className="md:hidden">
                  <Trans>Selected</Trans>
                </span>
              </th>
            )}
            {columns.map((column) => (
              <Heading
                key={column.key}
                column={column}
                isGone={gone.includes(column.key)}
                ways={waysToSort(column, orders)}
                sorting={sorting}
                onSort={(sort) => change({ sort })}
              />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {shown.map((row) => {
            const key = rowKey(row);
            const name = String(columns[0]?.value(row) ?? key);
            const isOpen = opened.has(key);
            return (
              <tr
                role="row"
                key={key}
                className={`border-line border-t max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:px-4 max-md:py-2 md:h-10 md:hover:bg-canvas ${isChosen(row) ? 'bg-accent-soft md:hover:bg-accent-soft' : ''}`}
              >
                {selection && (
                  <td role="cell" className="max-md:-ms-3.5">
                    <Box label={t`Select ${name}`} checked={isChosen(row)} onChange={(isOn) => toggle([row], isOn)} />
                  </td>
                )}
                {columns.map((column, at) => {
                  const isFact = at > 0 && !column.isBrief && facts.includes(column.key);
                  return (
                    <td
                      role="cell"
                      key={column.key}
                      className={`md:px-2 md:py-0.5 ${column.isNumeric ? 'tabular-nums md:text-end' : ''} ${column.isActions ? 'print:hidden' : ''} ${gone.includes(column.key) ? GONE : ''} ${placeOf(column, at, { isOpen, isFact })} ${selection && at > 0 && !isOpen ? 'max-md:ps-11.5' : ''}`}
                    >
                      {!column.isActions && at > 0 && (
                        <span
                          aria-hidden
                          className={`shrink-0 text-ink-soft text-sm md:hidden ${isOpen || isFact ? '' : 'hidden'}`}
                        >
                          {column.title}
                        </span>
                      )}
                      <span
                        className={`min-w-0 ${column.isActions ? '' : `md:block md:leading-[1.0625rem] ${widthOf(column, at)}`}`}
                      >
                        {column.cell ? column.cell(row) : plainCell(column.value(row))}
                      </span>
                    </td>
                  );
                })}
                <td role="cell" className="order-1 md:hidden">
                  <IconButton
                    icon={isOpen ? ChevronUp : ChevronDown}
                    aria-label={t`Details of ${name}`}
                    aria-expanded={isOpen}
                    onClick={() =>
                      setOpened(new Set(isOpen ? [...opened].filter((one) => one !== key) : [...opened, key]))
                    }
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Where a cell stands on a phone: the name on the first line with its button, what is brief on the second, what the list is narrowed
 * by below it with its title, the rest on lines of the opened row.
 */
function placeOf<Row>(
  { isBrief, isActions }: Column<Row>,
  at: number,
  { isOpen, isFact }: { isOpen: boolean; isFact: boolean },
): string {
  if (at === 0) return 'max-md:min-w-0 max-md:grow max-md:basis-0 max-md:font-medium';
  if (!isOpen && isFact)
    return 'order-2 max-md:flex max-md:basis-full max-md:flex-wrap max-md:items-baseline max-md:gap-x-2 max-md:text-sm';
  if (!isOpen) return isBrief ? 'order-2 max-md:basis-full max-md:text-ink-soft max-md:text-sm' : 'max-md:hidden';
  return `order-2 max-md:flex max-md:basis-full max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:py-1 ${isActions ? 'max-md:flex-wrap' : 'max-md:text-end'}`;
}

/** Where there is no room for it; paper has all. */
const GONE = 'md:not-print:hidden';

/** A cell is as wide as its text, which takes a second line before it takes more than 18 rem; that of the first column before another goes. */
function widthOf<Row>({ isLong, isNumeric }: Column<Row>, at: number): string {
  if (at === 0) return 'md:min-w-44';
  return isLong ? 'md:min-w-60' : `md:w-max md:max-w-72 ${isNumeric ? 'md:ms-auto' : ''}`;
}

/** The columns that have to go so that the table is no wider than its place, in this order: it is drawn without one more until it fits. */
function useRoom(order: readonly string[]) {
  const box = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);
  const [, lookAgain] = useReducer((times: number) => times + 1, 0);
  const columns = order.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns may all fit
  useLayoutEffect(() => setCount(0), [columns]);
  useLayoutEffect(() => {
    const { current } = box;
    const table = current?.querySelector('table');
    if (current && table && table.offsetWidth > current.clientWidth && count < order.length) setCount(count + 1);
  });
  useEffect(() => {
    const { current } = box;
    const table = current?.querySelector('table');
    if (!current || !table) return;
    let width = current.clientWidth;
    const resized = new ResizeObserver(() => {
      if (current.clientWidth !== width) setCount(0);
      width = current.clientWidth;
      // The page is narrower, or larger text has made the table wider.
      if (table.offsetWidth > width) lookAgain();
    });
    resized.observe(current);
    resized.observe(table);
    return () => resized.disconnect();
  }, []);
  return { box, gone: order.slice(0, count) };
}

/** What a column without a cell of its own shows. */
export function plainCell(value: CsvValue): ReactNode {
  if (value === null || value === undefined || value === '') return '–';
  if (value instanceof Date) return <span className="whitespace-nowrap">{dateWords(value)}</span>;
  if (typeof value === 'number') return value.toLocaleString(locale);
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  // A long address breaks at its @ before it makes the table wider than the page.
  const [name, ...domain] = value.split('@');
  if (domain.length === 0) return value;
  return (
    <>
      {name}@<wbr />
      {domain.join('@')}
    </>
  );
}

function Box({ label, checked, onChange }: { label: string; checked: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="inline-flex min-h-touch min-w-touch items-center justify-center md:-ms-2">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5"
      />
    </label>
  );
}

type HeadingProps<Row> = {
  column: Column<Row>;
  isGone: boolean;
  /** The ways to sort by it; each press takes the next one, and after the last none. */
  ways: readonly string[];
  sorting: TableAddress['sorting'];
  onSort: (sort: string) => void;
};

function Heading<Row>({ column, isGone, ways, sorting, onSort }: HeadingProps<Row>) {
  const { key, title, icon: Icon, isNumeric, isActions } = column;
  const look = `px-2 font-semibold text-ink-soft whitespace-nowrap ${isNumeric ? 'text-end' : ''} ${isGone ? GONE : ''}`;
  if (ways.length === 0) {
    return (
      <th role="columnheader" scope="col" className={`${look} ${isActions ? 'w-0 print:hidden' : ''}`}>
        {Icon && (
          <span title={title}>
            <Icon aria-hidden className="size-4 print:hidden" />
          </span>
        )}
        <span className={isActions || Icon ? 'not-print:sr-only' : ''}>{title}</span>
      </th>
    );
  }
  const isSorted = sorting?.key === key;
  const Arrow = sorting?.descending ? ArrowDown : ArrowUp;
  const now = isSorted ? `${sorting.descending ? '-' : ''}${key}` : '';
  const next = ways[ways.indexOf(now) + 1] ?? '';
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : 'none'}
      className={look}
    >
      {/* On a phone the headings are visually hidden, so they must not take the focus. Chromium repeats no button on a second sheet. */}
      <span className="md:hidden print:inline!">{title}</span>
      <button
        type="button"
        onClick={() => onSort(next)}
        className={`max-md:hidden print:hidden! -mx-1 inline-flex min-h-9 min-w-9 items-center gap-1 rounded-sm px-1 hover:text-accent-text pointer-coarse:min-h-touch ${isSorted ? 'text-ink' : ''}`}
      >
        {title}
        {isSorted && <Arrow aria-hidden className="size-4 shrink-0" />}
      </button>
    </th>
  );
}
