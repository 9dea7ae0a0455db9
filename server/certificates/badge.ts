// A certificate as a signed credential of Open Badges 3.0 (decision 019).
import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { endOfDay, proofOf, signedProof } from '#sync/contract/badge.ts';
import { type Certificate, ERASED_HOLDER, type OwnCertificate } from '#sync/contract/certificate.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { escaped } from '../mail/mail-layout.ts';
import { readBadgeSigner } from './badge-keys.ts';

export interface BadgeRequest {
  origin: string;
  /** The holder's address, which a wallet that goes by addresses needs; the badge has its hash. */
  email?: string | undefined;
}

/** The badge as a compact JWT, identical each time; refuses `certificate_revoked`, also when the holder was erased. */
export async function signBadge(
  dataDir: string,
  certificate: OwnCertificate,
  { origin, email }: BadgeRequest,
): Promise<string> {
  if (isWithdrawn(certificate)) throw new Refusal('certificate_revoked');
  const { kid, key } = await readBadgeSigner(dataDir);
  return new SignJWT(credentialOf(certificate, { origin, email }))
    .setProtectedHeader({ alg: 'RS256', kid: `${origin}/api/badges/keys/${kid}`, typ: 'JWT' })
    .sign(key);
}

/** The link to verify a certificate with a short proof in it, for a code on paper; identical each time. */
export async function proofLink(dataDir: string, certificate: Certificate, origin: string): Promise<string> {
  const { key } = await readBadgeSigner(dataDir);
  const proof = proofOf(certificate);
  const signed = signedProof(certificate.serial, proof);
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key as CryptoKey, signed);
  const packed = Buffer.concat([Buffer.from(`${proof}\0`), Buffer.from(signature)]).toString('base64url');
  return `${addressOf(certificate, origin)}#p${packed}`;
}

/** The profile of the issuer, at the address that is its id. */
export const badgeIssuer = (origin: string) => ({
  '@context': CONTEXTS,
  ...issuerOf(origin),
});

/** The list of revoked badges that a badge names: a list of its own, so that no list tells the serials of others. */
export const badgeStatus = (certificate: Certificate, origin: string) => ({
  id: statusOf(certificate, origin),
  issuer: issuerOf(origin).id,
  revokedCredential: isWithdrawn(certificate) ? [{ id: addressOf(certificate, origin), revoked: true }] : [],
});

const isWithdrawn = ({ revokedAt, learnerName }: Certificate) => Boolean(revokedAt) || learnerName === ERASED_HOLDER;

const CONTEXTS = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
];

const issuerOf = (origin: string) => ({
  id: `${origin}/api/badges/issuer`,
  type: ['Profile'],
  name: 'Groundwork',
  url: origin,
  image: imageOf(origin),
});

const imageOf = (origin: string) => ({ id: `${origin}/icons/icon-512.png`, type: 'Image' });

/** The badge inside a picture, as Open Badges bakes it. */
export const bakedBadge = (jwt: string, { courseTitle, learnerName }: OwnCertificate) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0" viewBox="0 0 100 100" role="img">
<title>${escaped(`${courseTitle}: ${learnerName}`)}</title>
<openbadges:credential verify="${jwt}"/>
<circle cx="50" cy="50" r="48" fill="#6d28d9"/><circle cx="50" cy="50" r="36" fill="none" stroke="#fff" stroke-width="1.2"/>
<path d="M35 51 45 61 66 39" fill="none" stroke="#fff" stroke-width="6.5" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`;

/** The credential is the payload, with what a JWT calls its parts by. Of its holder it tells the name, and only when asked a hash of the address. */
function credentialOf(certificate: OwnCertificate, { origin, email }: BadgeRequest) {
  const { learnerName, courseTitle, courseId, issuerName, serial, validUntil } = certificate;
  const id = addressOf(certificate, origin);
  const issuer = issuerOf(origin);
  const subject = `${id}#holder`;
  // A JWT has whole seconds.
  const validFrom = certificate.issuedAt.replace(/\.\d+Z$/, 'Z');
  const end = validUntil ? endOfDay(validUntil) : undefined;
  return {
    '@context': CONTEXTS,
    ...{ id, type: ['VerifiableCredential', 'OpenBadgeCredential'], name: courseTitle, issuer, validFrom },
    ...(end && { validUntil: end, exp: Date.parse(end) / 1000 }),
    credentialSubject: {
      ...{ id: subject, type: ['AchievementSubject'] },
      identifier: [
        { type: 'IdentityObject', hashed: false, identityHash: learnerName, identityType: 'name' },
        ...(email ? [hashOf(email, serial)] : []),
      ],
      achievement: {
        id: courseId === null ? `${id}#course` : `${origin}/course/${courseId}`,
        ...{ type: ['Achievement'], achievementType: 'CertificateOfCompletion', name: courseTitle },
        description: `Completion of the course ${courseTitle}.`,
        criteria: { narrative: 'Every lesson of the course was completed.' },
        image: imageOf(origin),
        ...(issuerName && { creator: { id: `${id}#creator`, type: ['Profile'], name: issuerName } }),
      },
    },
    credentialStatus: { id: statusOf(certificate, origin), type: '1EdTechRevocationList' },
    // A copy that was made before an extension is made new there.
    refreshService: { id: badgeOf(certificate, origin), type: '1EdTechCredentialRefresh' },
    ...{ iss: issuer.id, jti: id, sub: subject, nbf: Date.parse(validFrom) / 1000 },
  };
}

/** A page for people: it says what holds now. */
const addressOf = ({ serial }: Certificate, origin: string) => `${origin}/verify/${serial}`;
const badgeOf = ({ serial }: Certificate, origin: string) => `${origin}/api/certificates/${serial}/badge`;
const statusOf = ({ serial }: Certificate, origin: string) => `${origin}/api/certificates/${serial}/badge/status`;

/** As Open Badges hashes an address; the serial is its salt, so that no list of hashes fits two badges. */
function hashOf(email: string, salt: string) {
  const hash = createHash('sha256').update(`${email}${salt}`).digest('hex');
  return { type: 'IdentityObject', hashed: true, identityHash: `sha256$${hash}`, identityType: 'emailAddress', salt };
}
