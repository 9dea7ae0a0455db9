// The filters of a table, behind one button: beside the list at a desk, in a sheet with the sorting on a phone. A chip says each that is set.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ListFilter, SlidersHorizontal, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from '../dialog.tsx';
import { Choice } from '../form/field.tsx';
import { Popover } from '../popover.tsx';
import type { TableFilter } from './table-view.ts';
import type { TableAddress } from './use-table-address.ts';

type TableFiltersProps<Row> = {
  filters: readonly TableFilter<Row>[];
  address: TableAddress;
  /** On a phone: the ways to sort, which have no headings there. */
  orders: readonly [sort: string, label: string][];
  /** '12 people': what the filters leave. */
  found: string;
  isPhone: boolean;
};

function FilterFields<Row>({ filters, address }: Pick<TableFiltersProps<Row>, 'filters' | 'address'>) {
  return filters.map((filter) => {
    const { label, options, choice } = filter;
    const props = {
      ...{ label, value: address.valueIn(filter), isLabelHidden: false },
      onChange: (chosen: string) => address.change(changeTo(filter, chosen)),
    };
    return <div key={filter.key}>{choice ? choice(props) : <Choice {...props} options={options} />}</div>;
  });
}

/** What is chosen counts at once. */
export function TableFilters<Row>({ filters, address, orders, found, isPhone }: TableFiltersProps<Row>) {
  const [isOpen, setIsOpen] = useState(false);
  const { sorting } = address;
  const set = filters.filter((filter) => address.valueIn(filter) !== '');
  const clear =
    set.length > 0 ? (
      <Button
        variant="secondary"
        onClick={() => address.change(Object.fromEntries(filters.map(({ key }) => [key, ''])))}
      >
        <Trans>Clear the filters</Trans>
      </Button>
    ) : undefined;
  if (!isPhone) {
    if (filters.length === 0) return null;
    return (
      <Popover
        title={t`Filters`}
        className="start-0 w-80"
        trigger={
          <Button icon={ListFilter} variant="secondary" className="px-3!">
            <Trans>Filter</Trans>
          </Button>
        }
      >
        {() => (
          <div className="flex max-h-[calc(100dvh-12rem)] flex-col gap-3 overflow-y-auto p-4 text-sm">
            <FilterFields {...{ filters, address }} />
            {clear}
          </div>
        )}
      </Popover>
    );
  }
  const name = filters.length > 0 ? t`Filters` : t`Sort`;
  if (filters.length === 0 && orders.length === 0) return null;
  return (
    <>
      <Button icon={SlidersHorizontal} variant="secondary" onClick={() => setIsOpen(true)}>
        {name}
        {set.length > 0 && ` (${set.length})`}
      </Button>
      {isOpen && (
        <Dialog
          open
          shape="sheet"
          onOpenChange={setIsOpen}
          title={name}
          description={<span role="status">{found}</span>}
        >
          <FilterFields {...{ filters, address }} />
          {orders.length > 0 && (
            <Choice
              label={t`Sort by`}
              value={sorting ? `${sorting.descending ? '-' : ''}${sorting.key}` : ''}
              onChange={(sort) => address.change({ sort })}
              options={[['', t`Default order`], ...orders]}
            />
          )}
          <DialogActions>
            {clear}
            <Button onClick={() => setIsOpen(false)}>
              <Trans>Done</Trans>
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

/** Each filter that is set, in words; a press takes it away. */
export function FilterChips<Row>({ filters, address }: Pick<TableFiltersProps<Row>, 'filters' | 'address'>) {
  return filters.flatMap((filter) => {
    const value = address.valueIn(filter);
    const words = wordsOf(filter, value);
    if (!value) return [];
    return (
      <button
        key={filter.key}
        type="button"
        onClick={() => address.change(changeTo(filter, ''))}
        className="inline-flex min-h-touch max-w-80 items-center gap-1.5 rounded-md border border-accent bg-accent-soft pe-2 ps-3 font-medium text-accent-text text-sm max-md:hidden"
      >
        <span className="sr-only">
          <Trans>Clear {filter.label}:</Trans>{' '}
        </span>
        <span className="truncate">{words}</span>
        <X aria-hidden className="size-4 shrink-0" />
      </button>
    );
  });
}

const changeTo = <Row,>({ key, clears }: TableFilter<Row>, value: string): Record<string, string> =>
  clears ? { [clears]: '', [key]: value } : { [key]: value };

/** What was chosen with a filter. */
export const wordsOf = <Row,>({ words, options }: TableFilter<Row>, value: string) =>
  words?.(value) ?? options.find(([option]) => option === value)?.[1];
