import { useEffect, useState } from 'react';
import { BULK_LIMIT, type BulkOutcome, type MoveEffects, type UserRow } from '#sync/contract/organization.ts';
import { call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { counted } from '../../ui/labels.ts';
import { useToast } from '../../ui/toast.tsx';
import { adminToasts } from '../frame/messages.ts';
import { OutcomeList, TooMany } from '../frame/outcome-list.tsx';
import { OrganizationChoice } from '../frame/searched-choices.tsx';
import { ORGANIZATION_LISTS } from '../frame/use-organizations.ts';
import { nameOf } from './people.ts';

/** The organization to move people to; null removes them from theirs. */
type Target = { id: string; name: string } | null;
type Person = Pick<UserRow, 'id' | 'email' | 'full_name' | 'organization'>;

function sendAssignment(people: readonly Person[], target: Target, isPreview?: boolean) {
  const [first] = people;
  const whom =
    people.length === 1 && first
      ? { userId: first.id, fromOrganizationId: first.organization?.id ?? null }
      : {
          userIds: people.map(({ id }) => id),
          fromOrganizationIds: people.map(({ organization }) => organization?.id ?? null),
        };
  const payload = { ...whom, organizationId: target?.id ?? null, ...(isPreview && { isPreview }) };
  return call(server.admin['assign-user-to-organization'].$post({ json: payload }));
}

function useAssign(target: Target) {
  return useApiMutation({
    send: (people: readonly Person[]) => sendAssignment(people, target),
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

type ChooseOrganizationProps = {
  /** Whether anyone is in an organization. */
  canRemove: boolean;
  isRunning: boolean;
  onTarget: (target: Target) => void;
  /** Called once an organization, or none, was chosen. */
  onSubmit: () => void;
  onClose: () => void;
};

const NONE = 'none';

function ChooseOrganization({ canRemove, isRunning, onTarget, onSubmit, onClose }: ChooseOrganizationProps) {
  const toast = useToast();
  const [choice, setChoice] = useState('');
  const choose = (id: string, name: string) => {
    setChoice(id);
    onTarget(id === NONE ? null : { id, name });
  };
  const submit = () => (choice === '' ? toast(adminToasts.noOrganizationSelected) : onSubmit());
  return (
    <DialogForm
      onSubmit={submit}
      cancel={onClose}
      verb={choice === NONE ? 'Remove' : 'Assign'}
      running="Assigning..."
      isRunning={isRunning}
    >
      <OrganizationChoice
        value={choice}
        others={canRemove ? [[NONE, 'None: remove from organization']] : []}
        onChange={choose}
      />
    </DialogForm>
  );
}

type AssignDialogProps = {
  people: readonly Person[];
  onClose: () => void;
  /** After a success. */
  onDone: () => void;
};

/** Asks for the organization, names those that people would leave, moves them, and lists who was not moved, and why. */
export function AssignDialog({ people, onClose, onDone }: AssignDialogProps) {
  const [target, setTarget] = useState<Target>(null);
  const [isAsking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const { run, isRunning } = useAssign(target);
  const [first] = people;
  const who = people.length === 1 && first ? nameOf(first) : counted(people.length, 'person', 'people');
  const go = async () => {
    const answer = await run(people);
    if (!answer) return false;
    onDone();
    if (answer.left.length > 0) setOutcome(answer);
    return answer.left.length === 0;
  };
  if (people.length > BULK_LIMIT) return <TooMany people={people.length} onClose={onClose} />;
  if (outcome) {
    const named = people.map((person) => ({ ...person, name: nameOf(person) }));
    return (
      <Dialog open onOpenChange={onClose} title="Not everyone was moved" description={outcome.message}>
        <OutcomeList people={named} outcome={outcome} done={target ? 'Assigned' : 'Removed'} file="assigned-people" />
      </Dialog>
    );
  }
  const leaving = people.filter(({ organization }) => organization && organization.id !== target?.id);
  if (isAsking && leaving.length > 0) {
    return (
      <ConfirmDialog
        title={target ? `Move ${who} to ${target.name}?` : `Remove ${who} from ${organizationsOf(leaving)}?`}
        text={<Consequence people={people} leaving={leaving} target={target} />}
        action={target ? 'Move' : 'Remove'}
        running={target ? 'Moving...' : 'Removing...'}
        run={go}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open onOpenChange={onClose} title={`Assign ${who}`} description={standing(people)}>
      <ChooseOrganization
        canRemove={people.some(({ organization }) => organization)}
        isRunning={isRunning}
        onTarget={setTarget}
        onSubmit={async () => {
          if (leaving.length > 0) setAsking(true);
          else if (await go()) onClose();
        }}
        onClose={onClose}
      />
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

type ConsequenceProps = { people: readonly Person[]; leaving: readonly Person[]; target: Target };

/** What a move means, and what it takes and gives, counted by the server. */
function Consequence({ people, leaving, target }: ConsequenceProps) {
  const [effects, setEffects] = useState<MoveEffects>();
  const prepare = useApiMutation({
    send: () => sendAssignment(people, target, true),
    onSuccess: ({ effects: counted }) => setEffects(counted),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
  useEffect(() => void prepare.run(), []);
  const whoLeaves =
    leaving.length === 1 && leaving[0] ? nameOf(leaving[0]) : counted(leaving.length, 'person', 'people');
  const verb = leaving.length === 1 ? 'leaves' : 'leave';
  const lost = `the courses of ${organizationsOf(leaving)} end for them`;
  return (
    <>
      {whoLeaves} {verb} {organizationsOf(leaving)}. Account, progress and certificates stay, sign-ins and unsent work
      too; {lost}.{target ? '' : ' This action cannot be undone.'}
      <span className="mt-3 block min-h-18">
        {effects
          ? effectWords(effects, target).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))
          : prepare.failure
            ? 'What ends with it could not be counted.'
            : 'Counting what ends with it...'}
      </span>
    </>
  );
}

function effectWords(effects: MoveEffects, target: Target): string[] {
  const { courses, completed, certificates, enrollments, dueDates, groups, admins, invitations, joins } = effects;
  const ends = [
    enrollments && counted(enrollments, 'enrollment by an admin', 'enrollments by an admin'),
    dueDates && counted(dueDates, 'due date'),
    groups && `${counted(groups, 'place')} in groups`,
    admins && counted(admins, 'role as admin', 'roles as admin'),
    invitations && `${counted(invitations, 'invitation')} they made`,
  ].filter((part) => typeof part === 'string');
  const shown =
    joins.length > MOST_NAMED ? [...joins.slice(0, MOST_NAMED), `${joins.length - MOST_NAMED} more`] : joins;
  return [
    `Stays: ${counted(courses, 'course')} (${completed} completed), ${counted(certificates, 'certificate')}.`,
    `Ends: ${ends.length > 0 ? conjunction.format(ends) : 'nothing that was given by hand'}.`,
    ...(target && joins.length > 0 ? [`Begins: ${conjunction.format(shown)}, like everyone who joins.`] : []),
  ];
}
