// People outside the organization who can still open one of its courses; their access can be ended.
import type { OutsiderRow } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { actsColumn, RowButton } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { dateOf, personColumns } from '../frame/learners-table.tsx';
import { ServerTable } from '../frame/server-table.tsx';
import { nameOf } from './people.ts';

const { outsiders } = server.enterprise.admin.organizations[':id'];

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

/** Draws nothing while there is no one, which is the rule. */
export function Outsiders({ organization }: { organization: { id: string; name: string } }) {
  // Whether there is anyone, whatever the list is narrowed by.
  const { data, error, refetch } = useApiQuery(outsiders, { ...byId(organization.id), query: { limit: '1' } });
  const endAccess = useEndAccess(organization.id);
  if (error) return <ApiErrorView title="Failed to fetch people with access" error={error} refetch={refetch} />;
  if (!data || data.outsiders.length === 0) return null;
  return (
    <section aria-labelledby="outsiders" className="mt-8 flex flex-col gap-4">
      <div>
        <h2 id="outsiders" className="font-semibold text-xl">
          Non-members with access
        </h2>
        <p className="mt-1 max-w-prose text-ink-soft">
          Former members and guests. They aren't in {organization.name} but can open these courses, because someone
          enrolled them.
        </p>
      </div>
      <ServerTable
        label="Non-members with access"
        noun="enrollment"
        prefix="outsiders"
        searchLabel="Search non-members"
        endpoint={outsiders}
        args={byId(organization.id)}
        rowsIn="outsiders"
        failed="Failed to fetch people with access"
        orders={['name']}
        rowKey={({ userId, course }) => `${userId} ${course.id}`}
        columns={outsiderColumns(endAccess)}
        empty={null}
      />
    </section>
  );
}

const outsiderColumns = (onEnd: (row: OutsiderRow) => void): readonly Column<OutsiderRow>[] => [
  ...personColumns<OutsiderRow>('Name', ({ full_name }) => full_name),
  { key: 'course', title: 'Course', value: ({ course }) => course.title },
  { key: 'enrolled', title: 'Enrolled', value: ({ enrolledAt }) => new Date(enrolledAt) },
  { key: 'activity', title: 'Last activity', value: ({ lastActivityAt }) => dateOf(lastActivityAt) },
  actsColumn((row) => (
    <RowButton aria-label={`End access of ${nameOf(row)} to ${row.course.title}`} onClick={() => onEnd(row)}>
      End access
    </RowButton>
  )),
];
