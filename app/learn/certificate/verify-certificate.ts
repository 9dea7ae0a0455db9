// What can be said about a certificate: by the server from its serial number, and by this device from the signature of a badge.
import { certificateIn, isCredential } from '#sync/contract/badge.ts';
import { ERASED_HOLDER, readSerial, type VerifiedCertificate, validityOf } from '#sync/contract/certificate.ts';
import { dayOf } from '#sync/contract/due.ts';
import { ApiError, call, publicServer } from '../../api/client.ts';
import { badgeKey } from '../../api/config.ts';
import { bytesIn } from './badge-link.ts';

export type Verification =
  /** `isSigned`: the signature of its badge matches, too. */
  | { kind: 'found'; certificate: VerifiedCertificate; isSigned?: boolean }
  | { kind: 'unknown' }
  /** With what a badge says whose signature matches. */
  | { kind: 'offline'; certificate?: VerifiedCertificate }
  /** Not what was signed; signed with a key that is not ours; no badge of ours at all. */
  | { kind: 'forged' | 'foreign' | 'unreadable' }
  | { kind: 'failed'; message: string };

/** Asks the server about a serial number. */
export async function verifySerial(typed: string): Promise<Verification> {
  const serial = readSerial(typed);
  if (serial === undefined) return { kind: 'unknown' };
  try {
    return { kind: 'found', certificate: await call(publicServer.certificates[':serial'].$get({ param: { serial } })) };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'offline' };
    if (error.code === 'certificate_not_found') return { kind: 'unknown' };
    return { kind: 'failed', message: error.sentence ?? 'The server could not answer. Please try again.' };
  }
}

/** Checks a badge's signature on this device, and asks the server whether it was revoked. */
export async function verifyBadge(badge: string, ask = verifySerial): Promise<Verification> {
  const [head = '', payload = '', signature = ''] = badge.split('.');
  const certificate = certificateIn(jsonIn(payload));
  const kid = kidIn(jsonIn(head));
  if (!certificate || !kid) return { kind: isCredential(jsonIn(payload)) ? 'foreign' : 'unreadable' };
  const key = await badgeKey(kid).catch(() => null);
  if (key === null) return { kind: 'offline' };
  if (key === undefined) return { kind: 'foreign' };
  if (!('subtle' in crypto)) return ask(certificate.serial);
  // A signature that was cut off cannot even be read.
  if (!(await isSigned(`${head}.${payload}`, signature, key).catch(() => false))) return { kind: 'forged' };
  const told = await ask(certificate.serial);
  if (told.kind === 'offline') {
    return { kind: 'offline', certificate: { ...certificate, validity: validityOf(certificate, dayOf(new Date())) } };
  }
  if (told.kind !== 'found') return told;
  const isErased = told.certificate.learnerName === ERASED_HOLDER;
  return { ...told, isSigned: true, ...(isErased && { certificate: { ...told.certificate, validity: 'revoked' } }) };
}

const RS256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

async function isSigned(text: string, signature: string, jwk: JsonWebKey): Promise<boolean> {
  const key = await crypto.subtle.importKey('jwk', jwk, RS256, false, ['verify']);
  return crypto.subtle.verify(RS256, key, bytesIn(signature), new TextEncoder().encode(text));
}

function jsonIn(base64url: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytesIn(base64url)));
  } catch {
    return undefined;
  }
}

/** The last part of the address by which a badge names its key. */
const kidIn = (head: unknown): string | undefined => {
  const { kid } = (head ?? {}) as { kid?: unknown };
  return typeof kid === 'string' ? kid.split('/').at(-1) : undefined;
};
