import { ChevronDown, LogOut } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { initials } from '#sync/contract/profile.ts';
import { workKept } from './messages.ts';
import { paths } from './paths.ts';
import { useEngine, usePerson } from './person.tsx';
import { useNavigate } from './router.ts';
import { Avatar } from './ui/avatar.tsx';
import { useToast } from './ui/toast.tsx';

const Menu = lazy(() => import('./ui/menu.tsx').then((module) => ({ default: module.Menu })));

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

/** Who is signed in, and what they can do about it. The menu itself is loaded after the first paint. */
export function PersonMenu() {
  const { email } = usePerson();
  const engine = useEngine();
  const navigate = useNavigate();
  const toast = useToast();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 200);
    return () => clearTimeout(timer);
  }, []);

  const leave = async () => {
    void navigate(paths.home());
    const { signOut } = await import('./account/sign-out.ts');
    const { kept } = await signOut(engine);
    if (kept > 0) toast(workKept(kept));
  };

  const closed = <PersonButton aria-haspopup="menu" onClick={() => setReady(true)} />;
  if (!ready) return closed;
  return (
    <Suspense fallback={closed}>
      <Menu
        trigger={<PersonButton />}
        heading={
          <>
            <span className="block text-ink-soft text-sm">Signed in as</span>
            <span className="block max-w-64 truncate font-medium">{email}</span>
          </>
        }
        items={[{ label: 'Sign Out', icon: LogOut, onSelect: () => void leave() }]}
      />
    </Suspense>
  );
}
