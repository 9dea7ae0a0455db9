import * as z from 'zod/mini';
import { type Certificate, readSerial } from './certificate.ts';
import { addDays, Day } from './due.ts';

// Badges: certificates as Open Badges 3.0, signed as a JWT, so that anybody can check them without asking the server (decision 019).

/** The public half of a key that signs badges, as a JWK. */
export const BadgeKey = z.object({
  kid: z.string(),
  kty: z.literal('RSA'),
  n: z.string(),
  e: z.string(),
  alg: z.literal('RS256'),
  use: z.literal('sig'),
});
export type BadgeKey = z.infer<typeof BadgeKey>;

/** What is read of a badge. */
const Badge = z.object({
  /** The address at which the certificate is verified. */
  id: z.string(),
  validFrom: z.iso.datetime(),
  validUntil: z.optional(z.iso.datetime()),
  credentialSubject: z.object({
    identifier: z.tuple([z.object({ identityHash: z.string() })], z.unknown()),
    achievement: z.object({ name: z.string(), creator: z.optional(z.object({ name: z.string() })) }),
  }),
});

/** The badge in the text of a file or of a link; undefined when there is none. */
export const findBadge = (text: string): string | undefined => /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/.exec(text)?.[0];

/** What the payload of a badge says, checked or not; undefined when it is not one of ours. */
export function certificateIn(payload: unknown): Certificate | undefined {
  const badge = Badge.safeParse(payload).data;
  const serial = badge && readSerial(badge.id.slice(badge.id.lastIndexOf('/')));
  if (!serial) return undefined;
  const { validFrom, validUntil, credentialSubject } = badge;
  return {
    serial,
    learnerName: credentialSubject.identifier[0].identityHash,
    courseTitle: credentialSubject.achievement.name,
    issuerName: credentialSubject.achievement.creator?.name ?? null,
    issuedAt: validFrom,
    validUntil: validUntil ? lastDayOf(validUntil) : null,
  };
}

/** Whether a payload is a credential at all, of whatever issuer. */
export const isCredential = (payload: unknown): boolean =>
  z
    .object({ issuer: z.unknown(), credentialSubject: z.looseObject({}) })
    .safeParse(z.object({ vc: z.looseObject({}) }).safeParse(payload).data?.vc ?? payload).success;

/** The end of a certificate's last day, where that day ends last (UTC-12): nobody is told too early that it expired. */
export const endOfDay = (day: string): string => `${addDays(day, 1)}T11:59:59Z`;
const lastDayOf = (end: string) => addDays(end.slice(0, 10), -1);

// The proof of a certificate that is short enough for a code on paper: name, course, day of issue and last day, signed with its serial
// number by the key of badges. In a link the serial number stands in the path, and the rest behind '#p', which is sent to no server.

const Proof = z.tuple([z.string(), z.string(), Day, z.nullable(Day)]);

export const proofOf = ({ learnerName, courseTitle, issuedAt, validUntil }: Certificate): string =>
  JSON.stringify([learnerName, courseTitle, issuedAt.slice(0, 10), validUntil ?? null] satisfies z.infer<typeof Proof>);

/** What is signed: no badge begins so, and no badge can be made of it. */
export const signedProof = (serial: string, proof: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`groundwork certificate ${serial} ${proof}`);

/** What a proof says, checked or not; undefined for anything else. */
export function certificateInProof(serial: string, proof: string): Certificate | undefined {
  try {
    const [learnerName, courseTitle, issuedAt, validUntil] = Proof.parse(JSON.parse(proof));
    return { serial, learnerName, courseTitle, issuedAt, validUntil };
  } catch {
    return undefined;
  }
}
