// What both plain servers share: Hono, the product's own token check, and one unit change of one person.
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { createLocalJWKSet } from 'jose';
import { createVerifier } from '#server/identity/identity.ts';
import { loadSigningKeys } from '#server/identity/keys.ts';
import { issuerOf } from './stage.ts';

export interface UnitPost {
  userId: string;
  sessionId: string;
  opId: string;
  lessonId: number;
  status: string;
  positionSeconds: number;
}

/** Listens on PORT and gives every POST /api/progress/unit to `record`, which answers undefined for a refusal. */
export async function servePlain(
  record: (post: UnitPost) => object | undefined | Promise<object | undefined>,
): Promise<void> {
  const port = Number(process.env.PORT);
  const { jwks } = await loadSigningKeys(process.env.DATA_DIR ?? '');
  const verify = createVerifier({
    log: { info: () => undefined },
    issuer: issuerOf(Number(process.env.ISSUER_PORT ?? port)),
    publicKey: createLocalJWKSet(jwks),
    jwtSecret: undefined,
    now: () => new Date(),
  });
  const app = new Hono()
    .get('/', (c) => c.text('ready'))
    .post('/api/progress/unit', async (c) => {
      const answer = await record(await readPost(c, verify));
      return answer ? c.json(answer) : c.json({ error: 'refused' }, 403);
    });
  serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
}

async function readPost(c: Context, verify: ReturnType<typeof createVerifier>): Promise<UnitPost> {
  const claims = await verify((c.req.header('Authorization') ?? '').replace('Bearer ', ''));
  const body = await c.req.json<Pick<UnitPost, 'lessonId' | 'status' | 'positionSeconds'>>();
  return { userId: claims.sub, sessionId: claims.session_id, opId: c.req.header('Idempotency-Key') ?? '', ...body };
}
