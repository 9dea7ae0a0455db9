// The OpenAPI document of the public API, made from the shapes by which its calls are validated.
import * as z from 'zod/mini';
import { API_CALLS, type ApiCall } from '#sync/contract/public-api.ts';
import { REFUSALS, RefusalBody, type RefusalCode } from '#sync/contract/refusal.ts';
import type { Deps } from '../../deps.ts';

/** What any call may be refused with. */
const ALWAYS: RefusalCode[] = [
  'validation_failed',
  'api_token_refused',
  'scope_missing',
  'rate_limited',
  'unavailable',
];
const OF_BODIES: RefusalCode[] = ['body_too_large', 'wrong_content_type'];

/** As JSON Schema of the draft 2020-12, which OpenAPI 3.1 takes. `io` tells what is sent from what comes back. */
function schemaOf(shape: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' });
  return schema;
}

export function openApiDocument({ env, version }: Pick<Deps, 'env' | 'version'>): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [operationId, call] of Object.entries(API_CALLS)) {
    paths[call.path] = { ...paths[call.path], [call.method]: operationOf(operationId, call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Groundwork',
      version,
      description: 'Calls for other systems. Administrators create the tokens under Integrations.',
    },
    servers: [{ url: new URL('/api/v1', env.publicUrl).href }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'An API token, gwt_...' } },
      schemas: { Refusal: schemaOf(RefusalBody, 'output') },
    },
  };
}

function operationOf(operationId: string, call: ApiCall): object {
  const parameters = [
    ...[...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      ...{ name, in: 'path', required: true },
      schema: name === 'courseId' ? { type: 'integer' } : { type: 'string', format: 'uuid' },
    })),
    ...queryParameters(call.query),
  ];
  const codes = [...ALWAYS, ...(call.body ? OF_BODIES : []), ...(call.refusals ?? [])];
  const byStatus = Map.groupBy(codes, (code) => REFUSALS[code][0]);
  const refused = [...byStatus].map(([status, some]) => [
    status,
    {
      description: some.map((code) => `\`${code}\`: ${REFUSALS[code][1]}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    },
  ]);
  return {
    operationId,
    summary: call.summary,
    description: call.scope ? `Needs the scope \`${call.scope}\`.` : 'Any token may make this call.',
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(call.body, 'input') } } },
    }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(call.answer, 'output') } } },
      ...Object.fromEntries(refused),
    },
  };
}

function queryParameters(shape: z.ZodMiniType | undefined): object[] {
  if (!shape) return [];
  const { properties = {}, required = [] } = schemaOf(shape, 'output');
  return Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name) && !(typeof schema === 'object' && 'default' in schema);
    return { name, in: 'query', required: isRequired, schema };
  });
}
