// The child of jobs.test.ts: works on jobs until it is killed, and says so after each batch.
import { writeSync } from 'node:fs';
import { runJobs } from '#server/bulk/run-jobs.ts';
import { openDatabase } from '#server/db/client.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/http/log.ts';

const [url = '', dataDir = ''] = process.argv.slice(2);
const db = await openDatabase(url, 2);
await runJobs({
  db,
  env: readEnv({ DATA_DIR: dataDir }),
  log: createLog({ level: 'warn', json: true }),
  now: () => new Date(),
  // Called after each batch.
  mailer: { flush: () => void writeSync(1, 'batch\n') },
});
