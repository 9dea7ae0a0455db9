import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
// @ts-expect-error plain JavaScript, so that an old Node can read it
import * as doctor from '#tests/doctor.mjs';
import { openSmtpStand } from '#tests/fixtures/smtp.ts';

const { checkDataDir, checkMail, checkNode, checkPort, checkPostgres, checkProject, checkProvider, examine } = doctor;

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'groundwork-doctor-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('a Node that is too old is reported', () => {
  expect(checkNode('20.20.2')).toMatchObject({ isFine: false });
  expect(checkNode('24.21.0')).toEqual({ isFine: true, text: 'Node 24.21.0' });
});

test('a DATA_DIR that is missing is fine where it can be made', () => {
  expect(checkDataDir(join(folder(), 'new', 'newer'))).toMatchObject({ isFine: true });
});

test('a DATA_DIR below a file is reported', () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  expect(checkDataDir(join(file, 'data'))).toMatchObject({
    isFine: false,
    text: expect.stringContaining('not a folder'),
  });
});

test('a port in use is reported', async () => {
  const taken = createServer();
  onTestFinished(() => void taken.close());
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port));
  });
  expect(await checkPort(port, '127.0.0.1')).toMatchObject({
    isFine: false,
    text: expect.stringContaining('is in use'),
  });
});

test('a PostgreSQL that does not answer is reported with what to do, and without its password', async () => {
  const taken = createServer((socket) => void socket.destroy());
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening));
  const { port } = taken.address() as AddressInfo;
  const url = `postgres://me:hush@127.0.0.1:${port}/groundwork`;
  const found = [await checkPostgres(url)];
  await new Promise((closed) => taken.close(closed));
  found.push(await checkPostgres(url));
  expect(found).toEqual([
    { isFine: false, text: expect.stringContaining('is the address right') },
    { isFine: false, text: expect.stringContaining('start PostgreSQL, or correct host and port') },
  ]);
  expect(JSON.stringify(found)).not.toContain('hush');
});

test('a mail server is asked without a mail, and one that is not there is reported', async () => {
  const stand = await openSmtpStand();
  const mail = { smtpUrl: stand.url, from: 'training@learn.example' };
  expect(await checkMail(mail)).toMatchObject({ isFine: true });
  expect(stand.received).toEqual([]);
  await stand.close();
  expect(await checkMail(mail)).toMatchObject({
    isFine: false,
    text: expect.stringContaining('are host and port right'),
  });
});

test('an ffmpeg that was named and cannot be run is reported', async () => {
  expect(await examine({ FFMPEG: '/nowhere/ffmpeg', PORT: '0' })).toContainEqual({
    isFine: false,
    text: expect.stringContaining('FFMPEG /nowhere/ffmpeg cannot be run'),
  });
});

test("a setting that makes no sense is reported in the server's own sentence", async () => {
  expect(await examine({ PORT: 'many' })).toContainEqual({
    isFine: false,
    text: 'PORT must be a whole number from 0 to 65535.',
  });
});

test('a machine with everything is fine', async () => {
  const found: { text: string }[] = await examine({ DATA_DIR: folder(), PORT: '0', FFMPEG: 'off' });
  const words = ['Node', 'the', 'the', 'DATA_DIR', 'SMTP_URL', 'port', 'FFMPEG', 'the'];
  expect(found.map(({ text }) => text.split(' ')[0])).toEqual(words);
});

test('a machine for production needs no browser', async () => {
  const settings = { NODE_ENV: 'production', PUBLIC_URL: 'https://learn.example', FFMPEG: 'off' };
  const found: { text: string }[] = await examine({ ...settings, DATA_DIR: folder(), PORT: '0' });
  const words = ['Node', 'the', 'the', 'DATA_DIR', 'SMTP_URL', 'port', 'FFMPEG'];
  expect(found.map(({ text }) => text.split(' ')[0])).toEqual(words);
});

test('a restore that was cut short is reported, for no server starts then', async () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, 'groundwork.db.restoring'), 'half');
  expect(await examine({ DATA_DIR: dataDir, PORT: '0', FFMPEG: 'off' })).toContainEqual({
    isFine: false,
    text: expect.stringContaining('A restore runs, or was cut short'),
  });
});

test('a provider that does not answer, or by another name, is reported', async () => {
  const http = createHttpServer((_, answer) => {
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ issuer }));
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void http.close());
  const here = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  let issuer = here;
  const oidc = { issuer: here, clientId: 'c', clientSecret: 's' };
  expect(await checkProvider(oidc)).toEqual({ isFine: true, text: `the provider ${here} answers` });
  issuer = 'https://another.example';
  expect(await checkProvider(oidc)).toMatchObject({ isFine: false, text: expect.stringContaining('OIDC_ISSUER') });
  issuer = `${here}/realms/acme`;
  expect(await checkProvider({ ...oidc, issuer: `${here}/realms/acme/` })).toEqual({
    isFine: false,
    text: `the provider in OIDC_ISSUER ${here}/realms/acme/ cannot be used: the provider calls itself ${here}/realms/acme, and OIDC_ISSUER is ${here}/realms/acme/`,
  });
  http.close();
  http.closeAllConnections();
  expect(await checkProvider(oidc)).toMatchObject({ isFine: false, text: expect.stringContaining('cannot be used') });
});

test('a hosted project that does not confirm addresses, or does not answer, is reported', async () => {
  let settings: object = { disable_signup: false, mailer_autoconfirm: true };
  const http = createHttpServer((_, answer) => void answer.end(JSON.stringify(settings)));
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void http.close());
  const project = { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, publishableKey: 'k' };
  expect(await checkProject(project)).toMatchObject({ isFine: false, text: expect.stringContaining('Confirm email') });
  settings = { disable_signup: true, mailer_autoconfirm: false };
  expect(await checkProject(project)).toMatchObject({ isFine: true, text: expect.stringContaining('no sign-ups') });
  settings = {};
  expect(await checkProject(project)).toMatchObject({
    isFine: false,
    text: expect.stringContaining('does not answer'),
  });
});
