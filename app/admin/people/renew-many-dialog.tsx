// Renews, as a job, whatever certificates run out for the people of a list.
import type { CertificatesEnding } from '#sync/contract/certificate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { counted } from '../../ui/labels.ts';
import { useAllWords, useStartJob, type Whom } from '../frame/bulk-jobs.tsx';
import { EnrollingFields, useEnrollingFields } from '../frame/due-fields.tsx';

type RenewManyDialogProps = {
  organization: { id: string };
  whom: Whom;
  /** The certificates that the list is narrowed by. */
  when: CertificatesEnding;
  /** The course that it is about; else whichever. */
  courseId?: number | undefined;
  onClose: () => void;
  /** After a success. */
  onDone: () => void;
};

export function RenewManyDialog({ organization, whom, when, courseId, onClose, onDone }: RenewManyDialogProps) {
  // What is over has no end to be due on, and without a date nothing would ask for it any more.
  const due = useEnrollingFields(null, when === 'ended' ? 'days' : 'none');
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
      description={`Each course with a certificate that ${when === 'ended' ? 'has expired' : `expires within ${when} days`} starts over. Progress, attempts and certificates are kept as history.${courseId ? '' : ' Who holds several of them starts each of these courses over.'}`}
    >
      <DialogForm onSubmit={start} cancel={onClose} verb="Renew" running="Starting..." isRunning={isRunning}>
        <EnrollingFields
          {...due}
          failure={failure}
          unset={when === 'ended' ? 'No due date' : 'When the certificate expires'}
        />
      </DialogForm>
    </Dialog>
  );
}
