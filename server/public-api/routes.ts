// The public API, mounted below /api/v1 from the list of its calls in the contract.
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type * as z from 'zod/mini';
import { API_CALLS, type ApiCall, type ApiCalls } from '#sync/contract/public-api.ts';
import { readToken } from '../api-tokens/api-tokens.ts';
import { requireToken } from '../api-tokens/token-actor.ts';
import { type AuditActor, auditActorOf } from '../audit/audit-log.ts';
import type { Deps, Http } from '../deps.ts';
import type { WithActor } from '../http/actor.ts';
import { validate, validateQuery } from '../http/validate.ts';
import type { Actor } from '../permissions.ts';

/** What a call is made with: who makes it, what was sent, and the ids in its path. */
interface Made<C extends ApiCall> {
  deps: Deps;
  caller: AuditActor;
  query: C extends { query: infer Q } ? z.output<Q> : undefined;
  body: C extends { body: infer B } ? z.output<B> : undefined;
  param: (name: string) => string | undefined;
}

type Handlers = {
  [Name in keyof ApiCalls]: (made: Made<ApiCalls[Name]>) => Promise<z.output<ApiCalls[Name]['answer']>>;
};

const HANDLERS: Handlers = {
  readToken: ({ deps, caller }) => readToken(deps.db, caller.actor),
};

export function publicApi(): Hono<Http> {
  const api = new Hono<Http>();
  for (const name of Object.keys(API_CALLS) as (keyof ApiCalls)[]) mount(api, name);
  return api;
}

function mount(api: Hono<Http>, name: keyof ApiCalls): void {
  const call: ApiCall = API_CALLS[name];
  const path = call.path.replaceAll(/\{(\w+)\}/g, ':$1');
  const checks: MiddlewareHandler[] = [requireToken(call.scope)];
  if (call.query) checks.push(validateQuery(call.query));
  if (call.body) checks.push(validate(call.body));
  const answer = HANDLERS[name] as (made: Made<ApiCall>) => Promise<unknown>;
  api.on(call.method.toUpperCase(), [path], ...checks, async (c: Context<WithActor<Actor>>) => {
    const valid = (part: 'query' | 'json') => c.req.valid(part as never);
    return c.json(
      (await answer({
        deps: c.var.deps,
        caller: auditActorOf(c),
        query: call.query && valid('query'),
        body: call.body && valid('json'),
        param: (one) => c.req.param(one),
      })) as object,
    );
  });
}
