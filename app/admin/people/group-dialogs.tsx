// What is done with groups beside the list of people: people come and go, and one of them leads.
import { useState } from 'react';
import type { Matching } from '#sync/contract/bulk-job.ts';
import type { GroupMembership, GroupRow } from '#sync/contract/group.ts';
import { BULK_LIMIT, type BulkOutcome } from '#sync/contract/organization.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrorOf, useApiMutation } from '../../api/use-api-mutation.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { Choice, Field } from '../../ui/form/field.tsx';
import { counted } from '../../ui/labels.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { JobConfirm, useAllWords, useStartJob } from '../frame/bulk-jobs.tsx';
import { OutcomeDialog, TooMany } from '../frame/outcome-list.tsx';
import { groupLists, joiningWords, useGroups } from '../frame/use-organizations.ts';
import { type Member, named, nameOf } from './people.ts';

type Named = { id: string; name: string };
const groupsOf = server.enterprise.admin.organizations[':id'].groups;
const failed = { title: 'Failed to change the group', sentence: 'Nothing was changed. Please try again.' };

export const useSaveGroup = (organizationId: string, group?: Named) =>
  useApiMutation({
    send: async (name: string): Promise<{ id?: string; message: string }> => {
      if (group)
        return call(groupsOf[':groupId'].$put({ param: { id: organizationId, groupId: group.id }, json: { name } }));
      const made = await call(groupsOf.$post({ ...byId(organizationId), json: { name } }));
      return { id: made.group.id, message: `${made.group.name} has no one in it yet.` };
    },
    errorToast: { title: 'Not Saved', sentence: 'The group was not saved. Please try again.' },
    fields: ['name'],
    invalidates: groupLists(organizationId),
  });

/** Makes a person the lead of a group they are in, or no lead; the toast can undo it. */
export function useChangeLead(organizationId: string): (member: Member, group: GroupMembership) => void {
  const act = useApiMutation({
    send: ({ member, group, isLead }: { member: Member; group: Named; isLead: boolean; isUndo?: boolean }) =>
      call(
        groupsOf[':groupId'].people[':userId'].$put({
          param: { id: organizationId, groupId: group.id, userId: member.id },
          json: { isLead },
        }),
      ),
    successToast: (_, { member, group, isLead, isUndo }): ToastMessage => ({
      title: 'Lead Changed',
      description: isLead
        ? `${nameOf(member)} now sees the people of ${group.name} and their progress.`
        : `${nameOf(member)} no longer leads ${group.name}.`,
      ...(!isUndo && {
        action: { label: 'Undo', onPress: () => void act.run({ member, group, isLead: !isLead, isUndo: true }) },
      }),
    }),
    errorToast: failed,
    invalidates: groupLists(organizationId),
  });
  return (member, { id, name, isLead }) => void act.run({ member, group: { id, name }, isLead: !isLead });
}

type GroupDialogProps = {
  organization: Named;
  people: readonly Member[];
  /** All who match, instead of `people`: a job. */
  matching?: Matching | undefined;
  onClose: () => void;
  /** After a success. */
  onDone: () => void;
};

const NEW = 'new';

/** Puts people into a group, or into a new one, and shows who was left out, and why. */
export function AddToGroupDialog({ organization, people, matching, onClose, onDone }: GroupDialogProps) {
  const { data, error, refetch } = useGroups(organization.id);
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const some = people.length === 1 && people[0] ? nameOf(people[0]) : counted(people.length, 'person', 'people');
  const everyone = useAllWords(organization.id, matching);
  const who = matching ? everyone : some;
  if (!matching && people.length > BULK_LIMIT) return <TooMany people={people.length} onClose={onClose} />;
  if (outcome) {
    const list = { people: people.map(named), outcome, done: 'Added', file: 'added-to-group' };
    return <OutcomeDialog title="Not everyone was added" {...list} onClose={onClose} />;
  }
  const told = (answer: BulkOutcome) => {
    onDone();
    if (answer.left.length > 0) setOutcome(answer);
    else onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={`Add ${who} to a group`} description="People can be in several groups.">
      {error && !data ? (
        <ApiErrorView title="Failed to fetch groups" error={error} refetch={refetch} />
      ) : data ? (
        <ChooseGroup
          {...{ organization, people, matching, onClose }}
          groups={data.groups}
          onTold={told}
          onStarted={() => {
            onDone();
            onClose();
          }}
        />
      ) : (
        <Skeleton className="h-35" />
      )}
    </Dialog>
  );
}

type ChooseGroupProps = Omit<GroupDialogProps, 'onDone'> & {
  groups: readonly GroupRow[];
  onTold: (outcome: BulkOutcome) => void;
  onStarted: () => void;
};

function ChooseGroup({ organization, people, matching, groups, onClose, onTold, onStarted }: ChooseGroupProps) {
  const [choice, setChoice] = useState(groups[0]?.id ?? NEW);
  const [name, setName] = useState('');
  const save = useSaveGroup(organization.id);
  const job = useStartJob(organization.id);
  const add = useApiMutation({
    send: (groupId: string) =>
      call(
        groupsOf[':groupId']['add-people'].$post({
          param: { id: organization.id, groupId },
          json: { userIds: people.map(({ id }) => id) },
        }),
      ),
    successToast: ({ changed, message }) =>
      changed > 0 ? { title: 'Added to Group', description: message } : undefined,
    errorToast: failed,
    invalidates: groupLists(organization.id),
  });
  const submit = async () => {
    const groupId = choice === NEW ? (await save.run(name))?.id : choice;
    if (!groupId) return;
    // Should the second call fail, the group is there.
    setChoice(groupId);
    if (matching) {
      if (await job.run({ act: { kind: 'add-to-group', groupId }, matching })) onStarted();
      return;
    }
    const answer = await add.run(groupId);
    if (answer) onTold(answer);
  };
  const nameError = fieldErrorOf(save.failure, 'name');
  return (
    <DialogForm
      onSubmit={submit}
      cancel={onClose}
      verb="Add"
      running="Adding..."
      isRunning={save.isRunning || add.isRunning || job.isRunning}
    >
      <Choice
        label="Group"
        value={choice}
        onChange={setChoice}
        options={[...groups.map(({ id, name: called }) => [id, called] as const), [NEW, 'New group']]}
        hint={joiningWords(groups.find(({ id }) => id === choice))}
      />
      {choice === NEW && (
        <Field
          label="Name of the new group"
          autoComplete="off"
          value={name}
          error={nameError}
          onChange={(event) => setName(event.target.value)}
        />
      )}
    </DialogForm>
  );
}

/** Asks, then takes people out of a group, and shows who was left out: a selection may hold people of another group. */
export function LeaveGroupDialog({
  organization,
  group,
  people,
  matching,
  onClose,
  onDone,
}: GroupDialogProps & { group: Named }) {
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const act = useApiMutation({
    send: (userIds: string[]) =>
      call(
        groupsOf[':groupId']['remove-people'].$post({
          param: { id: organization.id, groupId: group.id },
          json: { userIds },
        }),
      ),
    successToast: ({ changed, message }) =>
      changed > 0 ? { title: 'Taken Out of Group', description: message } : undefined,
    errorToast: failed,
    invalidates: groupLists(organization.id),
  });
  const everyone = useAllWords(organization.id, matching);
  const who = people.length === 1 && people[0] ? nameOf(people[0]) : counted(people.length, 'person', 'people');
  if (matching) {
    return (
      <JobConfirm
        {...{ organization, matching, onClose, onDone }}
        act={{ kind: 'take-from-group', groupId: group.id }}
        title={`Take ${everyone} out of ${group.name}?`}
        text={`They stay in ${organization.name} and keep their courses and due dates. A lead who is taken out can no longer see the group.`}
        action="Take out all"
      />
    );
  }
  if (people.length > BULK_LIMIT) return <TooMany people={people.length} onClose={onClose} />;
  if (outcome) {
    const list = { people: people.map(named), outcome, done: 'Taken out', file: 'taken-out-of-group' };
    return <OutcomeDialog title="Not everyone was taken out" {...list} onClose={onClose} />;
  }
  return (
    <ConfirmDialog
      title={`Take ${who} out of ${group.name}?`}
      text={`They stay in ${organization.name} and keep their courses and due dates. A lead who is taken out can no longer see the group.`}
      action="Take out"
      running="Taking out..."
      run={async () => {
        const answer = await act.run(people.map(({ id }) => id));
        if (!answer) return false;
        onDone();
        if (answer.left.length > 0) setOutcome(answer);
        return answer.left.length === 0;
      }}
      onClose={onClose}
    />
  );
}
