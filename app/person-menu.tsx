import { ChevronDown, LayoutDashboard, LogOut, Settings, UserPlus } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { initials } from '#sync/contract/profile.ts';
import { paths } from './paths.ts';
import { usePerson } from './person.tsx';
import { useNavigate } from './router.ts';
import { Avatar } from './ui/avatar.tsx';
import type { MenuGroup } from './ui/menu.tsx';
import { type PersonHere, switchPerson, unsentWords, usePeopleHere } from './use-people-here.ts';

const Menu = lazy(() => import('./ui/menu.tsx').then((module) => ({ default: module.Menu })));
const SignOutDialog = lazy(() =>
  import('./account/sign-out-dialog.tsx').then((module) => ({ default: module.SignOutDialog })),
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

/** The other people of this device, two taps away (O7), and the way to add one. */
function usePeopleGroup(): MenuGroup {
  const navigate = useNavigate();
  const others = usePeopleHere();
  const sitDown = async ({ userId, isSignedIn }: PersonHere) => {
    if (!isSignedIn) return void navigate(paths.signIn({ add: true }));
    await switchPerson(userId);
    void navigate(paths.home());
  };
  const items = others.map((person) => ({
    key: person.userId,
    label: person.name,
    note: [person.isSignedIn ? '' : 'Signed out', unsentWords(person)].filter(Boolean).join(' · '),
    lead: <Avatar size="small" letters={initials(person.name)} />,
    onSelect: () => void sitDown(person),
  }));
  const add = { label: 'Add person', icon: UserPlus, onSelect: () => void navigate(paths.signIn({ add: true })) };
  return { title: 'On this device', items: [...items, add] };
}

function OpenableMenu({ onSignOut }: { onSignOut: () => void }) {
  const { email } = usePerson();
  const navigate = useNavigate();
  const people = usePeopleGroup();
  const go = (to: string) => () => void navigate(to);
  const own = [
    { label: 'Profile Settings', icon: Settings, onSelect: go(paths.setupProfile({ edit: true })) },
    { label: 'Dashboard', icon: LayoutDashboard, onSelect: go(paths.dashboard()) },
  ];
  return (
    <Menu
      trigger={<PersonButton />}
      heading={
        <>
          <span className="block text-ink-soft text-sm">Signed in as</span>
          <span className="block truncate font-medium">{email}</span>
        </>
      }
      groups={[{ items: own }, people, { items: [{ label: 'Sign Out', icon: LogOut, onSelect: onSignOut }] }]}
    />
  );
}

/** Who is signed in, and what they can do about it. The menu itself is loaded after the first paint. */
export function PersonMenu() {
  const [ready, setReady] = useState(false);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 200);
    return () => clearTimeout(timer);
  }, []);
  const closed = <PersonButton aria-haspopup="menu" onClick={() => setReady(true)} />;
  return (
    <>
      {ready ? (
        <Suspense fallback={closed}>
          <OpenableMenu onSignOut={() => setLeaving(true)} />
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
