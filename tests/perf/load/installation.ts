// A server from the sources over a planted database, and two administrators who are signed in at it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadSigningKeys } from '#server/identity/keys.ts';
import { signAccessToken } from '#server/identity/sessions.ts';
import { personId, sessionId } from '../bench/seed.ts';
import { type Spawned, spawnServer } from '../bench/spawned.ts';
import { issuerOf } from '../bench/stage.ts';
import { ORG_ADMIN, SMALL_ADMIN, SUPER_ADMIN } from './plant.ts';

const main = pathToFileURL(fileURLToPath(new URL('../../../server/main.ts', import.meta.url))).href;
const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder that is gone after the run. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-load-'));
  folders.push(folder);
  return folder;
}

/** `orgadmin` has nearly everybody in their organization, `small` a fraction. */
export type Who = 'super' | 'orgadmin' | 'small';

/** A running server; `ask` answers as text and throws for anything but a success. */
export interface Installation {
  ask: (who: Who, path: string, asked?: Asked) => Promise<string>;
  /** The longest that its event loop was held since the last call, in milliseconds. */
  heldMs: () => Promise<number>;
  stop: () => Promise<void>;
}

/** Starts the server on the database at `url`. */
export async function openInstallation(url: string): Promise<Installation> {
  const dataDir = newFolder();
  const server = await spawnServer({
    args: ['--input-type=module', '-e', `await (await import('${main}')).start()`],
    env: {
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      SAMPLE_CONTENT: 'off',
      RATE_LIMIT_FACTOR: '100000',
      METRICS_TOKEN,
      LOG_LEVEL: 'warn',
    },
    ready: '/api/health',
  });
  const tokens = await signIn(dataDir, server);
  return {
    ask: (who, path, asked) => ask(server.port, path, { ...asked, token: tokens[who] }),
    heldMs: async () => {
      const metrics = await ask(server.port, '/metrics', { token: METRICS_TOKEN });
      return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)?.[1]);
    },
    stop: () => server.stop(),
  };
}

const METRICS_TOKEN = 'the-token-of-a-load-test';

async function signIn(dataDir: string, { port }: Spawned): Promise<Record<Who, string>> {
  const signing = { keys: await loadSigningKeys(dataDir), issuer: issuerOf(port), now: new Date() };
  const tokenOf = (n: number) => {
    const user = { id: personId(n), email: `person-${n}@demo.example`, userMetadata: {} };
    const live = { user, session: { id: sessionId(n), aal: 'aal1', amr: [] } };
    return signAccessToken(live as unknown as Parameters<typeof signAccessToken>[0], signing);
  };
  return { super: await tokenOf(SUPER_ADMIN), orgadmin: await tokenOf(ORG_ADMIN), small: await tokenOf(SMALL_ADMIN) };
}

interface Asked {
  method?: 'POST' | 'PUT' | 'DELETE';
  body?: object;
}

/** One call, whole; the text of the answer. */
export async function ask(
  port: number,
  path: string,
  { token, method, body }: Asked & { token?: string } = {},
): Promise<string> {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  if (body) headers['Content-Type'] = 'application/json';
  const sent = { headers, ...(method && { method }), ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, sent);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
  return text;
}
