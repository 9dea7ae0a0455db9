// Searches and sorts the rows of a table. Pure, on plain data.

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CsvValue } from '#sync/contract/csv.ts';
import { foldText } from '#sync/contract/fields.ts';
import { locale } from '../language.ts';

/** A column. `value` is sorted, searched and exported; `cell` is shown instead of it. */
export type Column<Row> = {
  /** In the address when the table is sorted by this column. */
  key: string;
  title: string;
  value: (row: Row) => CsvValue;
  cell?: (row: Row) => ReactNode;
  /** Aligns the column to the right. */
  isNumeric?: boolean;
  /** A column of buttons: neither sorted nor exported. */
  isActions?: boolean;
  /** Only in the exported file. */
  isFileOnly?: boolean;
  /** Where there is no room for all, whole columns are left out: the highest first, of equals the last. 0 without it. */
  leaves?: number;
  /** Shown in its heading instead of the title, which it is named by. */
  icon?: LucideIcon;
  /** A text that takes the room that is left. */
  isLong?: boolean;
  /** Beside the first column on a phone, where the others are shown once the row is opened. */
  isBrief?: boolean;
};

/** What a filter with a choice of its own draws it with. */
export type FilterChoice = {
  label: string;
  isLabelHidden: boolean;
  className?: string;
  value: string;
  onChange: (value: string) => void;
};

/**
 * A filter beside the search. Its value is in the address under its key; that of its first option, '', holds for every row.
 * Without `holds` the server filters. With `choice` any value may be chosen, and `options` are not drawn.
 */
export type TableFilter<Row> = {
  key: string;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
  choice?: (props: FilterChoice) => ReactNode;
  /** The key of a filter that is within this one, and is cleared as this one changes. */
  clears?: string;
  /** The key of the column that tells what it filters by, or that of each value; its own key without it. On a phone closed rows show it. */
  shows?: string | Readonly<Record<string, string>>;
  /** What was chosen with it, on paper. */
  words?: (value: string) => ReactNode;
  holds?: (row: Row, value: string) => boolean;
};

/**
 * The ways to sort by a column, as the address has them. `orders` are what the server sorts by, both ways, or with a minus in front only from the
 * last to the first; without it every column is sorted.
 */
export function waysToSort(
  { key, isActions, isFileOnly }: Pick<Column<never>, 'key' | 'isActions' | 'isFileOnly'>,
  orders: readonly string[] | undefined,
): string[] {
  if (isActions || isFileOnly) return [];
  if (orders?.includes(key) ?? true) return [key, `-${key}`];
  return orders?.includes(`-${key}`) ? [`-${key}`] : [];
}

/**
 * The columns in the order in which they go where there is no room. The first stays, and so do those of buttons; what the rows are
 * narrowed or sorted by (`facts`) goes last.
 */
export function leavingOrder(
  columns: readonly Pick<Column<never>, 'key' | 'isActions' | 'leaves'>[],
  facts: readonly string[],
): string[] {
  const others = columns
    .slice(1)
    .filter(({ isActions }) => !isActions)
    .reverse();
  const isFact = ({ key }: { key: string }) => Number(facts.includes(key));
  return others.toSorted((a, b) => isFact(a) - isFact(b) || (b.leaves ?? 0) - (a.leaves ?? 0)).map(({ key }) => key);
}

export type Sorting = { key: string; descending: boolean } | undefined;

const order = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });

/** The rows that hold in every filter; `valueIn` is the value of a filter. */
export function filterRows<Row>(
  rows: readonly Row[],
  filters: readonly TableFilter<Row>[],
  valueIn: (filter: TableFilter<Row>) => string,
): readonly Row[] {
  const set = filters.map((filter) => ({ ...filter, value: valueIn(filter) })).filter(({ value }) => value !== '');
  return rows.filter((row) => set.every(({ value, holds }) => holds?.(row, value) ?? true));
}

/** The rows that contain every word of `search` in some text column, ignoring case and accents. */
export function searchRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], search: string): readonly Row[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const values = columns.map((column) => (column.isActions ? undefined : column.value(row)));
    const text = foldText(values.filter((value) => typeof value === 'string').join(' '));
    return words.every((word) => text.includes(word));
  });
}

function compare(a: CsvValue, b: CsvValue): number {
  if (typeof a === 'string' && typeof b === 'string') return order.compare(a, b);
  return Number(a) - Number(b);
}

/** Sorts the rows by one column; rows without a value come last in both directions, equal ones keep their order. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sorting: Sorting): readonly Row[] {
  const column = columns.find(({ key }) => key === sorting?.key);
  if (!sorting || !column) return rows;
  const isEmpty = (value: CsvValue) => value === null || value === undefined || value === '';
  const keyed = rows.map((row) => ({ row, value: column.value(row) }));
  keyed.sort((a, b) => {
    if (isEmpty(a.value) || isEmpty(b.value)) return Number(isEmpty(a.value)) - Number(isEmpty(b.value));
    return (sorting.descending ? -1 : 1) * compare(a.value, b.value);
  });
  return keyed.map(({ row }) => row);
}
