// Signed rights for requests without a bearer: a ticket to play one asset, a token to send one upload.
import { createHmac, timingSafeEqual } from 'node:crypto';

export const TICKET_SECONDS = 3600;

/** What a ticket is bound to: one asset, and the person whose rights decide at each use. */
export interface TicketClaims {
  assetId: string;
  userId: string;
}

/** `{expiry in unix seconds}.{person}.{signature}`, for one hour from `now` at most. */
export function makeTicket(key: Uint8Array, { assetId, userId }: TicketClaims, now: Date): string {
  const claims = `${Math.floor(now.getTime() / 1000) + TICKET_SECONDS}.${userId}`;
  return `${claims}.${signature(key, `media:${assetId}:${claims}`)}`;
}

/** The person of a ticket that was made here, for this asset, and has not expired; undefined for any other. */
export function readTicket(
  key: Uint8Array,
  ticket: string,
  { assetId, now }: { assetId: string; now: Date },
): string | undefined {
  const [, expires, userId, signed] = /^(\d{1,12})\.([\da-f-]{36})\.([\w-]{43})$/.exec(ticket) ?? [];
  if (!signed || Number(expires) * 1000 <= now.getTime()) return undefined;
  const expected = signature(key, `media:${assetId}:${expires}.${userId}`);
  return timingSafeEqual(Buffer.from(signed), Buffer.from(expected)) ? userId : undefined;
}

/** What a sender presents at the address of an upload: bound to this upload, its expiry and the announced size. */
export interface UploadClaims {
  uploadId: string;
  expiresAt: Date;
  /** In bytes, when the sender announced it. */
  size: number | undefined;
}

/** `{expiry in unix milliseconds}.{size or nothing}.{signature}`. */
export function makeUploadToken(key: Uint8Array, { uploadId, expiresAt, size }: UploadClaims): string {
  const claims = `${expiresAt.getTime()}.${size ?? ''}`;
  return `${claims}.${signature(key, `upload:${uploadId}:${claims}`)}`;
}

/** The claims of a token that was made here for this upload; undefined otherwise. It may have expired. */
export function readUploadToken(key: Uint8Array, token: string, uploadId: string): UploadClaims | undefined {
  const [, expires, size, signed] = /^(\d{1,15})\.(\d{0,15})\.([\w-]{43})$/.exec(token) ?? [];
  if (expires === undefined || size === undefined || signed === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(signed), Buffer.from(signature(key, `upload:${uploadId}:${expires}.${size}`))))
    return undefined;
  return { uploadId, expiresAt: new Date(Number(expires)), size: size === '' ? undefined : Number(size) };
}

function signature(key: Uint8Array, words: string): string {
  return createHmac('sha256', key).update(words).digest('base64url');
}
