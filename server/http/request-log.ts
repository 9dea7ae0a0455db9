import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { isServerPath, MARKER_HEADER, MARKER_VALUE } from '#sync/contract/server-paths.ts';
import type { Http } from './context.ts';

const SANE_REQUEST_ID = /^[\w.-]{8,64}$/;

/** Names the request, so that an answer and a log line can be laid side by side. A sane incoming name is kept. */
export const requestId = createMiddleware<Http>(async (c, next) => {
  const incoming = c.req.header('X-Request-Id');
  const id = incoming && SANE_REQUEST_ID.test(incoming) ? incoming : randomUUID();
  c.set('requestId', id);
  await next();
  c.header('X-Request-Id', id);
  if (isServerPath(c.req.path)) c.header(MARKER_HEADER, MARKER_VALUE);
});

/** One line per request of somebody else. The query is left out on purpose: links carry tokens and invitations there. */
export const requestLog = createMiddleware<Http>(async (c, next) => {
  const start = performance.now();
  await next();
  const { log } = c.var.deps;
  const status = c.res.status;
  const isTold = isServerPath(c.req.path) && !isOwn(c.env);
  const write = status >= 500 ? log.error : isTold ? log.info : log.debug;
  const ms = Math.round((performance.now() - start) * 10) / 10;
  write('request', { method: c.req.method, path: c.req.path, status, ms, requestId: c.var.requestId });
});

/** True for what the server asks its own auth service, in the same process (I6). */
const isOwn = (env: unknown) => typeof env === 'object' && env !== null && 'isOwn' in env;
