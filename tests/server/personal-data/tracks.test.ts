// Erasing oneself erases nothing of others: neither what the audit log says about them, nor what waits for them.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn, type Who } from '#tests/fixtures/signed-in.ts';

onEveryEngine('erasing oneself', (openDb) => {
  const startServer = startOn(openDb);

  async function started(who: Who) {
    const server = await startServer();
    const { db } = server;
    const { tables } = db;
    const person = await signedIn(server, who);
    const erase = async () => {
      const answer = await server.send('POST', '/api/account/erase', {}, person.headers);
      expect(answer.status).toBe(200);
    };
    return { db, tables, person, erase };
  }

  test.each(['password', 'admin', 'JOAN@person.example'])(
    'under the name %s leaves the acts of others',
    async (name) => {
      const { db, tables, person, erase } = await started({ fullName: name });
      const { auditLog } = tables;
      const act = { ip: '198.51.100.7', details: { method: 'password', role: 'admin', email: 'joan@person.example' } };
      await db.insert(auditLog).values({ ...act, action: 'account.sign_in_failed' });
      await db.insert(auditLog).values({ action: 'course.created', actorId: person.id, details: { by: name } });
      await erase();
      const [failed] = await db.select().from(auditLog).where(eq(auditLog.action, 'account.sign_in_failed'));
      expect(failed).toMatchObject(act);
      const [own] = await db.select().from(auditLog).where(eq(auditLog.action, 'course.created'));
      expect(own?.details).toEqual({ by: 'erased' });
    },
  );

  test('leaves what concerns an address that only contains theirs', async () => {
    const { db, tables, erase } = await started({ email: 'an@person.example' });
    const { auditLog, rateLimits } = tables;
    const act = { ip: '198.51.100.7', details: { email: 'joan@person.example', other: 'an@person.example.net' } };
    await db.insert(auditLog).values({ ...act, action: 'account.sign_in_failed' });
    const windowEndsAt = new Date(Date.now() + 60_000);
    const keys = ['guesses by account: joan@person.example', 'guesses: an@person.example on a device'];
    await db.insert(rateLimits).values(keys.map((key) => ({ key, hits: 3, windowEndsAt })));
    await erase();
    const [failed] = await db.select().from(auditLog).where(eq(auditLog.action, 'account.sign_in_failed'));
    expect(failed).toMatchObject(act);
    const left = (await db.select().from(rateLimits)).map(({ key }) => key).filter((key) => key.includes('@'));
    expect(left).toEqual([keys[0]]);
  });

  test("leaves what concerns a former address that is another person's by now", async () => {
    const { db, tables, person, erase } = await started({ email: 'an@person.example' });
    const { auditLog, invitations, mailOutbox, rateLimits } = tables;
    const given = 'info@person.example';
    await planter(db).person({ email: given });
    const details = { from: given, to: person.email };
    await db.insert(auditLog).values([
      { action: 'account.email_changed', actorId: person.id, subject: person.id, details },
      { action: 'account.sign_in_failed', ip: '198.51.100.7', details: { email: given } },
    ]);
    const organizationId = await planter(db).organization();
    await db.insert(invitations).values({ tokenHash: 'one', organizationId, email: given });
    await db.insert(mailOutbox).values({ toAddress: given, subject: 'S', text: 'T', kind: 'invitation' });
    const windowEndsAt = new Date(Date.now() + 60_000);
    await db.insert(rateLimits).values({ key: `guesses by account: ${given}`, hits: 3, windowEndsAt });
    await erase();
    expect(await db.select().from(invitations)).toMatchObject([{ email: given, revokedAt: null }]);
    expect(await db.select().from(mailOutbox)).toMatchObject([{ toAddress: given }]);
    expect((await db.select().from(rateLimits)).map(({ key }) => key)).toContain(`guesses by account: ${given}`);
    const acts = await db.select().from(auditLog);
    const detailsOf = (wanted: string) => acts.find(({ action }) => action === wanted)?.details;
    expect(detailsOf('account.sign_in_failed')).toEqual({ email: given });
    expect(detailsOf('account.email_changed')).toEqual({ from: 'erased', to: 'erased' });
  });

  test('takes their id from the path of a call that another person was refused', async () => {
    const { db, tables, person, erase } = await started({});
    const path = `/api/admin/users/${person.id}/erase`;
    await db.insert(tables.auditLog).values({ action: 'access.refused', details: { method: 'POST', path } });
    await erase();
    expect(JSON.stringify(await db.select().from(tables.auditLog))).not.toContain(person.id);
  });

  test('leaves invitations and mails for an address that they asked for and never had', async () => {
    const { db, tables, person, erase } = await started({});
    const organizationId = await planter(db).organization();
    const wanted = 'joan@person.example';
    await db.update(tables.authUsers).set({ newEmail: wanted }).where(eq(tables.authUsers.id, person.id));
    await db.insert(tables.invitations).values({ tokenHash: 'one', organizationId, email: wanted });
    const mail = { toAddress: wanted, subject: 'S', text: 'T' };
    await db.insert(tables.mailOutbox).values([
      { ...mail, kind: 'invitation' },
      { ...mail, kind: 'email_change_new' },
    ]);
    await erase();
    expect(await db.select().from(tables.invitations)).toMatchObject([{ email: wanted, revokedAt: null }]);
    expect((await db.select().from(tables.mailOutbox)).map(({ kind }) => kind)).toEqual(['invitation']);
  });
});
