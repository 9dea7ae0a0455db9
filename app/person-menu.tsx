import { ChevronDown } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { initials } from '#sync/contract/profile.ts';
import { usePerson } from './person.tsx';
import { Avatar } from './ui/avatar.tsx';
import { loadPatiently, useLater } from './ui/later.ts';

const loadMenu = () =>
  loadPatiently(() => import('./open-person-menu.tsx').then((module) => ({ default: module.OpenPersonMenu })));
const OpenPersonMenu = lazy(loadMenu);
const SignOutDialog = lazy(() =>
  loadPatiently(() => import('./account/sign-out-dialog.tsx').then((module) => ({ default: module.SignOutDialog }))),
);

/** On shared tablets people work on the wrong account unless the name is always in sight. */
function PersonButton(props: ComponentProps<'button'>) {
  const { name, profile } = usePerson();
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

/** Who is signed in, and what they can do about it. The menu itself comes when it is asked for, or when all is quiet. */
export function PersonMenu() {
  const isLater = useLater();
  const [wasAsked, setWasAsked] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const closed = (
    <PersonButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadMenu()}
      onClick={() => setWasAsked(true)}
    />
  );
  return (
    <>
      {isLater || wasAsked ? (
        <Suspense fallback={closed}>
          <OpenPersonMenu trigger={<PersonButton />} defaultOpen={wasAsked} onSignOut={() => setLeaving(true)} />
        </Suspense>
      ) : (
        closed
      )}
      {leaving && (
        <Suspense>
          <SignOutDialog onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}
