import { t } from '@lingui/core/macro';
import { ChevronDown, ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { isAdmin } from '#sync/contract/profile.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { locale } from '../../ui/language.ts';
import { Menu } from '../../ui/menu.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Link, useLocation, useNavigate } from '../../ui/router.ts';
import type { Place } from '../jobs/job-outcome.tsx';
import { passPage } from '../lists/left-list.ts';
import { areasOf, isIn } from './areas.ts';
import { MailBanner } from './mail-banner.tsx';

type AdminFrameProps = {
  title: string;
  /** Beside the heading. */
  actions?: ReactNode;
  description?: ReactNode;
  /** A page that is one table: as wide as the window, with `whose` it is beside the heading. */
  isList?: boolean;
  whose?: string | undefined;
  /** The link back above the heading of a page inside an area. */
  back?: { to: string; label: string };
  /** Acts of the page send emails to the people of this organization, or of any. */
  mailsTo?: Place;
  children: ReactNode;
};

/** Little above the table, which reaches from edge to edge. */
const LIST =
  'gap-6 py-6 md:gap-2 md:pt-2 md:[--list-bleed:1rem] lg:px-6 lg:[--list-bleed:1.5rem] md:pointer-fine:[--spacing-touch:2.25rem] md:pointer-fine:[--text-base:0.875rem] md:pointer-fine:text-sm';

/** The search and filters that each page was left with. */
const leftWith = new Map<string, string>();

export function AdminFrame(props: AdminFrameProps) {
  const { title, actions, description, isList = false, whose, back, mailsTo, children } = props;
  usePageTitle(title);
  const { pathname, search } = useLocation();
  useEffect(() => {
    leftWith.set(pathname, search);
    if (!pathname.startsWith(paths.adminPerson(''))) passPage(pathname);
  }, [pathname, search]);
  return (
    <div
      data-prints
      data-list-page={isList || undefined}
      className={`mx-auto flex w-full flex-col px-4 [--list-ground:var(--color-canvas)] [--list-top:calc(var(--header,3.5rem)+1px+var(--safe-top))] ${isList ? LIST : 'max-w-page gap-6 py-6 md:gap-5 md:py-5'}`}
    >
      <AreaLinks />
      <header className={`flex flex-col ${isList ? 'gap-1' : 'gap-2'}`}>
        {back && (
          <Link
            to={back.to + (leftWith.get(back.to) ?? '')}
            className="-ms-2 inline-flex min-h-touch items-center gap-1 self-start rounded-md px-2 font-medium text-accent-text hover:bg-accent-soft print:hidden"
          >
            <ChevronLeft aria-hidden className="size-5" />
            {back.label}
          </Link>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <div className="relative flex items-center gap-1">
              <h1 tabIndex={-1} className={`font-bold text-2xl tracking-tight ${isList ? 'md:text-xl' : ''}`}>
                {title}
              </h1>
              {!back && <AreasMenu />}
            </div>
            {whose && <p className="text-ink-soft">{whose}</p>}
          </div>
          {actions && <div className="flex min-w-0 max-w-full flex-wrap gap-2 print:hidden">{actions}</div>}
          <PrintedBy />
        </div>
        {description && <p className={`text-ink-soft ${isList ? 'text-sm' : ''}`}>{description}</p>}
      </header>
      {mailsTo !== undefined && <MailBanner organizationId={mailsTo} />}
      {children}
    </div>
  );
}

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/** Whose list it is, and of which day, on paper. */
function PrintedBy() {
  const { profile } = useActiveUser();
  return (
    <p className="hidden print:block">
      {[profile?.organization?.name, profile?.organization?.isSample && t`Sample data`, day.format(new Date())]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

/** The ways that the side bar offers on a desktop, in a line on a tablet. */
function AreaLinks() {
  const { profile } = useActiveUser();
  const { pathname } = useLocation();
  if (!profile || !isAdmin(profile)) return null;
  return (
    <nav
      aria-label={t`Areas`}
      className="-mx-4 flex justify-between overflow-x-auto border-line border-b px-3 max-md:hidden md:-mt-5 md:in-data-list-page:-mt-2 lg:hidden print:hidden"
    >
      {areasOf(profile).map((area) => (
        <Link
          key={area.label}
          to={area.to}
          aria-current={isIn(area, pathname) ? 'page' : undefined}
          className="flex min-h-touch items-center whitespace-nowrap border-transparent border-b-2 px-1 text-ink-soft text-sm hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {area.label}
        </Link>
      ))}
    </nav>
  );
}

/** The same on a phone; the whole title opens them. */
function AreasMenu() {
  const { profile } = useActiveUser();
  const navigate = useNavigate();
  if (!profile) return null;
  const items = areasOf(profile).map(({ to, ...area }) => ({ ...area, onSelect: () => void navigate(to) }));
  return (
    <div className="md:hidden">
      <Menu
        groups={[{ items }]}
        trigger={
          <button
            type="button"
            aria-label={t`Areas of administration`}
            className="flex size-12 items-center justify-center rounded-md after:absolute after:inset-0"
          >
            <ChevronDown aria-hidden className="size-6" />
          </button>
        }
      />
    </div>
  );
}
