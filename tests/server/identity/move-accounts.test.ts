// Going from the embedded service to a project: nobody notices, and the command may be stopped and run again.
import { expect, test } from 'vitest';
import { moveAccounts } from '#server/commands/admin.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { authBrowser } from '#tests/fixtures/auth-browser.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { arrangeHosted } from '#tests/fixtures/hosted.ts';

onEveryEngine('moving accounts to a project', (openDb) => {
  const arrange = arrangeHosted(openDb);

  test('keeps ids, passwords, confirmation and bans; a second run moves what is left', async () => {
    const { server, service, authUrl, publishableKey } = await arrange();
    const { admin } = server.accounts;
    if (!admin) throw new Error('no secret key');
    const passwordHash = await hashPassword('a-long-password');
    const plain = { passwordHash, emailConfirmedAt: new Date(), userMetadata: { full_name: 'Ann' } };
    const make = async (email: string, more = {}, { db } = server) =>
      (
        await db
          .insert(db.tables.authUsers)
          .values({ ...plain, email, ...more })
          .returning()
      )[0];
    const ann = await make('ann@test.example');
    await make('ben@test.example', { emailConfirmedAt: null, passwordHash: null });
    await make('taken@test.example');
    await make('taken@test.example', {}, service);

    const dry = await moveAccounts(server.db, admin, { isDryRun: true });
    expect([dry.moved, dry.known, dry.refused.map(({ email }) => email)]).toEqual([2, 0, ['taken@test.example']]);
    expect(await service.db.select().from(service.db.tables.authUsers)).toHaveLength(1);
    const first = await moveAccounts(server.db, admin, { isDryRun: false });
    expect([first.moved, first.known, first.refused.map(({ email }) => email)]).toEqual([2, 0, ['taken@test.example']]);
    await make('late@test.example');
    const second = await moveAccounts(server.db, admin, { isDryRun: false });
    expect([second.moved, second.known, second.refused.length]).toEqual([1, 2, 1]);

    const { data, error } = await authBrowser(authUrl, publishableKey).signInWithPassword({
      email: 'ann@test.example',
      password: 'a-long-password',
    });
    expect([error, data.user?.id]).toEqual([null, ann?.id]);
    const ben = await authBrowser(authUrl, publishableKey).signInWithPassword({
      email: 'ben@test.example',
      password: 'a-long-password',
    });
    expect(ben.error?.code).toBe('invalid_credentials');
  });

  test('goes page by page, and on where it was stopped', async () => {
    const { server, proxy, service } = await arrange();
    const { admin } = server.accounts;
    if (!admin || !proxy) throw new Error('no project');
    const { authUsers } = server.db.tables;
    const emails = Array.from({ length: 203 }, (_, at) => `person-${at}@test.example`);
    await server.db.insert(authUsers).values(emails.map((email) => ({ email })));
    const pages: number[] = [];
    const cutAfterOne = (done: number) => {
      pages.push(done);
      proxy.passTo('http://127.0.0.1:9');
    };
    const cut = moveAccounts(server.db, admin, { isDryRun: false, onMore: cutAfterOne });
    await expect(cut).rejects.toThrow(/Run the command again/);
    expect(pages).toEqual([200]);
    proxy.passTo(await service.listen());
    expect(await moveAccounts(server.db, admin, { isDryRun: false })).toEqual({ moved: 3, known: 200, refused: [] });
  });
});
