// In which language somebody is written to: their own, else that of their organization, else the default of the installation.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mailAssigned } from '#server/reminders/mail-assigned.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

onEveryEngine('the language of a mail', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    const server = await startServer({ variables: { LANGUAGES: 'en,es,ar,fr', DEFAULT_LANGUAGE: 'fr' } });
    const { db } = server;
    const { mailOutbox, organizations, profiles } = db.tables;
    const person = await signedIn(server, { email: 'ines@test.example' });
    const organizationId = await planter(db).organization({ language: 'ar' });
    const speak = (language: string | null) => db.update(profiles).set({ language }).where(eq(profiles.id, person.id));
    const join = () => db.update(profiles).set({ organizationId }).where(eq(profiles.id, person.id));
    const spoken = async () => {
      const rows = await db.select().from(mailOutbox).orderBy(mailOutbox.id);
      return rows.map(({ html }) =>
        /<html lang="(.*?)" dir="(.*?)">/
          .exec(html ?? '')
          ?.slice(1)
          .join(' '),
      );
    };
    return { server, db, person, organizationId, speak, join, spoken, organizations };
  }

  test('a mail of the account: the default, the organization, the person', async () => {
    const { server, person, speak, join, spoken, db, organizations } = await started();
    const recover = () => server.send('POST', '/auth/v1/recover', { email: person.email });
    await recover();
    await join();
    await recover();
    await speak('es');
    await recover();
    // Not offered any more.
    await speak('de');
    await db.update(organizations).set({ language: 'pl' });
    await recover();
    expect(await spoken()).toEqual(['fr ltr', 'ar rtl', 'es ltr', 'fr ltr']);
  });

  test('a mail about training', async () => {
    const { server, db, person, organizationId, speak, join, spoken } = await started();
    await join();
    await speak('es');
    const plant = planter(db);
    const courseId = await plant.course({ organizationId });
    await plant.assign(person.id, courseId);
    await db.update(db.tables.courseProgress).set({ dueOn: '2099-01-01' });
    const { env } = server.deps;
    const caller = { actor: { ...person, organizationId, isOrgAdmin: true, isSuperAdmin: false }, ip: '' };
    await db.transact((tx) =>
      mailAssigned({ ...tx, env }, { ...caller, now: new Date(), today: '2026-01-01' }, person.id, [{ courseId }]),
    );
    expect(await spoken()).toEqual(['es ltr']);
  });

  test('whoever signs up is written to in the language that they chose there, and keeps it', async () => {
    const { server, spoken, db } = await started();
    const body = {
      email: 'new@test.example',
      password: 'correct horse battery',
      fullName: 'New Person',
      language: 'ES',
    };
    expect((await server.send('POST', '/api/auth/signup', body)).status).toBe(200);
    expect(await spoken()).toEqual(['es ltr']);
    const [account] = await db.select().from(db.tables.authUsers).where(eq(db.tables.authUsers.email, body.email));
    expect(account?.userMetadata).toMatchObject({ language: 'es' });
  });
});
