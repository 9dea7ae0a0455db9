// What can be said about a certificate: by the server from its serial number, and by this device from the signature of a badge.
import { t } from '@lingui/core/macro';
import { certificateIn, certificateInProof, isCredential, signedProof } from '#sync/contract/badge.ts';
import {
  type Certificate,
  ERASED_HOLDER,
  readSerial,
  type VerifiedCertificate,
  validityOf,
} from '#sync/contract/certificate.ts';
import { dayOf } from '#sync/contract/due.ts';
import { ApiError, call, publicServer } from '../../api/client.ts';
import { badgeKey, badgeKeys } from '../../api/config.ts';
import { badgeIn, bytesIn } from './badge-link.ts';

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
    return { kind: 'failed', message: error.sentence ?? t`The server could not answer. Please try again.` };
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
  const signed = new TextEncoder().encode(`${head}.${payload}`);
  if (!(await isSigned(signed, () => bytesIn(signature), key))) return { kind: 'forged' };
  return askAbout(certificate, ask);
}

/** What the server knows besides a signature that matches. */
async function askAbout(certificate: Certificate, ask: typeof verifySerial): Promise<Verification> {
  const told = await ask(certificate.serial);
  if (told.kind === 'offline') {
    return { kind: 'offline', certificate: { ...certificate, validity: validityOf(certificate, dayOf(new Date())) } };
  }
  if (told.kind !== 'found') return told;
  const isErased = told.certificate.learnerName === ERASED_HOLDER;
  return { ...told, isSigned: true, ...(isErased && { certificate: { ...told.certificate, validity: 'revoked' } }) };
}

/** Checks whatever a code says: a badge, a link with a proof, or a serial number, which only the server can confirm. */
export async function verifyCode(code: string, ask = verifySerial): Promise<Verification> {
  const badge = badgeIn(code);
  if (badge !== undefined) return verifyBadge(badge, ask);
  const [address = '', hash = ''] = code.trim().split('#');
  const path = address.slice(address.lastIndexOf('/') + 1);
  const packed = /^p([\w-]{1,4000})$/.exec(hash)?.[1] ?? '';
  const proven = await provenBy(readSerial(path) ?? '', packed).catch(() => undefined);
  return proven ? askAbout(proven, ask) : ask(path);
}

/** The certificate of a proof that one of our keys has signed. Without one the server may know it all the same. */
async function provenBy(serial: string, packed: string): Promise<Certificate | undefined> {
  if (!packed || !('subtle' in crypto)) return undefined;
  const bytes = bytesIn(packed);
  const end = bytes.indexOf(0);
  const proof = new TextDecoder().decode(bytes.subarray(0, end));
  for (const key of await badgeKeys())
    if (await isSigned(signedProof(serial, proof), () => bytes.slice(end + 1), key))
      return certificateInProof(serial, proof);
  return undefined;
}

const RS256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

type Bytes = Uint8Array<ArrayBuffer>;

/** False also for a signature that was cut off, and cannot even be read. */
async function isSigned(text: Bytes, signature: () => Bytes, jwk: JsonWebKey): Promise<boolean> {
  const key = await crypto.subtle.importKey('jwk', jwk, RS256, false, ['verify']);
  try {
    return await crypto.subtle.verify(RS256, key, signature(), text);
  } catch {
    return false;
  }
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
