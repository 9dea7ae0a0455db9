// Starts the one process that serves the app, the API and the embedded identity; `npm start` ends up here.
import { existsSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { bootstrapContent } from './commands/bootstrap-content.ts';
import { composeServer, openServed, type Server } from './compose.ts';
import { type Env, readEnv, StartupError } from './env.ts';
import { openStaticApp } from './http/static-app.ts';
import { limitTimeouts } from './http/timeouts.ts';
import { keepReading } from './identity/project-settings.ts';

/** How long a stop waits for requests in progress. */
const STOP_TIMEOUT_MS = 10_000;

export interface Running {
  port: number;
  /** Finishes the requests in progress, accepts no new ones, and closes the database. */
  stop(): Promise<void>;
}

/** Reads the environment, starts, and stops on SIGTERM or SIGINT. A failed start prints one sentence. */
export async function start(): Promise<void> {
  try {
    const starting = serveInstallation(readEnv(process.env));
    const signals = ['SIGTERM', 'SIGINT'] as const;
    const stop = () => {
      // From here on either of them ends the process at once.
      for (const signal of signals) process.off(signal, stop);
      const over = starting.then((running) => running.stop());
      void over.then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    // Before it says that it runs: whoever reads that may stop it.
    for (const signal of signals) process.on(signal, stop);
    await starting;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Opens the installation that `env` describes, fills an empty one with the sample content, and listens. */
export async function serveInstallation(env: Env): Promise<Running> {
  const db = await openServed(env);
  try {
    const folder = builtApp();
    const pages = folder ? openStaticApp(folder, env) : undefined;
    const server = await composeServer({ env, db, pages });
    const demo = await bootstrapContent(server);
    const http = await listen(server, env);
    const { port } = http.address() as AddressInfo;
    logStart(server, port, demo);
    const { identity, queue } = server.deps;
    await queue.start();
    const stopReading = keepReading(identity.readSettings);
    return {
      port,
      stop: async () => {
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
  const isLocal = publicUrl.hostname === 'localhost';
  const address = isLocal ? `http://localhost:${port}` : env.publicUrl;
  const others = isLocal ? addressesAt(env.host).map((host) => `http://${host}:${port}`) : [];
  const reach =
    others.length > 0 ? `From other devices: ${others.join(', ')} (online only: working offline takes https)\n` : '';
  const mails = env.mail ? '' : `Emails wait at ${address}/dev/mail\n`;
  console.log(`\nGroundwork ${version} is running at ${address}\n${reach}${demo ? `${demo}\n` : ''}${mails}`);
}

/** The addresses at which other devices reach a process that listens at `host`. */
function addressesAt(host: string): string[] {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  const reached = all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address);
  return reached.filter((address) => host === address || host === '0.0.0.0' || host === '::');
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
  await deps.queue.stop();
  await deps.db.close();
}
