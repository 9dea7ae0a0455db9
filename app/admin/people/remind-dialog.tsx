// Reminds people by email of the courses that are due: shows the email first, and what happened for each person after it.
import { useEffect, useState } from 'react';
import type { Matching } from '#sync/contract/bulk-job.ts';
import { BULK_LIMIT } from '#sync/contract/organization.ts';
import type { ReminderOutcome } from '#sync/contract/reminder.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { sentenceOf, useApiMutation } from '../../api/use-api-mutation.ts';
import { toLoadError } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { counted } from '../../ui/labels.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OutcomeList, TooMany } from '../frame/outcome-list.tsx';
import { PERSON_PAGES } from '../frame/use-organizations.ts';
import { JobConfirm } from './bulk-jobs.tsx';
import { type Member, named } from './people.ts';

type RemindDialogProps = {
  organization: { id: string; name: string };
  people: readonly Member[];
  /** All who match, instead of `people`: a job. */
  matching?: Matching | undefined;
  onClose: () => void;
  /** After a success. */
  onDone: () => void;
};

const { remind } = server.enterprise.admin.organizations[':id'];

export function RemindDialog(props: RemindDialogProps) {
  if (props.matching) {
    return (
      <JobConfirm
        {...props}
        matching={props.matching}
        act={{ kind: 'remind' }}
        title="Remind everyone who matches?"
        text="Each of them gets an email of what is due. Whoever has nothing due, or was reminded less than a day ago, is left out."
        action="Send reminders"
      />
    );
  }
  if (props.people.length > BULK_LIMIT) return <TooMany people={props.people.length} onClose={props.onClose} />;
  return <Remind {...props} />;
}

function Remind({ organization, people, onClose, onDone }: RemindDialogProps) {
  const [preview, setPreview] = useState<ReminderOutcome>();
  const [outcome, setOutcome] = useState<ReminderOutcome>();
  const ask = (isPreview: boolean) =>
    call(remind.$post({ ...byId(organization.id), json: { userIds: people.map(({ id }) => id), isPreview } }));
  const prepare = useApiMutation({ send: () => ask(true), onSuccess: setPreview });
  const act = useApiMutation({
    send: () => ask(false),
    invalidates: [PERSON_PAGES, pathOf(server.admin['audit-log'])],
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
  useEffect(() => void prepare.run(), []);
  const list = { people: people.map(named), done: outcome ? 'Reminded' : 'Gets this email', file: 'reminders' };
  const send = async () => {
    const answer = await act.run();
    if (!answer) return;
    setOutcome(answer);
    onDone();
  };
  if (outcome) {
    return (
      <Dialog open onOpenChange={onClose} title="Reminders sent" description={outcome.message}>
        <OutcomeList {...list} outcome={outcome} />
        <Button onClick={onClose}>Done</Button>
      </Dialog>
    );
  }
  const example = preview?.example;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={preview?.changed === 0 ? 'No one to remind' : `Remind ${counted(people.length, 'person', 'people')}`}
      description={preview ? preview.message : 'By email, of the courses that are due.'}
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
      {act.failure && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger-text">
          {sentenceOf(act.failure, 'The reminders were not sent. Please try again.')}
        </p>
      )}
      {example && (
        <section aria-label="The email" className="rounded-lg border border-line bg-canvas p-4">
          <p className="text-ink-soft text-sm">To {example.to}</p>
          <p className="mb-3 font-semibold">{example.subject}</p>
          <p className="whitespace-pre-line wrap-anywhere text-sm">{example.text.trim()}</p>
        </section>
      )}
      {preview && preview.left.length > 0 && <OutcomeList {...list} outcome={preview} />}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        {example && preview && (
          <Button disabled={act.isRunning} onClick={() => void send()}>
            {act.isRunning ? 'Sending...' : `Send ${counted(preview.changed, 'reminder')}`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
