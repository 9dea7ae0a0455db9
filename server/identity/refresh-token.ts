// Refresh tokens hold their session and a counter, sealed by the session's own key; the database stores none of them.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const VERSION = 0;
const SEAL_BYTES = 16;
const CHECKSUM_BYTES = 4;

export interface RefreshToken {
  sessionId: string;
  counter: number;
  /** True when `hmacKey` sealed exactly this token. */
  isSealedBy(hmacKey: string): boolean;
}

/**
 * The token that refreshes a session next: version | session uuid | counter as uvarint | HMAC-SHA256[0:16] | SHA-256[0:4] in
 * base64url, the hosted service's v2.
 */
export function refreshTokenOf({ id, counter, hmacKey }: { id: string; counter: number; hmacKey: string }): string {
  const head = Buffer.concat([Buffer.from([VERSION]), uuidBytes(id), uvarint(counter)]);
  const sealed = Buffer.concat([head, seal(head, hmacKey)]);
  return Buffer.concat([sealed, checksum(sealed)]).toString('base64url');
}

/** The parts of a token; undefined when the text was never one of ours. */
export function readRefreshToken(text: string): RefreshToken | undefined {
  if (!/^[\w-]{40,80}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const sealed = bytes.subarray(0, -CHECKSUM_BYTES);
  if (bytes[0] !== VERSION || !checksum(sealed).equals(bytes.subarray(-CHECKSUM_BYTES))) return undefined;
  const head = sealed.subarray(0, -SEAL_BYTES);
  const counter = readUvarint(head.subarray(17));
  if (counter === undefined) return undefined;
  const hex = head.toString('hex', 1, 17);
  return {
    sessionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    counter,
    isSealedBy: (hmacKey) => timingSafeEqual(seal(head, hmacKey), sealed.subarray(-SEAL_BYTES)),
  };
}

function seal(head: Buffer, hmacKey: string): Buffer {
  return createHmac('sha256', Buffer.from(hmacKey, 'base64url')).update(head).digest().subarray(0, SEAL_BYTES);
}

function checksum(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest().subarray(0, CHECKSUM_BYTES);
}

function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function uvarint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  return Buffer.from([...bytes, left]);
}

function readUvarint(bytes: Buffer): number | undefined {
  if (bytes.length < 1 || bytes.length > 5 || (bytes.at(-1) ?? 128) >= 128) return undefined;
  let value = 0;
  for (const [place, byte] of bytes.entries()) {
    if (place < bytes.length - 1 && byte < 128) return undefined;
    value += (byte & 127) * 128 ** place;
  }
  return value;
}
