// A badge as its other end sees it: checked with the served key by node:crypto alone, by the rules of Open Badges 3.0.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bakedBadge } from '#server/certificates/badge.ts';
import { rotateBadgeKey } from '#server/certificates/badge-keys.ts';
import { certificateIn } from '#sync/contract/badge.ts';
import { ERASED_HOLDER, type OwnCertificate } from '#sync/contract/certificate.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { openCourse } from '#tests/fixtures/rooms.ts';

const HOST = { headers: { Host: 'roof.example:3000' } };
const ORIGIN = 'http://roof.example:3000';

const part = (text = '') => JSON.parse(Buffer.from(text, 'base64url').toString());

onEveryEngine('[X3] a badge', (openDb) => {
  const certified = async () => {
    const { db, rooms, plant, courseId } = await openCourse(openDb);
    const me = await plant.person({ fullName: 'Maren Holt' });
    const lessonId = await plant.lesson(courseId);
    await rooms.post(me, '/api/progress/unit', { lessonId, status: 'completed' });
    const { body } = await rooms.ask(me, '/api/certificates');
    const { serial } = body.certificates[0];
    const { certificates } = db.tables;
    const change = (set: object) => db.update(certificates).set(set).where(eq(certificates.serial, serial));
    const ask = (path: string) => rooms.ask(null, path, HOST);
    const download = async () => Buffer.from((await ask(`/api/certificates/${serial}/badge`)).bytes).toString();
    /** Whether the key that a badge names has signed it. */
    const isGenuine = async (badge: string) => {
      const [head, payload, signature = ''] = badge.split('.');
      const { body: key } = await ask(new URL(part(head).kid).pathname);
      const [data, bytes] = [Buffer.from(`${head}.${payload}`), Buffer.from(signature, 'base64url')];
      return verify('RSA-SHA256', data, createPublicKey({ key, format: 'jwk' }), bytes);
    };
    return { db, rooms, plant, me, serial, courseId, change, ask, download, isGenuine };
  };

  test('is signed by the served key, and is a credential of Open Badges 3.0', async () => {
    const { ask, download, isGenuine, serial, courseId, change, me } = await certified();
    await change({ validUntil: '2027-11-23' });
    const badge = await download();
    expect(await isGenuine(badge)).toBe(true);
    const [head, payload, signature] = badge.split('.');
    const stolen = Buffer.from(JSON.stringify({ ...part(payload), name: 'Roof work' })).toString('base64url');
    expect(await isGenuine(`${head}.${stolen}.${signature}`)).toBe(false);
    expect(part(head)).toEqual({
      alg: 'RS256',
      typ: 'JWT',
      kid: expect.stringContaining(`${ORIGIN}/api/badges/keys/`),
    });

    const credential = part(payload);
    const image = { id: `${ORIGIN}/icons/icon-512.png`, type: 'Image' };
    const id = `${ORIGIN}/verify/${serial}`;
    expect(credential).toEqual({
      '@context': expect.arrayContaining([
        'https://www.w3.org/ns/credentials/v2',
        'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
      ]),
      id,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      name: 'Field work',
      issuer: { id: `${ORIGIN}/api/badges/issuer`, type: ['Profile'], name: 'Groundwork', url: ORIGIN, image },
      validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      validUntil: '2027-11-24T11:59:59Z',
      credentialSubject: {
        id: `${id}#holder`,
        type: ['AchievementSubject'],
        identifier: [{ type: 'IdentityObject', hashed: false, identityHash: 'Maren Holt', identityType: 'name' }],
        achievement: {
          id: `${ORIGIN}/course/${courseId}`,
          type: ['Achievement'],
          achievementType: 'CertificateOfCompletion',
          name: 'Field work',
          description: expect.any(String),
          criteria: { narrative: expect.any(String) },
          image,
        },
      },
      refreshService: { id: `${ORIGIN}/api/certificates/${serial}/badge`, type: '1EdTechCredentialRefresh' },
      credentialStatus: { id: `${ORIGIN}/api/certificates/${serial}/badge/status`, type: '1EdTechRevocationList' },
      iss: credential.issuer.id,
      jti: id,
      sub: `${id}#holder`,
      nbf: Date.parse(credential.validFrom) / 1000,
      exp: Date.parse(credential.validUntil) / 1000,
    });
    expect(JSON.stringify(credential), 'nothing but the name is told of its holder').not.toContain(me);
    const issuer = await ask('/api/badges/issuer');
    expect(issuer.body).toMatchObject(credential.issuer);
    expect(issuer.headers.get('Access-Control-Allow-Origin'), 'also for a verifier in a browser').toBe('*');
    expect(certificateIn(credential)).toMatchObject({ serial, learnerName: 'Maren Holt', validUntil: '2027-11-23' });
  });

  test('is a file named by the serial, identical each time', async () => {
    const { ask, download, serial } = await certified();
    const { status, headers } = await ask(`/api/certificates/${serial.toLowerCase()}/badge`);
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('application/jwt');
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="badge-${serial}.jwt"`);
    expect(await download()).toBe(await download());
  });

  test('names the organization whose course it was as its creator, as the paper does', async () => {
    const { ask, rooms, me, serial, change, download } = await certified();
    await change({ issuerName: 'Demo Inspections' });
    const credential = part((await download()).split('.')[1]);
    expect(credential.credentialSubject.achievement.creator).toMatchObject({ name: 'Demo Inspections' });
    expect(certificateIn(credential)).toMatchObject({ issuerName: 'Demo Inspections' });
    expect((await ask(`/api/certificates/${serial}`)).body.issuerName).toBe('Demo Inspections');
    expect((await rooms.ask(me, '/api/certificates')).body.certificates[0].issuerName).toBe('Demo Inspections');
  });

  test('is baked into a picture, and may be read by any site', async () => {
    const { ask, download, serial } = await certified();
    const told = await ask(`/api/certificates/${serial}/badge.svg`);
    const svg = Buffer.from(told.bytes).toString();
    expect(told.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(/<openbadges:credential verify="([^"]+)"/.exec(svg)?.[1]).toBe(await download());
    expect(svg).toContain('Maren Holt');
    const headers = (await ask(`/api/certificates/${serial}/badge`)).headers;
    expect([told.headers, headers].map((one) => one.get('Access-Control-Allow-Origin'))).toEqual(['*', '*']);
  });

  test('is a picture with text alone, whatever the names are', () => {
    const hostile = '</title><script>alert(1)</script>" onload="alert(1)';
    const certificate = { courseTitle: hostile, learnerName: hostile } as OwnCertificate;
    expect(bakedBadge('a.b.c', certificate)).not.toMatch(/<script|" onload=/);
  });

  test('has a hash of the address for its holder alone, by the way of Open Badges', async () => {
    const { db, rooms, plant, me, ask, download, serial } = await certified();
    const { profiles } = db.tables;
    const [holder] = await db.select().from(profiles).where(eq(profiles.id, me));
    const told = await rooms.ask(me, `/api/certificates/${serial}/own-badge`, HOST);
    const [, hashed] = part(Buffer.from(told.bytes).toString().split('.')[1]).credentialSubject.identifier;
    const hash = createHash('sha256').update(`${holder?.email}${serial}`).digest('hex');
    expect(hashed).toEqual({
      ...{ type: 'IdentityObject', hashed: true, identityType: 'emailAddress' },
      ...{ identityHash: `sha256$${hash}`, salt: serial },
    });
    expect(part((await download()).split('.')[1]).credentialSubject.identifier).toHaveLength(1);
    expect((await ask(`/api/certificates/${serial}/own-badge`)).status).toBe(401);
    expect((await rooms.ask(await plant.person(), `/api/certificates/${serial}/own-badge`)).status).toBe(404);
  });

  test('outlives its course', async () => {
    const { download, isGenuine, change, serial } = await certified();
    await change({ courseId: null });
    const badge = await download();
    expect(await isGenuine(badge)).toBe(true);
    expect(part(badge.split('.')[1]).credentialSubject.achievement.id).toBe(`${ORIGIN}/verify/${serial}#course`);
  });

  test.each([
    ['revoked certificate', { revokedAt: new Date() }],
    ['person who was erased', { userId: null, learnerName: ERASED_HOLDER }],
  ])('of a %s is answered as revoked, and not issued again', async (_, set) => {
    const { ask, download, change, serial } = await certified();
    const { credentialStatus, id, issuer } = part((await download()).split('.')[1]);
    const status = async () => (await ask(new URL(credentialStatus.id).pathname)).body;
    const list = { id: credentialStatus.id, issuer: issuer.id };
    expect(await status()).toEqual({ ...list, revokedCredential: [] });
    await change(set);
    expect(await status()).toEqual({ ...list, revokedCredential: [{ id, revoked: true }] });
    expect(await ask(`/api/certificates/${serial}/badge`)).toMatchObject({
      status: 422,
      body: { code: 'certificate_revoked' },
    });
  });

  test('stays genuine when the key is rotated, and the private half is served to nobody', async () => {
    const { rooms, ask, download, isGenuine } = await certified();
    const [before, kid] = [await download(), await rotateBadgeKey(rooms.dataDir)];
    const after = await download();
    expect(part(after.split('.')[0]).kid).toBe(`${ORIGIN}/api/badges/keys/${kid}`);
    expect([await isGenuine(before), await isGenuine(after)]).toEqual([true, true]);
    const { body } = await ask('/api/badges/keys');
    expect(body.keys.map(Object.keys)).toEqual(Array(2).fill(['kid', 'kty', 'n', 'e', 'alg', 'use']));
    expect((await ask('/api/config')).body.badgeKeys, 'which devices keep for times without a network').toEqual(
      body.keys,
    );
    expect(statSync(join(rooms.dataDir, 'badge-keys.json')).mode & 0o777).toBe(0o600);
    expect((await ask('/api/badges/keys/none')).status).toBe(404);
  });
});
