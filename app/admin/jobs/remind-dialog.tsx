// Reminds people by email of the courses that are due: shows the email first, and who was left out after it.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { PREVIEWED_REMINDERS, type ReminderOutcome } from '#sync/contract/reminder.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { toLoadError } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { emailPromise, useMailFacts } from '../forms/mail-status.tsx';
import { PERSON_PAGES } from '../forms/use-organizations.ts';
import { LeftOut, OutcomeDialog } from '../lists/outcome-list.tsx';
import { type ActProps, useAct } from './bulk-jobs.tsx';

type RemindDialogProps = Omit<ActProps, 'organization'> & {
  /** Whose people they are, for its admins; by a job. */
  organization?: { id: string };
  /** Instead, for its leads. */
  group?: { id: string };
  /** Of what is due in this course alone; all who match are reminded of the one that they match. */
  courseId?: number | undefined;
};

const FAILED = { title: t`Not Sent`, sentence: t`The reminders were not sent. Please try again.` };
const ofOrganization = server.enterprise.admin.organizations[':id'].remind;
const ofGroup = server.groups[':groupId'].remind;

export function RemindDialog({ organization = { id: '' }, group, courseId, ...props }: RemindDialogProps) {
  const { people, matching, onClose, onDone } = props;
  const [preview, setPreview] = useState<ReminderOutcome>();
  const [outcome, setOutcome] = useState<ReminderOutcome>();
  const act = useAct({ organization, ...props }, { failed: FAILED });
  // A lead does not know how it stands with the mail server.
  const promise = emailPromise(useMailFacts(organization.id, !group), '');
  const whom = matching ? { matching } : { userIds: people.map(({ id }) => id) };
  const remindGroup = (groupId: string, isPreview: boolean) =>
    call(ofGroup.$post({ param: { groupId }, json: { ...whom, isPreview } }));
  const prepare = useApiMutation({
    send: () =>
      group
        ? remindGroup(group.id, true)
        : call(ofOrganization.$post({ ...byId(organization.id), json: { ...whom, courseId, isPreview: true } })),
    onSuccess: setPreview,
  });
  const asLead = useApiMutation({
    send: (groupId: string) => remindGroup(groupId, false),
    errorToast: FAILED,
    invalidates: [pathOf(server.groups), PERSON_PAGES],
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
  useEffect(() => void prepare.run(), []);
  const send = async () => {
    if (!group) return act.run({ kind: 'remind', ...(courseId && { courseId }) });
    const answer = await asLead.run(group.id);
    if (!answer) return;
    setOutcome(answer);
    onDone();
  };
  if (act.outcome) return act.outcome;
  if (outcome) return <OutcomeDialog title={t`Reminders`} {...outcome} people={people} onClose={onClose} />;
  const isRunning = act.isRunning || asLead.isRunning;
  const isSample = preview?.isAll === false;
  const sendWords = isSample
    ? t`Send reminders`
    : preview?.samples === preview?.changed
      ? plural(preview?.changed ?? 0, { one: 'Remind # sample person', other: 'Remind # sample people' })
      : plural(preview?.changed ?? 0, { one: 'Send # reminder', other: 'Send # reminders' });
  const message = preview?.message ?? '';
  const sample = t`Of the first ${PREVIEWED_REMINDERS}: ${message} The others are reminded too, if something is due.`;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={preview?.changed === 0 && !isSample ? t`No one to remind` : t`Remind ${act.who}`}
      description={isSample ? sample : (preview?.message ?? t`By email, of the courses that are due.`)}
    >
      {prepare.failure ? (
        <ApiErrorView
          title={t`Failed to prepare the reminders`}
          error={toLoadError(prepare.failure)}
          refetch={() => void prepare.run()}
        />
      ) : (
        !preview && <Skeleton className="h-60" />
      )}
      {preview && preview.changed > 0 && preview.samples !== preview.changed && promise && (
        <p className="text-warn-text">{promise}</p>
      )}
      {preview?.example && (
        <section aria-label={t`The email`} className="rounded-lg border border-line bg-canvas p-4">
          <p className="text-ink-soft text-sm">
            <Trans>To {preview.example.to}</Trans>
          </p>
          <p className="mb-3 font-semibold">{preview.example.subject}</p>
          <p className="whitespace-pre-line wrap-anywhere text-sm">{preview.example.text.trim()}</p>
        </section>
      )}
      {preview && preview.left.length > 0 && <LeftOut left={preview.left} people={people} />}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        {/* There is no example where all of them are about courses that the organization does not have. */}
        {preview && (preview.changed > 0 || isSample) && (
          <Button disabled={isRunning} onClick={() => void send()}>
            {isRunning ? t`Sending...` : sendWords}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
