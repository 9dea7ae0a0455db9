// The side bar of administration on a desktop: its areas, and the way back to one's own learning.
import { t } from '@lingui/core/macro';
import { GraduationCap, RefreshCw } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { Profile } from '#sync/contract/profile.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { SyncCount } from '../../shell/navigation.tsx';
import { Mark } from '../../ui/logo.tsx';
import { Link, useLocation } from '../../ui/router.ts';
import { type Area, areasOf, isIn } from './areas.ts';

export function SideBar() {
  const { profile } = useActiveUser();
  const { pathname } = useLocation();
  if (!profile) return null;
  return (
    <nav
      aria-label={t`Administration`}
      className="fixed inset-y-0 start-0 z-30 flex w-(--side-bar) flex-col gap-1 overflow-y-auto border-line border-e bg-canvas px-2.5 py-3 max-lg:hidden print:hidden"
    >
      <Link
        to={paths.admin()}
        className="mb-3 flex min-h-touch items-center gap-2.5 rounded-md p-2 hover:bg-sunken max-[72rem]:justify-center"
      >
        <Mark />
        <span className={`min-w-0 ${NAME}`}>
          <span className="line-clamp-2 font-semibold text-sm">{profile.organization?.name ?? 'Groundwork'}</span>
          <span className="block text-ink-soft text-xs">{roleOf(profile)}</span>
        </span>
      </Link>
      {areasOf(profile).map((area) => (
        <SideLink key={area.label} {...area} isHere={isIn(area, pathname)} />
      ))}
      <div className="mt-auto flex flex-col gap-1 pt-3">
        <SideLink label={t`Go to Learn`} icon={GraduationCap} to={paths.home()} />
        <SideLink label={t`Sync`} icon={RefreshCw} to={paths.syncStatus()}>
          <SyncCount className="max-[72rem]:absolute max-[72rem]:top-0.5 max-[72rem]:end-0.5 min-[72rem]:ms-auto" />
        </SideLink>
      </div>
    </nav>
  );
}

function roleOf({ is_super_admin: isSuper, organization }: Profile): string {
  if (isSuper) return t`Super admin`;
  return organization?.isSample ? t`Admin, sample data` : t`Admin`;
}

/** On a rail of icons the names are read out, and shown to a pointer that rests. */
const NAME = 'max-[72rem]:sr-only';

type SideLinkProps = Pick<Area, 'label' | 'icon' | 'to'> & {
  isHere?: boolean;
  children?: ComponentProps<'a'>['children'];
};

function SideLink({ label, icon: Icon, to, isHere = false, children }: SideLinkProps) {
  return (
    <Link
      to={to}
      title={label}
      aria-current={isHere ? 'page' : undefined}
      className={`relative flex h-9 shrink-0 items-center gap-3 rounded-md border px-3 text-sm max-[72rem]:h-11 max-[72rem]:justify-center pointer-coarse:h-12 ${isHere ? 'border-line bg-surface font-semibold shadow-low' : 'border-transparent text-ink-soft hover:bg-sunken'}`}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className={NAME}>{label}</span>
      {children}
    </Link>
  );
}
