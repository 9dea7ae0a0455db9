// What anybody may ask about an installation: its settings, and whether it works.
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import type { Config } from '#sync/contract/server.ts';
import type { Http } from '../deps.ts';
import { requestHost } from './client-ip.ts';
import { errorFields } from './responses.ts';

/** Any non-empty key works for the embedded service (I10); this one is easy to recognise in a trace. */
const EMBEDDED_KEY = 'groundwork-embedded';

const PING_TIMEOUT_MS = 2_000;

export const installationRoutes = new Hono<Http>()
  /** GET /api/config: what the browser must know about this installation, so that one build serves any. */
  .get('/config', (c) => {
    const { env, version } = c.var.deps;
    const { identity } = env;
    const host = requestHost(c).replace(/:\d+$/, '');
    const answer: Config = {
      authUrl: `${identity.kind === 'hosted' ? identity.url : ''}/auth/v1`,
      publishableKey: identity.kind === 'hosted' ? identity.publishableKey : EMBEDDED_KEY,
      partner: (Object.hasOwn(env.partners, host) && env.partners[host]) || null,
      version,
      mediaHosts: env.mediaHosts,
      browserReports: env.browserReports,
      tabletReports: env.tabletReports,
      signUps: c.var.deps.identity.signUps(),
    };
    c.header('Cache-Control', 'no-cache');
    c.header('Vary', 'Host');
    return c.json(answer);
  })
  /** GET /api/health: 200 while the database answers, else 503, for load balancers. */
  .get('/health', async (c) => {
    const { db, version, log } = c.var.deps;
    try {
      await Promise.race([db.ping(), timeout()]);
      return c.json({ status: 'ok', database: 'ok', version } as const);
    } catch (error) {
      log.error('database unreachable', {
        requestId: c.var.requestId,
        ...(error instanceof Error && errorFields(error)),
      });
      return c.json({ status: 'unavailable', database: 'unreachable', version } as const, 503);
    }
  });

async function timeout(): Promise<never> {
  await sleep(PING_TIMEOUT_MS, undefined, { ref: false });
  throw new Error('no answer in time');
}
