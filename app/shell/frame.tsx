// Header, menus, sync status and toasts around every page.
import { BookOpen, ChevronDown, Menu as MenuIcon, RefreshCw, X } from 'lucide-react';
import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { initials } from '#sync/contract/profile.ts';
import { useActiveUser, useEngineIfKnown } from '../device/active-user.tsx';
import { paths, SEARCHED } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { SearchField } from '../ui/form/search-field.tsx';
import { Logo } from '../ui/logo.tsx';
import { NavLink, useLocation, useNavigate } from '../ui/router.ts';
import { ErasedNotice } from './erased-notice.tsx';
import { HealthNotice } from './health-notice.tsx';
import { SyncBadge } from './sync-badge.tsx';
import { ThemeButton, ThemeSwitch } from './theme-switch.tsx';

/** The header's search box: opens the catalog with that search (decisions 7). */
function HeaderSearch({ className }: { className: string }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const searched = pathname === paths.home() ? (new URLSearchParams(search).get('search') ?? '') : '';
  const [text, setText] = useState(searched);
  useEffect(() => setText(searched), [searched]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // When coming from another page, the heading of the catalog takes the focus.
    if (pathname !== paths.home() && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    void navigate(paths.home({ search: text.trim() }), { state: SEARCHED });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: React warns of <search> in a DOM that does not know it
    <div role="search" aria-label="From every page" className={className}>
      <form onSubmit={submit}>
        <SearchField label="Search courses" value={text} onChange={setText} look="sunken" />
      </form>
    </div>
  );
}

const PAGES = [
  { to: paths.home(), label: 'Courses', icon: BookOpen },
  { to: paths.syncStatus(), label: 'Sync status', icon: RefreshCw },
];

function PageLinks({ className }: { className: string }) {
  return (
    <ul className={className}>
      {PAGES.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <NavLink
            to={to}
            end
            className={({ isActive }) =>
              `flex min-h-touch items-center gap-2 rounded-md px-3 font-medium hover:bg-sunken ${isActive ? 'text-accent-text' : 'text-ink-soft'}`
            }
          >
            <Icon aria-hidden className="size-5 lg:hidden" />
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

function MobilePanel() {
  const { state } = useActiveUser();
  return (
    <div id="mobile-menu" className="border-line border-t px-4 py-3 lg:hidden">
      {state === 'known' && <HeaderSearch className="mb-2 md:hidden" />}
      <nav aria-label="Main">
        <PageLinks className="flex flex-col gap-1" />
      </nav>
      <ThemeSwitch />
    </div>
  );
}

function Header({ userMenu }: { userMenu: ReactNode }) {
  const { state } = useActiveUser();
  const hasEngine = useEngineIfKnown() !== undefined;
  // A navigation closes the menu.
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === key;
  const toggle = useRef<HTMLButtonElement>(null);
  const Toggle = open ? X : MenuIcon;
  const closeByEscape = (event: KeyboardEvent) => {
    // A menu or a dialog above has handled it.
    if (event.key !== 'Escape' || event.defaultPrevented || !open) return;
    setOpenAt(undefined);
    toggle.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is handled for whatever has the focus inside
    <header
      onKeyDown={closeByEscape}
      className="sticky top-0 z-30 -mr-(--safe-right) -ml-(--safe-left) border-line border-b bg-surface pt-(--safe-top) pr-(--safe-right) pl-(--safe-left) has-[[role=menu]]:z-50 print:hidden"
    >
      <div className="mx-auto flex h-16 max-w-page items-center gap-1 px-2 sm:px-4 md:gap-3">
        <button
          ref={toggle}
          type="button"
          aria-label={open ? 'Close menu' : 'Open menu'}
          aria-expanded={open}
          aria-controls="mobile-menu"
          onClick={() => setOpenAt(open ? undefined : key)}
          className="inline-flex size-12 shrink-0 items-center justify-center rounded-md hover:bg-sunken lg:hidden"
        >
          <Toggle aria-hidden className="size-6" />
        </button>
        <Logo />
        <nav aria-label="Main" className="hidden lg:block">
          <PageLinks className="flex" />
        </nav>
        {state === 'known' && <HeaderSearch className="hidden min-w-0 max-w-sm flex-1 md:block" />}
        <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-2 md:shrink-0">
          {hasEngine && <SyncBadge />}
          {state === 'known' && (
            <Suspense fallback={<UserButton disabled />}>{userMenu ?? <UserButton disabled />}</Suspense>
          )}
          {state === 'visitor' && (
            <>
              <ThemeButton />
              <Button
                to={paths.signIn()}
                variant="quiet"
                className="max-sm:px-2 max-sm:text-sm min-[22rem]:whitespace-nowrap"
              >
                Sign In
              </Button>
              <Button to={paths.auth()} className="max-sm:px-2 max-sm:text-sm min-[22rem]:whitespace-nowrap">
                Sign Up
              </Button>
            </>
          )}
        </div>
      </div>
      {open && <MobilePanel />}
      <HealthNotice />
      <ErasedNotice />
    </header>
  );
}

/**
 * The frame around every page: skip link, header, and the page as main landmark with room for a prompt below it. `userMenu`
 * is the signed-in user's; until it has loaded, their button is disabled.
 */
export function Frame({ userMenu, children }: { userMenu?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col pr-(--safe-right) pb-(--safe-bottom) pl-(--safe-left) print:min-h-0">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-4 py-3 font-semibold text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:safe-m"
      >
        Skip to content
      </a>
      <Header userMenu={userMenu} />
      <main
        id="main"
        tabIndex={-1}
        className="flex grow flex-col in-data-has-upload-note:pb-20 max-md:in-data-has-bottom-prompt:pb-48 print:pb-0!"
      >
        {children}
      </main>
    </div>
  );
}

/** The user's name is always in sight, so that people on shared tablets do not work in the wrong account. */
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
