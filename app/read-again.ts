import { isConnectionLost, reopenAll } from '#sync/database.ts';
import { tellStorageTrouble } from './storage-trouble.ts';

const PAUSES_MS = [0, 300, 2000];

/**
 * Asks again over new connections after a read has lost its own. While nothing can be read the promise stays open, so that
 * a screen keeps what it shows, and the trouble is told. Other errors are thrown.
 */
export async function readAgain<T>(query: () => PromiseLike<T> | T, lost: unknown): Promise<T> {
  if (!isConnectionLost(lost)) throw lost;
  for (const pause of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    reopenAll();
    try {
      const answer = await query();
      tellStorageTrouble(undefined);
      return answer;
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
  }
  tellStorageTrouble('unreadable');
  return new Promise(() => {});
}
