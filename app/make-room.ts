import { openShelf } from '#sync/media/shelf.ts';
import { letMediaGo } from '#sync/media/wishes.ts';
import { readLesson } from '#sync/reads.ts';
import { Replica } from '#sync/replica.ts';
import { device } from './device.ts';

/** Y26: what this page can let go for a tap, something with each step: opened media first, then downloads. */
export async function* makeRoom(userId: string): AsyncGenerator<unknown> {
  if (!('caches' in window)) return;
  const replica = new Replica(userId);
  try {
    yield* letMediaGo(device, openShelf(), async ({ userId: owner, lessonId }) => {
      if (owner !== userId) return false;
      return (await readLesson(replica, lessonId))?.unit.status === 'completed';
    });
  } finally {
    replica.close();
  }
}
