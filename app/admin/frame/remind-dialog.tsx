// Reminds people by email of the courses that are due: shows the email first, and what happened for each person after it.
import { useEffect, useState } from 'react';
import type { Matching } from '#sync/contract/bulk-job.ts';
import { BULK_LIMIT } from '#sync/contract/organization.ts';
import { REMIND_LIMIT, type ReminderOutcome } from '#sync/contract/reminder.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { toLoadError } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { counted } from '../../ui/labels.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAllWords, useStartJob, type Whom } from './bulk-jobs.tsx';
import { jobsOf } from './job-outcome.tsx';
import { OutcomeList, TooMany } from './outcome-list.tsx';
import { membersPath, PERSON_PAGES } from './use-organizations.ts';

type RemindDialogProps = {
  /** Of which all who match, and more than a request reminds, are reminded by a job. */
  organization?: { id: string };
  /** Instead, for its leads. */
  group?: { id: string };
  people: readonly { id: string; email: string; full_name: string | null }[];
  /** All who match, instead of `people`. */
  matching?: Matching | undefined;
  /** Of what is due in this course alone; all who match are reminded of the one that they match. */
  courseId?: number | undefined;
  onClose: () => void;
  /** After a success. */
  onDone: () => void;
};

const ofOrganization = server.enterprise.admin.organizations[':id'].remind;
const ofGroup = server.groups[':groupId'].remind;

export function RemindDialog(props: RemindDialogProps) {
  const { people, group, onClose } = props;
  const most = group ? REMIND_LIMIT : BULK_LIMIT;
  // A lead has no jobs.
  const advice = group && 'Narrow the list, or ask an admin.';
  if (people.length > most) return <TooMany {...{ people: people.length, most, advice, onClose }} />;
  return <Remind {...props} />;
}

function Remind({ organization, group, people, matching, courseId, onClose, onDone }: RemindDialogProps) {
  const [preview, setPreview] = useState<ReminderOutcome & { isAll?: boolean }>();
  const [outcome, setOutcome] = useState<ReminderOutcome>();
  const organizationId = organization?.id ?? '';
  const everyone = useAllWords(organizationId, matching);
  const ids = people.map(({ id }) => id);
  const isFew = ids.length <= REMIND_LIMIT;
  const forJob: Whom | undefined = group ? undefined : matching ? { matching } : isFew ? undefined : { ids };
  const ask = (isPreview: boolean): Promise<ReminderOutcome> => {
    const userIds = ids.slice(0, REMIND_LIMIT);
    if (!group) return call(ofOrganization.$post({ ...byId(organizationId), json: { userIds, courseId, isPreview } }));
    const whom = matching ? { matching } : { userIds };
    return call(ofGroup.$post({ param: { groupId: group.id }, json: { ...whom, isPreview } }));
  };
  const prepare = useApiMutation({
    send: async (): Promise<ReminderOutcome & { isAll?: boolean }> =>
      matching && !group
        ? call(jobsOf['preview-reminders'].$post({ ...byId(organizationId), json: { matching } }))
        : { ...(await ask(true)), isAll: isFew },
    onSuccess: setPreview,
  });
  const job = useStartJob(organizationId);
  const act = useApiMutation({
    send: () => ask(false),
    errorToast: { title: 'Not Sent', sentence: 'The reminders were not sent. Please try again.' },
    invalidates: [
      group ? pathOf(server.groups[':groupId'].people, { param: { groupId: group.id } }) : membersPath(organizationId),
      ...[PERSON_PAGES, pathOf(server.admin['audit-log'])],
    ],
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
  useEffect(() => void prepare.run(), []);
  const named = people.map((one) => ({ ...one, name: one.full_name || one.email }));
  const list = { people: named, done: outcome ? 'Reminded' : 'Gets this email', file: 'reminders' };
  const send = async () => {
    if (forJob) {
      if (!(await job.run({ act: { kind: 'remind', ...(courseId && { courseId }) }, ...forJob }))) return;
      onDone();
      return onClose();
    }
    const answer = await act.run();
    if (!answer) return;
    setOutcome(answer);
    onDone();
  };
  if (outcome) {
    return (
      <Dialog open onOpenChange={onClose} title="Reminders sent" description={outcome.message}>
        {matching ? <LeftOut left={outcome.left} /> : <OutcomeList {...list} outcome={outcome} />}
        <DialogActions>
          <Button onClick={onClose}>Done</Button>
        </DialogActions>
      </Dialog>
    );
  }
  const example = preview?.example;
  const isRunning = act.isRunning || job.isRunning;
  const isSample = preview?.isAll === false;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        preview?.changed === 0 && !isSample
          ? 'No one to remind'
          : `Remind ${matching ? everyone : counted(people.length, 'person', 'people')}`
      }
      description={
        preview
          ? isSample
            ? `Of the first ${REMIND_LIMIT}: ${preview.message} The others are reminded too, if something is due.`
            : preview.message
          : 'By email, of the courses that are due.'
      }
    >
      {prepare.failure ? (
        <ApiErrorView
          title="Failed to prepare the reminders"
          error={toLoadError(prepare.failure)}
          refetch={() => void prepare.run()}
        />
      ) : (
        !preview && <Skeleton className="h-60" />
      )}
      {example && (
        <section aria-label="The email" className="rounded-lg border border-line bg-canvas p-4">
          <p className="text-ink-soft text-sm">To {example.to}</p>
          <p className="mb-3 font-semibold">{example.subject}</p>
          <p className="whitespace-pre-line wrap-anywhere text-sm">{example.text.trim()}</p>
        </section>
      )}
      {preview &&
        preview.left.length > 0 &&
        (matching || isSample ? <LeftOut left={preview.left} /> : <OutcomeList {...list} outcome={preview} />)}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        {/* There is no example where all of them are about courses that the organization does not have. */}
        {preview && (preview.changed > 0 || isSample) && (
          <Button disabled={isRunning} onClick={() => void send()}>
            {isRunning ? 'Sending...' : `Send ${isSample ? 'reminders' : counted(preview.changed, 'reminder')}`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** How many are left out, by reason. */
function LeftOut({ left }: Pick<ReminderOutcome, 'left'>) {
  const counts = new Map<string, number>();
  for (const { reason } of left) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return (
    <ul aria-label="Left out" className="text-ink-soft">
      {[...counts].map(([reason, people]) => (
        <li key={reason}>
          {counted(people, 'person is', 'people are')} left out: {reason}
        </li>
      ))}
    </ul>
  );
}
