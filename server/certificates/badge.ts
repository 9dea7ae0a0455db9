// A certificate as a signed credential of Open Badges 3.0 (decision 279).
import { SignJWT } from 'jose';
import { endOfDay } from '#sync/contract/badge.ts';
import { type Certificate, ERASED_HOLDER, type OwnCertificate } from '#sync/contract/certificate.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { readBadgeSigner } from '../badge-keys.ts';

/** The badge as a compact JWT, identical each time; refuses `certificate_revoked`, also when the holder was erased. */
export async function signBadge(dataDir: string, certificate: OwnCertificate, origin: string): Promise<string> {
  if (isWithdrawn(certificate)) throw new Refusal('certificate_revoked');
  const { kid, key } = await readBadgeSigner(dataDir);
  return new SignJWT(credentialOf(certificate, origin))
    .setProtectedHeader({ alg: 'RS256', kid: `${origin}/api/badges/keys/${kid}`, typ: 'JWT' })
    .sign(key);
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
});

/** The credential is the payload, with what a JWT calls its parts by. Of its holder it tells the name alone. */
function credentialOf(certificate: OwnCertificate, origin: string) {
  const { learnerName, courseTitle, courseId, validUntil } = certificate;
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
      identifier: [{ type: 'IdentityObject', hashed: false, identityHash: learnerName, identityType: 'name' }],
      achievement: {
        id: courseId === null ? `${id}#course` : `${origin}/course/${courseId}`,
        ...{ type: ['Achievement'], achievementType: 'CertificateOfCompletion', name: courseTitle },
        description: `Completion of the course ${courseTitle}.`,
        criteria: { narrative: 'Every lesson of the course was completed.' },
      },
    },
    credentialStatus: { id: statusOf(certificate, origin), type: '1EdTechRevocationList' },
    ...{ iss: issuer.id, jti: id, sub: subject, nbf: Date.parse(validFrom) / 1000 },
  };
}

/** A page for people: it says what holds now. */
const addressOf = ({ serial }: Certificate, origin: string) => `${origin}/verify/${serial}`;
const statusOf = ({ serial }: Certificate, origin: string) => `${origin}/api/certificates/${serial}/badge/status`;
