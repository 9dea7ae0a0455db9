// The two facts of the sync status page: the network and the work.
import { plural, t } from '@lingui/core/macro';
import {
  CloudCheck,
  CloudOff,
  CloudUpload,
  HardDrive,
  type LucideIcon,
  RefreshCw,
  TriangleAlert,
  UserRound,
  Wifi,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SyncStatus } from '#sync/store/reads.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { hasBackgroundSync, sendsWhenClosed } from '../../device/background-sync.ts';
import { attentionLabel, type Connection, workLabel } from '../../device/connection.ts';
import { chosenUser, useDeviceUsers } from '../../device/use-device-users.ts';
import { paths } from '../../paths.ts';
import { FactIcon } from '../../ui/card.tsx';
import { agoWords, momentWords } from '../../ui/labels.ts';
import { Link } from '../../ui/router.ts';

/** When changes are sent, which depends on the browser while the app is closed. */
function SendingNote() {
  const [isSent, setIsSent] = useState(hasBackgroundSync);
  useEffect(() => void sendsWhenClosed().then(setIsSent), []);
  return isSent
    ? t`Changes are sent even when the app is closed, as soon as you're back online.`
    : t`This browser sends changes only while the app is open.`;
}

export function NetworkFact(props: Record<'isOffline' | 'isVisitor' | 'isPaused', boolean>) {
  const { isOffline, isVisitor, isPaused } = props;
  // When sending is paused, the reason is shown below.
  const onlineText = isVisitor || isPaused ? t`The server can be reached.` : t`Your work is sent automatically.`;
  const offlineText = t`The server can't be reached. Keep working: everything is saved on this device.`;
  return (
    <div className="flex items-start gap-3">
      <FactIcon icon={isOffline ? CloudOff : Wifi} className={isOffline ? '' : 'text-complete-text'} />
      <div className="min-w-0">
        <p className="font-semibold text-lg">{isOffline ? t`Offline` : t`Online`}</p>
        <p className="text-ink-soft text-sm">
          {isOffline ? offlineText : onlineText}
          {!isVisitor && !isPaused && (
            <>
              {' '}
              <SendingNote />
            </>
          )}
        </p>
      </div>
    </div>
  );
}

const WORK: Record<Connection['work']['kind'], [LucideIcon, tone: string]> = {
  sent: [CloudCheck, 'text-complete-text'],
  waiting: [CloudUpload, 'text-accent-text'],
  syncing: [RefreshCw, 'text-accent-text animate-spin'],
  attention: [TriangleAlert, 'text-danger-text'],
  kept: [HardDrive, 'text-accent-text'],
  none: [UserRound, 'text-ink-soft'],
  unsaved: [TriangleAlert, 'text-danger-text'],
  unread: [CloudUpload, 'invisible'],
};

export function WorkFact({ work, status }: { work: Connection['work']; status: SyncStatus }) {
  const [icon, tone] = WORK[work.kind];
  const isVisitors = work.kind === 'kept' || work.kind === 'none';
  const oldest = !isVisitors && status.oldestUnsentAt && agoWords(status.oldestUnsentAt);
  const last = !isVisitors && status.lastSyncAt && momentWords(status.lastSyncAt);
  return (
    <div className="flex items-start gap-3">
      <FactIcon icon={icon} className={tone} />
      <div className="min-w-0">
        <p role="status" className="font-semibold text-lg">
          {work.kind === 'sent' && !status.lastSyncAt ? t`Nothing to send` : workLabel(work)}
        </p>
        <p className="text-ink-soft text-sm">
          {work.kind === 'kept' && t`You're not signed in. Your progress stays here.`}
          {oldest && `${t`Oldest change: ${oldest}.`} `}
          {status.attention > 0 && work.kind !== 'attention' && `${attentionLabel(status.attention)}. `}
          {last && t`Last sent: ${last}.`}
        </p>
        <OthersWork />
      </div>
    </div>
  );
}

function othersWords({ name, pendingCount }: { name: string; pendingCount: number }): string {
  return plural(pendingCount, {
    one: `${name}: # change on this device. Sign in to send it.`,
    other: `${name}: # changes on this device. Sign in to send them.`,
  });
}

/** Unsent work of each who has signed out of this device, or whose session has ended: it is sent when they sign in. */
function OthersWork() {
  const isVisitor = useActiveUser().state !== 'known';
  const waiting = useDeviceUsers().filter(({ isSignedIn, pendingCount }) => !isSignedIn && pendingCount > 0);
  return (
    <ul className="not-empty:mt-1">
      {waiting.map((user) => (
        <li key={user.userId}>
          <Link
            to={paths.signIn({ add: !isVisitor })}
            state={chosenUser(user)}
            className="flex min-h-touch items-center gap-2 font-medium text-accent-text text-sm"
          >
            {othersWords(user)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
