// The server inside Vite's development server. Code is loaded again after a save; the database stays open.
import type { Hono } from 'hono';
import { bootstrapContent } from './bootstrap-content.ts';
import { composeServer, openMigrated } from './compose.ts';
import type { Db } from './db/client.ts';
import { type Env, readEnv } from './env.ts';
import type { Http } from './http/context.ts';

interface Kept {
  env: Env;
  db: Db;
  isFilled: boolean;
}
const kept = globalThis as typeof globalThis & { groundworkDevelopment?: Promise<Kept> | undefined };

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
  kept.groundworkDevelopment ??= open().catch((error) => {
    kept.groundworkDevelopment = undefined;
    throw error;
  });
  const installation = await kept.groundworkDevelopment;
  const server = await composeServer(installation);
  if (!installation.isFilled) {
    const demo = await bootstrapContent(server);
    installation.isFilled = true;
    if (demo) console.log(`\n${demo}\n`);
  }
  return server.app;
}

async function open(): Promise<Kept> {
  const env = readEnv(process.env);
  return { env, db: await openMigrated(env), isFilled: false };
}
