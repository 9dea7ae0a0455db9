// People outside the organization, below those who are in it: who can still open one of its courses, and who has left.

import { type ReactNode, useId } from 'react';
import { dayOf } from '#sync/contract/due.ts';
import type { FormerPerson, OutsiderRow } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { type ApiQuery, useApiQuery } from '../../api/use-api-query.ts';
import { ValidityMark } from '../../learn/validity-mark.tsx';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { validityWords } from '../../ui/course-labels.ts';
import { dateWords } from '../../ui/labels.ts';
import { Link } from '../../ui/router.ts';
import { actsColumn, RowButton } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { dateOf, personColumns } from '../lists/learners-table.tsx';
import { nameOf } from '../lists/people.ts';
import { ServerTable } from '../lists/server-table.tsx';

const { outsiders, 'former-people': former } = server.enterprise.admin.organizations[':id'];

function useEndAccess(organizationId: string) {
  const confirm = useConfirm();
  const { run } = useApiMutation({
    send: ({ course, userId }: OutsiderRow) =>
      call(server.admin.courses[':id'].enrollments[':userId'].$delete({ param: { id: `${course.id}`, userId } })),
    successToast: ({ message }) => ({ title: 'Access Ended', description: message }),
    errorToast: { title: 'Ending Access Failed', sentence: 'The person can still open the course.' },
    invalidates: [pathOf(outsiders, byId(organizationId)), pathOf(server.admin.courses)],
  });
  return (row: OutsiderRow) =>
    void confirm({
      title: `End access of ${nameOf(row)} to ${row.course.title}?`,
      text: 'They can no longer open the course. Their progress and certificates are kept.',
      action: 'End access',
      running: 'Ending...',
      run: () => run(row),
    });
}

type SectionProps = {
  title: string;
  about: string;
  /** The first of the people, whatever the list is narrowed by; none is the rule. */
  first: ApiQuery<readonly unknown[]>;
  children: ReactNode;
};

/** Below the list of people, which says already that there is no connection. */
function Section({ title, about, first: { data, error, refetch }, children }: SectionProps) {
  const id = useId();
  if (error && error.kind !== 'offline')
    return <ApiErrorView title={`Failed to fetch ${title.toLowerCase()}`} error={error} refetch={refetch} />;
  if (!data?.length) return null;
  return (
    <section aria-labelledby={id} className="mt-8 flex flex-col gap-4">
      <div>
        <h2 id={id} className="font-semibold text-xl">
          {title}
        </h2>
        <p className="mt-1 max-w-prose text-ink-soft">{about}</p>
      </div>
      {children}
    </section>
  );
}

type Organization = { id: string; name: string };
const FIRST = { query: { limit: '1' } };

export function Outsiders({ organization: { id, name } }: { organization: Organization }) {
  const { data, ...first } = useApiQuery(outsiders, { ...byId(id), ...FIRST });
  const endAccess = useEndAccess(id);
  return (
    <Section
      title="Non-members with access"
      about={`Former members and guests. They aren't in ${name} but can open these courses, because someone enrolled them.`}
      first={{ ...first, data: data?.outsiders }}
    >
      <ServerTable
        label="Non-members with access"
        noun="enrollment"
        prefix="outsiders"
        searchLabel="Search non-members"
        endpoint={outsiders}
        args={byId(id)}
        rowsIn="outsiders"
        failed="Failed to fetch non-members with access"
        orders={['name']}
        rowKey={({ userId, course }) => `${userId} ${course.id}`}
        columns={outsiderColumns(endAccess)}
        empty={null}
      />
    </Section>
  );
}

const outsiderColumns = (onEnd: (row: OutsiderRow) => void): readonly Column<OutsiderRow>[] => [
  ...personColumns<OutsiderRow>('Name', ({ full_name: name }) => ({ name })),
  { key: 'course', title: 'Course', value: ({ course }) => course.title },
  { key: 'enrolled', title: 'Enrolled', value: ({ enrolledAt }) => new Date(enrolledAt) },
  { key: 'activity', title: 'Last activity', value: ({ lastActivityAt }) => dateOf(lastActivityAt) },
  actsColumn((row) => (
    <RowButton aria-label={`End access of ${nameOf(row)} to ${row.course.title}`} onClick={() => onEnd(row)}>
      End access
    </RowButton>
  )),
];

/** With the certificates that they earned before. */
export function FormerPeople({ organization: { id, name } }: { organization: Organization }) {
  const { data, ...first } = useApiQuery(former, { ...byId(id), ...FIRST });
  return (
    <Section
      title="Former people"
      about={`They left ${name}. Certificates that they earned before can still be shown and verified.`}
      first={{ ...first, data: data?.people }}
    >
      <ServerTable
        label="Former people"
        noun="person"
        among={name}
        prefix="former"
        searchLabel="Search former people"
        endpoint={former}
        args={byId(id)}
        rowsIn="people"
        failed="Failed to fetch former people"
        orders={[]}
        rowKey={({ userId }) => userId}
        columns={FORMER_COLUMNS}
        empty={null}
      />
    </Section>
  );
}

type Certificate = FormerPerson['certificates'][number];

const FORMER_COLUMNS: readonly Column<FormerPerson>[] = [
  { key: 'name', title: 'Name', value: ({ full_name }) => full_name || 'No name' },
  { key: 'left', title: 'Left', isBrief: true, value: ({ leftAt }) => new Date(leftAt) },
  {
    key: 'certificates',
    title: 'Certificates',
    value: ({ certificates }) => certificates.map(inFile).join('; '),
    cell: ({ certificates }) =>
      certificates.length === 0 ? (
        'None'
      ) : (
        <ul className="flex flex-col gap-1">
          {certificates.map((certificate) => (
            <li key={certificate.serial}>
              <Link to={paths.verifySerial(certificate.serial)} className="underline-offset-4 hover:underline">
                <span className="block font-medium">{certificate.courseTitle}</span>
                <span className="text-ink-soft text-sm">{dateWords(certificate.issuedAt)}</span>
                <ValidityMark certificate={certificate} />
              </Link>
            </li>
          ))}
        </ul>
      ),
  },
];

function inFile({ courseTitle, serial, issuedAt, ...end }: Certificate): string {
  const validity = validityWords(end, dayOf(new Date()));
  return [courseTitle, dateWords(issuedAt), ...(validity ? [validity] : []), serial].join(', ');
}
