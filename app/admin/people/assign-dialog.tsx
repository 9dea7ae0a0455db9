import { useState } from 'react';
import type { BulkOutcome, UserRow } from '#sync/contract/organization.ts';
import { call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { counted } from '../../ui/labels.ts';
import { useToast } from '../../ui/toast.tsx';
import { adminToasts } from '../forms/messages.ts';
import { ORGANIZATION_LISTS } from '../forms/use-organizations.ts';
import { OutcomeDialog } from '../lists/outcome-list.tsx';
import { nameOf } from '../lists/people.ts';
import { OrganizationChoice } from '../lists/searched-choices.tsx';

/** The organization to move people to; null removes them from theirs. */
type Target = { id: string; name: string } | null;
type Person = Pick<UserRow, 'id' | 'email' | 'full_name' | 'organization'>;

function useAssign(target: Target) {
  return useApiMutation({
    send: (people: readonly Person[]) =>
      call(
        server.admin['assign-user-to-organization'].$post({
          json: {
            userIds: people.map(({ id }) => id),
            fromOrganizationIds: people.map(({ organization }) => organization?.id ?? null),
            organizationId: target?.id ?? null,
          },
        }),
      ),
    successToast: ({ changed, message }) =>
      changed > 0
        ? { title: target ? `${changed === 1 ? 'User' : 'Users'} Assigned` : 'User Removed', description: message }
        : undefined,
    errorToast: target
      ? { title: 'Failed to assign user to organization', sentence: 'No one was moved. Please try again.' }
      : { title: 'Failed to remove user from organization', sentence: 'No one was removed. Please try again.' },
    invalidates: ORGANIZATION_LISTS,
  });
}

const NONE = 'none';

type AssignDialogProps = {
  people: readonly Person[];
  onClose: () => void;
  /** After a success. */
  onDone: () => void;
};

/** Asks for the organization, names those that people would leave, moves them, and lists who was not moved, and why. */
export function AssignDialog({ people, onClose, onDone }: AssignDialogProps) {
  const toast = useToast();
  /** Undefined until one is chosen. */
  const [target, setTarget] = useState<Target>();
  const [isAsking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const { run, isRunning } = useAssign(target ?? null);
  const [first] = people;
  const who = people.length === 1 && first ? nameOf(first) : counted(people.length, 'person', 'people');
  const go = async () => {
    const answer = await run(people);
    if (!answer) return false;
    onDone();
    if (answer.left.length > 0) setOutcome(answer);
    return answer.left.length === 0;
  };
  if (outcome) return <OutcomeDialog title="Not everyone was moved" {...outcome} people={people} onClose={onClose} />;
  const leaving = people.filter(({ organization }) => organization && organization.id !== target?.id);
  if (isAsking && target !== undefined) {
    return (
      <ConfirmDialog
        title={target ? `Move ${who} to ${target.name}?` : `Remove ${who} from ${organizationsOf(leaving)}?`}
        text={<Consequence leaving={leaving} target={target} />}
        action={target ? 'Move' : 'Remove'}
        running={target ? 'Moving...' : 'Removing...'}
        run={go}
        onClose={onClose}
      />
    );
  }
  const submit = async () => {
    if (target === undefined) toast(adminToasts.noOrganizationSelected);
    else if (leaving.length > 0) setAsking(true);
    else if (await go()) onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={`Assign ${who}`} description={standing(people)}>
      <DialogForm
        onSubmit={submit}
        cancel={onClose}
        verb={target === null ? 'Remove' : 'Assign'}
        running="Assigning..."
        isRunning={isRunning}
      >
        <OrganizationChoice
          value={target === null ? NONE : (target?.id ?? '')}
          others={people.some(({ organization }) => organization) ? [[NONE, 'None: remove from organization']] : []}
          onChange={(id, name) => setTarget(id === NONE ? null : { id, name })}
        />
      </DialogForm>
    </Dialog>
  );
}

const conjunction = new Intl.ListFormat('en');
const MOST_NAMED = 3;

/** 'Acme', 'Acme and Beta', 'Acme, Beta, Gamma, and 4 more'. */
function organizationsOf(people: readonly Person[]): string {
  const names = [...new Set(people.flatMap(({ organization }) => organization?.name ?? []))];
  const more = names.length - MOST_NAMED;
  return conjunction.format(more > 0 ? [...names.slice(0, MOST_NAMED), `${more} more`] : names);
}

function standing(people: readonly Person[]): string {
  const names = organizationsOf(people);
  if (people.length === 1) return names ? `Now in ${names}.` : 'In no organization now.';
  return names ? `Some of them are in ${names} now.` : 'They are in no organization now.';
}

type ConsequenceProps = { leaving: readonly Person[]; target: Target };

function Consequence({ leaving, target }: ConsequenceProps) {
  const [first] = leaving;
  const who = leaving.length === 1 && first ? `${nameOf(first)} leaves` : `${leaving.length} people leave`;
  const left = organizationsOf(leaving);
  return (
    <>
      {who} {left}. Account, progress and certificates stay, sign-ins and unsent work too. What ends: the courses of{' '}
      {left}, enrollments by its admins, due dates, places in groups, and an admin's role, invitations, API tokens and
      webhooks. {target ? `In ${target.name} they get what everyone who joins gets.` : 'This action cannot be undone.'}
    </>
  );
}
