// Authentication of the public API: by a token, never by a person's session.
import { createMiddleware } from 'hono/factory';
import type { ApiScope } from '#sync/contract/api-token.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { RateLimitRule } from '../../deps.ts';
import type { WithActor } from '../../http/actor.ts';
import { limitCalls, limitWrongTokens } from '../../http/rate-limit.ts';
import { type Actor, may } from '../../permissions.ts';
import { actorOfToken } from './api-tokens.ts';

const CALLS: RateLimitRule = { name: 'API calls', limit: 600, windowSeconds: 60 };

/** Refuses `api_token_refused`, `rate_limited`, and `scope_missing` naming the scope. */
export const requireToken = (scope: ApiScope | null) =>
  createMiddleware<WithActor<Actor>>(async (c, next) => {
    const { deps } = c.var;
    const judge = async () => {
      const token = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
      if (!token) throw new Refusal('api_token_refused');
      const actor = await actorOfToken(deps.db, token, deps.now());
      c.set('actorId', actor.id);
      if (!may(actor, 'use_api', scope))
        throw new Refusal('scope_missing', { scope }, `This API token may not do this: it lacks ${scope}.`);
      c.set('actor', actor);
    };
    try {
      await judge();
    } catch (error) {
      const isWrong = error instanceof Refusal && error.code === 'api_token_refused';
      if (isWrong && c.req.header('Authorization') !== undefined) await limitWrongTokens(c);
      throw error;
    }
    await limitCalls(deps, CALLS, c.var.actor.token?.id ?? '');
    c.set('judgeAgain', judge);
    await next();
  });
