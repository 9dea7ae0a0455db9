// The hosted project that keeps the accounts of the projects `hosted*` (R-A15): the one that the environment names
// (`npm run test:hosted`, docs/supabase.md), or a stand-in: a second server behind a gateway like the hosted one's.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openHostedProxy, PUBLISHABLE_KEY, SECRET_KEY } from '../fixtures/hosted-proxy.ts';
import { mailsTo } from '../fixtures/mailbox.ts';
import { openMailpit } from '../fixtures/mailpit.ts';
import { openStorageProject } from '../fixtures/storage-project.ts';
import { LEARNER, newDataDir, ORG_ADMIN, removeDataDir, SUPER_ADMIN, startProduct } from './product.ts';

export type Project = {
  /** The origin, without /auth/v1. */
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Only of a project that signs with HS256. */
  jwtSecret: string | undefined;
  /** The catcher of its mails. */
  mailpitUrl: string;
};

/** The project for the installations of one worker, and what ends it. It knows the demo accounts of `sampleData` by their ids. */
export async function openProject(sampleData: string): Promise<Project & { close: () => Promise<void> }> {
  const { TEST_HOSTED, SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SUPABASE_JWT_SECRET, MAILPIT_URL } =
    process.env;
  if (!TEST_HOSTED) return openStandIn(sampleData);
  const named = {
    url: SUPABASE_URL ?? '',
    publishableKey: SUPABASE_PUBLISHABLE_KEY ?? '',
    secretKey: SUPABASE_SECRET_KEY ?? '',
    jwtSecret: SUPABASE_JWT_SECRET,
    mailpitUrl: MAILPIT_URL ?? '',
  };
  await moveDemoAccounts(named, sampleData);
  return { ...named, close: async () => undefined };
}

/** Without `sampleData` it has demo accounts of its own. */
async function openStandIn(sampleData?: string) {
  const gateway = await openHostedProxy();
  const dataDir = newDataDir(sampleData);
  const closings = [gateway.close, async () => removeDataDir(dataDir)];
  const close = async () => {
    for (const closing of closings) await closing();
  };
  try {
    const service = await startProduct(dataDir, {
      PUBLIC_URL: gateway.url,
      SUPABASE_SECRET_KEY: SECRET_KEY,
      ALLOWED_REDIRECTS: 'http://localhost:*/**',
    });
    closings.unshift(service.stop);
    const origin = `http://127.0.0.1:${service.port}`;
    gateway.passTo(origin);
    const storage = await openStorageProject(SECRET_KEY);
    closings.unshift(async () => storage.close());
    gateway.passStorageTo(storage.url);
    const mailpit = await openMailpit((address) => mailsTo((path, init) => fetch(origin + path, init), address));
    closings.unshift(mailpit.close);
    const keys = { publishableKey: PUBLISHABLE_KEY, secretKey: SECRET_KEY, jwtSecret: undefined };
    return { url: gateway.url, ...keys, mailpitUrl: mailpit.url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Replaces the demo accounts that an earlier run has left there by those of this installation, by the operator's command. */
async function moveDemoAccounts({ url, publishableKey, secretKey }: Project, dataDir: string): Promise<void> {
  const users = `${url}/auth/v1/admin/users`;
  const headers = { apikey: secretKey, Authorization: `Bearer ${secretKey}` };
  const demo = new Set([LEARNER, ORG_ADMIN, SUPER_ADMIN]);
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${users}?page=${page}&per_page=200`, { headers });
    if (!answer.ok) throw new Error(`The project does not list its accounts: ${answer.status} ${await answer.text()}`);
    const { users: found } = (await answer.json()) as { users: { id: string; email?: string }[] };
    for (const { id, email } of found)
      if (demo.has(email ?? '')) await fetch(`${users}/${id}`, { method: 'DELETE', headers });
    if (found.length === 0) break;
  }
  const { PATH = '', HOME = '' } = process.env;
  await promisify(execFile)(process.execPath, ['server/commands/admin.ts', 'move-accounts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      PATH,
      HOME,
      DATA_DIR: dataDir,
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      SUPABASE_SECRET_KEY: secretKey,
    },
  });
}

// `node tests/journeys/project.ts` serves a stand-in, and says how `npm run test:hosted` finds it.
if (import.meta.main) {
  const { url, publishableKey, secretKey, mailpitUrl, close } = await openStandIn();
  console.log(`export SUPABASE_URL=${url} SUPABASE_PUBLISHABLE_KEY=${publishableKey} \\
  SUPABASE_SECRET_KEY=${secretKey} MAILPIT_URL=${mailpitUrl}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}
