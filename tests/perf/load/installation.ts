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
import { ORG_ADMIN, SUPER_ADMIN } from './plant.ts';

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

export type Who = 'super' | 'orgadmin';

/** A running server; `ask` answers a GET as text and throws for anything but 200. */
export interface Installation {
  ask: (who: Who, path: string) => Promise<string>;
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
      LOG_LEVEL: 'warn',
    },
    ready: '/api/health',
  });
  const tokens = await signIn(dataDir, server);
  return { ask: (who, path) => get(server.port, path, tokens[who]), stop: () => server.stop() };
}

async function signIn(dataDir: string, { port }: Spawned): Promise<Record<Who, string>> {
  const signing = { keys: await loadSigningKeys(dataDir), issuer: issuerOf(port), now: new Date() };
  const tokenOf = (n: number) => {
    const user = { id: personId(n), email: `person-${n}@demo.example`, userMetadata: {} };
    const live = { user, session: { id: sessionId(n), aal: 'aal1', amr: [] } };
    return signAccessToken(live as unknown as Parameters<typeof signAccessToken>[0], signing);
  };
  return { super: await tokenOf(SUPER_ADMIN), orgadmin: await tokenOf(ORG_ADMIN) };
}

/** One GET, whole; the text of the answer. */
export async function get(port: number, path: string, token?: string): Promise<string> {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
  return text;
}
