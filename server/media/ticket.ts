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
  return seal(key, `media:${assetId}`, `${Math.floor(now.getTime() / 1000) + TICKET_SECONDS}.${userId}`);
}

/** The person of a ticket that was made here, for this asset, and has not expired; undefined for any other. */
export function readTicket(
  key: Uint8Array,
  ticket: string,
  { assetId, now }: { assetId: string; now: Date },
): string | undefined {
  const [expires, userId] = unseal(key, `media:${assetId}`, ticket)?.split('.') ?? [];
  return Number(expires) * 1000 > now.getTime() ? userId : undefined;
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
  return seal(key, `upload:${uploadId}`, `${expiresAt.getTime()}.${size ?? ''}`);
}

/** The claims of a token that was made here for this upload; undefined otherwise. It may have expired. */
export function readUploadToken(key: Uint8Array, token: string, uploadId: string): UploadClaims | undefined {
  const [expires, size] = unseal(key, `upload:${uploadId}`, token)?.split('.') ?? [];
  if (size === undefined) return undefined;
  return { uploadId, expiresAt: new Date(Number(expires)), size: size === '' ? undefined : Number(size) };
}

const seal = (key: Uint8Array, purpose: string, claims: string) =>
  `${claims}.${createHmac('sha256', key).update(`${purpose}:${claims}`).digest('base64url')}`;

/** The claims of what was sealed for this purpose; undefined for anything else. */
function unseal(key: Uint8Array, purpose: string, sealed: string): string | undefined {
  const claims = sealed.slice(0, sealed.lastIndexOf('.'));
  const [given, expected] = [Buffer.from(sealed), Buffer.from(seal(key, purpose, claims))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? claims : undefined;
}
