import { createHash } from 'node:crypto';
import type { Context } from 'hono';

/**
 * Answers JSON with an ETag over its bytes, or 304 when the client's copy has the same one. What depends on who asks
 * must not be shared between people, so caches may keep it for the asking person only, and must ask again.
 */
export function answerFresh<T>(c: Context, body: T) {
  const text = JSON.stringify(body);
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  c.header('ETag', tag);
  c.header('Cache-Control', 'private, no-cache');
  c.header('Vary', 'Authorization', { append: true });
  if (isSameCopy(c.req.header('If-None-Match'), tag)) return c.body(null, 304) as never;
  return c.body(text, 200, { 'Content-Type': 'application/json' }) as unknown as ReturnType<typeof c.json<T>>;
}

/** The weak comparison of RFC 9110, 13.1.2, over a list of tags or `*`. */
export function isSameCopy(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const bare = tag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === bare);
}
