// The API tokens of an organization, or of the whole installation, for whoever runs it.
import { Hono } from 'hono';
import { ApiTokensQuery, NewApiToken } from '#sync/contract/api-token.ts';
import { scopeOf } from '../../analytics/scope.ts';
import type { Http } from '../../deps.ts';
import { requireAdmin } from '../../http/actor.ts';
import { auditActorOf } from '../../http/audit-log.ts';
import { validate, validateQuery, validateUuid } from '../../http/validate.ts';
import { createToken, listTokens, revokeToken } from './api-tokens.ts';

const ALL = '/admin/api-tokens';

export const apiTokenRoutes = new Hono<Http>()
  .get(ALL, requireAdmin, validateQuery(ApiTokensQuery), async (c) => {
    const { db, now } = c.var.deps;
    const { organizationId, ...page } = c.req.valid('query');
    return c.json(await listTokens(db, { ...scopeOf(c.var.actor, organizationId), ...page, now: now() }));
  })
  .post(ALL, requireAdmin, validate(NewApiToken), async (c) => {
    const wanted = c.req.valid('json');
    const { organizationId } = scopeOf(c.var.actor, wanted.organizationId ?? undefined);
    c.header('Cache-Control', 'no-store');
    return c.json(await createToken(c.var.deps.db, auditActorOf(c), { ...wanted, organizationId }), 201);
  })
  .delete(`${ALL}/:id`, requireAdmin, async (c) => {
    const id = validateUuid(c.req.param('id'), 'api_token_not_found');
    await revokeToken(c.var.deps.db, auditActorOf(c), id);
    return c.json({ message: 'The token was revoked.' });
  });
