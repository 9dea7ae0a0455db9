// The embedded auth service below /auth/v1, compatible on the wire with a hosted Supabase project (I1).
import { Hono } from 'hono';
import type { Http } from '../http/context.ts';
import { adminRoutes } from './admin-routes.ts';
import { embeddedOf } from './asking.ts';
import { answerAuthError } from './auth-error.ts';
import { tokenRoutes } from './token-routes.ts';
import { userRoutes } from './user-routes.ts';

export const identityRoutes = new Hono<Http>()
  .route('/', tokenRoutes)
  .route('/', userRoutes)
  .route('/admin', adminRoutes)
  .get('/.well-known/jwks.json', (c) => {
    c.header('Cache-Control', 'public, max-age=600');
    return c.json(embeddedOf(c).keys.jwks);
  })
  .get('/settings', (c) =>
    c.json({ external: { email: true, phone: false }, disable_signup: false, mailer_autoconfirm: false }),
  )
  .get('/health', (c) => c.json({ name: 'Groundwork identity', version: c.var.deps.version }));

identityRoutes.onError(answerAuthError);
