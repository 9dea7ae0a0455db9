// The embedded auth service below /auth/v1, compatible on the wire with a hosted Supabase project (I1).
import { Hono } from 'hono';
import type { Http } from '../http/context.ts';
import { answerInvite } from './admin-link-routes.ts';
import { adminRoutes, requireSecretKey } from './admin-routes.ts';
import { answerAuthError } from './auth-error.ts';
import { embeddedOf } from './embedded.ts';
import { linkRoutes } from './link-routes.ts';
import { tokenRoutes } from './token-routes.ts';
import { userRoutes } from './user-routes.ts';
import { verifyRoutes } from './verify-routes.ts';

export const identityRoutes = new Hono<Http>()
  .route('/', tokenRoutes)
  .route('/', userRoutes)
  .route('/', linkRoutes)
  .route('/', verifyRoutes)
  .route('/admin', adminRoutes)
  .post('/invite', requireSecretKey, answerInvite)
  .get('/.well-known/jwks.json', (c) => {
    c.header('Cache-Control', 'public, max-age=600');
    return c.json(embeddedOf(c).keys.jwks);
  })
  .get('/settings', (c) =>
    c.json({ external: { email: true, phone: false }, disable_signup: false, mailer_autoconfirm: false }),
  )
  .get('/health', (c) => c.json({ name: 'Groundwork identity', version: c.var.deps.version }));

identityRoutes.onError(answerAuthError);
