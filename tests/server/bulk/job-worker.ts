// The child of tests: works on jobs until it is killed, and says so after each batch; or stops in the middle of one, the n-th time
// that it looks at the clock, says so, and waits to be killed.
import { writeSync } from 'node:fs';
import { openDatabase } from '#server/db/client.ts';
import { readEnv } from '#server/env.ts';
import { listenToEvents } from '#server/events.ts';
import { createLog } from '#server/http/log.ts';
import { writeMessages } from '#server/integrations/webhooks/write-messages.ts';
import { writeStatements } from '#server/integrations/xapi/write-statements.ts';
import { JOB_KINDS } from '#server/job-kinds.ts';
import { knowJobKinds } from '#server/queue/job-kinds.ts';
import { openQueue } from '#server/queue/queue.ts';
import { jobs } from '#server/queue/run-jobs.ts';

const [url = '', dataDir = '', stopAt] = process.argv.slice(2);
knowJobKinds(JOB_KINDS);
listenToEvents([writeMessages, writeStatements]);
let looks = 0;
const db = await openDatabase(url, 2);
const log = createLog({ level: 'warn', json: true });
const queue = openQueue({ db, log, now: () => new Date() });
const now = () => {
  looks += 1;
  if (looks === Number(stopAt)) {
    writeSync(1, 'stopped\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  return new Date();
};
// Called after each batch.
const told = { wake: () => void writeSync(1, 'batch\n') };
queue.add('jobs', jobs({ db, log, now, queue: told, env: readEnv({ DATA_DIR: dataDir }) }));
queue.wake('jobs');
await queue.rest();
