// One job in words: the title that leads to what it is about, how far it is, and what happened to each of them.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  type BulkAct,
  type BulkJob,
  type BulkRow,
  isOfCourse,
  isOfInvitations,
  type JobSubject,
  type NAMED_KINDS,
} from '#sync/contract/bulk-job.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { inSentence } from '../../ui/labels.ts';
import { locale } from '../../ui/language.ts';
import { Link } from '../../ui/router.ts';
import { Skeletons } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { MailMark, mailCountWords, mailWords } from '../forms/mail-status.tsx';
import { PersonLink } from '../lists/person-link.tsx';
import { ServerTable } from '../lists/server-table.tsx';
import { panelId } from '../outline/lesson-place.ts';

/** The jobs of one organization; null for those of the whole installation. */
export type Place = string | null;
export const jobsOf = server.enterprise.admin.organizations[':id']['bulk-jobs'];
export const ALL_JOBS = server.admin['bulk-jobs'];

const count = new Intl.NumberFormat(locale);

/** Leads to the course, quiz or group that the job is about. */
export function JobTitle({ job: { title, subject }, onLeave }: { job: BulkJob; onLeave?: () => void }) {
  const { profile } = useActiveUser();
  if (!subject) return title;
  return (
    <Link
      to={'groupId' in subject ? peopleOf(subject, profile?.is_super_admin) : courseOf(subject)}
      onClick={(event) => {
        const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
        if (!isElsewhere) onLeave?.();
      }}
      // Beside titles that lead nowhere.
      className="rounded-sm py-1 underline underline-offset-4"
    >
      {title}
    </Link>
  );
}

const peopleOf = ({ groupId: group, organizationId }: Extract<JobSubject, { groupId: string }>, isSuper?: boolean) =>
  isSuper ? paths.adminOrganization(organizationId, { group }) : paths.adminPeople({ group });

const courseOf = ({ courseId, lessonId }: Extract<JobSubject, { courseId: number }>) =>
  paths.adminCourse(courseId) + (lessonId === undefined ? '?tab=people' : `#${panelId(lessonId)}`);

export function progressWords({ kind, state, total, handled, changed, mails }: BulkJob): string {
  const isOfAttempts = kind === 'regrade';
  const [done, all] = [count.format(state === 'running' ? handled : changed), count.format(total)];
  if (state === 'running') {
    if (!isOfCourse(kind)) return t`${done} of ${all}`;
    return isOfAttempts ? t`${done} of ${all} attempts` : t`${done} of ${all} people`;
  }
  if (isOfCourse(kind))
    return isOfAttempts
      ? plural(handled, { one: '# attempt', other: '# attempts' })
      : plural(handled, { one: '# person', other: '# people' });
  const left = handled - changed;
  const rest = total - handled;
  // A list adds people who are here already to groups.
  const changedAs = kind === 'invite-people' ? t`invited or added` : inSentence(changedWord({ kind }));
  // A reminder is its email, and nothing is done as long as that has not left.
  const doneTo = kind === 'remind' && mails ? [] : [t`${done} of ${all} ${changedAs}`];
  return [
    ...doneTo,
    ...(mails ? [mailCountWords(mails)] : []),
    ...(left > 0 ? [plural(left, { one: '# left out', other: '# left out' })] : []),
    ...(rest > 0 ? [plural(rest, { one: '# not done', other: '# not done' })] : []),
  ].join(', ');
}

const CHANGED: Record<BulkAct['kind'] | (typeof NAMED_KINDS)[number], string> = {
  enroll: t`Enrolled`,
  'move-people': t`Moved`,
  'invite-people': t`Invited`,
  'add-people': t`Added`,
  unenroll: t`Removed`,
  renew: t`Renewed`,
  remind: t`To be emailed`,
  'add-to-group': t`Added`,
  'take-from-group': t`Taken out`,
  remove: t`Removed`,
  revoke: t`Revoked`,
  extend: t`Extended`,
};

const changedWord = ({ kind }: Pick<BulkJob, 'kind'>): string => CHANGED[kind as keyof typeof CHANGED] ?? t`Changed`;

/** Of a reminder its email says it. */
function outcomeWords({ result, reason, mail }: BulkRow, kind: BulkJob['kind']): string | undefined {
  if (reason) return reason;
  if (result !== 'changed') return t`Not done`;
  return kind === 'remind' && mail ? undefined : changedWord({ kind });
}

const RESULTS = [
  ['', t`All`],
  ['left', t`Left out`],
  ['changed', t`Changed`],
  ['not-done', t`Not done`],
  ['undelivered', t`Could not be delivered`],
] as const;

const columnsOf = ({ kind }: BulkJob): readonly Column<BulkRow>[] => [
  ...(isOfInvitations(kind) || kind === 'invite-people'
    ? []
    : [
        {
          key: 'name',
          title: t`Name`,
          value: ({ name, email }: BulkRow) => name || email,
          cell: ({ name, email, userId, result }: BulkRow) =>
            // Whoever was removed has no page here any more.
            userId && !(kind === 'remove' && result === 'changed') ? (
              <PersonLink id={userId}>{name || email}</PersonLink>
            ) : (
              name || email
            ),
        },
      ]),
  {
    ...{ key: 'email', title: t`Email`, leaves: 1 },
    value: ({ email }) => email ?? (isOfInvitations(kind) ? t`For anyone` : null),
  },
  {
    key: 'outcome',
    title: t`Outcome`,
    value: (row) => [row.mail && mailWords(row.mail), outcomeWords(row, kind)].filter(Boolean).join('. '),
    cell: (row) => (
      <>
        {row.mail && <MailMark status={row.mail} />}
        {outcomeWords(row, kind) && <span className="block">{outcomeWords(row, kind)}</span>}
      </>
    ),
    isBrief: true,
  },
];

/** Why an act on one person has left them out. */
export function WhyLeftOut({
  job,
  organizationId,
  onClose,
}: {
  job: BulkJob;
  organizationId: string;
  onClose: () => void;
}) {
  const { data, error, refetch } = useApiQuery(jobsOf[':jobId'].rows, {
    param: { id: organizationId, jobId: job.id },
    query: {},
  });
  const [row] = data?.rows ?? [];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={job.title}
      description={row && `${row.name || row.email}: ${row.reason ?? t`Not done`}`}
    >
      {error ? (
        <ApiErrorView title={t`Failed to fetch the outcome`} {...{ error, refetch }} />
      ) : (
        !data && <Skeletons label={t`Loading what happened`} heights={['h-6']} />
      )}
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What happened to each of them; saved as a file too. */
export function JobDialog({
  job,
  organizationId,
  onClose,
}: {
  job: BulkJob;
  organizationId: Place;
  onClose: () => void;
}) {
  const { change } = useTableAddress('outcome');
  const close = () => {
    // The next job is read from its beginning.
    change({ search: '', result: '' });
    onClose();
  };
  const table = {
    ...{ label: t`Outcome`, keptAs: 'Outcome' },
    noun: isOfInvitations(job.kind) ? ('invitation' as const) : ('person' as const),
    prefix: 'outcome',
    rowsIn: 'rows' as const,
    failed: t`Failed to fetch the outcome`,
    rowKey: ({ position }: BulkRow) => String(position),
    columns: columnsOf(job),
    orders: [],
    filters: [{ key: 'result', label: t`Result`, options: RESULTS }],
    empty: (
      <EmptyState title={t`Nothing yet`}>
        <Trans>Whom it is about is still being prepared.</Trans>
      </EmptyState>
    ),
  };
  return (
    <Dialog
      open
      shape="panel"
      onOpenChange={close}
      title={<JobTitle job={job} onLeave={close} />}
      description={progressWords(job)}
    >
      {organizationId === null ? (
        <ServerTable endpoint={ALL_JOBS[':jobId'].rows} args={{ param: { jobId: job.id } }} {...table} />
      ) : (
        <ServerTable
          endpoint={jobsOf[':jobId'].rows}
          args={{ param: { id: organizationId, jobId: job.id } }}
          {...table}
        />
      )}
    </Dialog>
  );
}
