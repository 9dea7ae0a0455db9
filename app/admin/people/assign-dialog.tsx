import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { BulkOutcome, UserRow } from '#sync/contract/organization.ts';
import { call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { locale } from '../../ui/language.ts';
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
        ? {
            title: target ? (changed === 1 ? t`User Assigned` : t`Users Assigned`) : t`User Removed`,
            description: message,
          }
        : undefined,
    errorToast: target
      ? { title: t`Failed to assign user to organization`, sentence: t`No one was moved. Please try again.` }
      : { title: t`Failed to remove user from organization`, sentence: t`No one was removed. Please try again.` },
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
  const who =
    people.length === 1 && first ? nameOf(first) : plural(people.length, { one: '# person', other: '# people' });
  const go = async () => {
    const answer = await run(people);
    if (!answer) return false;
    onDone();
    if (answer.left.length > 0) setOutcome(answer);
    return answer.left.length === 0;
  };
  if (outcome)
    return <OutcomeDialog title={t`Not everyone was moved`} {...outcome} people={people} onClose={onClose} />;
  const leaving = people.filter(({ organization }) => organization && organization.id !== target?.id);
  if (isAsking && target !== undefined) {
    return (
      <ConfirmDialog
        title={target ? t`Move ${who} to ${target.name}?` : t`Remove ${who} from ${organizationsOf(leaving)}?`}
        text={<Consequence leaving={leaving} target={target} />}
        action={target ? t`Move` : t`Remove`}
        running={target ? t`Moving...` : t`Removing...`}
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
    <Dialog open onOpenChange={onClose} title={t`Assign ${who}`} description={standing(people)}>
      <DialogForm
        onSubmit={submit}
        cancel={onClose}
        verb={target === null ? t`Remove` : t`Assign`}
        running={t`Assigning...`}
        isRunning={isRunning}
      >
        <OrganizationChoice
          value={target === null ? NONE : (target?.id ?? '')}
          others={people.some(({ organization }) => organization) ? [[NONE, t`None: remove from organization`]] : []}
          onChange={(id, name) => setTarget(id === NONE ? null : { id, name })}
        />
      </DialogForm>
    </Dialog>
  );
}

const conjunction = new Intl.ListFormat(locale);
const MOST_NAMED = 3;

/** 'Acme', 'Acme and Beta', 'Acme, Beta, Gamma, and 4 more'. */
function organizationsOf(people: readonly Person[]): string {
  const names = [...new Set(people.flatMap(({ organization }) => organization?.name ?? []))];
  const more = names.length - MOST_NAMED;
  return conjunction.format(
    more > 0 ? [...names.slice(0, MOST_NAMED), plural(more, { one: '# more', other: '# more' })] : names,
  );
}

function standing(people: readonly Person[]): string {
  const names = organizationsOf(people);
  if (people.length === 1) return names ? t`Now in ${names}.` : t`In no organization now.`;
  return names ? t`Some of them are in ${names} now.` : t`They are in no organization now.`;
}

type ConsequenceProps = { leaving: readonly Person[]; target: Target };

function Consequence({ leaving, target }: ConsequenceProps) {
  const [first] = leaving;
  const left = organizationsOf(leaving);
  const name = leaving.length === 1 && first ? nameOf(first) : undefined;
  return (
    <>
      {name ? (
        <Trans>
          {name} leaves {left}.
        </Trans>
      ) : (
        <Plural value={leaving.length} one={`# person leaves ${left}.`} other={`# people leave ${left}.`} />
      )}{' '}
      <Trans>
        Account, progress and certificates stay, sign-ins and unsent work too. What ends: the courses of {left},
        enrollments by its admins, due dates, places in groups, and an admin's role, invitations, API tokens and
        webhooks.
      </Trans>{' '}
      {target ? t`In ${target.name} they get what everyone who joins gets.` : t`This action cannot be undone.`}
    </>
  );
}
