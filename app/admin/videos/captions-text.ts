import { requestMediaToken } from '../../api/media-token.ts';

/** The asset in a stable address such as `/media/{assetId}`. */
export const assetOf = (address: string) => /^\/media\/([^/?]+)/.exec(address)?.[1] ?? '';

/** An address below /media/ with a token, valid for an hour (V4); drafts need one. */
export async function withToken(address: string): Promise<string> {
  const ticket = await requestMediaToken(assetOf(address));
  if (!ticket) return address;
  return `${address}${address.includes('?') ? '&' : '?'}token=${encodeURIComponent(ticket)}`;
}

/** The captions from the server, bypassing all caches. Rejects when they cannot be loaded. */
export async function readCaptions(address: string): Promise<string> {
  const answer = await fetch(await withToken(address), { cache: 'reload' });
  if (!answer.ok) throw new Error(`The captions were answered with ${answer.status}.`);
  return answer.text();
}
