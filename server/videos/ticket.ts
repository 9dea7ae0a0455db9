import { createHmac, timingSafeEqual } from 'node:crypto';

// A ticket for one asset, for players that cannot send a bearer (V4). It names the asset and its end, nothing else.

export const TICKET_SECONDS = 3600;

/** `{expiry in unix seconds}.{signature}`, good for this asset for one hour from `now`. */
export function makeTicket(key: Uint8Array, assetId: string, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + TICKET_SECONDS;
  return `${expires}.${signature(key, assetId, expires)}`;
}

/** True when the ticket was made here, for this asset, and has not run out. */
export function ticketIsGood(
  key: Uint8Array,
  ticket: string,
  { assetId, now }: { assetId: string; now: Date },
): boolean {
  const [, expires = '', given = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(ticket) ?? [];
  if (!given || Number(expires) * 1000 <= now.getTime()) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(key, assetId, Number(expires))));
}

function signature(key: Uint8Array, assetId: string, expires: number): string {
  return createHmac('sha256', key).update(`media:${assetId}:${expires}`).digest('base64url');
}
