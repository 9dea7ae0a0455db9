import { useSearchParams } from '../router.ts';
import type { Sorting, TableFilter } from './table-view.ts';

export type TableAddress = ReturnType<typeof useTableAddress>;

/** The search, order and filters of a table in the address, so that they survive a reload and can be shared. */
export function useTableAddress(prefix = '') {
  const [params, setParams] = useSearchParams();
  const name = (key: string) => (prefix ? `${prefix}-${key}` : key);
  /** The value of a filter without fixed options. */
  const read = (key: string) => params.get(name(key)) ?? '';
  const [, descending, key] = /^(-?)(.+)$/.exec(read('sort')) ?? [];
  const changed = (now: URLSearchParams, part: Record<string, string>) => {
    const next = new URLSearchParams(now);
    // Another search, order or filter begins at its first page.
    next.delete(name('page'));
    for (const [key, value] of Object.entries(part)) {
      if (value) next.set(name(key), value);
      else next.delete(name(key));
    }
    return next;
  };
  /** Sets some of it. Empty values leave the address. */
  const change = (part: Record<string, string>) => setParams((now) => changed(now, part), { replace: true });
  /** The value of a further filter; '' for none, and for a value that is not among the options. */
  const filter = <Value extends string>(
    key: string,
    options: readonly (readonly [value: Value, label: string])[],
  ): Value | '' => options.find(([value]) => value === read(key))?.[0] ?? '';
  return {
    search: read('search'),
    sorting: (key ? { key, descending: descending === '-' } : undefined) satisfies Sorting,
    filter,
    /** The same of a table's filter. */
    valueIn: ({ key, options, choice }: Pick<TableFilter<never>, 'key' | 'options' | 'choice'>): string =>
      choice ? read(key) : filter(key, options),
    read,
    change,
    /** The search of the address as `change` would make it. */
    searchWith: (part: Record<string, string>) => `?${changed(params, part)}`,
  };
}
