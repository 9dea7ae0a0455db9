// The lines of the access matrix for API tokens and webhooks, and for the public API, which is closed to everybody's session.
import { API_CALLS } from '#sync/contract/public-api.ts';
import { all, type Line, ofOrganization, type World } from '../access-statuses.ts';
import { WEBHOOK_LINES } from '../webhooks/access-lines.ts';

const wanted = ({ organization: organizationId }: World) => ({
  body: { name: 'HR', scopes: ['people:read'], days: 30, organizationId },
});
const token = async ({ server, organization: organizationId }: World) => {
  const { apiTokens } = server.db.tables;
  const row = { tokenHash: crypto.randomUUID(), ending: 'wxyz', name: 'HR', organizationId, scopes: [] };
  const times = { createdAt: new Date(), expiresAt: new Date(Date.now() + 86_400_000) };
  const [{ id } = { id: '' }] = await server.db
    .insert(apiTokens)
    .values({ ...row, ...times })
    .returning({ id: apiTokens.id });
  return { at: { id } };
};

const CALLS = Object.values(API_CALLS).map(({ method, path }): [string, Line] => {
  const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return [
    `${method.toUpperCase()} /api/v1${pattern}`,
    [all(401), () => ({ at: Object.fromEntries(names.map((name) => [name, 1])) })],
  ];
});

export const INTEGRATION_LINES: Record<string, Line> = {
  'GET /api/admin/api-tokens': [ofOrganization(), ({ organization }) => ({ query: `?organizationId=${organization}` })],
  'POST /api/admin/api-tokens': [ofOrganization(201), wanted],
  'DELETE /api/admin/api-tokens/:id': [ofOrganization(), token],
  ...WEBHOOK_LINES,
  ...Object.fromEntries(CALLS),
  'GET /api/v1/openapi.json': [all(200)],
};
