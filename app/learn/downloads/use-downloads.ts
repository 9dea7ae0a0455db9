import { useMemo } from 'react';
import { keepLessons, pause, remove, resume, type Wanted, type Which } from '#sync/downloads/download-requests.ts';
import { readDownloadStatus, readLedger } from '#sync/downloads/downloads-db.ts';
import { openMediaCache } from '#sync/downloads/media-cache.ts';
import type { Ledger, StoredDownloadStatus } from '#sync/store/media-ledger.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { useToast } from '../../ui/toast.tsx';
import { askToPersist } from './persistence.ts';

export type Downloads = Ledger & { standing: StoredDownloadStatus | undefined };

/** The person's downloads, live; undefined until they were read once. */
export function useDownloads(): Downloads | undefined {
  const { userId } = useActiveUser();
  return useLiveQuery(async () => {
    const [ledger, standing] = await Promise.all([readLedger(device, userId), readDownloadStatus(device)]);
    return { ...ledger, standing };
  }, [userId]);
}

export type Named = Omit<Which, 'userId'>;

const NOT_KEPT = {
  title: 'This device could not note that',
  description: 'Its storage does not answer. Reload the page and try again.',
  variant: 'destructive',
} as const;

/** What a person can do with downloads; each works without a network, and says so when the device did not keep it. */
export function useDownloadActs() {
  const { userId } = useActiveUser();
  const toast = useToast();
  return useMemo(() => {
    const told = async (work: Promise<void>) => {
      try {
        await work;
      } catch (error) {
        console.warn('A download could not be changed.', error);
        toast(NOT_KEPT);
      }
    };
    return {
      keep: async (wanted: Wanted) => {
        void askToPersist();
        await told(keepLessons(device, userId, wanted, Date.now()));
      },
      pause: (which: Named) => told(pause(device, { ...which, userId })),
      resume: (which: Named) => told(resume(device, { ...which, userId })),
      remove: (which: Named) => told(remove(device, openMediaCache(), { ...which, userId })),
    };
  }, [userId, toast]);
}
