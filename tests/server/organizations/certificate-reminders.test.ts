// Reminders of certificates that end: their holders on each of the days, and the admins once about all.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newSerial } from '#server/certificates/issue.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { at, dying, inDays, tick } from './reminder-tick.ts';

onEveryEngine('[X3] reminders of certificates that end', (openDb) => {
  async function started({ days = [30, 7], isRequired = false } = {}) {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, send } = all;
    const { certificates, courseProgress, mailOutbox } = db.tables;
    const path = `/api/enterprise/admin/organizations/${ours}/auto-reminders`;
    const set = (wanted: object = {}) =>
      send(people.admin, 'PUT', path, {
        before: [],
        after: [],
        certificates: days,
        isRequired,
        groupId: null,
        ...wanted,
      });
    await set();
    const course = await plant.course({ organizationId: ours, visibility: 'organization' });
    /** Has completed the course, with a certificate that ends so many days from now. */
    const certify = async (inDaysEnds: number, userId = people.member, courseTitle = 'Ladders') => {
      const courseId = courseTitle === 'Ladders' ? course : await plant.course({ organizationId: ours });
      await db.insert(courseProgress).values({ userId, courseId, completedAt: new Date() });
      const texts = { learnerName: 'Someone', courseTitle, validUntil: inDays(inDaysEnds), issuedAt: at(-100) };
      await db.insert(certificates).values({ ...texts, userId, courseId, serial: newSerial() });
    };
    const mails = (kind: string) =>
      db.select().from(mailOutbox).where(eq(mailOutbox.kind, kind)).orderBy(mailOutbox.id);
    const told = async () => (await mails('certificate_ends')).map(({ subject }) => subject.replace(/ on .*: /, ': '));
    const plan = async () => (await send(people.admin, 'GET', path)).body.nextCertificates;
    return { ...all, course, certify, set, mails, told, plan };
  }

  test('reach only the people of a group when one is set, and its admins read of them alone', async () => {
    const { db, plant, ours, certify, set, mails, plan } = await started();
    const crew = await plant.group(ours);
    const inCrew = await plant.person({ organizationId: ours });
    await plant.inGroup(crew, inCrew);
    await certify(31);
    await certify(31, inCrew);
    await set({ groupId: crew });
    expect(await plan()).toEqual({ on: inDays(1), people: 1 });
    await tick(db, at(1));
    expect((await mails('certificate_ends')).map(({ toAddress }) => toAddress)).toEqual([`${inCrew}@demo.example`]);
    const digests = await mails('certificates_end');
    expect(digests).toHaveLength(1);
    expect(digests[0]?.text).toContain(`/admin/people?certificates=90&group=${crew}`);
  });

  test('reach the holder on each of the days, and the admins once about all', async () => {
    const { db, plant, ours, people, certify, mails, told, acts, plan } = await started();
    await certify(31);
    for (let n = 0; n < 12; n += 1) await certify(31, await plant.person({ organizationId: ours }));
    await certify(50, people.admin);
    expect(await plan()).toEqual({ on: inDays(1), people: 13 });
    await tick(db, at(1, 6));
    expect(await told()).toEqual([]);
    await Promise.all([tick(db, at(1)), tick(db, at(1)), tick(db, at(1, 9))]);
    await tick(db, at(2));
    expect(await told()).toEqual(Array(13).fill('Your certificate expires: Ladders'));
    const digests = await mails('certificates_end');
    expect(digests).toMatchObject([{ subject: '13 people have a certificate that expires soon' }]);
    expect(digests[0]?.text).toMatch(/“Ladders”, until .*: 13 people\./);
    expect(digests[0]?.text).toContain('https://learn.example/admin/people?certificates=90');
    expect((await acts())[0]).toMatchObject({
      ...{ action: 'organization.person_reminded', actorId: null },
      details: { certificates: ['Ladders'], because: 'automatic' },
    });
    await tick(db, at(24));
    expect(await told()).toHaveLength(26);
    expect(await mails('certificates_end')).toHaveLength(2);
  });

  test('name all certificates of that day in one email, and leave out what was renewed or revoked', async () => {
    const { db, people, certify, send, course, told, plant, ours } = await started();
    await certify(31);
    await certify(31, people.member, 'Scaffolds');
    const renewed = await plant.person({ organizationId: ours });
    await certify(31, renewed);
    await send(people.admin, 'POST', `/api/admin/courses/${course}/renewals`, { userId: renewed });
    const revoked = await plant.person({ organizationId: ours });
    await certify(31, revoked);
    const { certificates } = db.tables;
    await db.update(certificates).set({ revokedAt: new Date() }).where(eq(certificates.userId, revoked));
    await tick(db, at(1));
    expect(await told()).toEqual([expect.stringMatching(/^Your certificates expire from /)]);
  });

  test('are off without days, and begin on the day after they were set', async () => {
    const { db, certify, set, told, mails, plan } = await started();
    await certify(30);
    await tick(db, at(0, 23));
    await set({ certificates: [] });
    await tick(db, at(23));
    expect([await told(), await mails('certificates_end'), await plan()]).toEqual([[], [], null]);
  });

  test('can be stopped by each person, not those of required training, and always by admins', async () => {
    const { db, people, certify, mails, rooms, set, told } = await started();
    await certify(31);
    await tick(db, at(1));
    const [mine] = await mails('certificate_ends');
    const [digest] = await mails('certificates_end');
    for (const mail of [mine, digest])
      await rooms.ask(null, new URL(mail?.unsubscribe ?? '').pathname, { method: 'POST' });
    await tick(db, at(24));
    expect([(await told()).length, (await mails('certificates_end')).length]).toEqual([1, 1]);
    await set({ isRequired: true });
    await certify(10, people.admin, 'Roofs');
    await tick(db, at(3));
    const last = (await mails('certificate_ends')).at(-1);
    expect(last).toMatchObject({ unsubscribe: null, subject: expect.stringContaining('Roofs') });
    expect(last?.text).toContain("This training is required, so these reminders can't be turned off.");
    expect(await mails('certificates_end')).toHaveLength(1);
  });

  test('are sent by the next server when one dies before it has committed, up to two days late', async () => {
    const { db, certify, told, mails } = await started();
    await certify(31);
    await expect(tick(dying(db), at(1))).rejects.toThrow();
    expect([await told(), await mails('certificates_end')]).toEqual([[], []]);
    await tick(db, at(3));
    expect([(await told()).length, (await mails('certificates_end')).length]).toEqual([1, 1]);
  });
});
