import { useState } from 'react';
import { BULK_LIMIT, BulkOutcome, type MemberRow, Told } from '#sync/contract/organization.ts';
import { api } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { counted } from '../../learn/messages.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { OutcomeList } from '../frame/outcome-list.tsx';
import { membersPath } from '../frame/use-organizations.ts';
import { nameOf } from './member-columns.tsx';

export type MembersDialogProps = {
  organization: { id: string; name: string };
  people: readonly MemberRow[];
  onClose: () => void;
  /** After a success. */
  onDone: () => void;
};

/** Asks, then takes one or several people out of the organization; says of each who stays why. */
export function RemoveDialog({ organization, people, onClose, onDone }: MembersDialogProps) {
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const [first] = people;
  const path = membersPath(organization.id);
  const failed = { title: 'Removal Failed', sentence: 'Failed to remove user from organization' };
  const refreshes = [path, '/api/admin/users'];
  const removeOne = useApiMutation({
    send: (userId: string) => api(`${path}/${userId}`, { method: 'DELETE', answer: Told }),
    said: ({ message }) => ({ title: 'User Removed', description: message }),
    failed,
    refreshes,
  });
  const removeMany = useApiMutation({
    send: (userIds: string[]) =>
      api(`/api/enterprise/admin/organizations/${organization.id}/remove-users`, {
        method: 'POST',
        payload: { userIds },
        answer: BulkOutcome,
      }),
    said: ({ changed, message }) => (changed > 0 ? { title: 'User Removed', description: message } : undefined),
    failed,
    refreshes,
  });
  const remove = async () => {
    if (people.length === 1 && first) {
      if (await removeOne.run(first.id)) onDone();
      return true;
    }
    const answer = await removeMany.run(people.map(({ id }) => id));
    if (!answer) return true;
    onDone();
    if (answer.left.length > 0) setOutcome(answer);
    return answer.left.length === 0;
  };
  if (outcome) {
    const named = people.map((member) => ({ ...member, name: nameOf(member) }));
    return (
      <Dialog open onOpenChange={onClose} title="Not everybody was removed" description={outcome.message}>
        <OutcomeList people={named} outcome={outcome} done="Removed" file="removed-users" />
      </Dialog>
    );
  }
  const who = people.length === 1 && first ? nameOf(first) : counted(people.length, 'user');
  if (people.length > BULK_LIMIT) return <TooMany people={people.length} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={`Remove ${who} from ${organization.name}?`}
      description="They lose the organization's courses and keep their account, progress and certificates. This action cannot be undone."
      verb="Remove"
      running="Removing..."
      onConfirm={remove}
      onClose={onClose}
    />
  );
}

/** In place of a dialog whose act would be refused. */
export function TooMany({ people, onClose }: { people: number; onClose: () => void }) {
  const sentence = `At most ${BULK_LIMIT.toLocaleString('en')} at a time.`;
  return (
    <Dialog open onOpenChange={onClose} title={`${counted(people, 'user')} are too many`} description={sentence}>
      <Button variant="secondary" onClick={onClose} className="self-end">
        Close
      </Button>
    </Dialog>
  );
}
