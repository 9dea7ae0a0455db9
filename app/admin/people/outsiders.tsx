// People outside the organization, below those who are in it: who can still open one of its courses, and who has left.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
import { dateWords, inSentence } from '../../ui/labels.ts';
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
    successToast: ({ message }) => ({ title: t`Access Ended`, description: message }),
    errorToast: { title: t`Ending Access Failed`, sentence: t`The person can still open the course.` },
    invalidates: [pathOf(outsiders, byId(organizationId)), pathOf(server.admin.courses)],
  });
  return (row: OutsiderRow) =>
    void confirm({
      title: t`End access of ${nameOf(row)} to ${row.course.title}?`,
      text: t`They can no longer open the course. Their progress and certificates are kept.`,
      action: t`End access`,
      running: t`Ending...`,
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
    return <ApiErrorView title={t`Failed to fetch ${inSentence(title)}`} error={error} refetch={refetch} />;
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
      title={t`Non-members with access`}
      about={t`Former members and guests. They aren't in ${name} but can open these courses, because someone enrolled them.`}
      first={{ ...first, data: data?.outsiders }}
    >
      <ServerTable
        label={t`Non-members with access`}
        keptAs="Non-members with access"
        noun="enrollment"
        prefix="outsiders"
        searchLabel={t`Search non-members`}
        endpoint={outsiders}
        args={byId(id)}
        rowsIn="outsiders"
        failed={t`Failed to fetch non-members with access`}
        orders={['name']}
        rowKey={({ userId, course }) => `${userId} ${course.id}`}
        columns={outsiderColumns(endAccess)}
        empty={null}
      />
    </Section>
  );
}

const outsiderColumns = (onEnd: (row: OutsiderRow) => void): readonly Column<OutsiderRow>[] => [
  ...personColumns<OutsiderRow>(t`Name`, ({ full_name: name }) => ({ name })),
  { key: 'course', title: t`Course`, value: ({ course }) => course.title },
  { key: 'enrolled', title: t`Enrolled`, value: ({ enrolledAt }) => new Date(enrolledAt) },
  { key: 'activity', title: t`Last activity`, value: ({ lastActivityAt }) => dateOf(lastActivityAt) },
  actsColumn((row) => (
    <RowButton aria-label={t`End access of ${nameOf(row)} to ${row.course.title}`} onClick={() => onEnd(row)}>
      <Trans>End access</Trans>
    </RowButton>
  )),
];

/** With the certificates that they earned before. */
export function FormerPeople({ organization: { id, name } }: { organization: Organization }) {
  const { data, ...first } = useApiQuery(former, { ...byId(id), ...FIRST });
  return (
    <Section
      title={t`Former people`}
      about={t`They left ${name}. Certificates that they earned before can still be shown and verified.`}
      first={{ ...first, data: data?.people }}
    >
      <ServerTable
        label={t`Former people`}
        keptAs="Former people"
        noun="person"
        among={name}
        prefix="former"
        searchLabel={t`Search former people`}
        endpoint={former}
        args={byId(id)}
        rowsIn="people"
        failed={t`Failed to fetch former people`}
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
  { key: 'name', title: t`Name`, value: ({ full_name }) => full_name || t`No name` },
  { key: 'left', title: t`Left`, isBrief: true, value: ({ leftAt }) => new Date(leftAt) },
  {
    key: 'certificates',
    title: t`Certificates`,
    value: ({ certificates }) => certificates.map(inFile).join('; '),
    cell: ({ certificates }) =>
      certificates.length === 0 ? (
        t`None`
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
