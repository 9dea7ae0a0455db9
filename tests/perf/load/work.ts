// Work on everybody, and what other people feel of it: the large acts of authors and administrators.
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../bench/rounds.ts';
import { personId } from '../bench/seed.ts';
import { type Installation, openInstallation } from './installation.ts';
import { ORGANIZATION, SMALL_ORGANIZATION } from './plant.ts';

/** People of the first organization. */
const members = (amount: number) => Array.from({ length: amount }, (_, n) => personId(n * 20 + 1));

/** Prints how long each takes, and how long the server at the database held others; answers who was held too long. */
export async function timeWork(engine: string, url: string, mostMs: number, people: number): Promise<string[]> {
  const server = await openInstallation(url);
  const missed: string[] = [];
  console.log(`\n${engine}, work on everybody`);
  console.log(
    '| | answered after, s | all done after, s | answers to others: p50, p99, longest, ms | loop held, ms |\n|---|---|---|---|---|',
  );
  const timed = async (what: string, work: () => Promise<unknown>) => {
    await server.heldMs();
    const started = performance.now();
    let answered = 0;
    const others = await besides(server, async () => {
      await work();
      answered = performance.now() - started;
      while (await hasOpenJob(server)) await sleep(200);
    });
    const seconds = [answered, performance.now() - started].map((ms) => (ms / 1000).toFixed(1)).join(' | ');
    const held = await server.heldMs();
    const answers = [0.5, 0.99, 1].map((share) => quantile(others, share).toFixed(0)).join(', ');
    console.log(`| ${what} | ${seconds} | ${answers} | ${held.toFixed(0)} |`);
    if (held > mostMs) missed.push(`${what} holds the event loop for ${held.toFixed(0)} ms.`);
  };
  const post = (path: string, body: object) => server.ask('super', path, { method: 'POST', body });
  const remove = (path: string) => server.ask('super', path, { method: 'DELETE' });
  const some = members(Math.min(5_000, people / 20));
  const grant = { courseId: 1, organizationId: ORGANIZATION };
  try {
    await timed('nothing, for 5 s', () => sleep(5_000));
    // Everybody has it, and it becomes a private one that their organization is granted.
    await server.ask('super', '/api/admin/courses/1', {
      method: 'PUT',
      body: { organizationId: null, visibility: 'private' },
    });
    await post('/api/enterprise/admin/grant-course-access', grant);
    await timed('take a course back from nearly everybody', () =>
      post('/api/enterprise/admin/revoke-course-access', grant),
    );
    await timed('delete a lesson that everybody has', () => remove('/api/admin/lessons/1'));
    await timed('delete a course that a few have', () => remove('/api/admin/courses/5'));
    await timed(`enroll ${some.length} by name`, () => post('/api/admin/courses/4/enrollments', { userIds: some }));
    await timed(`move ${some.length}`, () =>
      post('/api/admin/assign-user-to-organization', { userIds: some, organizationId: SMALL_ORGANIZATION }),
    );
    const rows = Array.from({ length: some.length * 2 }, (_, n) => ({ email: `guest-${n}@demo.example` }));
    await timed(`invite ${rows.length}`, () =>
      post(`/api/enterprise/admin/organizations/${ORGANIZATION}/invitations`, { dryRun: false, rows }),
    );
    await timed('enroll everybody, as a job', () =>
      post('/api/admin/courses/2/enroll-everyone', { organizationId: ORGANIZATION, andLater: false }),
    );
    await timed('delete a course that everybody has', () => remove('/api/admin/courses/1'));
  } finally {
    await server.stop();
  }
  return missed;
}

async function hasOpenJob(server: Installation): Promise<boolean> {
  const { jobs } = JSON.parse(await server.ask('super', '/api/admin/bulk-jobs')) as { jobs: { state: string }[] };
  return jobs.some(({ state }) => state === 'running');
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
