import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { initials } from '#sync/contract/profile.ts';
import { useActiveUser } from '../device/active-user.tsx';
import { Avatar } from '../ui/avatar.tsx';

/** On shared tablets people work on the wrong account unless the name is always in sight. */
export function UserButton(props: ComponentProps<'button'>) {
  const { name, profile } = useActiveUser();
  return (
    <button
      type="button"
      {...props}
      className="flex min-h-touch min-w-0 items-center gap-2 rounded-md px-1.5 hover:bg-sunken data-[state=open]:bg-sunken"
    >
      <Avatar tone="strong" src={profile?.avatar_url} letters={initials(name)} />
      <span className="max-w-28 truncate font-medium text-sm sm:max-w-40">{name}</span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-soft" />
    </button>
  );
}
