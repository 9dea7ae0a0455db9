// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as cards on a phone loses what is not written out
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CsvValue } from '#sync/contract/csv.ts';
import { Button } from '../button.tsx';
import type { Column } from './table-view.ts';
import type { TableAddress } from './use-table-address.ts';

export type TableRowsProps<Row> = {
  /** The accessible name of the table, and the name of its file. */
  label: string;
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** The keys of the selected rows; without it there are no checkboxes. */
  selection?: { chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void } | undefined;
  /** The rows of this page, and all rows that the search found, which 'Select all' selects. */
  shown: readonly Row[];
  found: readonly Row[];
  address: TableAddress;
};

export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { label, rowKey, selection, shown, found } = props;
  const { sorting, change } = props.address;
  const columns = props.columns.filter(({ isFileOnly }) => !isFileOnly);
  const allChosen = selection !== undefined && found.every((row) => selection.chosen.has(rowKey(row)));
  const toggle = (keys: string[], isOn: boolean) => {
    if (!selection) return;
    const next = new Set(selection.chosen);
    for (const key of keys) isOn ? next.add(key) : next.delete(key);
    selection.onChange(next);
  };
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface max-md:border-0 max-md:bg-transparent">
      {selection && (
        <Button variant="quiet" className="md:hidden" onClick={() => toggle(found.map(rowKey), !allChosen)}>
          {allChosen ? 'Select none' : 'Select all'}
        </Button>
      )}
      <table role="table" aria-label={label} className="w-full text-left max-md:block md:max-lg:text-sm">
        <thead role="rowgroup" className="border-line border-b bg-sunken text-sm max-md:sr-only">
          <tr role="row">
            {selection && (
              <th role="columnheader" scope="col" className="w-12 pl-2">
                <span className="max-md:hidden">
                  <Box label="Select all" checked={allChosen} onChange={(isOn) => toggle(found.map(rowKey), isOn)} />
                </span>
                <span className="md:hidden">Selected</span>
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.key} column={column} sorting={sorting} onSort={(sort) => change({ sort })} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:flex max-md:flex-col max-md:gap-3">
          {shown.map((row) => (
            <tr
              role="row"
              key={rowKey(row)}
              className="border-line border-b last:border-0 max-md:flex max-md:flex-col max-md:gap-1 max-md:rounded-lg max-md:border! max-md:bg-surface max-md:p-4"
            >
              {selection && (
                <td role="cell" className="pl-2 max-md:-ml-3.5 max-md:pl-0">
                  <Box
                    label={`Select ${columns[0]?.value(row) ?? rowKey(row)}`}
                    checked={selection.chosen.has(rowKey(row))}
                    onChange={(isOn) => toggle([rowKey(row)], isOn)}
                  />
                </td>
              )}
              {columns.map((column) => (
                <td
                  role="cell"
                  key={column.key}
                  className={`px-2 py-3 lg:px-4 max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:px-0 max-md:py-1 ${column.isNumeric ? 'tabular-nums md:text-right' : ''} ${column.isActions ? ACTS : ''}`}
                >
                  {!column.isActions && (
                    <span aria-hidden className="shrink-0 text-ink-soft text-sm md:hidden">
                      {column.title}
                    </span>
                  )}
                  <span className={`min-w-0 max-md:text-right ${column.isActions ? 'max-md:grow' : ''}`}>
                    {column.cell ? column.cell(row) : plain(column.value(row))}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The actions stay in view when the table is wider than the page, and an open menu is above the rows below. */
const ACTS = 'bg-surface md:sticky md:right-0 md:focus-within:z-10';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

function plain(value: CsvValue): ReactNode {
  if (value === null || value === undefined || value === '') return '–';
  if (value instanceof Date) return day.format(value);
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
    <label className="inline-flex min-h-touch min-w-touch items-center justify-center max-md:px-3.5 max-md:gap-3">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-accent"
      />
      <span aria-hidden className="font-medium md:hidden">
        Select
      </span>
    </label>
  );
}

type HeadingProps<Row> = {
  column: Column<Row>;
  sorting: TableAddress['sorting'];
  onSort: (sort: string) => void;
};

function Heading<Row>({ column, sorting, onSort }: HeadingProps<Row>) {
  const { key, title, isNumeric, isActions } = column;
  if (isActions) {
    return (
      <th role="columnheader" scope="col" className="bg-sunken px-2 font-semibold lg:px-4 md:sticky md:right-0">
        {title}
      </th>
    );
  }
  const isSorted = sorting?.key === key;
  const Icon = isSorted ? (sorting.descending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  const next = isSorted ? (sorting.descending ? '' : `-${key}`) : key;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : 'none'}
      className={isNumeric ? 'text-right' : ''}
    >
      {/* On a phone the headings are visually hidden, so they must not take the focus. */}
      <span className="md:hidden">{title}</span>
      <button
        type="button"
        onClick={() => onSort(next)}
        className="max-md:hidden inline-flex min-h-touch items-center gap-1.5 whitespace-nowrap px-2 font-semibold hover:text-accent-text lg:px-4"
      >
        {title}
        <Icon aria-hidden className="size-4 shrink-0" />
      </button>
    </th>
  );
}
