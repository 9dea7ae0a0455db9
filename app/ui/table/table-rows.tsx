// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as cards on a phone loses what is not written out

import { ArrowDown, ArrowUp, ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CsvValue } from '#sync/contract/csv.ts';
import { Button, IconButton } from '../button.tsx';
import { dateWords } from '../labels.ts';
import { type Column, waysToSort } from './table-view.ts';
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
  return (
    <div className="relative rounded-lg border border-line bg-surface md:max-h-[max(24rem,calc(100dvh-12rem))] md:overflow-auto print:max-h-none! print:overflow-visible!">
      {selection && (
        <Button variant="quiet" className="md:hidden" onClick={toggleAll}>
          {allChosen ? 'Select none' : 'Select all'}
        </Button>
      )}
      <table
        role="table"
        aria-label={label}
        className="w-full text-left max-md:block md:text-sm md:pointer-fine:[--spacing-touch:2.25rem]"
      >
        <thead role="rowgroup" className="bg-sunken text-sm max-md:sr-only md:sticky md:top-0 md:z-20 print:static!">
          <tr role="row">
            {selection && (
              <th role="columnheader" scope="col" className="w-12 pl-2">
                <span className="max-md:hidden">
                  <Box label="Select all" checked={allChosen} onChange={toggleAll} />
                </span>
                <span className="md:hidden">Selected</span>
              </th>
            )}
            {columns.map((column) => (
              <Heading
                key={column.key}
                column={column}
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
            const name = columns[0]?.value(row) ?? key;
            const isOpen = opened.has(key);
            return (
              <tr
                role="row"
                key={key}
                className={`border-line border-t max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:px-4 max-md:py-2 md:h-11 ${isChosen(row) ? 'bg-accent-soft' : 'md:bg-surface'}`}
              >
                {selection && (
                  <td role="cell" className="max-md:-ml-3.5 md:pl-2">
                    <Box label={`Select ${name}`} checked={isChosen(row)} onChange={(isOn) => toggle([row], isOn)} />
                  </td>
                )}
                {columns.map((column, at) => {
                  const isFact = at > 0 && !column.isBrief && facts.includes(column.key);
                  return (
                    <td
                      role="cell"
                      key={column.key}
                      className={`md:px-2 md:py-1 ${column.isNumeric ? 'tabular-nums md:text-right' : ''} ${column.isActions ? ACTS : ''} ${column.isWide ? WIDE : ''} ${placeOf(column, at, { isOpen, isFact })} ${selection && at > 0 && !isOpen ? 'max-md:pl-11.5' : ''}`}
                    >
                      {!column.isActions && at > 0 && (
                        <span
                          aria-hidden
                          className={`shrink-0 text-ink-soft text-sm md:hidden ${isOpen || isFact ? '' : 'hidden'}`}
                        >
                          {column.title}
                        </span>
                      )}
                      <span className="min-w-0">{column.cell ? column.cell(row) : plainCell(column.value(row))}</span>
                    </td>
                  );
                })}
                <td role="cell" className="order-1 md:hidden">
                  <IconButton
                    icon={isOpen ? ChevronUp : ChevronDown}
                    aria-label={`Details of ${name}`}
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
  return `order-2 max-md:flex max-md:basis-full max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:py-1 ${isActions ? 'max-md:flex-wrap' : 'max-md:text-right'}`;
}

const WIDE = 'md:max-lg:not-print:hidden';

/** The actions stay in view when the table is wider than the page, and an open menu is above the rows below and the headings. */
const ACTS = 'print:hidden md:sticky md:right-0 md:bg-inherit md:focus-within:z-10 md:has-[[role=menu]]:z-30';

/** What a column without a cell of its own shows. */
export function plainCell(value: CsvValue): ReactNode {
  if (value === null || value === undefined || value === '') return '–';
  if (value instanceof Date) return <span className="whitespace-nowrap">{dateWords(value)}</span>;
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
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
    <label className="inline-flex min-h-touch min-w-touch items-center justify-center">
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
  /** The ways to sort by it; each press takes the next one, and after the last none. */
  ways: readonly string[];
  sorting: TableAddress['sorting'];
  onSort: (sort: string) => void;
};

function Heading<Row>({ column, ways, sorting, onSort }: HeadingProps<Row>) {
  const { key, title, isNumeric, isActions, isWide } = column;
  if (ways.length === 0) {
    return (
      <th
        role="columnheader"
        scope="col"
        className={`px-2 font-semibold ${isNumeric ? 'text-right' : ''} ${isWide ? WIDE : ''} ${isActions ? 'bg-sunken print:hidden md:sticky md:right-0' : ''}`}
      >
        {isActions ? <span className="md:max-lg:sr-only">{title}</span> : title}
      </th>
    );
  }
  const isSorted = sorting?.key === key;
  const Icon = isSorted ? (sorting.descending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  const now = isSorted ? `${sorting.descending ? '-' : ''}${key}` : '';
  const next = ways[ways.indexOf(now) + 1] ?? '';
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : 'none'}
      className={`${isNumeric ? 'text-right' : ''} ${isWide ? WIDE : ''}`}
    >
      {/* On a phone the headings are visually hidden, so they must not take the focus. Chromium repeats no button on a second sheet. */}
      <span className="px-2 font-semibold md:hidden print:inline!">{title}</span>
      <button
        type="button"
        onClick={() => onSort(next)}
        className="max-md:hidden print:hidden! inline-flex min-h-touch items-center gap-1.5 px-2 text-left font-semibold lg:whitespace-nowrap hover:text-accent-text"
      >
        {title}
        <Icon aria-hidden className="size-4 shrink-0" />
      </button>
    </th>
  );
}
