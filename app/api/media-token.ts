import { MediaTicket } from '#sync/contract/media.ts';
import { createApi } from './client.ts';
import { storedSession } from './refresh-session.ts';

const call = createApi({
  token: async () => (await storedSession())?.access_token,
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
