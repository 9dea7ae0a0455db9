// What a browser keeps while its person is at the provider: a sealed cookie for each sign-in that was begun, for ten minutes.
// Only the browser that began a sign-in can finish it, with any process of this installation.
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Http } from '../../deps.ts';
import { requestOrigin } from '../../http/client-ip.ts';
import { embeddedOf } from '../../identity/limits.ts';
import { Challenge } from '../../identity/two-step/challenge.ts';

const PATH = '/auth/v1/callback';
const LIFETIME_SECONDS = 600;
const PURPOSE = 'sign-in by a provider';

const Flow = z.object({
  /** What the browser that was sent away has to bring back, and what the answer must fit. */
  sent: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  /** Already checked by `allowedRedirect`. */
  redirectTo: z.string(),
  /** Of the client that asked; without one it gets the session itself. */
  challenge: z.optional(Challenge),
});
export type Flow = z.infer<typeof Flow>;

const cookieOf = (state: string) => `groundwork-oidc-${state}`;

export async function keepFlow(c: Context<Http>, flow: Flow): Promise<void> {
  const end = Math.floor(c.var.deps.now().getTime() / 1000) + LIFETIME_SECONDS;
  const sealed = await new SignJWT({ ...flow })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(PURPOSE)
    .setExpirationTime(end)
    .sign(embeddedOf(c).keys.deviceKey);
  setCookie(c, cookieOf(flow.sent.state), sealed, {
    path: PATH,
    maxAge: LIFETIME_SECONDS,
    httpOnly: true,
    // The provider leads back from its own site.
    sameSite: 'Lax',
    secure: requestOrigin(c).startsWith('https:'),
  });
}

/** The sign-in with this state, which this browser has no more afterwards; undefined when it began none, or too long ago. */
export async function takeFlow(c: Context<Http>, state: string): Promise<Flow | undefined> {
  const sealed = getCookie(c, cookieOf(state));
  if (!sealed) return undefined;
  deleteCookie(c, cookieOf(state), { path: PATH });
  try {
    const expected = { algorithms: ['HS256'], audience: PURPOSE, currentDate: c.var.deps.now() };
    return Flow.parse((await jwtVerify(sealed, embeddedOf(c).keys.deviceKey, expected)).payload);
  } catch {
    return undefined;
  }
}
