import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newSerial } from '#server/certificates/issue.ts';
import type { HeldCertificate } from '#sync/contract/certificate.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import type { PersonDetail } from '#sync/contract/person.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const TODAY = dayOf(new Date(), 'UTC');

onEveryEngine('[X3] a certificate', (openDb) => {
  const started = async () => {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, send } = all;
    const courseId = await plant.course({ title: 'Field work', organizationId: ours, visibility: 'organization' });
    const userId = await plant.person({ fullName: 'Maren Holt', organizationId: ours });
    const serial = newSerial();
    const validUntil = addDays(TODAY, 20);
    const { certificates } = db.tables;
    const texts = { learnerName: 'Marne Holt', courseTitle: 'Field work', validUntil };
    await db.insert(certificates).values({ ...texts, userId, courseId, serial });
    const change = (body: object, who = people.admin, of = serial) =>
      send(who, 'POST', `/api/admin/certificates/${of}`, body);
    const held = async (): Promise<HeldCertificate[]> =>
      ((await send(people.admin, 'GET', `/api/admin/people/${userId}`)).body as PersonDetail).certificates;
    const verify = async (of = serial) => (await send(null, 'GET', `/api/certificates/${of}`)).body;
    const acts = () => db.select().from(db.tables.auditLog).where(eq(db.tables.auditLog.subject, userId));
    return { ...all, courseId, userId, serial, validUntil, change, held, verify, acts };
  };

  test('is extended with a reason, which its history and the audit log keep', async () => {
    const { change, held, verify, acts, serial, validUntil } = await started();
    const later = addDays(validUntil, 90);
    expect(await change({ act: 'extend', validUntil: later, reason: ' On leave ' })).toMatchObject({ status: 200 });
    expect(await verify()).toMatchObject({ validity: 'valid', validUntil: later });
    const [one] = await held();
    expect(one).toMatchObject({
      validUntil: later,
      history: [{ act: 'extend', reason: 'On leave', before: validUntil }],
      canChange: true,
    });
    expect((await acts()).map(({ action, details }) => [action, details])).toEqual([
      ['certificate.extended', { serial, reason: 'On leave', validUntil: later }],
    ]);
  });

  test('is revoked, and is no proof any longer', async () => {
    const { change, held, verify, serial, send } = await started();
    expect(await change({ act: 'revoke', reason: 'Issued by mistake' })).toMatchObject({ status: 200 });
    expect(await verify()).toMatchObject({ validity: 'revoked', revokedAt: expect.any(String) });
    expect(await send(null, 'GET', `/api/certificates/${serial}/pdf`)).toMatchObject({
      status: 422,
      body: { code: 'certificate_revoked' },
    });
    expect((await held())[0]?.history).toMatchObject([{ act: 'revoke', reason: 'Issued by mistake' }]);
    const refused = await change({ act: 'extend', validUntil: addDays(TODAY, 400), reason: 'Again' });
    expect(refused).toMatchObject({ status: 422, body: { code: 'certificate_revoked' } });
  });

  test('is reissued with the present name and a new serial, once', async () => {
    const { change, held, verify, serial, validUntil, db, userId, courseId } = await started();
    const { body } = await change({ act: 'reissue', reason: 'The name was misspelt' });
    expect(await verify(body.serial)).toMatchObject({ learnerName: 'Maren Holt', validUntil, validity: 'soon' });
    expect(await verify()).toMatchObject({ learnerName: 'Marne Holt', validity: 'revoked' });
    const [fresh, old] = await held();
    expect(fresh).toMatchObject({ serial: body.serial, replaces: serial, canChange: true });
    expect(old).toMatchObject({ serial, canChange: false, history: [{ reason: 'The name was misspelt' }] });
    const again = await Promise.all([1, 2, 3].map(() => change({ act: 'reissue', reason: 'Twice' })));
    expect(again.map((one) => one.body.code)).toEqual(Array(3).fill('certificate_replaced'));
    const { certificates } = db.tables;
    const rows = await db
      .select({ userId: certificates.userId, courseId: certificates.courseId, issue: certificates.issue })
      .from(certificates)
      .orderBy(asc(certificates.issue));
    expect(rows).toEqual([1, 2].map((issue) => ({ userId, courseId, issue })));
  });

  test('of a revoked one is reissued too', async () => {
    const { change, verify } = await started();
    await change({ act: 'revoke', reason: 'By mistake' });
    const { body } = await change({ act: 'reissue', reason: 'It was right' });
    expect(await verify(body.serial)).toMatchObject({ validity: 'soon' });
  });

  test.each([
    [{ act: 'revoke' }, 'reason'],
    [{ act: 'revoke', reason: '  ' }, 'reason'],
    [{ act: 'revoke', reason: 'x'.repeat(501) }, 'reason'],
    [{ act: 'extend', reason: 'On leave', validUntil: 'tomorrow' }, 'validUntil'],
    [{ act: 'extend', reason: 'On leave', validUntil: TODAY }, 'validUntil'],
    [{ act: 'burn', reason: 'On leave' }, 'act'],
  ])('stays as it is after %o', async (body, field) => {
    const { change, held, validUntil, acts } = await started();
    expect(await change(body)).toMatchObject({ status: 400, body: { code: 'validation_failed', field } });
    expect(await held()).toMatchObject([{ validUntil, revokedAt: null, history: [] }]);
    expect(await acts()).toEqual([]);
  });

  test('in a course of somebody else, or of a deleted course, is left to super admins', async () => {
    const { db, plant, people, userId, change } = await started();
    const foreign = await plant.course({ title: 'Public', visibility: 'public' });
    const { certificates } = db.tables;
    for (const courseId of [foreign, null]) {
      const serial = newSerial();
      await db.insert(certificates).values({ learnerName: 'Maren', courseTitle: 'Public', userId, courseId, serial });
      const revoke = { act: 'revoke', reason: 'By mistake' };
      expect((await change(revoke, people.admin, serial)).body).toMatchObject({ code: 'certificate_not_found' });
      expect((await change(revoke, people.super, serial)).status).toBe(200);
    }
  });
});
