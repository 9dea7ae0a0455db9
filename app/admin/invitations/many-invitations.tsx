// Inviting many people from a file (Z6): read in the browser, judged by the server without inviting anybody, then sent.

import { useEffect, useRef, useState } from 'react';
import { ManyInvited } from '#sync/contract/organization.ts';
import { counted } from '../../course-words.ts';
import { api } from '../../session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import type { Column } from '../../ui/table-view.ts';
import { useTableAddress } from '../../ui/use-table-address.ts';
import { useAct } from '../use-act.ts';
import { GuestSource } from './guest-source.tsx';
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
function JudgedGuests({ guests, answer }: { guests: readonly Guest[]; answer: ManyInvited }) {
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

type ManyInvitationsProps = { organization: { id: string; name: string }; path: string; onClose: () => void };

type Sending = { guests: Guest[]; dryRun: boolean };

export function ManyInvitationsForm({ organization, path, onClose }: ManyInvitationsProps) {
  const [guests, setGuests] = useState<Guest[]>([]);
  const [answer, setAnswer] = useState<ManyInvited>();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step starts at its heading
  useEffect(() => heading.current?.focus(), [answer]);
  const shared = {
    send: ({ guests: all, dryRun }: Sending) =>
      api(path, {
        method: 'POST',
        payload: { dryRun, rows: all.map(({ line: _, ...row }) => row) },
        answer: ManyInvited,
      }),
    failed: { title: 'Invitations Failed', sentence: 'Nobody was invited.' },
  } as const;
  const check = useAct({ ...shared, refreshes: [] });
  const send = useAct({ ...shared, refreshes: [path], said });
  const read = async (found: Guest[]) => {
    setGuests(found);
    const told = await check.run({ guests: found, dryRun: true });
    if (told) setAnswer(told);
  };
  const invite = async () => {
    const told = await send.run({ guests, dryRun: false });
    if (told) setAnswer(told);
  };
  return (
    <section aria-labelledby="many-invitations" className="flex flex-col gap-5">
      <h2 id="many-invitations" ref={heading} tabIndex={-1} className="font-semibold text-xl">
        {answer ? titleOf(answer) : `Invite many people to ${organization.name}`}
      </h2>
      {answer ? (
        <>
          <div className="flex flex-wrap gap-2">
            {answer.dryRun && answer.invited > 0 && (
              <Button size="big" disabled={send.isRunning} onClick={() => void invite()}>
                {send.isRunning ? 'Inviting...' : `Invite ${peopleIn(answer.invited)}`}
              </Button>
            )}
            {!answer.dryRun && (
              <Button size="big" onClick={onClose}>
                Back to the invitations
              </Button>
            )}
            <Button variant="secondary" size="big" onClick={() => setAnswer(undefined)}>
              Another list
            </Button>
          </div>
          <JudgedGuests guests={guests} answer={answer} />
        </>
      ) : (
        <GuestSource isChecking={check.isRunning} onRead={read} onCancel={onClose} />
      )}
    </section>
  );
}

const peopleIn = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en')} people`);

function titleOf({ dryRun, invited, refused }: ManyInvited): string {
  const rows = `${counted(refused, 'row')} cannot be`;
  if (dryRun)
    return refused > 0 ? `${peopleIn(invited)} can be invited, ${rows}` : `${peopleIn(invited)} can be invited`;
  return refused > 0
    ? `${peopleIn(invited)} invited, ${counted(refused, 'row')} left out`
    : `${peopleIn(invited)} invited`;
}

const said = ({ invited }: ManyInvited) =>
  invited > 0 ? { title: 'Invitations Sent', description: `${peopleIn(invited)} will get a mail.` } : undefined;
