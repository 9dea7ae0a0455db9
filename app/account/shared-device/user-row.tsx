import { ChevronRight, LockKeyhole } from 'lucide-react';
import { initials } from '#sync/contract/profile.ts';
import { type DeviceUserEntry, deviceUserNote } from '../../device/use-device-users.ts';
import { Avatar } from '../../ui/avatar.tsx';

type UserRowProps = {
  user: DeviceUserEntry;
  /** Shown for a user who is signed in and has no PIN. */
  signedIn: string;
  /** The user who was active last. */
  isLast?: boolean;
  onChoose: () => void;
};

export function UserRow({ user, signedIn, isLast = false, onChoose }: UserRowProps) {
  const Icon = user.pin ? LockKeyhole : ChevronRight;
  return (
    <button
      type="button"
      onClick={onChoose}
      className={`flex min-h-action w-full items-center gap-3 rounded-md border bg-surface px-3 py-2 text-left hover:bg-sunken ${isLast ? 'border-2 border-accent' : 'border-line'}`}
    >
      <Avatar letters={initials(user.name)} tone={isLast ? 'strong' : 'soft'} />
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">{user.name}</span>
        <span className="block truncate text-ink-soft text-sm">
          {[isLast ? 'Last used' : '', deviceUserNote(user, signedIn)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
    </button>
  );
}
