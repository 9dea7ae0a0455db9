import { t } from '@lingui/core/macro';
import {
  type KeepRequest,
  keepLessons,
  type LessonSelection,
  pause,
  remove,
  resume,
} from '#sync/downloads/download-requests.ts';
import { readDownloadStatus, readLedger } from '#sync/downloads/downloads-db.ts';
import { openMediaCache } from '#sync/downloads/media-cache.ts';
import type { DownloadLedger, StoredDownloadStatus } from '#sync/store/media-ledger.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { useToast } from '../../ui/toast.tsx';
import { askToPersist } from './persistence.ts';

export type Downloads = DownloadLedger & { standing: StoredDownloadStatus | undefined };

/** The user's downloads, live; undefined until read. */
export function useDownloads(): Downloads | undefined {
  const { userId } = useActiveUser();
  return useLiveQuery(async () => {
    const [ledger, standing] = await Promise.all([readLedger(device, userId), readDownloadStatus(device)]);
    return { ...ledger, standing };
  }, [userId]);
}

export type DownloadTarget = Omit<LessonSelection, 'userId'>;

const NOT_SAVED = {
  title: t`This device could not save that`,
  description: t`Its storage does not respond. Reload the page and try again.`,
  variant: 'destructive',
} as const;

/** The actions on downloads. Each works offline, and shows a toast when the device could not save it. */
export function useDownloadActions() {
  const { userId } = useActiveUser();
  const toast = useToast();
  const reportFailure = async (work: Promise<void>) => {
    try {
      await work;
    } catch (error) {
      console.warn('A download could not be changed.', error);
      toast(NOT_SAVED);
    }
  };
  return {
    download: async (wanted: KeepRequest) => {
      void askToPersist('download');
      await reportFailure(keepLessons(device, userId, wanted, Date.now()));
    },
    pause: (which: DownloadTarget) => reportFailure(pause(device, { ...which, userId })),
    resume: (which: DownloadTarget) => reportFailure(resume(device, { ...which, userId })),
    remove: (which: DownloadTarget) => reportFailure(remove(device, openMediaCache(), { ...which, userId })),
  };
}
