// The server inside Vite's development server. Code is loaded again after a save; the database stays open.
import type { Hono } from 'hono';
import { bootstrapContent } from './bootstrap-content.ts';
import { composeServer, openMigrated } from './compose.ts';
import type { Db } from './db/client.ts';
import type { Http } from './deps.ts';
import { type Env, readEnv } from './env.ts';

interface Installation {
  env: Env;
  db: Db;
  isFilled: boolean;
}
const holder = globalThis as typeof globalThis & { groundworkDevelopment?: Promise<Installation> | undefined };

let app: Promise<Hono<Http>> | undefined;

/** The app over the one open database; made anew each time this module is loaded again, and after a failure. */
export function developmentApp(): Promise<Hono<Http>> {
  app ??= compose().catch((error) => {
    app = undefined;
    throw error;
  });
  return app;
}

async function compose(): Promise<Hono<Http>> {
  holder.groundworkDevelopment ??= open().catch((error) => {
    holder.groundworkDevelopment = undefined;
    throw error;
  });
  const installation = await holder.groundworkDevelopment;
  const server = await composeServer(installation);
  if (!installation.isFilled) {
    const demo = await bootstrapContent(server);
    installation.isFilled = true;
    if (demo) console.log(`\n${demo}\n`);
  }
  return server.app;
}

async function open(): Promise<Installation> {
  const env = readEnv(process.env);
  return { env, db: await openMigrated(env), isFilled: false };
}
