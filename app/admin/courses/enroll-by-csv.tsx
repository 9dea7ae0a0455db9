// Enrolls people in a course from a file: read in the browser, judged by the server in a dry run, then enrolled.
import { useEffect, useRef, useState } from 'react';
import type { EnrollmentImportAnswer } from '#sync/contract/enrollment-import.ts';
import { type AdminCourse, BULK_LIMIT } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../ui/labels.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column, TableFilter } from '../../ui/table/table-view.ts';
import { EmailSwitch } from '../forms/due-fields.tsx';
import { adminFailures } from '../forms/messages.ts';
import { CsvSource } from '../lists/csv-source.tsx';
import type { EnrollmentLine } from './read-enrollments.ts';

const TEMPLATE = {
  name: 'enrollments-template.csv',
  rows: [
    ['email', 'due'],
    ['ada@company.example', '2027-01-31'],
    ['ben@company.example', ''],
  ],
};

type JudgedLine = EnrollmentLine & EnrollmentImportAnswer['rows'][number];

const OUTCOMES = {
  refused: { tone: 'danger', ready: 'Refused', done: 'Refused' },
  enroll: { tone: 'complete', ready: 'Can be enrolled', done: 'Enrolled' },
  change: { tone: 'complete', ready: 'Gets this due date', done: 'Due date changed' },
  same: { tone: 'neutral', ready: 'Same', done: 'Same' },
} as const;
const RANK = Object.keys(OUTCOMES);

/** Of very many a job enrolls the rest. */
const outcomeOf = ({ act, isWaiting }: JudgedLine, when: 'ready' | 'done') =>
  isWaiting ? 'Being enrolled' : OUTCOMES[act][when];

const columnsOf = (when: 'ready' | 'done'): readonly Column<JudgedLine>[] => [
  { key: 'email', title: 'Email', value: ({ email }) => email },
  { key: 'name', title: 'Name', value: ({ name }) => name, isBrief: true },
  { key: 'line', title: 'Row', value: ({ line }) => line, isNumeric: true },
  { key: 'due', title: 'Due', value: ({ due }) => due },
  {
    key: 'outcome',
    title: 'Outcome',
    leaves: -1,
    isBrief: true,
    value: (row) => outcomeOf(row, when),
    cell: (row) => <Badge tone={row.isWaiting ? 'neutral' : OUTCOMES[row.act].tone}>{outcomeOf(row, when)}</Badge>,
  },
  { key: 'reason', title: 'Reason', leaves: -1, value: ({ reason }) => reason },
];

/** Every row with its outcome, also as a file; those that are wrong come first. */
function JudgedLines({ lines, answer }: { lines: readonly EnrollmentLine[]; answer: EnrollmentImportAnswer }) {
  const judged = lines.flatMap((line, at): JudgedLine[] => {
    const row = answer.rows[at];
    return row ? [{ ...line, ...row }] : [];
  });
  const shown: TableFilter<JudgedLine> = {
    key: 'only',
    label: 'Rows shown',
    options: [
      ['', `All rows (${lines.length})`],
      ['refused', `Refused (${answer.refused})`],
    ],
    holds: ({ act }) => act === 'refused',
  };
  return (
    <DataTable
      label={answer.dryRun ? 'Checked list' : 'Enrolled list'}
      noun="row"
      prefix="list"
      rows={judged.toSorted((a, b) => RANK.indexOf(a.act) - RANK.indexOf(b.act))}
      rowKey={({ line }) => String(line)}
      columns={columnsOf(answer.dryRun ? 'ready' : 'done')}
      filters={[shown]}
      empty={<EmptyState title="No rows" />}
    />
  );
}

type Sending = { dryRun: boolean; sendEmail?: boolean };

export function EnrollByCsv({ course, onClose }: { course: AdminCourse; onClose: () => void }) {
  const [{ lines, unread }, setList] = useState<{ lines: EnrollmentLine[]; unread: string[] }>({
    lines: [],
    unread: [],
  });
  const [answer, setAnswer] = useState<EnrollmentImportAnswer>();
  const [isEmailed, setEmailed] = useState(true);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step starts at its heading
  useEffect(() => heading.current?.focus(), [answer]);
  const { run, isRunning } = useApiMutation({
    send: ({ of, ...how }: Sending & { of: readonly EnrollmentLine[] }) =>
      call(
        server.admin.courses[':id'].enrollments.import.$post({
          ...byId(course.id),
          json: { ...how, rows: of.map(({ line: _, ...row }) => row) },
        }),
      ),
    errorToast: adminFailures.enroll,
    onSuccess: setAnswer,
    invalidates: [pathOf(server.admin.courses[':id'], byId(course.id))],
  });
  const take = async (source: string) => {
    const { readEnrollments } = await import('./read-enrollments.ts');
    const list = readEnrollments(source);
    if (list.error !== undefined) return list.error;
    setList(list);
    await run({ of: list.lines, dryRun: true });
  };
  const isReady = answer?.dryRun && answer.changed > 0;
  return (
    <section aria-labelledby="enroll-by-csv" className="flex flex-col gap-5">
      <h2 id="enroll-by-csv" ref={heading} tabIndex={-1} className="font-semibold text-xl">
        {answer ? titleOf(answer) : `Enroll people in ${course.title}`}
      </h2>
      {answer ? (
        <>
          <div className="flex flex-wrap gap-2">
            {isReady ? (
              <Button
                size="big"
                disabled={isRunning}
                onClick={() => void run({ of: lines, dryRun: false, sendEmail: isEmailed })}
              >
                {isRunning ? 'Saving...' : `Save ${counted(answer.changed, 'row')}`}
              </Button>
            ) : (
              <Button size="big" onClick={onClose}>
                Back to the learners
              </Button>
            )}
            <Button variant="secondary" size="big" onClick={() => setAnswer(undefined)}>
              Upload another list
            </Button>
          </div>
          {isReady && <EmailSwitch checked={isEmailed} onChange={setEmailed} isDraft={!course.isPublished} />}
          {answer.dryRun && unread.length > 0 && <p className="text-ink-soft">Not read: {unread.join(', ')}.</p>}
          <JudgedLines lines={lines} answer={answer} />
        </>
      ) : (
        <div className="flex max-w-prose flex-col gap-5">
          <p>
            One person per line: <strong>email</strong>, then if you like <strong>due</strong> (a day such as
            2027-01-31). An empty day leaves the due date as it is. Other columns are left out, so an exported list of
            learners can be changed and uploaded again. At most {BULK_LIMIT.toLocaleString('en')} people at a time. You
            can review before anyone is enrolled.
          </p>
          <CsvSource template={TEMPLATE} disabled={isRunning} onText={take} />
          <Button size="big" variant="secondary" onClick={onClose} className="self-start">
            Cancel
          </Button>
        </div>
      )}
    </section>
  );
}

function titleOf({ dryRun, changed, same, refused }: EnrollmentImportAnswer): string {
  const parts = [
    `${counted(changed, 'row')} ${dryRun ? 'to save' : 'saved'}`,
    same > 0 && `${same.toLocaleString('en')} the same`,
    refused > 0 && `${refused.toLocaleString('en')} with problems`,
  ];
  return parts.filter(Boolean).join(', ');
}
