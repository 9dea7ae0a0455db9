// The way between the four pages that everything starts from: a bar at the bottom, on a desktop links in the header.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleArrowDown, CircleUserRound, GraduationCap, type LucideIcon, RefreshCw } from 'lucide-react';
import { isAdmin } from '#sync/contract/profile.ts';
import { useActiveUser } from '../device/active-user.tsx';
import { useConnection, type Work, workLabel } from '../device/connection.ts';
import { isAdminPath, isInside, paths } from '../paths.ts';
import { usePageMark } from '../ui/page-mark.ts';
import { Link, useLocation } from '../ui/router.ts';

type Tab = { to: string; label: string; icon: LucideIcon };

const LEARN: Tab = { to: paths.home(), label: t`Learn`, icon: GraduationCap };
const SYNC: Tab = { to: paths.syncStatus(), label: t`Sync`, icon: RefreshCw };
const TABS: Tab[] = [
  LEARN,
  { to: paths.downloads(), label: t`Downloads`, icon: CircleArrowDown },
  SYNC,
  { to: paths.dashboard(), label: t`Me`, icon: CircleUserRound },
];
/** Downloads and Me need a user. */
const VISITOR_TABS = [LEARN, SYNC];

/** True on one of the four pages; inside a course, lesson or quiz the bottom belongs to the next step. */
export const isRootPage = (pathname: string): boolean => TABS.some(({ to }) => to === pathname);

/** The tab that the page belongs to; a course and its lessons belong to Learn. */
function isCurrent({ to }: Tab, pathname: string): boolean {
  return to === pathname || (to === LEARN.to && isInside(pathname, '/course', '/public-course'));
}

function countOf(work: Work): string {
  if (work.kind === 'unsaved') return '!';
  return 'count' in work ? String(work.count) : '';
}

const isProblem = ({ kind }: Work) => kind === 'attention' || kind === 'unsaved';

/** The count of changes that wait, on the Sync tab, and the state of the work in words for a screen reader. */
export function SyncCount({ className }: { className: string }) {
  const { work } = useConnection();
  const count = countOf(work);
  return (
    <>
      {count && (
        <span
          aria-hidden
          className={`inline-flex h-5 min-w-5 items-center justify-center rounded-full px-1 font-bold text-xs ${isProblem(work) ? 'bg-danger text-danger-ink' : 'bg-ink text-surface'} ${className}`}
        >
          {count}
        </span>
      )}
      <span className="sr-only">{work.kind === 'none' ? '' : workLabel(work)}</span>
    </>
  );
}

/** Tells a screen reader of work that needs attention, and not of the progress that a video sends every few seconds. */
export function TroubleAnnounced() {
  const { work } = useConnection();
  const isOnSyncPage = useLocation().pathname === SYNC.to;
  return (
    <p aria-live="polite" className="sr-only">
      {isProblem(work) && !isOnSyncPage ? workLabel(work) : ''}
    </p>
  );
}

/** At the bottom of the four pages on a phone or a tablet; at the side of a phone held across. */
export function TabBar() {
  const { pathname } = useLocation();
  const mark = usePageMark('tab-bar');
  return (
    <nav
      {...mark}
      aria-label={t`Main`}
      className="fixed inset-x-0 bottom-0 z-30 flex justify-center border-line border-t bg-surface pe-[max(0.5rem,var(--safe-end))] pb-(--safe-bottom) ps-[max(0.5rem,var(--safe-start))] lg:hidden print:hidden low:inset-y-0 low:end-auto low:w-[calc(var(--beside)+var(--safe-start))] low:flex-col low:justify-center-safe low:overflow-y-auto low:border-t-0 low:border-e low:pt-(--safe-top) low:pe-0 low:ps-(--safe-start)"
    >
      {TABS.map((tab) => {
        const { to, label, icon: Icon } = tab;
        const isHere = isCurrent(tab, pathname);
        return (
          <Link
            key={to}
            to={to}
            aria-current={isHere ? 'page' : undefined}
            className={`relative flex h-17 min-w-0 max-w-36 flex-1 low:max-w-none low:flex-none flex-col items-center justify-center gap-0.5 whitespace-nowrap rounded-md text-sm -outline-offset-3 ${isHere ? 'font-bold text-accent-text' : 'font-medium text-ink-soft'}`}
          >
            <span
              className={`flex h-7.5 w-14 items-center justify-center rounded-full transition-colors ${isHere ? 'bg-accent-soft' : ''}`}
            >
              <Icon aria-hidden className="size-6" />
            </span>
            <span className="text-[min(0.875rem,4.4vw)]">{label}</span>
            {tab === SYNC && <SyncCount className="absolute top-1 start-[calc(50%+0.35rem)] ring-2 ring-surface" />}
          </Link>
        );
      })}
    </nav>
  );
}

/** The same pages in the header of a desktop and in a visitor's menu; admins also get the way to their area. */
export function PageLinks({ className }: { className: string }) {
  const { state, profile } = useActiveUser();
  const { pathname } = useLocation();
  const tabs = state === 'known' ? TABS : VISITOR_TABS;
  const look = (isHere: boolean) =>
    `relative flex min-h-touch items-center gap-2 rounded-md px-3 whitespace-nowrap transition-colors ${isHere ? 'bg-accent-soft font-semibold text-accent-text' : 'font-medium text-ink-soft hover:bg-sunken'}`;
  return (
    <ul className={className}>
      {tabs.map((tab) => {
        const { to, label, icon: Icon } = tab;
        return (
          <li key={to}>
            <Link
              to={to}
              aria-current={to === pathname ? 'page' : undefined}
              className={look(isCurrent(tab, pathname))}
            >
              <Icon aria-hidden className="size-5 lg:hidden" />
              {label}
              {tab === SYNC && state === 'known' && (
                <SyncCount className="absolute top-1 start-[calc(100%-0.9rem)] ring-2 ring-surface" />
              )}
            </Link>
          </li>
        );
      })}
      {isAdmin(profile) && (
        <li>
          <Link
            to={paths.admin()}
            aria-current={pathname === paths.admin() ? 'page' : undefined}
            className={look(isAdminPath(pathname))}
          >
            <Trans>Admin</Trans>
          </Link>
        </li>
      )}
    </ul>
  );
}
