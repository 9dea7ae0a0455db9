// The people of a course and how far they are, in two tabs of its page.

import type { ReactNode } from 'react';
import type { CourseLearners } from '#sync/contract/analytics.ts';
import { byId } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { DueMark } from '../../learn/due-mark.tsx';
import { dateWords } from '../../ui/labels.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { plainCell } from '../../ui/table/table-rows.tsx';
import type { Column, TableFilter } from '../../ui/table/table-view.ts';
import { CERTIFICATE_LABELS, certificateColumns } from './certificate-columns.tsx';
import type { Selected } from './left-list.ts';
import { PersonLink } from './person-link.tsx';
import { useScopeFilters } from './searched-choices.tsx';
import { ServerTable } from './server-table.tsx';
import { BY_STATE } from './standings.ts';

export type Learner = CourseLearners['learners'][number];

/** The name, or the email address of a person without one. */
export const learnerName = ({ fullName, email }: Pick<Learner, 'fullName' | 'email'>) => fullName || email;

/** A date from ISO 8601, null for none. */
export const dateOf = (at: string | null) => (at === null ? null : new Date(at));

/** A person's name, with an `id` the way to their page, above their email address, or the address alone; the exported file has a column for each. */
export const personColumns = <Row extends { email: string }>(
  title: string,
  personOf: (row: Row) => { id?: string; name: string | null },
): readonly Column<Row>[] => [
  {
    key: 'name',
    title,
    value: (row) => personOf(row).name || row.email,
    cell: (row) => {
      const { id, name } = personOf(row);
      return (
        <span className="block md:w-40 xl:w-52 print:w-auto">
          <span className="block font-medium leading-5">
            {id ? <PersonLink id={id}>{name || row.email}</PersonLink> : name || row.email}
          </span>
          {name && (
            <span
              title={row.email}
              className="block text-ink-soft text-sm md:text-xs lg:truncate print:overflow-visible"
            >
              {plainCell(row.email)}
            </span>
          )}
        </span>
      );
    },
  },
  { key: 'email', title: 'Email', value: ({ email }) => email, isFileOnly: true },
];

const COLUMNS: readonly Column<Learner>[] = [
  ...personColumns<Learner>('Name', ({ userId: id, fullName: name }) => ({ id, name })),
  {
    key: 'progress',
    title: 'Progress',
    value: ({ percentComplete }) => percentComplete,
    cell: (learner) => (
      <span className="flex min-w-28 items-center gap-2">
        <ProgressBar percent={learner.percentComplete} label={`Progress of ${learnerName(learner)}`} />
        <span className="w-11 shrink-0 text-right tabular-nums">{learner.percentComplete}%</span>
      </span>
    ),
  },
  { key: 'activity', title: 'Last activity', isWide: true, value: ({ lastActivityAt }) => dateOf(lastActivityAt) },
  {
    key: 'due',
    title: 'Due',
    value: ({ dueOn }) => dueOn,
    // Beside a certificate there is no room for its picture, and its words take two lines.
    cell: ({ dueOn }) => (
      <span className="md:[&_svg]:hidden md:[&>span]:min-w-0 md:[&>span]:whitespace-normal">
        {dueOn ? <DueMark course={{ dueOn }} /> : '–'}
      </span>
    ),
  },
  ...certificateColumns<Learner>(({ certified }) => certified),
  {
    key: 'enrolled',
    title: 'Enrolled',
    isWide: true,
    value: ({ enrolledAt }) => dateOf(enrolledAt),
    cell: ({ enrolledAt, firstEnrolledAt, isAssigned }) => (
      <span className="block">
        <span className="block whitespace-nowrap leading-5">{dateWords(enrolledAt)}</span>
        <span className="block text-ink-soft text-sm md:text-xs">
          {firstEnrolledAt < enrolledAt ? 'Renewed' : isAssigned ? 'By an admin' : 'Themselves'}
        </span>
      </span>
    ),
  },
  { key: 'completed', title: 'Completed', isWide: true, value: ({ completedAt }) => dateOf(completedAt) },
  {
    key: 'first',
    title: 'First enrolled',
    value: ({ firstEnrolledAt }) => dateOf(firstEnrolledAt),
    isFileOnly: true,
  },
  {
    key: 'by',
    title: 'By',
    value: ({ isAssigned }) => (isAssigned ? 'An admin' : 'Themselves'),
    isFileOnly: true,
  },
];

/** Distinguishes it from other tables in the address. */
export const LEARNERS = 'learner';

const BY_CERTIFICATE: TableFilter<Learner> = {
  key: 'certificate',
  label: 'Certificate',
  options: [['', 'Any certificate'], ...CERTIFICATE_LABELS],
};

type LearnersTableProps = {
  courseId: number;
  /** The column of buttons, for those who may change something. */
  acts?: readonly Column<Learner>[];
  selection?: Pick<Selected<Learner>, 'chosen' | 'setChosen'> & { acts: ReactNode };
  /** Beside the filters. */
  actions?: ReactNode;
  empty: ReactNode;
};

/** The enrolled people, those furthest behind first. The server searches, sorts and filters them. */
export function LearnersTable({ courseId, acts = [], ...table }: LearnersTableProps) {
  const scope = useScopeFilters(LEARNERS);
  return (
    <ServerTable
      label="People"
      prefix={LEARNERS}
      noun="person"
      endpoint={server.admin.courses[':id'].learners}
      args={byId(courseId)}
      rowsIn="learners"
      failed="Failed to fetch people"
      rowKey={({ userId }) => userId}
      columns={[...COLUMNS, ...acts]}
      orders={['name', 'progress', 'enrolled']}
      filters={[BY_STATE, BY_CERTIFICATE, ...scope]}
      {...table}
    />
  );
}
