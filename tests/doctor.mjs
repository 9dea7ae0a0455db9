// `npm run doctor`: what this machine lacks to run the product and its tests. It changes nothing and starts nothing; what has to be asked
// over the network has five seconds to answer. Plain
// JavaScript without packages at the top, because they, or a fitting Node, may be what is missing.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explain, readDotEnv } from '../server/launch.mjs';
import { tooOld } from '../server/node-version.mjs';

const top = fileURLToPath(new URL('..', import.meta.url));

const fine = (text) => ({ isFine: true, text });
const wrong = (text) => ({ isFine: false, text });

/** @param {string} version such as '24.21.0' */
export function checkNode(version) {
  const sentence = tooOld(version);
  return sentence ? wrong(sentence) : fine(`Node ${version}`);
}

function checkPackages() {
  const isThere = ['better-sqlite3', 'vite', 'react'].every((name) => existsSync(join(top, 'node_modules', name)));
  return isThere ? fine('the packages are installed') : wrong('the packages are not installed: run "npm ci"');
}

/** The settings as the server would read them; the first one that makes no sense is told in the server's own sentence. */
async function checkSettings(variables) {
  const { readEnv } = await import('../server/env.ts');
  try {
    return { ...fine('the settings can be read'), env: readEnv(variables) };
  } catch (error) {
    return wrong(error.message);
  }
}

/** Whether the server could write there. A folder that is missing is made at the start, below the nearest one that exists. */
export function checkDataDir(dataDir) {
  let place = resolve(dataDir);
  while (!existsSync(place)) place = dirname(place);
  try {
    if (!statSync(place).isDirectory()) return wrong(`DATA_DIR ${dataDir}: ${place} is not a folder`);
    accessSync(place, constants.W_OK | constants.X_OK);
    return fine(`DATA_DIR ${dataDir} can be written to`);
  } catch (error) {
    return wrong(`DATA_DIR ${dataDir} cannot be written to: ${place} (${error.code})`);
  }
}

/** Whether the server could listen there. */
export function checkPort(port, host) {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', ({ code }) => {
      const why = code === 'EADDRINUSE' ? 'is in use: stop what runs there, or set PORT' : `cannot be opened (${code})`;
      done(wrong(`port ${port} on ${host} ${why}`));
    });
    server.listen(port, host, () => server.close(() => done(fine(`port ${port} on ${host} is free`))));
  });
}

const PATIENCE_MS = 5_000;

/** What PostgreSQL says, by its code, and what to do about it. The address is not printed: it may hold a password. */
const POSTGRES_REMEDIES = {
  ECONNREFUSED: 'nothing listens there: start PostgreSQL, or correct host and port',
  ENOTFOUND: 'its host has no address: correct the host',
  '28P01': 'the password is wrong: characters such as @ and / in it are written as %40 and %2F',
  28000: 'it does not let this user in: see its pg_hba.conf, or add ?sslmode=require to the address',
  '3D000': 'there is no such database: "create database NAME owner USER"',
};

/** Whether the PostgreSQL at this address answers and lets its user make tables. */
export async function checkPostgres(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  try {
    await client.connect();
    const asked = `select current_setting('server_version') as version, has_database_privilege(current_database(), 'create') as may_create`;
    const { version, may_create } = (await client.query(asked)).rows[0];
    if (may_create) return fine(`PostgreSQL ${version} answers`);
    return wrong('the user in DATABASE_URL may not make tables: "alter database NAME owner to USER"');
  } catch ({ code, message }) {
    const remedy =
      POSTGRES_REMEDIES[code] ?? `${message}: is the address right, and does a firewall let this machine through?`;
    return wrong(`PostgreSQL in DATABASE_URL cannot be used: ${remedy}`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** What nodemailer says, by its code, and what to do about it. */
const MAIL_REMEDIES = {
  EAUTH: 'it refuses the user or the password: characters such as @ and / in them are written as %40 and %2F',
  EDNS: 'its host has no address: correct the host',
  ETLS: 'TLS fails: smtps:// is for port 465, smtp:// for 587 and 25',
};

/** Whether the mail server in SMTP_URL answers and takes the user and password; nothing is sent. */
export async function checkMail(mail) {
  if (!mail) return fine('SMTP_URL is not set: no mail is sent');
  const { createTransport } = await import('nodemailer');
  const url = new URL(mail.smtpUrl);
  for (const wait of ['dnsTimeout', 'connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    url.searchParams.set(wait, PATIENCE_MS);
  const smtp = createTransport(url.href);
  try {
    await smtp.verify();
    return fine(`the mail server ${url.host} answers`);
  } catch ({ code, message }) {
    const remedy =
      MAIL_REMEDIES[code] ?? `${message}: are host and port right, and does a firewall let this machine through?`;
    return wrong(`the mail server ${url.host} in SMTP_URL cannot be used: ${remedy}`);
  } finally {
    smtp.close();
  }
}

/** Whether the hosted project answers, and confirms the addresses of its people. */
export async function checkProject(identity) {
  const { readSignUps, UNCONFIRMED } = await import('../server/identity/project-settings.ts');
  const signUps = await readSignUps(identity);
  if (!signUps) return wrong(`the project in SUPABASE_URL ${identity.url} does not answer, or its key is wrong`);
  if (signUps === 'unconfirmed') return wrong(UNCONFIRMED);
  const closed = signUps === 'closed' ? '; it takes no sign-ups, so people come by invitation' : '';
  return fine(`the project ${identity.url} answers${closed}`);
}

/** Without ffmpeg the product works, and videos stay as their authors send them. */
async function checkFfmpeg(path) {
  const { openConverter } = await import('../server/media/ffmpeg.ts');
  if (path === 'off') return fine('FFMPEG is off: videos stay as they are sent');
  try {
    if (await openConverter(path)) return fine('ffmpeg makes smaller versions of videos for phones');
    return fine('ffmpeg is not installed: videos stay as they are sent, without smaller versions for phones');
  } catch (error) {
    return wrong(error.message);
  }
}

async function checkBrowser() {
  try {
    const { findChromium } = await import('./journeys/browser.mjs');
    const path = findChromium();
    if (path) return fine(`the browser for the tests is ${path}`);
    return wrong(
      'no Chromium for "npm test": install one, or name it in CHROMIUM_PATH; as root on Debian it is installed',
    );
  } catch (error) {
    return wrong(error.message);
  }
}

/** Whether the provider of OIDC_ISSUER answers by that name; its secret is tried at the first sign-in. */
export async function checkProvider(oidc) {
  const { discover } = await import('../server/integrations/oidc/provider.ts');
  try {
    await discover(oidc);
    return fine(`the provider ${oidc.issuer} answers`);
  } catch ({ message }) {
    return wrong(`the provider in OIDC_ISSUER ${oidc.issuer} cannot be used: ${message}`);
  }
}

/** A restore that was cut short keeps the server from starting. */
async function checkRestored(env) {
  const { refuseHalfRestored } = await import('../server/operations/backup.ts');
  try {
    refuseHalfRestored(env);
    return [];
  } catch ({ message }) {
    return [wrong(message)];
  }
}

/** Everything in turn. What needs a part that is missing is left out. */
export async function examine(variables) {
  const found = [checkNode(process.versions.node), checkPackages()];
  if (found.some(({ isFine }) => !isFine)) return found;
  const settings = await checkSettings(variables);
  found.push(settings);
  if (settings.env) {
    const { dataDir, databaseUrl, mail, port, host, ffmpeg } = settings.env;
    found.push(checkDataDir(dataDir), ...(await checkRestored(settings.env)));
    if (!databaseUrl.startsWith('file:')) found.push(await checkPostgres(databaseUrl));
    found.push(await checkMail(mail), await checkPort(port, host), await checkFfmpeg(ffmpeg));
    const { identity } = settings.env;
    if (identity.kind === 'hosted') found.push(await checkProject(identity));
    else if (identity.oidc) found.push(await checkProvider(identity.oidc));
  }
  // No tests run there.
  if (!(settings.env?.production ?? variables.NODE_ENV === 'production')) found.push(await checkBrowser());
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  explain('Usage: npm run doctor\nSays what this machine lacks to run the product and its tests. It changes nothing.');
  readDotEnv();
  const found = await examine(process.env);
  for (const { isFine, text } of found) console.log(`${isFine ? 'ok    ' : 'WRONG '} ${text}`);
  process.exitCode = found.every(({ isFine }) => isFine) ? 0 : 1;
}
