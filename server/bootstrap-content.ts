// What a first start puts into an empty installation, where SAMPLE_CONTENT says so.
import { randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Server } from './compose.ts';
import { makeDemoAccounts } from './db/sample/demo-accounts.ts';
import { type SampleMediaStore, sampleMediaFolderStore } from './db/sample/media-store.ts';
import { seedSampleContent } from './db/sample/seed.ts';
import type { Deps } from './deps.ts';
import { mediaFolder } from './media/media.ts';

/** Seeds courses and demo accounts once; answers the line about the demo accounts that the operator should read. */
export async function bootstrapContent({ deps, accounts }: Server): Promise<string | undefined> {
  const { env, db } = deps;
  if (!env.sampleContent) return undefined;
  await seedSampleContent(db, sampleStore(deps));
  // Accounts with a known address and a printed password have no place in production, nor in somebody's project (I9).
  if (env.production || env.identity.kind === 'hosted' || !accounts.admin) return undefined;
  return makeDemoAccounts({ db, admin: accounts.admin, password: env.demoPassword });
}

function sampleStore({ env, media }: Deps): SampleMediaStore {
  if (env.storage === 'disk') return sampleMediaFolderStore(mediaFolder(env.dataDir));
  return {
    async put(key, file, contentType) {
      await media.storage.ensureBucket();
      if (await media.storage.stat(key)) return;
      const path = join(media.arriving, `${randomUUID()}.part`);
      await copyFile(file, path);
      await media.storage.keep(key, { path, contentType });
    },
  };
}
