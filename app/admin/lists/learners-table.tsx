// The people of a course and how far they are, in two tabs of its page.

import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { CourseLearners } from '#sync/contract/analytics.ts';
import { initials } from '#sync/contract/profile.ts';
import { byId } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { DueMark } from '../../learn/due-mark.tsx';
import { Avatar, faceOf } from '../../ui/avatar.tsx';
import { dateWords } from '../../ui/labels.ts';
import { Share } from '../../ui/progress.tsx';
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

/** A person's name, with an `id` the way to their page, or their email address alone; and the address, where there is room or below the name. */
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
      const shown = name || row.email;
      return (
        <span className="flex items-center gap-2 font-semibold" title={row.email}>
          <span className="max-md:hidden print:hidden">
            <Avatar size="tiny" letters={initials(shown)} tone={faceOf(shown)} />
          </span>
          {id ? <PersonLink id={id}>{shown}</PersonLink> : shown}
        </span>
      );
    },
  },
  {
    ...{ key: 'email', title: t`Email`, isBrief: true, leaves: 9 },
    value: ({ email }) => email,
    // Whoever has no name is listed by it.
    cell: (row) => personOf(row).name && plainCell(row.email),
  },
];

const COLUMNS: readonly Column<Learner>[] = [
  ...personColumns<Learner>(t`Name`, ({ userId: id, fullName: name }) => ({ id, name })),
  {
    key: 'progress',
    title: t`Progress`,
    value: ({ percentComplete }) => percentComplete,
    cell: (learner) => <Share percent={learner.percentComplete} label={t`Progress of ${learnerName(learner)}`} />,
  },
  { key: 'activity', title: t`Last activity`, leaves: 1, value: ({ lastActivityAt }) => dateOf(lastActivityAt) },
  {
    key: 'due',
    title: t`Due`,
    value: ({ dueOn }) => dueOn,
    cell: ({ dueOn }) => (dueOn ? <DueMark course={{ dueOn }} /> : '–'),
  },
  ...certificateColumns<Learner>(({ certified }) => certified),
  {
    key: 'enrolled',
    title: t`Enrolled`,
    leaves: 3,
    value: ({ enrolledAt }) => dateOf(enrolledAt),
    cell: ({ enrolledAt, firstEnrolledAt, isAssigned }) => (
      <>
        {dateWords(enrolledAt)}
        <span className="ms-2 text-ink-soft">
          {firstEnrolledAt < enrolledAt ? t`Renewed` : isAssigned ? t`By an admin` : t`Themselves`}
        </span>
      </>
    ),
  },
  { key: 'completed', title: t`Completed`, leaves: 2, value: ({ completedAt }) => dateOf(completedAt) },
  {
    key: 'first',
    title: t`First enrolled`,
    value: ({ firstEnrolledAt }) => dateOf(firstEnrolledAt),
    isFileOnly: true,
  },
  {
    key: 'by',
    title: t`By`,
    value: ({ isAssigned }) => (isAssigned ? t`An admin` : t`Themselves`),
    isFileOnly: true,
  },
];

/** Distinguishes it from other tables in the address. */
export const LEARNERS = 'learner';

const BY_CERTIFICATE: TableFilter<Learner> = {
  key: 'certificate',
  label: t`Certificate`,
  options: [['', t`Any certificate`], ...CERTIFICATE_LABELS],
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
      label={t`People`}
      keptAs="People"
      prefix={LEARNERS}
      noun="person"
      endpoint={server.admin.courses[':id'].learners}
      args={byId(courseId)}
      rowsIn="learners"
      failed={t`Failed to fetch people`}
      rowKey={({ userId }) => userId}
      columns={[...COLUMNS, ...acts]}
      orders={['name', 'progress', 'enrolled']}
      filters={[BY_STATE, BY_CERTIFICATE, ...scope]}
      {...table}
    />
  );
}
