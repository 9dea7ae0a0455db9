// Header, bottom bar and skip link around every page.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowLeft, ChevronDown, HardDrive, LockKeyhole, Menu as MenuIcon, Search, X } from 'lucide-react';
import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useRef,
  useState,
} from 'react';
import { initials } from '#sync/contract/profile.ts';
import { useActiveUser, useEngineIfKnown } from '../device/active-user.tsx';
import { useConnection, workLabel } from '../device/connection.ts';
import { device } from '../device/device.ts';
import { isInside, parentPath, paths, SEARCHED } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, RoundButton } from '../ui/button.tsx';
import { SearchField, useTypedSearch } from '../ui/form/search-field.tsx';
import { Logo } from '../ui/logo.tsx';
import { Link, useLocation, useNavigate } from '../ui/router.ts';
import { ErasedNotice } from './erased-notice.tsx';
import { HealthNotice } from './health-notice.tsx';
import { LanguageSelect } from './language-select.tsx';
import { isRootPage, PageLinks, TabBar, TroubleAnnounced } from './navigation.tsx';
import { OfflineStrip } from './offline-strip.tsx';
import { PageBarSlot } from './page-bar.tsx';
import { ThemeButton, ThemeSwitch } from './theme-switch.tsx';

/** The header's search box: opens the catalog with that search (P-7), and on the catalog searches while one types. */
function HeaderSearch({ className }: { className: string }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isHome = pathname === paths.home();
  const searched = isHome ? (new URLSearchParams(search).get('search') ?? '') : '';
  const queryWith = (typed: string) => {
    const query = new URLSearchParams(search);
    query.set('search', typed.trim());
    if (typed.trim() === '') query.delete('search');
    return `?${query}`;
  };
  const searchNow = (typed: string) => isHome && void navigate(`${paths.home()}${queryWith(typed)}`, { replace: true });
  const [text, setText] = useTypedSearch(searched, searchNow, isHome ? queryWith : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // When coming from another page, the heading of the catalog takes the focus.
    if (!isHome && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    void navigate(paths.home({ search: text.trim() }), { state: SEARCHED });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: React warns of <search> in a DOM that does not know it
    <div role="search" aria-label={t`Site`} className={className}>
      <form onSubmit={submit}>
        <SearchField label={t`Search courses`} value={text} onChange={setText} look="sunken" />
      </form>
    </div>
  );
}

/** On a phone or a tablet: who is signed in, so that people on shared tablets do not work in the wrong account. */
function OwnLink() {
  const { name, profile } = useActiveUser();
  return (
    <Link
      to={paths.dashboard()}
      className="flex min-h-touch min-w-touch items-center justify-center gap-2 rounded-full hover:bg-sunken md:pe-3 md:ps-1.5"
    >
      <Avatar src={profile?.avatar_url} letters={initials(name)} />
      <span dir="auto" className="truncate font-medium text-sm max-md:sr-only @max-[34rem]:sr-only">
        {name}
      </span>
    </Link>
  );
}

/** On a phone or a tablet, for whoever shares it; a desktop has it in the menu. */
function LockButton({ className }: { className: string }) {
  const { userId, mayLock } = useActiveUser();
  if (!mayLock) return null;
  const lock = () => import('#sync/extras/idle-lock.ts').then(({ lockNow }) => lockNow(device, userId, Date.now()));
  return (
    <RoundButton
      icon={LockKeyhole}
      aria-label={t`Lock`}
      onClick={() => void lock()}
      className={`lg:hidden paged:inline-flex ${className}`}
    />
  );
}

/** A visitor's work stays on this device; it says so wherever they are. */
function VisitorWork() {
  const { work } = useConnection();
  if (work.kind !== 'kept') return null;
  return (
    <Link
      to={paths.syncStatus()}
      className="flex min-h-touch items-center gap-1 rounded-md px-2 font-medium text-accent-text text-sm hover:bg-sunken"
    >
      <HardDrive aria-hidden className="size-5" />
      <span className="sr-only">{workLabel(work)}</span>
      <span aria-hidden className="whitespace-nowrap max-[24rem]:hidden">
        <Trans>Kept here</Trans>
      </span>
    </Link>
  );
}

/** A visitor's menu on a phone or a tablet; a navigation or Escape closes it. */
function useVisitorMenu() {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === key;
  const toggle = useRef<HTMLButtonElement>(null);
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isOpen) return;
    setOpenAt(undefined);
    toggle.current?.focus();
  };
  const Icon = isOpen ? X : MenuIcon;
  const button = (
    <button
      ref={toggle}
      type="button"
      aria-label={isOpen ? t`Close menu` : t`Open menu`}
      aria-expanded={isOpen}
      aria-controls="mobile-menu"
      onClick={() => setOpenAt(isOpen ? undefined : key)}
      className="inline-flex size-12 shrink-0 items-center justify-center rounded-md hover:bg-sunken lg:hidden"
    >
      <Icon aria-hidden className="size-6" />
    </button>
  );
  const panel = isOpen && (
    <div id="mobile-menu" className="border-line border-t px-4 py-3 lg:hidden">
      <nav aria-label={t`Main`}>
        <PageLinks className="flex flex-col gap-1" />
      </nav>
      <ThemeSwitch />
    </div>
  );
  return { button, panel, closeByEscape };
}

function VisitorBar({ menuButton, hasEngine }: { menuButton: ReactNode; hasEngine: boolean }) {
  // There the page has the one filled button.
  const isAtDoor = isInside(useLocation().pathname, paths.auth(), paths.invite());
  return (
    <>
      {menuButton}
      <div className="@max-[15rem]:hidden">
        <Logo isShort />
      </div>
      <nav aria-label={t`Main`} className="max-lg:hidden">
        <PageLinks className="flex gap-1" />
      </nav>
      <div className="ms-auto flex min-w-0 items-center gap-1 sm:gap-2 md:shrink-0">
        {hasEngine && <VisitorWork />}
        <LanguageSelect className="max-[22rem]:hidden" />
        <ThemeButton />
        <Button
          to={paths.signIn()}
          variant="quiet"
          className="max-sm:px-2 max-sm:text-sm min-[22rem]:whitespace-nowrap"
        >
          <Trans>Sign In</Trans>
        </Button>
        <Button
          to={paths.auth()}
          variant={isAtDoor ? 'quiet' : 'primary'}
          className="max-sm:px-2 max-sm:text-sm min-[22rem]:whitespace-nowrap"
        >
          <Trans>Sign Up</Trans>
        </Button>
      </div>
    </>
  );
}

/** The header of whoever is signed in: an arrow back inside a course, a lesson or any other page that is not one of the four. */
function UserBar({ userMenu, isRoot, workplace }: FrameParts & { isRoot: boolean }) {
  const { pathname } = useLocation();
  const onDesk = workplace ? 'lg:hidden' : '';
  return (
    <>
      {!isRoot && (
        <RoundButton
          icon={ArrowLeft}
          to={parentPath(pathname)}
          aria-label={t`Back`}
          className="lg:hidden paged:inline-flex"
        />
      )}
      <div className={`paged:hidden ${isRoot ? '' : '@max-[15rem]:hidden'} ${onDesk}`}>
        <Logo isShort={workplace !== undefined} />
      </div>
      {!isRoot && <PageBarSlot />}
      {workplace?.bar}
      {!workplace && (
        <>
          <nav aria-label={t`Main`} className="max-lg:hidden paged:hidden">
            <PageLinks className="flex gap-1" />
          </nav>
          <HeaderSearch className="min-w-40 max-w-xs flex-1 max-lg:hidden paged:hidden" />
        </>
      )}
      {/* Not in one box: it would shift when the search leaves it. */}
      {!workplace && (
        <div className="ms-auto lg:hidden paged:hidden">
          {/* On a phone the search is on the first page. */}
          <RoundButton icon={Search} to={paths.home()} state={SEARCHED} aria-label={t`Search courses`} />
        </div>
      )}
      <LockButton className={isRoot ? 'max-[22rem]:hidden' : 'max-md:hidden!'} />
      <div className="lg:hidden @max-[15rem]:in-data-has-page-bar:hidden paged:ms-auto paged:block">
        <OwnLink />
      </div>
      <div className={`min-w-0 max-lg:hidden paged:hidden ${workplace ? '' : 'ms-auto'}`}>
        <Suspense fallback={<UserButton disabled />}>{userMenu || <UserButton disabled />}</Suspense>
      </div>
    </>
  );
}

function Header({ userMenu, workplace }: FrameParts) {
  const { state } = useActiveUser();
  const hasEngine = useEngineIfKnown() !== undefined;
  const { button, panel, closeByEscape } = useVisitorMenu();
  const { pathname } = useLocation();
  const isRoot = isRootPage(pathname);
  // Two lines and the lessons of the module, with room for them before they are there.
  const hasPageBar = state === 'known' && pathname.includes('/lesson/');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is handled for whatever has the focus inside
    <header
      onKeyDown={closeByEscape}
      className="sticky top-0 z-30 low:-top-[calc(3.5rem+var(--safe-top))] -me-(--safe-end) -ms-(--safe-start) has-[[role=menu]]:z-50 print:hidden"
    >
      <div
        data-app-bar
        className={`pt-(--safe-top) pe-(--safe-end) ps-(--safe-start) ${state !== 'visitor' && isRoot ? 'bg-canvas lg:border-line lg:border-b lg:bg-surface' : 'border-line border-b bg-surface'}`}
      >
        <div
          className={`relative mx-auto flex h-14 max-lg:@container paged:@container items-center gap-1 px-2 md:gap-3 md:px-4 ${workplace ? 'lg:px-6' : 'max-w-page lg:h-16'} ${hasPageBar ? 'hand:h-16 hand:max-w-none hand:pb-2 hand:md:h-20 hand:md:pb-4 low:h-14! low:pb-2!' : ''}`}
        >
          {state === 'visitor' && <VisitorBar menuButton={button} hasEngine={hasEngine} />}
          {state === 'known' && <UserBar {...{ userMenu, workplace, isRoot }} />}
          {state === 'checking' && <Logo />}
        </div>
        {state === 'visitor' && panel}
      </div>
      {hasEngine && <OfflineStrip />}
      {hasEngine && <TroubleAnnounced />}
      <HealthNotice />
      <ErasedNotice />
    </header>
  );
}

type FrameParts = {
  /** The signed-in user's; until it has loaded, their button is disabled. */
  userMenu?: ReactNode;
  /** For an admin at work: what stands at the side of a desktop, and in the header in place of the learner's ways. */
  workplace?: { sideBar: ReactNode; bar: ReactNode } | undefined;
};

/** The frame around every page: skip link, header, and the page as main landmark with room for a prompt below it. */
export function Frame({ userMenu, workplace, children }: FrameParts & { children: ReactNode }) {
  const { state } = useActiveUser();
  const hasTabBar = isRootPage(useLocation().pathname) && state === 'known';
  // The strip comes with the user; what stands below it is not shown before (index.html).
  const awaitsStrip = state === 'checking' && 'signedIn' in document.documentElement.dataset;
  return (
    <div
      className={`flex min-h-dvh flex-col pe-(--safe-end) pb-(--safe-bottom) ps-[calc(var(--safe-start)+var(--beside))] print:min-h-0 print:ps-0 [--header:3.5rem] ${workplace ? 'lg:not-print:ps-(--side-bar)' : 'lg:[--header:4rem]'}`}
    >
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-4 py-3 font-semibold text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:start-2 focus:safe-m"
      >
        <Trans>Skip to content</Trans>
      </a>
      {workplace?.sideBar}
      <Header userMenu={userMenu} workplace={workplace} />
      <main
        id="main"
        tabIndex={-1}
        className={`flex grow flex-col pb-(--tab-bar) in-data-has-upload-note:pb-20 max-md:in-data-has-bottom-prompt:pb-48 print:pb-0! ${awaitsStrip ? 'invisible' : ''}`}
      >
        {children}
      </main>
      {hasTabBar && <TabBar />}
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
      className="flex min-h-touch w-full items-center gap-2 rounded-md px-1.5 enabled:hover:bg-sunken disabled:opacity-55 data-[state=open]:bg-sunken"
    >
      <Avatar src={profile?.avatar_url} letters={initials(name)} />
      <span dir="auto" className="truncate font-medium text-sm">
        {name}
      </span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-soft" />
    </button>
  );
}
