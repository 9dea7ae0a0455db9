// Starts the one process that serves the app, the API and the embedded identity; `npm start` ends up here.
import { existsSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { makeRenditions, stopRenditions } from './authoring/media/make-renditions.ts';
import { collectMediaGarbage } from './authoring/media/media-garbage.ts';
import { bootstrapContent } from './bootstrap-content.ts';
import { deleteOldJobs } from './bulk/jobs.ts';
import { countLargeCourses } from './catalog/course-figures.ts';
import { composeServer, openMigrated, type Server } from './compose.ts';
import { type Env, readEnv, StartupError } from './env.ts';
import { openStaticApp } from './http/static-app.ts';
import { limitTimeouts } from './http/timeouts.ts';
import { keepReading } from './identity/project-settings.ts';
import { runJobs, stopJobs } from './jobs/run-jobs.ts';
import { deleteOldOperations } from './learning/apply-once.ts';
import { sendAutoReminders } from './organizations/auto-remind.ts';
import { eraseHolders } from './personal-data/erase-person.ts';
import { deleteEndedExports, makeExports } from './personal-data/exports.ts';
import { deleteExpired } from './retention.ts';
import { deleteOldMessages, deliverWebhooks, webhooksAtRest } from './webhooks/deliver.ts';
import { announceOverdue } from './webhooks/overdue.ts';
import { deleteOldStatements, deliverStatements, statementsAtRest } from './xapi/deliver.ts';

/** How long a stop waits for requests in progress. */
const STOP_TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;
const REMINDERS_MS = 600_000;
const COUNTED_MS = 60_000;
/** How soon what another process has left is taken up: a job, an export, a video, a mail that was queued and not sent. */
const LEFT_MS = 15_000;
/** How soon an event is told to the webhooks and the learning record store. */
const WEBHOOKS_MS = 5_000;

export interface Running {
  port: number;
  /** Finishes the requests in progress, accepts no new ones, and closes the database. */
  stop(): Promise<void>;
}

/** Reads the environment, starts, and stops on SIGTERM or SIGINT. A failed start prints one sentence. */
export async function start(): Promise<void> {
  try {
    const running = await serveInstallation(readEnv(process.env));
    const signals = ['SIGTERM', 'SIGINT'] as const;
    const stop = () => {
      // From here on either of them ends the process at once.
      for (const signal of signals) process.off(signal, stop);
      void running.stop().then(() => process.exit(0));
    };
    for (const signal of signals) process.on(signal, stop);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Opens the installation that `env` describes, fills an empty one with the sample content, and listens. */
export async function serveInstallation(env: Env): Promise<Running> {
  const db = await openMigrated(env);
  try {
    const folder = builtApp();
    const pages = folder ? openStaticApp(folder, env) : undefined;
    const server = await composeServer({ env, db, pages });
    const demo = await bootstrapContent(server);
    const http = await listen(server, env);
    const { port } = http.address() as AddressInfo;
    logStart(server, port, demo);
    const { deps } = server;
    const takeUp = () => {
      // Without a mail server a flush says that mails wait, and once is enough.
      if (env.mail) deps.mailer.flush();
      void makeExports(deps);
      void runJobs(deps);
      void makeRenditions(deps);
    };
    deps.mailer.flush();
    takeUp();
    const stopReading = keepReading(server.deps.identity.readSettings);
    const cleaning = cleanDaily(server);
    const reminding = setInterval(() => {
      void sendAutoReminders(deps);
      void announceOverdue(deps);
    }, REMINDERS_MS).unref();
    let isCounting = false;
    const count = async () => {
      if (isCounting) return;
      isCounting = true;
      await countLargeCourses(deps).catch(({ message }: Error) => deps.log.warn('counting failed', { error: message }));
      isCounting = false;
    };
    void count();
    const counting = setInterval(() => void count(), COUNTED_MS).unref();
    const telling = setInterval(() => {
      void deliverWebhooks(deps);
      void deliverStatements(deps);
    }, WEBHOOKS_MS).unref();
    const working = setInterval(takeUp, LEFT_MS).unref();
    return {
      port,
      stop: async () => {
        clearInterval(cleaning);
        clearInterval(reminding);
        clearInterval(working);
        clearInterval(telling);
        clearInterval(counting);
        stopReading();
        await drain(server);
        await stop(http, server);
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

function builtApp(): string | undefined {
  // Beside dist/server/main.js when built, below dist/ when run from the sources.
  const places = ['../client', '../dist/client'].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return places.find((place) => existsSync(place));
}

function listen({ app }: Server, { port, host }: Env): Promise<HttpServer> {
  const http = createAdaptorServer({ fetch: app.fetch, serverOptions: { keepAliveTimeout: 65_000 } }) as HttpServer;
  limitTimeouts(http);
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is already in use: stop what runs there, or set PORT to another one.`;
      const other = `PORT ${port} on HOST ${host} cannot be opened (${error.code}).`;
      reject(new StartupError(error.code === 'EADDRINUSE' ? taken : other));
    });
    http.listen(port, host, () => resolve(http));
  });
}

/** Deletes what nobody will need again, now and once a day; a failure waits until tomorrow. */
function cleanDaily({ deps }: Server): NodeJS.Timeout {
  const { db, log, now } = deps;
  const warn = (error: Error) => log.warn('daily cleaning failed', { error: error.message });
  const clean = async () => {
    await deleteOldOperations(db, now()).catch(warn);
    await deleteEndedExports(db, now()).catch(warn);
    await deleteOldJobs(db, now()).catch(warn);
    await deleteOldMessages(db, now()).catch(warn);
    await deleteOldStatements(db, now()).catch(warn);
    await eraseHolders(db, now()).catch(warn);
    await collectMediaGarbage(deps).catch(warn);
    await deleteExpired(deps).catch(warn);
  };
  void clean();
  return setInterval(clean, DAY_MS).unref();
}

function logStart({ deps }: Server, port: number, demo: string | undefined): void {
  const { env, log, version } = deps;
  const write = env.production ? log.info : log.debug;
  const { converter } = deps.media;
  if (converter) write('videos are converted', { cage: converter.cage });
  write('listening', { version, host: env.host, port, publicUrl: env.publicUrl });
  if (env.production && env.autoconfirm) {
    log.warn('AUTOCONFIRM is on: anybody who reaches this server can claim any email address');
  }
  if (env.production) return;
  const publicUrl = new URL(env.publicUrl);
  const address = publicUrl.hostname === 'localhost' ? `http://localhost:${port}` : env.publicUrl;
  console.log(`\nGroundwork ${version} is running at ${address}\n${demo ? `${demo}\n` : ''}`);
}

/** Balancers learn from /api/ready that others take over; until they do, every request is answered, on old connections too. */
async function drain({ deps: { env, lifecycle, log } }: Server): Promise<void> {
  lifecycle.isStopping = true;
  log.info('stopping', { drainSeconds: env.drainSeconds });
  await sleep(env.drainSeconds * 1000);
}

async function stop(http: HttpServer, { deps }: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => http.close(() => resolve()));
  // A connection that was in use would be kept after its answer, and could even ask again.
  const closing = setInterval(() => http.closeIdleConnections(), 50);
  const timer = setTimeout(() => http.closeAllConnections(), STOP_TIMEOUT_MS);
  await closed;
  clearInterval(closing);
  clearTimeout(timer);
  await stopRenditions(deps.db);
  await stopJobs(deps.db);
  await webhooksAtRest(deps.db);
  await statementsAtRest(deps.db);
  await deps.mailer.stop();
  await deps.db.close();
}
