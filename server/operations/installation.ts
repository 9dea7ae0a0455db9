// What anybody may ask about an installation: its settings, whether it works, and whether it can take work.
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import type { Config } from '#sync/contract/server.ts';
import { readBadgeKeys } from '../certificates/badge-keys.ts';
import { DatabaseError, isDiskFull, run } from '../db/client.ts';
import type { Deps, Http } from '../deps.ts';
import { requestHost, requestOrigin } from '../http/client-ip.ts';
import { errorFields } from '../http/responses.ts';

/** Any non-empty key works for the embedded service; this one is easy to recognise in a trace. */
const EMBEDDED_KEY = 'groundwork-embedded';

const PING_TIMEOUT_MS = 2_000;

export const installationRoutes = new Hono<Http>()
  /** GET /api/config: what the browser must know about this installation, so that one build serves any. */
  .get('/config', async (c) => {
    const { env, log, version } = c.var.deps;
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
      convertsVideos: c.var.deps.media.converter !== undefined,
      languages: [...env.languages],
      defaultLanguage: env.defaultLanguage,
      signUps: c.var.deps.identity.signUps(),
      ...(env.samplePeople > 0 && { hasDemoAccounts: true }),
      // The way there and back is that of PUBLIC_URL alone.
      provider: requestOrigin(c) === new URL(env.publicUrl).origin ? env.provider : undefined,
      // Without them only badges cannot be checked.
      badgeKeys: await readBadgeKeys(env.dataDir).catch((error) => {
        log.error('badge keys unreadable', errorFields(error));
        return [];
      }),
    };
    c.header('Cache-Control', 'no-cache');
    c.header('Vary', 'Host');
    return c.json(answer);
  })
  /** GET /api/live: 200 as long as the process answers, whatever has become of the database: no restart brings that back (decision 205). */
  .get('/live', (c) => c.json({ status: 'alive', version: c.var.deps.version } as const))
  /** GET /api/health: 200 while the database answers, else 503, for whoever watches it. */
  .get('/health', async (c) => {
    const { db, version, commit, log } = c.var.deps;
    try {
      await inTime(db.ping());
      return c.json({ status: 'ok', database: 'ok', version, commit } as const);
    } catch (error) {
      log.error('database unreachable', {
        requestId: c.var.requestId,
        ...(error instanceof Error && errorFields(error)),
      });
      return c.json({ status: 'unavailable', database: 'unreachable', version, commit } as const, 503);
    }
  })
  /**
   * GET /api/ready: 200 while work can be taken, else 503 with what is in the way: a database or a disk that is full, read-only or
   * gone, or a process that was told to stop.
   */
  .get('/ready', async (c) => {
    const { deps } = c.var;
    const { version, lifecycle } = deps;
    const checks = await checkWrites(deps);
    const isAble = Object.values(checks).every((state) => state === 'ok' || state === 'elsewhere');
    const ownStatus = isAble ? 'ready' : 'unavailable';
    const status = lifecycle.isStopping ? 'stopping' : ownStatus;
    if (status !== 'ready') c.header('Retry-After', '5');
    return c.json({ status, ...checks, version }, status === 'ready' ? 200 : 503);
  });

type WriteState = 'ok' | 'full' | 'read-only' | 'unreachable' | 'elsewhere';

const WRITES_KNOWN_FOR_MS = 2_000;
const lastChecks = new WeakMap<Deps, { at: number; checks: Promise<Record<'database' | 'media', WriteState>> }>();

/** Anybody may ask, so it writes at most every two seconds. */
function checkWrites(deps: Deps) {
  const last = lastChecks.get(deps);
  if (last && performance.now() - last.at < WRITES_KNOWN_FOR_MS) return last.checks;
  const checks = (async () => ({ database: await outcome(deps, writeRow), media: await outcome(deps, writeMedium) }))();
  lastChecks.set(deps, { at: performance.now(), checks });
  return checks;
}

async function outcome(deps: Deps, write: (deps: Deps) => Promise<WriteState>): Promise<WriteState> {
  try {
    return await inTime(write(deps));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    deps.log.error('not ready', errorFields(error));
    const code = error instanceof DatabaseError || 'code' in error ? String(error.code) : '';
    if (isDiskFull(error)) return 'full';
    // 0A000: a standby has no serializable transactions.
    return /^(SQLITE_READONLY.*|25006|0A000|EROFS|EACCES|EPERM)$/.test(code) ? 'read-only' : 'unreachable';
  }
}

async function writeRow({ db, now }: Deps): Promise<WriteState> {
  const value = now().toISOString();
  await db.transact(function* (tx) {
    const { meta } = tx.tables;
    const row = { key: 'last_ready', value };
    yield* run(tx.insert(meta).values(row).onConflictDoUpdate({ target: meta.key, set: { value } }));
  });
  return 'ok';
}

async function writeMedium({ env, media }: Deps): Promise<WriteState> {
  if (env.storage !== 'disk') return 'elsewhere';
  const file = join(media.incoming, `ready-${randomUUID()}.part`);
  await writeFile(file, Buffer.alloc(4096), { flush: true }).finally(() => rm(file, { force: true }));
  return 'ok';
}

/** As `asked`, but rejects when it takes longer than whoever watches an installation waits. */
export const inTime = <T>(asked: Promise<T>): Promise<T> => Promise.race([asked, timeout()]);

async function timeout(): Promise<never> {
  await sleep(PING_TIMEOUT_MS, undefined, { ref: false });
  throw new Error('no answer in time');
}
