// Who has left the organization, and the certificates that they earned in it.

import { validityWords } from '#sync/contract/certificate.ts';
import { dayOf } from '#sync/contract/due.ts';
import type { FormerPerson } from '#sync/contract/organization.ts';
import { byId } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { ValidityMark } from '../../learn/validity-mark.tsx';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { dateWords } from '../../ui/labels.ts';
import { Link } from '../../ui/router.ts';
import type { Column } from '../../ui/table/table-view.ts';
import { ServerTable } from '../frame/server-table.tsx';

const endpoint = server.enterprise.admin.organizations[':id']['former-people'];

/** Draws nothing while no one has left. */
export function FormerPeople({ organization }: { organization: { id: string; name: string } }) {
  // Whether there is anyone, whatever the list is narrowed by.
  const { data, error, refetch } = useApiQuery(endpoint, { ...byId(organization.id), query: { limit: '1' } });
  if (error) return <ApiErrorView title="Failed to fetch former people" error={error} refetch={refetch} />;
  if (!data || data.people.length === 0) return null;
  return (
    <section aria-labelledby="former-people" className="mt-8 flex flex-col gap-4">
      <div>
        <h2 id="former-people" className="font-semibold text-xl">
          Former people
        </h2>
        <p className="mt-1 max-w-prose text-ink-soft">
          They left {organization.name}. Certificates that they earned before can still be shown and verified.
        </p>
      </div>
      <ServerTable
        label="Former people"
        noun="person"
        nouns="people"
        among={organization.name}
        prefix="former"
        searchLabel="Search former people"
        endpoint={endpoint}
        args={byId(organization.id)}
        rowsIn="people"
        failed="Failed to fetch former people"
        orders={[]}
        rowKey={({ userId }) => userId}
        columns={COLUMNS}
        empty={null}
      />
    </section>
  );
}

type Certificate = FormerPerson['certificates'][number];

const COLUMNS: readonly Column<FormerPerson>[] = [
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
