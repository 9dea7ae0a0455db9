import { requestMediaToken } from '../../api/media-token.ts';

/** The asset in a stable address such as `/media/{assetId}`. */
export const assetOf = (address: string) => /^\/media\/([^/?]+)/.exec(address)?.[1] ?? '';

/** An address below /media/ with a ticket for it, good for an hour (V4): drafts are not open to a bare address. */
export async function withTicket(address: string): Promise<string> {
  const ticket = await requestMediaToken(assetOf(address));
  if (!ticket) return address;
  return `${address}${address.includes('?') ? '&' : '?'}token=${encodeURIComponent(ticket)}`;
}

/** The captions as the server has them now, past every copy of this device. Rejects when they cannot be had. */
export async function readCaptions(address: string): Promise<string> {
  const answer = await fetch(await withTicket(address), { cache: 'reload' });
  if (!answer.ok) throw new Error(`The captions were answered with ${answer.status}.`);
  return answer.text();
}
