// The server inside Vite's development server (vite.config.ts), which starts it anew after a save.
import type { Hono } from 'hono';
import { bootstrapContent } from './commands/bootstrap-content.ts';
import { composeServer, openServed } from './compose.ts';
import type { Http } from './deps.ts';
import { readEnv } from './env.ts';

export interface Development {
  app: Hono<Http>;
  /** Closes the database. */
  stop(): Promise<void>;
}

/** Opens the installation that the environment describes and fills an empty one; the first start tells the demo accounts. */
export async function startDevelopment(isFirst: boolean): Promise<Development> {
  const env = readEnv(process.env);
  const db = await openServed(env);
  try {
    const server = await composeServer({ env, db });
    const demo = await bootstrapContent(server);
    await server.deps.queue.start();
    if (isFirst && demo) console.log(`\n${demo}\n`);
    const stop = async () => {
      await server.deps.queue.stop();
      await db.close();
    };
    return { app: server.app, stop };
  } catch (error) {
    await db.close();
    throw error;
  }
}
