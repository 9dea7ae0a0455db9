// What anybody may ask of an installation: its settings, and whether it works.
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import type { Config } from '#sync/contract/config.ts';
import { askedHost, askedOrigin } from './client-ip.ts';
import type { Http } from './context.ts';
import { describe } from './refusals.ts';

/** Any non-empty key will do for the embedded service (I10); a telling one is easier to recognise in a trace. */
const EMBEDDED_KEY = 'groundwork-embedded';

const PATIENCE_MS = 2_000;

export const installationRoutes = new Hono<Http>()
  /** GET /api/config: what the browser has to know of this installation, so that one build serves any. */
  .get('/config', (c) => {
    const { env, version } = c.var.deps;
    const { identity } = env;
    const host = askedHost(c).replace(/:\d+$/, '');
    const answer: Config = {
      authUrl: `${identity.kind === 'hosted' ? identity.url : askedOrigin(c)}/auth/v1`,
      publishableKey: identity.kind === 'hosted' ? identity.publishableKey : EMBEDDED_KEY,
      partner: env.partners[host] ?? null,
      version,
    };
    c.header('Cache-Control', 'no-cache');
    c.header('Vary', 'Host');
    return c.json(answer);
  })
  /** GET /api/health: 200 while the database answers, else 503, so that a load balancer can tell. */
  .get('/health', async (c) => {
    const { db, version, log } = c.var.deps;
    c.header('Cache-Control', 'no-store');
    try {
      await Promise.race([db.ping(), lossOfPatience()]);
      return c.json({ status: 'ok', database: 'ok', version } as const);
    } catch (error) {
      log.error('database unreachable', { requestId: c.var.requestId, ...(error instanceof Error && describe(error)) });
      return c.json({ status: 'unavailable', database: 'unreachable', version } as const, 503);
    }
  });

async function lossOfPatience(): Promise<never> {
  await sleep(PATIENCE_MS, undefined, { ref: false });
  throw new Error('no answer in time');
}
