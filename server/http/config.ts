import { Hono } from 'hono';
import type { Config } from '#sync/contract/config.ts';
import { askedHost, askedOrigin } from './caller.ts';
import type { Http } from './context.ts';

/** Any non-empty key will do for the embedded service (I10); a telling one is easier to recognise in a trace. */
const EMBEDDED_KEY = 'groundwork-embedded';

/** GET /api/config: what the browser has to know of this installation, so that one build serves any. */
export const configRoutes = new Hono<Http>().get('/config', (c) => {
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
});
