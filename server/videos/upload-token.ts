import { createHmac, timingSafeEqual } from 'node:crypto';

// What a sender shows at the address of an upload: bound to this one upload, its end and the size it announced.

export interface UploadClaims {
  uploadId: string;
  expiresAt: Date;
  /** Bytes, when the sender said so beforehand. */
  size: number | undefined;
}

/** `{expiry in unix milliseconds}.{size or nothing}.{signature}`. */
export function makeUploadToken(key: Uint8Array, { uploadId, expiresAt, size }: UploadClaims): string {
  const told = `${expiresAt.getTime()}.${size ?? ''}`;
  return `${told}.${signature(key, uploadId, told)}`;
}

/** What the token says, when it was made here for this upload; undefined otherwise. It may have run out. */
export function readUploadToken(key: Uint8Array, token: string, uploadId: string): UploadClaims | undefined {
  const [, expires, size, given] = /^(\d{1,15})\.(\d{0,15})\.([\w-]{43})$/.exec(token) ?? [];
  if (expires === undefined || size === undefined || given === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(signature(key, uploadId, `${expires}.${size}`))))
    return undefined;
  return { uploadId, expiresAt: new Date(Number(expires)), size: size === '' ? undefined : Number(size) };
}

function signature(key: Uint8Array, uploadId: string, told: string): string {
  return createHmac('sha256', key).update(`upload:${uploadId}:${told}`).digest('base64url');
}
