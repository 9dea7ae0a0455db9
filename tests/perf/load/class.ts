// A class behind one address: 300 tablets sign in, refresh and sign up at a server with the limits of an installation.
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { hashPassword } from '#server/identity/passwords.ts';
import { spawnServer } from '../bench/spawned.ts';
import { ask, newFolder } from './installation.ts';

const main = pathToFileURL(`${import.meta.dirname}/../../../server/main.ts`).href;
const TABLETS = 300;
/** What the class has: five minutes for all three. */
const BUDGET_MS = 300_000;
const SECRET = 'the-secret-key-of-a-load-test';
const PASSWORD = 'of the whole class';

/** Signs the class in, all at once; prints the figures, and returns each missed promise in a sentence. */
export async function signClassIn(): Promise<string[]> {
  const server = await spawnServer({
    args: ['--input-type=module', '-e', `await (await import('${main}')).start()`],
    env: {
      HOST: '127.0.0.1',
      DATA_DIR: newFolder(),
      SAMPLE_CONTENT: 'off',
      SUPABASE_SECRET_KEY: SECRET,
      LOG_LEVEL: 'warn',
    },
    ready: '/api/health',
  });
  const post = async (path: string, body: object, bearer = 'any') => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const each = <T>(call: (n: number) => Promise<T>) => Promise.all(Array.from({ length: TABLETS }, (_, n) => call(n)));
  const email = (n: number) => `tablet-${n}@class.example`;
  try {
    const password_hash = await hashPassword(PASSWORD);
    for (let n = 0; n < TABLETS; n += 1)
      await post('/auth/v1/admin/users', { email: email(n), password_hash, email_confirm: true }, SECRET);
    const failures: string[] = [];
    const started = performance.now();
    const timed = async (what: string, calls: () => Promise<{ status: number }[]>) => {
      const before = performance.now();
      const [answers, slowest] = await withProbe(server.port, calls);
      const refused = answers.filter(({ status }) => status !== 200).length;
      const seconds = ((performance.now() - before) / 1000).toFixed(1);
      const megabytes = Math.round(server.memoryBytes() / 1e6);
      console.log(`| ${what} | ${TABLETS - refused} | ${seconds} | ${slowest.toFixed(0)} | ${megabytes} |`);
      if (refused > 0) failures.push(`a class: ${refused} of ${TABLETS} were refused: ${what}.`);
    };
    console.log(`\na class of ${TABLETS} behind one address, all at once`);
    console.log('| | served | seconds | slowest answer to somebody else, ms | memory, MB |\n|---|---|---|---|---|');
    let tokens: string[] = [];
    await timed('sign in', async () => {
      const answers = await each((n) =>
        post('/auth/v1/token?grant_type=password', { email: email(n), password: PASSWORD }),
      );
      tokens = answers.map(({ body }) => String(body.refresh_token));
      return answers;
    });
    await timed('refresh', () =>
      each((n) => post('/auth/v1/token?grant_type=refresh_token', { refresh_token: tokens[n] })),
    );
    await timed('sign up', () =>
      each((n) => {
        const body = { email: `new-${n}@class.example`, password: PASSWORD, fullName: `Tablet ${n}` };
        return post('/api/auth/signup', body);
      }),
    );
    const took = performance.now() - started;
    if (took > BUDGET_MS) failures.push(`a class took ${Math.round(took / 1000)} s instead of five minutes.`);
    return failures;
  } finally {
    await server.stop();
  }
}

/** Runs `work` while another person asks for the health of the server ten times a second; their slowest answer in ms. */
export async function withProbe<T>(port: number, work: () => Promise<T>): Promise<[T, number]> {
  let [isOver, slowest] = [false, 0];
  const probe = async () => {
    while (!isOver) {
      const asked = performance.now();
      await ask(port, '/api/health');
      slowest = Math.max(slowest, performance.now() - asked);
      await sleep(100);
    }
  };
  const probing = probe();
  const done = await work();
  isOver = true;
  await probing;
  return [done, slowest];
}
