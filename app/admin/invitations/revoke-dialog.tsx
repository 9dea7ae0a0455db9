import { type InvitationRow, Told } from '#sync/contract/organization.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useAct } from '../use-act.ts';
import { adminFailures } from '../words.ts';

type RevokeDialogProps = { path: string; invitation: InvitationRow; onClose: () => void };

/** Asks, then ends an invitation for good. */
export function RevokeDialog({ path, invitation, onClose }: RevokeDialogProps) {
  const act = useAct({
    method: 'DELETE',
    path: (id: string) => `${path}/${id}`,
    answer: Told,
    said: ({ message }) => ({ title: 'Invitation Revoked', description: message }),
    failed: adminFailures.revokeInvitation,
    refreshes: [path],
  });
  const revoke = async () => {
    await act.run(invitation.id);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={invitation.email ? `Revoke the invitation of ${invitation.email}?` : 'Revoke this invitation?'}
      description="Its link stops working at once; whoever joined with it stays. This action cannot be undone."
      verb="Revoke"
      running="Revoking..."
      isRunning={act.isRunning}
      onConfirm={() => void revoke()}
      onClose={onClose}
    />
  );
}
