import { readLedger, readStanding } from '#sync/media/books.ts';
import type { Ledger, Standing } from '#sync/media/ledger.ts';
import { device } from '../device.ts';
import { useLiveQuery } from '../live-query.ts';
import { usePerson } from '../person.tsx';

/** The person's downloads, live; undefined until they were read once. */
export function useDownloads(): (Ledger & { standing: Standing | undefined }) | undefined {
  const { userId } = usePerson();
  return useLiveQuery(async () => {
    const [ledger, standing] = await Promise.all([readLedger(device, userId), readStanding(device)]);
    return { ...ledger, standing };
  }, [userId]);
}
