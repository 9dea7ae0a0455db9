// Work on everybody, and what other people feel of it: an author deletes a lesson that everybody has, an admin enrolls all.
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../bench/rounds.ts';
import { type Installation, openInstallation } from './installation.ts';
import { ORGANIZATION } from './plant.ts';

/** Prints how long each takes, and how long the server at the database held others; answers who was held too long. */
export async function timeWork(engine: string, url: string, mostMs: number): Promise<string[]> {
  const server = await openInstallation(url);
  const missed: string[] = [];
  console.log(`\n${engine}, work on everybody`);
  console.log('| | seconds | answers to others: p50, p99, longest, ms | loop held, ms |\n|---|---|---|---|');
  const timed = async (what: string, work: () => Promise<void>) => {
    await server.heldMs();
    const started = performance.now();
    const others = await besides(server, work);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const held = await server.heldMs();
    const answers = [0.5, 0.99, 1].map((share) => quantile(others, share).toFixed(0)).join(', ');
    console.log(`| ${what} | ${seconds} | ${answers} | ${held.toFixed(0)} |`);
    if (held > mostMs) missed.push(`${what} holds the event loop for ${held.toFixed(0)} ms.`);
  };
  try {
    await timed('nothing, for 5 s', () => sleep(5_000));
    await timed('delete a lesson that everybody has', async () => {
      await server.ask('super', '/api/admin/lessons/1', { method: 'DELETE' });
    });
    await timed('enroll everybody, as a job', async () => {
      const body = { organizationId: ORGANIZATION, andLater: false };
      await server.ask('super', '/api/admin/courses/2/enroll-everyone', { method: 'POST', body });
      while (await hasOpenJob(server)) await sleep(500);
    });
  } finally {
    await server.stop();
  }
  return missed;
}

async function hasOpenJob(server: Installation): Promise<boolean> {
  const answer = await server.ask('super', `/api/enterprise/admin/organizations/${ORGANIZATION}/bulk-jobs`);
  const { jobs } = JSON.parse(answer) as { jobs: { state: string }[] };
  return jobs.some(({ state }) => state === 'gathering' || state === 'running');
}

/** Milliseconds of the answers to somebody who reads a course all the time, while `work` is done. */
async function besides(server: Installation, work: () => Promise<void>): Promise<number[]> {
  const answers: number[] = [];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const asked = performance.now();
      await server.ask('small', '/api/courses/3');
      answers.push(performance.now() - asked);
      await sleep(20);
    }
  })();
  await work();
  isOver = true;
  await reading;
  return answers;
}
