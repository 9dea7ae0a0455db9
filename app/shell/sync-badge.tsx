import {
  CloudCheck,
  CloudOff,
  CloudUpload,
  HardDrive,
  type LucideIcon,
  RefreshCw,
  TriangleAlert,
  UserRound,
} from 'lucide-react';
import { useActiveUser } from '../device/active-user.tsx';
import { useConnection, useServerProbe, type Work, workLabel } from '../device/connection.ts';
import { paths } from '../paths.ts';
import { momentWords } from '../ui/labels.ts';
import { Link } from '../ui/router.ts';

export const WORK_ICONS: Record<Work['kind'], LucideIcon> = {
  sent: CloudCheck,
  waiting: CloudUpload,
  syncing: RefreshCw,
  attention: TriangleAlert,
  kept: HardDrive,
  none: UserRound,
  unsaved: TriangleAlert,
  unread: CloudUpload,
};

function shortLabel(work: Work): string {
  return 'count' in work && work.kind !== 'syncing' ? String(work.count) : '';
}

/** In the header: whether the device is offline, and whether the user's work is sent; quiet when all is well (O9). */
export function SyncBadge() {
  useServerProbe();
  const { isOffline, work } = useConnection();
  const isVisitor = useActiveUser().state !== 'known';
  const isSilent = work.kind === 'none' || work.kind === 'unread';
  // Most visitors have no work, so no space is reserved for them while it is read.
  if (!isOffline && (work.kind === 'none' || (isVisitor && work.kind === 'unread'))) return null;
  const Icon = WORK_ICONS[work.kind];
  const label = isSilent ? '' : workLabel(work);
  const isProblem = work.kind === 'attention' || work.kind === 'unsaved';
  const tone = isProblem ? 'text-danger-text' : work.kind === 'sent' ? 'text-ink-soft' : 'text-accent-text';
  return (
    <Link
      to={paths.syncStatus()}
      title={work.kind === 'sent' && work.at ? `${label}, ${momentWords(work.at)}` : label || 'Sync status'}
      className="flex min-h-touch min-w-touch shrink-0 items-center justify-center rounded-md px-2 font-medium text-sm hover:bg-sunken"
    >
      <span role="status" className="flex items-center gap-2">
        {isOffline && (
          <span className="flex items-center gap-1 rounded-sm bg-sunken px-1.5 py-1 text-ink">
            <CloudOff aria-hidden className="size-5" />
            <span className="max-sm:sr-only">Offline</span>
          </span>
        )}
        <span
          className={`flex items-center gap-1 ${tone} ${isOffline && work.kind === 'sent' ? 'max-lg:sr-only' : ''} ${work.kind === 'none' ? 'hidden' : ''}`}
        >
          <Icon
            aria-hidden
            className={`size-5 ${work.kind === 'syncing' ? 'animate-spin' : ''} ${work.kind === 'unread' ? 'invisible' : ''}`}
          />
          {work.kind === 'kept' ? (
            <span
              aria-hidden
              className={`hidden whitespace-nowrap outdoor:max-[28rem]:hidden! lg:hidden ${isOffline ? 'md:max-lg:inline' : 'min-[24rem]:max-lg:inline'}`}
            >
              Kept here
            </span>
          ) : (
            <span aria-hidden className="min-w-3 text-center lg:hidden">
              {shortLabel(work)}
            </span>
          )}
          <span className="max-lg:sr-only lg:min-w-34">{label}</span>
        </span>
      </span>
    </Link>
  );
}
