import { t } from '@lingui/core/macro';
import { ChevronRight, LockKeyhole } from 'lucide-react';
import { initials } from '#sync/contract/profile.ts';
import { type DeviceUserEntry, deviceUserNote } from '../../device/use-device-users.ts';
import { Avatar } from '../../ui/avatar.tsx';

type UserRowProps = {
  user: DeviceUserEntry;
  onChoose: () => void;
};

export function UserRow({ user, onChoose }: UserRowProps) {
  const Icon = user.pin ? LockKeyhole : ChevronRight;
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-action w-full items-center gap-3 rounded-md border border-line bg-surface px-3 py-2 text-start hover:bg-sunken"
    >
      <Avatar letters={initials(user.name)} />
      <span className="wrap-anywhere min-w-0 grow">
        <span dir="auto" className="block font-medium">
          <bdi>{user.name}</bdi>
        </span>
        <span className="block text-ink-soft text-sm">{deviceUserNote(user, t`Signed in`)}</span>
      </span>
      <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
    </button>
  );
}
