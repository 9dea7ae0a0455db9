// GET /metrics in the format of Prometheus, for whoever has METRICS_TOKEN. Everything is counted by this process alone, except what waits in
// the database, which every process of an installation reports alike.
import { createHash, timingSafeEqual } from 'node:crypto';
import { sum } from 'drizzle-orm';
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { Refusal } from '#sync/contract/refusal.ts';
import { postgresPool } from '../db/postgres.ts';
import type { Deps, Http, Metrics } from '../deps.ts';
import { limitWrongTokens } from '../http/rate-limit.ts';
import { inTime } from './installation.ts';

/** In seconds: from what nobody notices to what a proxy gives up on. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Begins to count, for this process. */
export async function openMetrics({
  db,
  queue,
  now,
  version,
}: Pick<Deps, 'db' | 'queue' | 'now' | 'version'>): Promise<Metrics> {
  // Loaded only where it is asked for.
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'groundwork_http_request_duration_seconds',
    help: 'Answered requests by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const operations = new Counter({
    name: 'groundwork_sync_operations_total',
    help: 'Operations of devices by the status of their answer.',
    labelNames: ['status'],
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name: `groundwork_${name}`, help, registers });
  const build = new Gauge({ name: 'groundwork_build', help: 'Always 1.', labelNames: ['version'], registers });
  build.set({ version }, 1);
  const ofKind = (name: string, help: string) =>
    new Gauge({ name: `groundwork_queue_${name}`, help, labelNames: ['kind'], registers });
  const waits = ofKind('waiting', 'Work that is not done yet, by its kind; that of paused webhooks is left out.');
  const oldest = ofKind('oldest_seconds', 'The age of the oldest of it.');
  const failing = ofKind('failing', 'What has failed and will be tried again.');
  const givenUp = ofKind('given_up', 'What was never done and never will be.');
  const changes = gauge('changes_waiting', 'Changes of learners that this process has taken and not saved yet.');
  const media = gauge('media_bytes', 'What videos and pictures take.');
  const databaseUp = gauge('database_up', '1 when the database has answered this request in time, else 0.');
  const pool = postgresPool(db);
  const connections = pool && gauge('database_connections', 'Open connections to PostgreSQL.');
  const waiting = pool && gauge('database_waiting', 'Queries that wait for a connection.');

  const ageOf = (since: Date | null | undefined) => (since ? (now().getTime() - since.getTime()) / 1000 : 0);

  const readQueue = async () => {
    for (const { kind, ...backlog } of await queue.backlog()) {
      failing.set({ kind }, backlog.failing);
      if (backlog.waiting === undefined) continue;
      waits.set({ kind }, backlog.waiting);
      oldest.set({ kind }, ageOf(backlog.oldest));
      if (backlog.givenUp !== undefined) givenUp.set({ kind }, backlog.givenUp);
    }
  };
  const readMedia = async () => {
    const { assets } = db.tables;
    const [stored] = await db.select({ bytes: sum(assets.sizeBytes) }).from(assets);
    media.set(Number(stored?.bytes ?? 0));
  };

  /** While a frozen database holds the reads of the last scrape, the next one adds none. */
  let reading: Promise<unknown> | undefined;
  const read = async () => {
    reading ??= Promise.all([readQueue(), readMedia()]).finally(() => {
      reading = undefined;
    });
    try {
      await inTime(reading);
      databaseUp.set(1);
    } catch {
      // What is not known is left out. The figures of the process are asked for most when the database is in trouble.
      for (const one of [waits, oldest, failing, givenUp]) one.reset();
      media.remove();
      databaseUp.set(0);
    }
    changes.set(db.waitingUnits());
    connections?.set(pool?.totalCount ?? 0);
    waiting?.set(pool?.waitingCount ?? 0);
    return registry.metrics();
  };

  return {
    contentType: registry.contentType,
    read,
    countOperations: (statuses) => {
      for (const status of statuses) operations.inc({ status });
    },
    countRequest: (labels, seconds) => requests.observe(labels, seconds),
  };
}

/** Times every request by its route, of which there are a few hundred; pages and unknown addresses are one. */
export const timeRequests: MiddlewareHandler<Http> = async (c, next) => {
  const start = performance.now();
  await next();
  const route = matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? 'page';
  const labels = { method: c.req.method, route, status: c.res.status };
  c.var.deps.metrics?.countRequest(labels, (performance.now() - start) / 1000);
};

const digest = (text: string) => createHash('sha256').update(text).digest();

/** GET /metrics. Without the token it is 401, and without METRICS_TOKEN there is no such address. */
export const metricsRoute: MiddlewareHandler<Http> = async (c) => {
  const { env, metrics } = c.var.deps;
  const sent = c.req.header('Authorization');
  if (!metrics || !env.metricsToken) throw new Refusal('not_found');
  if (!timingSafeEqual(digest(sent ?? ''), digest(`Bearer ${env.metricsToken}`))) {
    if (sent !== undefined) await limitWrongTokens(c);
    throw new Refusal('not_authenticated');
  }
  const page = await metrics.read();
  c.header('Cache-Control', 'no-store');
  return c.body(page, 200, { 'Content-Type': metrics.contentType });
};
