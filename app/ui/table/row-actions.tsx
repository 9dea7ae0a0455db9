import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../button.tsx';
import type { Column } from './table-view.ts';

/** The last column of a table: what can be done with a row. */
export const actsColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  key: 'actions',
  title: 'Actions',
  isActions: true,
  value: () => null,
  cell,
});

/** A button in it, as wide as the card that the row is on a phone. */
export const RowButton = (props: ComponentProps<typeof Button>) => (
  <Button variant="quiet" className="max-md:w-full md:-ml-4" {...props} />
);
