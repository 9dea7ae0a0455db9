// What the server signs for those who cannot send a bearer: a ticket to play one asset (V4), a token to send one upload.
import { createHmac, timingSafeEqual } from 'node:crypto';

export const TICKET_SECONDS = 3600;

/** `{expiry in unix seconds}.{signature}`, good for this asset for one hour from `now`. */
export function makeTicket(key: Uint8Array, assetId: string, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + TICKET_SECONDS;
  return `${expires}.${signature(key, `media:${assetId}:${expires}`)}`;
}

/** True when the ticket was made here, for this asset, and has not run out. */
export function ticketIsGood(
  key: Uint8Array,
  ticket: string,
  { assetId, now }: { assetId: string; now: Date },
): boolean {
  const [, expires = '', given = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(ticket) ?? [];
  if (!given || Number(expires) * 1000 <= now.getTime()) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(key, `media:${assetId}:${Number(expires)}`)));
}

/** What a sender shows at the address of an upload: bound to this one upload, its end and the size it announced. */
export interface UploadClaims {
  uploadId: string;
  expiresAt: Date;
  /** Bytes, when the sender said so beforehand. */
  size: number | undefined;
}

/** `{expiry in unix milliseconds}.{size or nothing}.{signature}`. */
export function makeUploadToken(key: Uint8Array, { uploadId, expiresAt, size }: UploadClaims): string {
  const told = `${expiresAt.getTime()}.${size ?? ''}`;
  return `${told}.${signature(key, `upload:${uploadId}:${told}`)}`;
}

/** What the token says, when it was made here for this upload; undefined otherwise. It may have run out. */
export function readUploadToken(key: Uint8Array, token: string, uploadId: string): UploadClaims | undefined {
  const [, expires, size, given] = /^(\d{1,15})\.(\d{0,15})\.([\w-]{43})$/.exec(token) ?? [];
  if (expires === undefined || size === undefined || given === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(signature(key, `upload:${uploadId}:${expires}.${size}`))))
    return undefined;
  return { uploadId, expiresAt: new Date(Number(expires)), size: size === '' ? undefined : Number(size) };
}

function signature(key: Uint8Array, words: string): string {
  return createHmac('sha256', key).update(words).digest('base64url');
}
