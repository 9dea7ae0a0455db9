import { MediaTicket } from '#sync/contract/media.ts';
import { currentPerson, readSession } from '#sync/device.ts';
import { createApi } from './api.ts';
import { device } from './device.ts';

const call = createApi({
  token: async () => {
    const person = await currentPerson(device);
    return person && (await readSession(device, person.userId))?.access_token;
  },
  // A token that ran out is renewed by the engine's next call, not by the player.
  refresh: async () => false,
});

/** A ticket for one video and its captions, valid for an hour (V4); null when the server gives none. */
export async function requestMediaToken(assetId: string): Promise<string | null> {
  const answer = await call(`/api/media/${encodeURIComponent(assetId)}/token`, {
    method: 'POST',
    answer: MediaTicket,
    on401: 'null',
  });
  return answer?.token ?? null;
}
