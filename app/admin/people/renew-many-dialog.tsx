// Renews, as a job, whatever certificates run out for the people of a list.
import { t } from '@lingui/core/macro';
import { type CertificatesEnding, haveEnded } from '#sync/contract/certificate.ts';
import type { MemberRow } from '#sync/contract/organization.ts';
import { byId } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { AT_THE_EARLIEST, EnrollingFields, useEnrollingFields } from '../forms/due-fields.tsx';
import { type ActProps, useAct } from '../jobs/bulk-jobs.tsx';

type RenewManyDialogProps = ActProps<MemberRow> & {
  /** The certificates that the list is narrowed by. */
  when: CertificatesEnding;
  /** The course that it is about; else whichever. */
  courseId?: number | undefined;
};

export function RenewManyDialog({ when, courseId, ...props }: RenewManyDialogProps) {
  const { onClose } = props;
  const courses = useCourseNames(props);
  // What is over has no end to be due on, and without a date nothing would ask for it any more.
  const hasEnded = haveEnded(when);
  const due = useEnrollingFields(null, hasEnded ? 'days' : 'none');
  const { who, run, isRunning, failure, outcome } = useAct(props);
  const start = async () => {
    if (due.check()) await run({ kind: 'renew', certificates: when, ...(courseId && { courseId }), ...due.wanted });
  };
  if (outcome) return outcome;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Renew for ${who}`}
      description={descriptionOf(hasEnded ? undefined : when, courses)}
    >
      <DialogForm onSubmit={start} cancel={onClose} verb={t`Renew`} running={t`Starting...`} isRunning={isRunning}>
        <EnrollingFields
          {...due}
          failure={failure}
          unset={hasEnded ? t`No due date` : t`When the certificate expires`}
          unsetHint={hasEnded ? undefined : AT_THE_EARLIEST}
        />
      </DialogForm>
    </Dialog>
  );
}

/** `days` until the certificates expire; undefined where they have. */
function descriptionOf(days: string | undefined, courses: string): string {
  const kept = t`Progress, attempts and certificates are kept as history.`;
  const renewed =
    days === undefined
      ? courses
        ? t`Courses whose certificate has expired start over: ${courses}.`
        : t`Courses whose certificate has expired start over.`
      : courses
        ? t`Courses whose certificate expires within ${days} days start over: ${courses}.`
        : t`Courses whose certificate expires within ${days} days start over.`;
  return `${renewed} ${kept}`;
}

const MOST_NAMED = 5;
const READ = '100';

/** The courses that are renewed, as far as the first rows tell; empty until they are here. */
function useCourseNames({ organization, people, matching }: Omit<RenewManyDialogProps, 'when'>): string {
  const { except = [], ...query } = matching ?? {};
  const asked = { ...byId(organization.id), query: { ...query, limit: READ } };
  const { data } = useApiQuery(server.enterprise.admin.organizations[':id'].users, asked, matching !== undefined);
  const rows = matching ? (data?.users ?? []).filter(({ id }) => !except.includes(id)) : people;
  const titles = [...new Set(rows.flatMap(({ certificateEnds }) => certificateEnds?.course.title ?? []))];
  const hasOthers = rows.some(({ certificateEnds }) => certificateEnds && certificateEnds.others > 0);
  const isMore = Boolean(data?.nextCursor) || hasOthers || titles.length > MOST_NAMED;
  const named = titles.slice(0, MOST_NAMED).join(', ');
  return isMore && titles.length > 0 ? t`${named} and others` : named;
}
