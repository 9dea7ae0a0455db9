// A badge at the verifier of somebody else, who has only its file and the network: over HTTP, with jose for the signature and
// ajv for the shape.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { eq } from 'drizzle-orm';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const W3C = 'https://www.w3.org/ns/credentials/v2';
const text = { type: 'string', minLength: 1 };
const uri = { type: 'string', pattern: String.raw`^[a-z][a-z0-9+.\-]*:\S+$` };
const time = { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+\-]\d\d:\d\d)$` };
const number = { type: 'number' };
const typed = (...names: string[]) => ({
  type: 'array',
  items: { type: 'string' },
  uniqueItems: true,
  allOf: names.map((name) => ({ contains: { const: name } })),
});
const object = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  unevaluatedProperties: false,
});

const CONTEXTS = {
  type: 'array',
  items: uri,
  uniqueItems: true,
  minItems: 2,
  prefixItems: [
    { const: W3C },
    { pattern: String.raw`^https://purl\.imsglobal\.org/spec/ob/v3p0/context(-3\.\d\.\d)*\.json$` },
  ],
};
const IMAGE = object({ id: uri, type: { const: 'Image' } }, { caption: text });
const PROFILE = object({ id: uri, type: typed('Profile') }, { name: text, url: uri, image: IMAGE });
/**
 * What Open Badges 3.0.3 and Verifiable Credentials 2.0 ask of a credential, in our words: the schema of 1EdTech comes under a
 * licence that does not let a repository hand it on. Of what they allow, the members that we use; others would be refused.
 */
const CREDENTIAL = object(
  {
    '@context': CONTEXTS,
    id: uri,
    type: typed('VerifiableCredential', 'OpenBadgeCredential'),
    issuer: PROFILE,
    validFrom: time,
    credentialSubject: {
      ...object(
        {
          type: typed('AchievementSubject'),
          achievement: object(
            {
              id: uri,
              type: typed('Achievement'),
              name: text,
              description: text,
              criteria: { ...object({}, { id: uri, narrative: text }), minProperties: 1 },
            },
            { achievementType: { enum: ['CertificateOfCompletion'] }, image: IMAGE, creator: PROFILE },
          ),
        },
        {
          id: uri,
          identifier: {
            type: 'array',
            items: object({
              type: { const: 'IdentityObject' },
              hashed: { type: 'boolean' },
              identityHash: text,
              identityType: { enum: ['name'] },
            }),
          },
        },
      ),
      anyOf: [{ required: ['id'] }, { required: ['identifier'] }],
    },
  },
  {
    name: text,
    validUntil: time,
    credentialStatus: object({ id: uri, type: text }),
    refreshService: object({ id: uri, type: text }),
    ...{ iss: uri, jti: uri, sub: uri, nbf: number, exp: number },
  },
);
/** The least that is one. */
const SAMPLE = {
  '@context': [W3C, 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
  id: 'urn:badge',
  type: ['VerifiableCredential', 'OpenBadgeCredential'],
  issuer: { id: 'https://issuer.example', type: ['Profile'] },
  validFrom: '2026-11-23T10:00:00Z',
  credentialSubject: {
    id: 'urn:holder',
    type: ['AchievementSubject'],
    achievement: {
      id: 'urn:course',
      type: ['Achievement'],
      name: 'Roofs',
      description: 'Roofs.',
      criteria: { narrative: 'Done.' },
    },
  },
};
const ajv = new Ajv2020({ strict: false });
const conforms = ajv.compile(CREDENTIAL);
const isProfile = ajv.compile(object({ '@context': CONTEXTS, ...PROFILE.properties }));

interface Credential {
  issuer: { id: string };
  credentialSubject: { id: string };
  validFrom: string;
  validUntil?: string;
  credentialStatus: { id: string; type: string };
}

/** The steps of a verifier, which trusts nothing but what it reads at the addresses in the badge. */
async function verify(badge: string, at: string) {
  const { alg, kid = '', typ } = decodeProtectedHeader(badge);
  expect([alg, typ]).toEqual(['RS256', 'JWT']);
  const read = async (url: string) => (await fetch(url)).json();
  const key = await importJWK(await read(kid), 'RS256');
  const { payload } = await jwtVerify(badge, key, {
    algorithms: ['RS256'],
    currentDate: new Date(at),
    requiredClaims: ['iss', 'jti', 'sub', 'nbf'],
  });
  expect(conforms(payload), ajv.errorsText(conforms.errors)).toBe(true);
  const { issuer, credentialSubject, validFrom, validUntil, credentialStatus } = payload as unknown as Credential;
  expect([payload.iss, payload.sub, payload.jti]).toEqual([issuer.id, credentialSubject.id, payload.id]);
  const seconds = (time?: string) => (time === undefined ? undefined : Date.parse(time) / 1000);
  expect([payload.nbf, payload.exp]).toEqual([seconds(validFrom), seconds(validUntil)]);
  const profile = await read(issuer.id);
  expect(isProfile(profile), ajv.errorsText(isProfile.errors)).toBe(true);
  expect(profile).toMatchObject(issuer);
  expect(new URL(kid).origin, 'the key is that of the issuer').toBe(new URL(profile.id).origin);
  expect(credentialStatus.type).toBe('1EdTechRevocationList');
  const { revokedCredential } = await read(credentialStatus.id);
  return revokedCredential.some(({ id }: { id: string }) => id === payload.id) ? 'revoked' : 'valid';
}

onEveryEngine('[X3] a badge at the verifier of somebody else', (openDb) => {
  test('is valid in its time, from its file alone, and revoked once it is', async () => {
    const server = await startOn(openDb)({ now: () => new Date('2026-11-23T10:00:00Z') });
    const plant = planter(server.db);
    const lessonId = await plant.lesson(await plant.course({ validMonths: 3 }));
    const me = await signedIn(server, { fullName: 'Maren Holt' });
    await server.send('POST', '/api/progress/unit', { lessonId, status: 'completed' }, me.headers);
    const { certificates } = server.db.tables;
    const [certificate] = await server.db.select().from(certificates);
    const badge = await (await fetch(`${await server.listen()}/api/certificates/${certificate?.serial}/badge`)).text();

    expect(await verify(badge, '2027-02-23T23:00:00Z')).toBe('valid');
    await expect(verify(badge, '2026-11-22T00:00:00Z')).rejects.toMatchObject({ claim: 'nbf' });
    await expect(verify(badge, '2027-02-24T12:00:00Z')).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
    const [head, payload = '', signature] = badge.split('.');
    const forged = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('Maren', 'Karen')).toString(
      'base64url',
    );
    await expect(verify(`${head}.${forged}.${signature}`, '2026-12-01T00:00:00Z')).rejects.toMatchObject({
      code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
    });
    const ofCourse = eq(certificates.serial, certificate?.serial ?? '');
    await server.db.update(certificates).set({ revokedAt: new Date() }).where(ofCourse);
    expect(await verify(badge, '2026-12-01T00:00:00Z')).toBe('revoked');
  });

  test.each<[string, object]>([
    ['contexts in another order', { '@context': ['https://purl.imsglobal.org/spec/ob/v3p0/context.json', W3C] }],
    ['a day instead of a time', { validUntil: '2027-11-23' }],
    ['a member that the contexts do not know', { grade: 'A' }],
  ])('does not conform with %s', (_, spoiled) => {
    const wrong = JSON.parse(JSON.stringify({ ...SAMPLE, ...spoiled }));
    expect([conforms(SAMPLE), conforms(wrong)]).toEqual([true, false]);
  });
});
