import type { Db } from './db/client.ts';
import type { Env } from './env.ts';
import type { Log } from './http/log.ts';
import type { RateLimits } from './http/rate-limit.ts';
import type { Accounts } from './identity/accounts.ts';
import type { Identity } from './identity/identity.ts';
import type { Post } from './mail/outbox.ts';
import type { Media } from './videos/open-media.ts';

/** What the composition root (`main.ts`, or a test) gives to every room; routes find it as `c.var.deps`. */
export interface Deps {
  env: Env;
  db: Db;
  log: Log;
  identity: Identity;
  /** The auth service as this server speaks to it. */
  accounts: Accounts;
  rateLimits: RateLimits;
  /** Sends the mails that were queued in a unit of work. */
  post: Post;
  /** Films and pictures: `await openMedia(env)`. */
  media: Media;
  /** The product's version, as health and config tell it. */
  version: string;
  /** The server's clock; tests turn it. */
  now: () => Date;
}
