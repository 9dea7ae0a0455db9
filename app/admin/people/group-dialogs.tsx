// What is done with groups beside the list of people: people come and go, and one of them leads.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { GroupMembership, GroupRow } from '#sync/contract/group.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrorOf, useApiMutation } from '../../api/use-api-mutation.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { Choice, Field } from '../../ui/form/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { groupLists, joiningWords, useGroups } from '../forms/use-organizations.ts';
import { type ActProps, useAct } from '../jobs/bulk-jobs.tsx';
import { type Member, nameOf } from '../lists/people.ts';

type Named = { id: string; name: string };
const groupsOf = server.enterprise.admin.organizations[':id'].groups;
const failed = { title: t`Failed to change the group`, sentence: t`Nothing was changed. Please try again.` };

export const useSaveGroup = (organizationId: string, group?: Named) =>
  useApiMutation({
    send: async (name: string): Promise<{ id?: string; message: string }> => {
      if (group)
        return call(groupsOf[':groupId'].$put({ param: { id: organizationId, groupId: group.id }, json: { name } }));
      const made = await call(groupsOf.$post({ ...byId(organizationId), json: { name } }));
      return { id: made.group.id, message: t`${made.group.name} has no one in it yet.` };
    },
    errorToast: { title: t`Not Saved`, sentence: t`The group was not saved. Please try again.` },
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
      title: t`Lead Changed`,
      description: isLead
        ? t`${nameOf(member)} now sees the people of ${group.name} and their progress.`
        : t`${nameOf(member)} no longer leads ${group.name}.`,
      ...(!isUndo && {
        action: { label: t`Undo`, onPress: () => void act.run({ member, group, isLead: !isLead, isUndo: true }) },
      }),
    }),
    errorToast: failed,
    invalidates: groupLists(organizationId),
  });
  return (member, { id, name, isLead }) => void act.run({ member, group: { id, name }, isLead: !isLead });
}

const NEW = 'new';

/** Puts people into a group, or into a new one. */
export function AddToGroupDialog(props: ActProps) {
  const { organization, onClose } = props;
  const { data, error, refetch } = useGroups(organization.id);
  const act = useAct(props, { done: t`Added to Group`, failed });
  if (act.outcome) return act.outcome;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Add ${act.who} to a group`}
      description={t`People can be in several groups.`}
    >
      {error && !data ? (
        <ApiErrorView title={t`Failed to fetch groups`} error={error} refetch={refetch} />
      ) : data ? (
        <ChooseGroup {...{ organization, act, onClose }} groups={data.groups} />
      ) : (
        <Skeleton className="h-35" />
      )}
    </Dialog>
  );
}

type ChooseGroupProps = Pick<ActProps, 'organization' | 'onClose'> & {
  act: ReturnType<typeof useAct>;
  groups: readonly GroupRow[];
};

function ChooseGroup({ organization, act, groups, onClose }: ChooseGroupProps) {
  const [choice, setChoice] = useState(groups[0]?.id ?? NEW);
  const [name, setName] = useState('');
  const save = useSaveGroup(organization.id);
  const submit = async () => {
    const groupId = choice === NEW ? (await save.run(name))?.id : choice;
    if (!groupId) return;
    // Should the second call fail, the group is there.
    setChoice(groupId);
    await act.run({ kind: 'add-to-group', groupId });
  };
  return (
    <DialogForm
      onSubmit={submit}
      cancel={onClose}
      verb={t`Add`}
      running={t`Adding...`}
      isRunning={save.isRunning || act.isRunning}
    >
      <Choice
        label={t`Group`}
        value={choice}
        onChange={setChoice}
        options={[...groups.map(({ id, name: called }) => [id, called] as const), [NEW, t`New group`]]}
        hint={joiningWords(groups.find(({ id }) => id === choice))}
      />
      {choice === NEW && (
        <Field
          label={t`Name of the new group`}
          autoComplete="off"
          value={name}
          error={fieldErrorOf(save.failure, 'name')}
          onChange={(event) => setName(event.target.value)}
        />
      )}
    </DialogForm>
  );
}

/** Asks, then takes people out of a group; a selection may hold people of another group, who are left out. */
export function LeaveGroupDialog({ group, ...props }: ActProps & { group: Named }) {
  const { organization, matching, onClose } = props;
  const { who, run, outcome } = useAct(props, { done: t`Taken Out of Group`, failed });
  if (outcome) return outcome;
  return (
    <ConfirmDialog
      title={t`Take ${who} out of ${group.name}?`}
      text={t`They stay in ${organization.name} and keep their courses and due dates. A lead who is taken out can no longer see the group.`}
      action={matching ? t`Take out all` : t`Take out`}
      running={t`Taking out...`}
      run={() => run({ kind: 'take-from-group', groupId: group.id })}
      onClose={onClose}
    />
  );
}
