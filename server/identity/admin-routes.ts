// The endpoints of the secret key: the server itself, and operators' scripts, make accounts here.
import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod/mini';
import type { Http } from '../http/context.ts';
import { acceptBody, bearerOf, embeddedOf } from './asking.ts';
import { AuthError } from './auth-error.ts';
import { hashPassword, isPasswordHash, PASSWORD_LIMIT_BYTES } from './passwords.ts';
import { createUser, isEmail, wireUser } from './users.ts';

const INVALID_EMAIL = 'Unable to validate email address: invalid format';
const Metadata = z.optional(z.record(z.string(), z.unknown()));
const AdminUser = z.object({
  id: z.optional(z.uuid()),
  email: z.string(INVALID_EMAIL).check(z.refine(isEmail, INVALID_EMAIL)),
  password: z.optional(
    z.string().check(
      z.minLength(6, 'Password should be at least 6 characters'),
      z.refine(
        (text) => Buffer.byteLength(text) <= PASSWORD_LIMIT_BYTES,
        'Password cannot be longer than 72 characters',
      ),
    ),
  ),
  password_hash: z.optional(z.string().check(z.refine(isPasswordHash, 'Only argon2id hashes in PHC form are taken'))),
  email_confirm: z.optional(z.boolean()),
  user_metadata: Metadata,
  app_metadata: Metadata,
});

const digest = (text: string) => createHash('sha256').update(text).digest();

const requireSecretKey = createMiddleware<Http>(async (c, next) => {
  const isOurs = timingSafeEqual(digest(bearerOf(c)), digest(embeddedOf(c).secretKey));
  if (!isOurs) throw new AuthError(403, 'not_admin', 'User not allowed');
  await next();
});

export const adminRoutes = new Hono<Http>().post('/users', requireSecretKey, async (c) => {
  const { db, now } = c.var.deps;
  const wanted = await acceptBody(c, AdminUser);
  const passwordHash = wanted.password ? await hashPassword(wanted.password) : (wanted.password_hash ?? null);
  const user = await createUser(
    db,
    {
      id: wanted.id?.toLowerCase(),
      email: wanted.email,
      passwordHash,
      isConfirmed: wanted.email_confirm === true,
      userMetadata: wanted.user_metadata ?? {},
      appMetadata: wanted.app_metadata ?? {},
    },
    now(),
  );
  return c.json(wireUser(user));
});
