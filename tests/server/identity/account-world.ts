// A server with one account, a clock that a test moves, and what its person or a stranger does by the npm client.
import { authBrowser, followLink } from '#tests/fixtures/auth-browser.ts';
import { mailsTo, newestCode, newestLink } from '#tests/fixtures/mailbox.ts';
import type { StartServer } from '#tests/fixtures/server.ts';

export const EMAIL = 'maren@test.example';
export const PASSWORD = 'correct horse';

interface Options {
  variables?: Record<string, string>;
  /** More of the account; null for a server without one. */
  account?: object | null;
}

export async function accountWorld(startServer: StartServer, { variables = {}, account = {} }: Options = {}) {
  let ahead = 0;
  const server = await startServer({ variables, now: () => new Date(Date.now() + ahead) });
  const { admin } = server.accounts;
  if (!admin) throw new Error('The embedded service has its secret key.');
  const maren = { email: EMAIL, password: PASSWORD, email_confirm: true, ...account };
  const made = account && (await admin.createUser(maren));
  const origin = await server.listen();
  const browser = () => authBrowser(origin);
  const { db } = server;
  return {
    server,
    admin,
    origin,
    browser,
    id: made?.data.user?.id ?? '',
    pass: (seconds: number) => (ahead += seconds * 1000),
    signIn: (password = PASSWORD, email = EMAIL) => browser().signInWithPassword({ email, password }),
    mails: (to = EMAIL) => mailsTo(server.request, to),
    code: (to = EMAIL) => newestCode(server.request, to),
    link: (to = EMAIL) => newestLink(server.request, to),
    follow: async (to = EMAIL) => followLink(browser(), await newestLink(server.request, to)),
    acts: async () =>
      (await db.select().from(db.tables.auditLog).orderBy(db.tables.auditLog.id)).map((one) => one.action),
  };
}
