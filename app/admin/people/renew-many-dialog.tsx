// Renews, as a job, whatever certificates run out for the people of a list.
import { type CertificatesEnding, haveEnded } from '#sync/contract/certificate.ts';
import type { MemberRow } from '#sync/contract/organization.ts';
import { byId } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { counted } from '../../ui/labels.ts';
import { useAllWords, useStartJob, type Whom } from '../frame/bulk-jobs.tsx';
import { AT_THE_EARLIEST, EnrollingFields, useEnrollingFields } from '../frame/due-fields.tsx';

type RenewManyDialogProps = {
  organization: { id: string };
  whom: Whom;
  /** Those of them whose rows are here. */
  people: readonly MemberRow[];
  /** The certificates that the list is narrowed by. */
  when: CertificatesEnding;
  /** The course that it is about; else whichever. */
  courseId?: number | undefined;
  onClose: () => void;
  /** After a success. */
  onDone: () => void;
};

export function RenewManyDialog(props: RenewManyDialogProps) {
  const { organization, whom, when, courseId, onClose, onDone } = props;
  const courses = useCourseNames(props);
  // What is over has no end to be due on, and without a date nothing would ask for it any more.
  const hasEnded = haveEnded(when);
  const due = useEnrollingFields(null, hasEnded ? 'days' : 'none');
  const { run, isRunning, failure } = useStartJob(organization.id);
  const everyone = useAllWords(organization.id, 'ids' in whom ? undefined : whom.matching);
  const people = 'ids' in whom ? counted(whom.ids.length, 'person', 'people') : everyone;
  const start = async () => {
    if (
      !due.check() ||
      !(await run({
        act: { kind: 'renew', certificates: when, ...(courseId && { courseId }), ...due.wanted },
        ...whom,
      }))
    )
      return;
    onDone();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Renew for ${people}`}
      description={`Courses whose certificate ${hasEnded ? 'has expired' : `expires within ${when} days`} start over${courses ? `: ${courses}` : ''}. Progress, attempts and certificates are kept as history.`}
    >
      <DialogForm onSubmit={start} cancel={onClose} verb="Renew" running="Starting..." isRunning={isRunning}>
        <EnrollingFields
          {...due}
          failure={failure}
          unset={hasEnded ? 'No due date' : 'When the certificate expires'}
          unsetHint={hasEnded ? undefined : AT_THE_EARLIEST}
        />
      </DialogForm>
    </Dialog>
  );
}

const MOST_NAMED = 5;
const READ = '100';

/** The courses that are renewed, as far as the first rows tell; empty until they are here. */
function useCourseNames({ organization, whom, people }: RenewManyDialogProps): string {
  const { except = [], ...matching } = 'ids' in whom ? {} : whom.matching;
  const asked = { ...byId(organization.id), query: { ...matching, limit: READ } };
  const { data } = useApiQuery(server.enterprise.admin.organizations[':id'].users, asked, !('ids' in whom));
  const rows = 'ids' in whom ? people : (data?.users ?? []).filter(({ id }) => !except.includes(id));
  const titles = [...new Set(rows.flatMap(({ certificateEnds }) => certificateEnds?.course.title ?? []))];
  const hasOthers = rows.some(({ certificateEnds }) => certificateEnds && certificateEnds.others > 0);
  const isMore = Boolean(data?.nextCursor) || hasOthers || titles.length > MOST_NAMED;
  return titles.slice(0, MOST_NAMED).join(', ') + (isMore && titles.length > 0 ? ' and others' : '');
}
