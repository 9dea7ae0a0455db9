// `npm run backup -- FOLDER` and `npm run restore -- FOLDER`.

import { readVersion } from '../compose.ts';
import { readEnv, StartupError } from '../env.ts';
import { explain, readDotEnv } from '../launch.mjs';
import { makeBackup, restoreBackup } from '../operations/backup.ts';

const USAGE = `Usage:
  npm run backup -- FOLDER     backs up the database, the keys and the media into a new folder; servers may run
  npm run restore -- FOLDER    restores such a folder into an empty database and DATA_DIR, before the server starts
The installation is the one of DATABASE_URL and DATA_DIR.`;

explain(USAGE, ([verb = '', folder = '-', ...more]) => {
  return ['backup', 'restore'].includes(verb) && !folder.startsWith('-') && more.length === 0;
});
const [verb, folder = ''] = process.argv.slice(2);
try {
  readDotEnv();
  const env = readEnv(process.env);
  const elsewhere = env.storage === 'disk' ? '' : ' The media are in the bucket of the hosted project, and not in it.';
  if (verb === 'backup') {
    const { files, database, missing, unfinished } = await makeBackup(env, folder, readVersion());
    console.log(`${folder} holds the database (${database.size} bytes) and ${files.length} files.${elsewhere}`);
    for (const key of missing) console.error(`Missing in DATA_DIR, and so in the backup: media/${key}`);
    for (const one of unfinished) console.error(`Left by a backup that was cut short, unless one runs: remove ${one}`);
    if (missing.length > 0) process.exitCode = 1;
  } else {
    const { version, madeAt, files } = await restoreBackup(env, folder);
    console.log(`Restored what version ${version} backed up at ${madeAt}, with ${files.length} files.${elsewhere}`);
    console.log('Start the server: devices will send again what the backup lacks.');
  }
} catch (error) {
  // An operator needs the sentence, not the stack; only a bug of ours shows it.
  const isExpected = error instanceof StartupError || (error instanceof Error && 'code' in error);
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
