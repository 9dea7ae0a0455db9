import type { OrganizationRow } from '#sync/contract/organization.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useChangeOrganization } from './use-change-organization.ts';

const OFF =
  'Nobody can join it any more: its invitations do not work while it is inactive. Its courses and the courses granted to it are closed to its members. They keep their accounts, progress and certificates. You can activate it again at any time.';
const ON =
  'Its invitations work again, new members can join, and its courses and the courses granted to it open to its members again.';

/** Says what deactivating or activating an organization means (decisions 16), and does it. */
export function SwitchDialog({ organization, onClose }: { organization: OrganizationRow; onClose: () => void }) {
  const { name, isActive } = organization;
  const { run, isRunning } = useChangeOrganization(
    organization,
    isActive ? 'Organization Deactivated' : 'Organization Activated',
    (changed) => `${changed} is ${isActive ? 'inactive' : 'active'} now.`,
  );
  const change = async () => {
    await run({ isActive: !isActive });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={`${isActive ? 'Deactivate' : 'Activate'} ${name}?`}
      description={isActive ? OFF : ON}
      verb={isActive ? 'Deactivate' : 'Activate'}
      running={isActive ? 'Deactivating...' : 'Activating...'}
      variant={isActive ? 'destructive' : 'primary'}
      isRunning={isRunning}
      onConfirm={() => void change()}
      onClose={onClose}
    />
  );
}
