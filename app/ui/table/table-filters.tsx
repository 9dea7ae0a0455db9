// The filters of a table: beside its search from a tablet on, in a sheet with the sorting on a phone.
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from '../dialog.tsx';
import { Choice } from '../form/field.tsx';
import type { FilterChoice, TableFilter } from './table-view.ts';
import type { TableAddress } from './use-table-address.ts';

type TableFiltersProps<Row> = {
  filters: readonly TableFilter<Row>[];
  address: TableAddress;
};

type FilterFieldProps<Row> = Pick<TableFiltersProps<Row>, 'address'> &
  Pick<FilterChoice, 'isLabelHidden' | 'className'> & { filter: TableFilter<Row> };

function FilterField<Row>({ filter, address, ...look }: FilterFieldProps<Row>) {
  const { key, label, options, choice } = filter;
  const value = address.valueIn(filter);
  const props = { ...look, label, value, onChange: (chosen: string) => address.change({ [key]: chosen }) };
  return choice ? choice(props) : <Choice {...props} options={options} />;
}

/** From a tablet on. */
export function FilterChoices<Row>({ filters, address }: TableFiltersProps<Row>) {
  if (filters.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 max-md:hidden">
      {filters.map((filter) => (
        <FilterField key={filter.key} {...{ filter, address }} isLabelHidden className="md:max-w-60" />
      ))}
    </div>
  );
}

type FilterSheetProps<Row> = TableFiltersProps<Row> & {
  /** The ways to sort, which have no headings on a phone. */
  orders: readonly [sort: string, label: string][];
  /** '12 people': what the filters leave. */
  found: string;
  onClear: () => void;
};

/** On a phone: 'Filters (2)', and the sheet that it opens. What is chosen there counts at once. */
export function FilterSheet<Row>({ filters, address, orders, found, onClear }: FilterSheetProps<Row>) {
  const [isOpen, setIsOpen] = useState(false);
  const { sorting } = address;
  const set = filters.filter((filter) => address.valueIn(filter) !== '').length;
  const name = filters.length > 0 ? 'Filters' : 'Sort';
  if (filters.length === 0 && orders.length === 0) return null;
  return (
    <>
      <Button icon={SlidersHorizontal} variant="secondary" className="md:hidden" onClick={() => setIsOpen(true)}>
        {name}
        {set > 0 && ` (${set})`}
      </Button>
      {isOpen && (
        <Dialog
          open
          shape="sheet"
          onOpenChange={setIsOpen}
          title={name}
          description={<span role="status">{found}</span>}
        >
          {filters.map((filter) => (
            <FilterField key={filter.key} {...{ filter, address }} isLabelHidden={false} />
          ))}
          {orders.length > 0 && (
            <Choice
              label="Sort by"
              value={sorting ? `${sorting.descending ? '-' : ''}${sorting.key}` : ''}
              onChange={(sort) => address.change({ sort })}
              options={[['', 'Default order'], ...orders]}
            />
          )}
          <DialogActions>
            {set > 0 && (
              <Button variant="secondary" onClick={onClear}>
                Clear the filters
              </Button>
            )}
            <Button onClick={() => setIsOpen(false)}>Done</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
