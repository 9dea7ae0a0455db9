import { isServedByWorker } from '../device/media-worker.ts';
import { call, createServer, nullOn401 } from './client.ts';
import { storedSession } from './refresh-session.ts';

const server = createServer({
  token: async () => (await storedSession())?.access_token,
  // An expired access token is renewed by the engine's next call, not by the player.
  refresh: async () => false,
});

/** A token for one media file and its captions, valid for an hour; null when the server gives none. */
export async function requestMediaToken(assetId: string): Promise<string | null> {
  const param = { assetId: encodeURIComponent(assetId) };
  const answer = await call(server.media[':assetId'].token.$post({ param })).catch(nullOn401);
  return answer?.token ?? null;
}

/** The address with a token for a picture that could not be loaded; null where there is none, and where a worker adds it. */
export async function pictureWithToken(address: string): Promise<string | null> {
  const [, path = '', asset] = /^(\/media\/([\w-]+))/.exec(address) ?? [];
  if (!asset || isServedByWorker()) return null;
  const token = await requestMediaToken(asset);
  return token && `${path}?token=${encodeURIComponent(token)}`;
}
