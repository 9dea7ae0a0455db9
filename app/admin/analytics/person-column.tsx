import type { Column } from '../../ui/table-view.ts';

type Named = { fullName: string | null; email: string };

/** Who it is: the name over the address; the file has a column for each. */
export function personColumns<Row extends Named>(): Column<Row>[] {
  return [
    {
      key: 'name',
      title: 'Full Name',
      value: ({ fullName }) => fullName,
      cell: ({ fullName, email }) => (
        <span className="block md:min-w-44">
          <span className="block font-medium">{fullName ?? '–'}</span>
          <span className="text-ink-soft text-sm">{email}</span>
        </span>
      ),
    },
    { key: 'email', title: 'Email', value: ({ email }) => email, isFileOnly: true },
  ];
}
