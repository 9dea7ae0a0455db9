// A badge in a link, for a QR code: its three parts as bytes, compressed, since a code of the whole text is too fine to scan.
// It stands behind the '#', which is sent to no server.
import { deflateSync, inflateSync } from 'fflate';
import { findBadge } from '#sync/contract/badge.ts';
import { paths } from '../../paths.ts';

/** The address at which this device, or another one, checks a badge. */
export function badgeLink(badge: string): string {
  const [head = [], payload = [], signature = []] = badge.split('.').map(bytesIn);
  // No JSON has a zero byte.
  const packed = deflateSync(Uint8Array.of(...head, 0, ...payload, 0, ...signature), { level: 9 });
  return new URL(`${paths.verify()}#z${base64url(packed)}`, location.origin).href;
}

/** The badge in a link or in the text of a file; undefined when there is none, and empty when it is damaged. */
export function badgeIn(text: string): string | undefined {
  const packed = /#z([\w-]{1,8000})$/.exec(text)?.[1];
  if (!packed) return findBadge(text);
  try {
    const bytes = inflateSync(bytesIn(packed));
    const [first, second] = [bytes.indexOf(0), bytes.indexOf(0, bytes.indexOf(0) + 1)];
    return [bytes.subarray(0, first), bytes.subarray(first + 1, second), bytes.subarray(second + 1)]
      .map(base64url)
      .join('.');
  } catch {
    return '';
  }
}

export const bytesIn = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
