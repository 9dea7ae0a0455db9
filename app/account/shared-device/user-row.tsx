import { ChevronRight, LockKeyhole } from 'lucide-react';
import { initials } from '#sync/contract/profile.ts';
import { type DeviceUserEntry, deviceUserNote } from '../../device/use-device-users.ts';
import { Avatar } from '../../ui/avatar.tsx';

type PersonRowProps = {
  person: DeviceUserEntry;
  /** What is said of somebody who goes on with one tap. */
  signedIn: string;
  /** The one who was here last. */
  isLast?: boolean;
  onChoose: () => void;
};

/** One person of this device, to be chosen. */
export function UserRow({ person, signedIn, isLast = false, onChoose }: PersonRowProps) {
  const Icon = person.pin ? LockKeyhole : ChevronRight;
  return (
    <button
      type="button"
      onClick={onChoose}
      className={`flex min-h-action w-full items-center gap-3 rounded-md border bg-surface px-3 py-2 text-left hover:bg-sunken ${isLast ? 'border-2 border-accent' : 'border-line'}`}
    >
      <Avatar letters={initials(person.name)} tone={isLast ? 'strong' : 'soft'} />
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">{person.name}</span>
        <span className="block truncate text-ink-soft text-sm">
          {[isLast ? 'Was here' : '', deviceUserNote(person, signedIn)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
    </button>
  );
}
