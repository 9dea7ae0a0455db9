import type { Context, Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Http } from './context.ts';
import { answerRefusal } from './refusals.ts';

/**
 * Answers addresses that no route took: 405 with `Allow` when another kind of request is taken there, else 404.
 * The table of methods is built once, when the first such request comes.
 */
export function answerNotFound(app: Hono<Http>) {
  let methodsOf: TrieRouter<string[]> | undefined;
  return (c: Context<Http>): Response => {
    methodsOf ??= methodTable(app);
    const allowed = new Set(methodsOf.match('ALL', c.req.path)[0].flatMap(([methods]) => methods));
    if (allowed.size === 0 || allowed.has(c.req.method)) return answerRefusal(c, new Refusal('not_found'));
    c.header('Allow', [...allowed].join(', '));
    return answerRefusal(c, new Refusal('method_not_allowed'));
  };
}

function methodTable(app: Hono<Http>): TrieRouter<string[]> {
  const byPath = new Map<string, Set<string>>();
  for (const { method, path } of app.routes) {
    if (method === 'ALL') continue;
    const methods = byPath.get(path) ?? new Set();
    methods.add(method);
    if (method === 'GET') methods.add('HEAD');
    byPath.set(path, methods);
  }
  const router = new TrieRouter<string[]>();
  for (const [path, methods] of byPath) router.add('ALL', path, [...methods]);
  return router;
}
