// Budget 21: how long others wait while the built server reads a course that costs much more than it weighs.
import { setTimeout as sleep } from 'node:timers/promises';
import { zipSync } from 'fflate';
import { HOSTILE } from '../../fixtures/hostile-archives.ts';
import { type Plan, spreadOf } from './rounds.ts';
import { newFolder, startProduct } from './stage.ts';
import { atMost, type Row } from './table.ts';
import { signInAuthor } from './upload.ts';

const PAUSE_MS = 5;

/** Asks the server again and again until `end` is called, which answers the longest wait in milliseconds. */
function askMeanwhile(origin: string) {
  let isOver = false;
  let longest = 0;
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(`${origin}/api/live`)).text();
      longest = Math.max(longest, performance.now() - began);
      await sleep(PAUSE_MS);
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return longest;
  };
}

export async function measure({ rounds }: Plan): Promise<Row[]> {
  const server = await startProduct(newFolder());
  try {
    const origin = `http://127.0.0.1:${server.port}`;
    const { headers } = await signInAuthor(server.port);
    const archives = HOSTILE.map(([what, files]) => ({ what, body: zipSync(files) as Uint8Array<ArrayBuffer> }));
    const worst: { what: string; ms: number }[] = [];
    const idle: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const endIdle = askMeanwhile(origin);
      await sleep(1_000);
      idle.push(await endIdle());
      let slowest = { what: '', ms: 0 };
      for (const { what, body } of archives) {
        const end = askMeanwhile(origin);
        const answer = await fetch(`${origin}/api/admin/courses/import`, { method: 'POST', headers, body });
        const ms = await end();
        if (answer.status !== 422) throw new Error(`${what}: answered ${answer.status} ${await answer.text()}`);
        await answer.arrayBuffer();
        if (ms > slowest.ms) slowest = { what, ms };
      }
      worst.push(slowest);
    }
    const names = [...new Set(worst.map(({ what }) => what))].join('; ');
    console.log(`others waited longest beside: ${names}; without anybody ${spreadOf(idle).value.toFixed(1)} ms`);
    return [
      {
        number: '21',
        what: `the longest wait for /api/live while a course is read, the worst of ${archives.length} hostile archives`,
        measured: spreadOf(worst.map(({ ms }) => ms)),
        budget: atMost(100, 'ms'),
      },
    ];
  } finally {
    await server.stop();
  }
}
