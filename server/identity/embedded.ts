import type { Context } from 'hono';
import type { Http } from '../http/context.ts';
import { AuthError } from './auth-error.ts';
import type { Embedded } from './identity.ts';

/** The embedded service's own parts. These routes are mounted only where it exists. */
export function embeddedOf(c: Context<Http>): Embedded {
  const { embedded } = c.var.deps.identity;
  if (!embedded) throw new AuthError(404, 'not_found', 'Accounts live in a hosted service');
  return embedded;
}
