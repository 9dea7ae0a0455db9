import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { isServerPath, MARKER_HEADER, MARKER_VALUE } from '#sync/contract/server.ts';
import type { Http, Log, LogFields } from '../deps.ts';
import type { LogLevel } from '../settings.ts';
import { isOwnCall } from './client-ip.ts';

const RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

export interface LogSettings {
  level: LogLevel;
  /** JSON lines for machines, or readable ones for a person at a terminal. */
  json: boolean;
  write?: (line: string) => void;
}

/** A log that is silent below `level`. */
export function createLog({ level, json, write = (line) => process.stdout.write(line) }: LogSettings): Log {
  const at =
    (own: Exclude<LogLevel, 'silent'>) =>
    (event: string, fields: LogFields = {}) => {
      if (RANK[own] < RANK[level]) return;
      const time = new Date().toISOString();
      write(json ? `${JSON.stringify({ time, level: own, event, ...fields })}\n` : readable(time, own, event, fields));
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function readable(time: string, level: string, event: string, fields: LogFields): string {
  const words = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${name === 'stack' ? value : onOneLine(`${value}`)}`);
  return `${[time.slice(11, 23), level.toUpperCase().padEnd(5), event, ...words].join(' ')}\n`;
}

/** Outside text, such as a path, must not look like a line of ours. */
function onOneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

const SANE_REQUEST_ID = /^[\w.-]{8,64}$/;
/** W3C Trace Context, of this version or a later one; a trace or a parent of zeros alone is none. */
const TRACE_PARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-|$)/;

/** Gives the request an id, so that a response and its log line can be matched. A valid incoming id is kept. */
export const requestId = createMiddleware<Http>(async (c, next) => {
  const incoming = c.req.header('X-Request-Id');
  const id = incoming && SANE_REQUEST_ID.test(incoming) ? incoming : randomUUID();
  c.set('requestId', id);
  await next();
  c.header('X-Request-Id', id);
  if (isServerPath(c.req.path)) c.header(MARKER_HEADER, MARKER_VALUE);
});

/** One line per external request, with the person as far as they are known. The query is left out on purpose: links carry tokens and invitations there. A token in a path is left out, too. */
export const requestLog = createMiddleware<Http>(async (c, next) => {
  const start = performance.now();
  await next();
  const { log } = c.var.deps;
  const status = c.res.status;
  const ofSuccess = isServerPath(c.req.path) && !isOwnCall(c) ? log.info : log.debug;
  const write = status >= 500 ? log.error : ofSuccess;
  const ms = Math.round((performance.now() - start) * 10) / 10;
  const { requestId, actorId } = c.var;
  const [, traceId] = TRACE_PARENT.exec(c.req.header('traceparent') ?? '') ?? [];
  const secret = matchedRoutes(c).find(({ path }) => path.includes('/:token'));
  const path = secret?.path ?? c.req.path;
  write('request', { method: c.req.method, path, status, ms, requestId, traceId, person: actorId });
});
