// What a first start puts into an empty installation, where SAMPLE_CONTENT says so.
import type { Server } from './compose.ts';
import { makeDemoAccounts } from './db/sample/demo-accounts.ts';
import { sampleMediaFolderStore } from './db/sample/media-store.ts';
import { seedSampleContent } from './db/sample/seed.ts';
import { mediaFolder } from './videos/open-media.ts';

/** Seeds courses and demo accounts once; answers the line about the demo accounts that the operator should read. */
export async function fillEmptyInstallation({ deps, accounts }: Server): Promise<string | undefined> {
  const { env, db } = deps;
  if (!env.sampleContent) return undefined;
  await seedSampleContent(db, sampleMediaFolderStore(mediaFolder(env.dataDir)));
  // Accounts with a known address and a printed password have no place in production, nor in somebody's project (I9).
  if (env.production || env.identity.kind === 'hosted' || !accounts.admin) return undefined;
  return makeDemoAccounts({ db, admin: accounts.admin, password: env.demoPassword });
}
