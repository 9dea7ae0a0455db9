// The real process, as `npm start` ends up running it: it answers, stops politely, and says in one sentence why it cannot.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { carryOut } from '#server/commands/admin.ts';
import { openDatabase } from '#server/db/client.ts';
import { readEnv, StartupError } from '#server/env.ts';
import { accountMail } from '#server/mail/account-mails.ts';
import { queueMails } from '#server/mail/mailer.ts';
import { serveInstallation } from '#server/main.ts';
import { requestExport } from '#server/personal-data/exports.ts';
import { databasesOf, ENGINES } from '#tests/fixtures/db.ts';
import { startProcess } from '#tests/fixtures/server-process.ts';
import { openSmtpStand } from '#tests/fixtures/smtp.ts';

// Each start reads the whole server from its sources; on a busy machine several of them take their time.
vi.setConfig({ testTimeout: 120_000 });

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'groundwork-start-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

for (const engine of ENGINES) {
  const { newUrl } = databasesOf(engine);
  test(`the server starts, answers, and stops politely, after a request in progress, on ${engine}`, async () => {
    const server = startProcess({ DATA_DIR: folder(), DATABASE_URL: await newUrl() });
    const origin = await server.address();
    const health = () => fetch(`${origin}/api/health`).then(({ status }) => status);
    expect(await health()).toBe(200);
    // The server's 'continue' says that it has begun to read this request.
    const headers = { 'Content-Type': 'application/json', Expect: '100-continue' };
    const asked = request(`${origin}/auth/v1/token?grant_type=password`, { method: 'POST', headers });
    asked.flushHeaders();
    await once(asked, 'continue');
    asked.write('{"email":"a@b.example",');
    server.child.kill('SIGTERM');
    await expect.poll(() => health().catch(() => 'stopped')).toBe('stopped');
    asked.end('"password":"x"}');
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(400);
    answer.resume();
    const answeredAt = Date.now();
    expect(await server.ended).toMatchObject({ code: 0 });
    expect(Date.now() - answeredAt, 'it does not wait for the connection that the client keeps').toBeLessThan(8_000);
  });
}

test('connections that are kept when it is told to stop are answered once more, and closed by that', async () => {
  const server = startProcess({ DATA_DIR: folder(), DRAIN_SECONDS: '3' });
  const origin = await server.address();
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const ask = (path: string, keptBy: Agent | false) =>
    new Promise((resolve, reject) => {
      const asked = request(`${origin}${path}`, { agent: keptBy }, (answer) => {
        const { statusCode, headers } = answer;
        answer.resume().on('end', () => resolve([statusCode, headers.connection, asked.reusedSocket]));
      });
      asked.on('error', reject).end();
    });
  const eight = () => Promise.all(Array.from({ length: 8 }, () => ask('/api/config', agent)));
  expect(await eight()).toEqual(Array(8).fill([200, 'keep-alive', false]));
  server.child.kill('SIGTERM');
  await expect.poll(() => ask('/api/ready', false), { interval: 20 }).toEqual([503, 'close', false]);
  expect(await eight()).toEqual(Array(8).fill([200, 'close', true]));
  expect(await server.ended).toMatchObject({ code: 0 });
});

test('a second signal, also another one, stops it at once', async () => {
  const server = startProcess({ DATA_DIR: folder(), DRAIN_SECONDS: '60' });
  const origin = await server.address();
  const ready = () => fetch(`${origin}/api/ready`).then(({ status }) => status);
  expect(await ready()).toBe(200);
  server.child.kill('SIGTERM');
  await expect.poll(ready, { interval: 20 }).toBe(503);
  server.child.kill('SIGINT');
  await server.ended;
  expect(server.child.signalCode).toBe('SIGINT');
});

test('an export and a mail that a killed process left are taken up within half a minute', async () => {
  const stand = await openSmtpStand();
  onTestFinished(stand.close);
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const dataDir = folder();
  const mail = { SMTP_URL: stand.url, MAIL_FROM: 'training@learn.example' };
  const settings = { DATA_DIR: dataDir, SAMPLE_CONTENT: 'off', PORT: '0', LOG_LEVEL: 'silent', ...mail };
  const running = await serveInstallation(readEnv(settings));
  onTestFinished(running.stop);
  const db = await openDatabase(`file:${join(dataDir, 'groundwork.db')}`);
  onTestFinished(db.close);
  const { profiles, dataExports } = db.tables;
  const [person] = await db
    .insert(profiles)
    .values({ id: randomUUID(), email: 'left@test.example', fullName: 'Left', nameKey: 'left' })
    .returning();
  await requestExport(db, person?.id ?? '', new Date());
  const left = accountMail('recovery', { language: 'en', link: 'https://a.example' });
  await db.transact((tx) => queueMails(tx, [{ ...left, to: 'left@test.example', at: new Date() }]));
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.poll(async () => (await db.select().from(dataExports))[0]?.state).toBe('ready');
  await expect.poll(() => stand.received.map(({ to }) => to)).toEqual([['left@test.example']]);
});

test('a second server on the folder of a running one is refused, and one may follow it, also after a kill', async () => {
  const variables = { DATA_DIR: folder() };
  const first = startProcess(variables);
  await first.address();
  const file = join(variables.DATA_DIR, 'groundwork.db');
  expect(await startProcess(variables).ended).toEqual({
    code: 1,
    output: `Another Groundwork server runs on ${file}: stop it, or set another DATA_DIR. Only PostgreSQL takes several servers.`,
  });
  first.child.kill('SIGKILL');
  await first.ended;
  expect(await startProcess(variables).address()).toMatch(/^http:/);
});

test('the addresses for other devices are printed, with what they cannot do', async () => {
  const server = startProcess({ DATA_DIR: folder(), HOST: '0.0.0.0' });
  await server.address();
  server.child.kill('SIGTERM');
  const { output } = await server.ended;
  const own = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  const outside = own.filter(({ internal, family }) => !internal && family === 'IPv4');
  expect(outside.filter(({ address }) => !output.includes(`http://${address}:`))).toEqual([]);
  if (outside.length > 0) expect(output).toContain('(online only: working offline takes https)');
});

test('a start that fails prints one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const port = String((other.address() as AddressInfo).port);
  expect(await startProcess({ DATA_DIR: folder(), PORT: port }).ended).toEqual({
    code: 1,
    output: `Port ${port} is already in use: stop what runs there, or set PORT to another one.`,
  });
});

test('an unreachable database is reported in one sentence, without its password', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const variables = { DATA_DIR: folder(), DATABASE_URL: `postgres://me:hush@127.0.0.1:${port}/groundwork` };
  const { code, output } = await startProcess(variables).ended;
  expect(code).toBe(1);
  expect(output).toMatch(/^The database in DATABASE_URL cannot be used: .+$/);
  expect(output).not.toContain('hush');
});

describe('a start fails with the sentence for', () => {
  const file = (text: string) => {
    const path = join(folder(), 'file');
    writeFileSync(path, text);
    return path;
  };
  const started = async (variables: Record<string, string>) => {
    const settings = { DATA_DIR: folder(), SAMPLE_CONTENT: 'off', PORT: '0', LOG_LEVEL: 'silent', ...variables };
    const running = await serveInstallation(readEnv(settings));
    await running.stop();
  };

  test('a folder that cannot be one', async () => {
    const DATA_DIR = join(file(''), 'data');
    const said = `DATA_DIR ${DATA_DIR} cannot be written to (ENOTDIR).`;
    await expect(started({ DATA_DIR })).rejects.toThrow(new StartupError(said));
  });

  test('a folder that is not there and cannot be made', async () => {
    const said = 'DATA_DIR /proc/nope cannot be written to (ENOENT).';
    await expect(started({ DATA_DIR: '/proc/nope' })).rejects.toThrow(new StartupError(said));
  });

  test('a file in place of the folder', async () => {
    const DATA_DIR = file('');
    const said = `DATA_DIR ${DATA_DIR} cannot be written to (ENOTDIR).`;
    await expect(started({ DATA_DIR })).rejects.toThrow(new StartupError(said));
  });

  test.each([
    ['a database in a folder that is not there', () => 'file:/proc/nope/groundwork.db'],
    ['a file that is no database', () => `file:${file('Dear database, '.repeat(100))}`],
  ])('%s', async (_, url) => {
    const failed = started({ DATABASE_URL: url() });
    await expect(failed).rejects.toThrow(StartupError);
    await expect(failed).rejects.toThrow(/^The database in DATABASE_URL cannot be used: .+$/);
  });

  test('a value that is not one of those allowed', async () => {
    const said = 'LOG_LEVEL must be one of debug, info, warn, error, silent.';
    await expect(started({ LOG_LEVEL: 'loud' })).rejects.toThrow(new StartupError(said));
  });
});

describe('the admin command', () => {
  test('explains itself', async () => {
    await expect(carryOut([], readEnv({}))).rejects.toThrow('npm run admin -- grant-super EMAIL');
  });

  test('says where it found no database, creates none, and fails', async () => {
    const DATA_DIR = folder();
    const args = ['server/commands/admin.ts', 'grant-super', 'nobody@test.example'];
    expect(await startProcess({ DATA_DIR }, args).ended).toEqual({
      code: 1,
      output: `There is no database ${join(DATA_DIR, 'groundwork.db')}. Are DATABASE_URL and DATA_DIR set as for the server?`,
    });
  });

  test('rotates the signing key', async () => {
    const env = readEnv({ DATA_DIR: folder() });
    expect(await carryOut(['rotate-signing-key'], env)).toMatch(
      /^Running servers sign with key \S+ within a minute\.$/,
    );
  });
});
