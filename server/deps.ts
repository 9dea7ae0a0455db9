import type { Db } from './db/client.ts';
import type { Env } from './env.ts';
import type { Log } from './http/log.ts';
import type { RateLimits } from './http/rate-limit.ts';
import type { Identity } from './identity/identity.ts';
import type { Media } from './videos/open-media.ts';

/** What the composition root (`main.ts`, or a test) gives to every room; routes find it as `c.var.deps`. */
export interface Deps {
  env: Env;
  db: Db;
  log: Log;
  identity: Identity;
  rateLimits: RateLimits;
  /** Films and pictures: `await openMedia(env)`. */
  media: Media;
  /** The product's version, as health and config tell it. */
  version: string;
  /** The server's clock; tests turn it. */
  now: () => Date;
}
