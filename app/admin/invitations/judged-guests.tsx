import type { ManyInvited } from '#sync/contract/organization.ts';
import { Badge } from '../../ui/badge.tsx';
import { Choice } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import type { Column } from '../../ui/table-view.ts';
import { useTableAddress } from '../../ui/use-table-address.ts';
import type { Guest } from './read-guests.ts';

/** A row of the list with what the server says of it. */
type Judged = Guest & { isInvited: boolean; outcome: string; reason: string | null };

const columns: readonly Column<Judged>[] = [
  { key: 'line', title: 'Row', value: ({ line }) => line, isNumeric: true },
  { key: 'email', title: 'Email', value: ({ email }) => email },
  { key: 'role', title: 'Role', value: ({ role }) => role || 'member' },
  { key: 'course', title: 'Course', value: ({ courseId }) => courseId },
  {
    key: 'outcome',
    title: 'Outcome',
    value: ({ outcome }) => outcome,
    cell: ({ outcome, isInvited }) => <Badge tone={isInvited ? 'complete' : 'danger'}>{outcome}</Badge>,
  },
  { key: 'reason', title: 'Reason', value: ({ reason }) => reason },
];

const PREFIX = 'list';

/** Every row of a list with its outcome and reason, as a table and as a file. */
export function JudgedGuests({ guests, answer }: { guests: readonly Guest[]; answer: ManyInvited }) {
  const address = useTableAddress(PREFIX);
  const rows = guests.map((guest, at): Judged => {
    const judged = answer.rows[at];
    const isInvited = judged?.isInvited ?? false;
    const done = answer.dryRun ? 'Can be invited' : 'Invited';
    return { ...guest, isInvited, outcome: isInvited ? done : 'Refused', reason: judged?.reason ?? null };
  });
  const isRefusedOnly = address.read('only') === 'refused';
  const options = [
    ['', `All rows (${rows.length})`],
    ['refused', `Refused (${answer.refused})`],
  ] as const;
  return (
    <DataTable
      label={answer.dryRun ? 'Checked list' : 'Invited list'}
      noun="row"
      prefix={PREFIX}
      rows={isRefusedOnly ? rows.filter(({ isInvited }) => !isInvited) : rows}
      rowKey={({ line }) => String(line)}
      columns={columns}
      filters={
        <Choice
          label="Rows shown"
          value={isRefusedOnly ? 'refused' : ''}
          options={options}
          onChange={(only) => address.change({ only })}
        />
      }
      empty={<EmptyState title="No row is refused" />}
    />
  );
}
