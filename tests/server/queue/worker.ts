// The child of kills.test.ts: does what waits of one kind, and stops in the middle of it, at the n-th of its moments, to be killed.
// A moment is a look at the clock or at the video, or the end of a part whose mails are to be sent.
import { writeFileSync, writeSync } from 'node:fs';
import { composeServer } from '#server/compose.ts';
import { openDatabase } from '#server/db/client.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/http/log.ts';
import { openQueue } from '#server/queue/queue.ts';
import { addKinds } from '#server/queue-kinds.ts';

const [url = '', wanted = '', stopAt, ahead, variables = ''] = process.argv.slice(2);
let isInside = false;
let moments = 0;
function moment(): void {
  if (!isInside) return;
  moments += 1;
  if (moments !== Number(stopAt)) return;
  writeSync(1, 'stopped\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
const clock = () => new Date(Date.now() + Number(ahead));
const now = () => {
  moment();
  return clock();
};
const db = await openDatabase(url, 2);
const log = createLog({ level: 'warn', json: true });
const { deps } = await composeServer({ env: readEnv(JSON.parse(variables)), db, log, now });
const seen = { codec: 'hevc', pixelFormat: 'yuv420p10le', width: 1920, height: 1080, audio: 'aac', seconds: 61 };
deps.media.converter = {
  probe: async () => seen,
  poster: async () => Promise.reject(new Error('No picture.')),
  convert: async (_, to) => {
    writeFileSync(to, 'half');
    moments = Number(stopAt) - 1;
    moment();
  },
};
const queue = openQueue({ db, log, now: clock });
const kinds: Pick<typeof queue, 'add'> = {
  add(name, kind) {
    if (name !== wanted) return;
    const work: typeof kind.work = (turn) => {
      isInside = true;
      return kind.work(turn);
    };
    queue.add(name, { ...kind, work });
  },
};
await addKinds({ ...queue, ...kinds }, { ...deps, queue: { ...deps.queue, wake: moment } });
queue.wake(wanted);
