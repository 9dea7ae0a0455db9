import { letDownloadsGo } from '#sync/media/make-room.ts';
import { openShelf } from '#sync/media/shelf.ts';
import { readLesson } from '#sync/reads.ts';
import { Replica } from '#sync/replica.ts';
import { device } from './device.ts';
import { forgetAllMedia } from './media-cache.ts';

/** Y26: what this page can let go for a tap, one piece with each step: copies of opened media first, then downloads. */
export async function* makeRoom(userId: string): AsyncGenerator<unknown> {
  if (!('caches' in window)) return;
  if (await forgetAllMedia()) yield 'media';
  const replica = new Replica(userId);
  try {
    yield* letDownloadsGo(device, openShelf(), async ({ userId: owner, lessonId }) => {
      if (owner !== userId) return false;
      return (await readLesson(replica, lessonId))?.unit.status === 'completed';
    });
  } finally {
    replica.close();
  }
}
