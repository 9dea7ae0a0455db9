// Links without a mail, for our own mails (POST /admin/generate_link), and the invitation with one (POST /invite).
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { Http } from '../../http/context.ts';
import { linkContextOf, redirectOf, validateAuthBody } from '../auth-request.ts';
import { generateLink, inviteByMail } from '../links/request-link.ts';
import { verifyLink } from '../links/send-link.ts';
import { hashPassword } from '../sessions/passwords.ts';
import { checkPassword, Email, Metadata, wireUser } from '../users.ts';

const Data = z.nullish(Metadata);
const LinkOrder = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('signup'), email: Email, password: z.string(), data: Data }),
    z.object({ type: z.enum(['invite', 'magiclink', 'recovery']), email: Email, data: Data }),
  ],
  { error: 'type: must be signup, invite, magiclink or recovery' },
);
const Invitation = z.object({ email: Email, data: Data });

export const adminLinkRoutes = new Hono<Http>().post('/generate_link', async (c) => {
  const order = await validateAuthBody(c, LinkOrder);
  const passwordHash = order.type === 'signup' ? await hashOf(order.password) : undefined;
  const desk = linkContextOf(c);
  const redirectTo = redirectOf(c);
  const wanted = { kind: order.type, email: order.email, data: order.data ?? undefined, redirectTo, passwordHash };
  const { user, kind, token } = await generateLink(desk, wanted);
  c.header('Cache-Control', 'no-store');
  return c.json({
    ...wireUser(user),
    action_link: verifyLink({ kind, token, redirectTo }, desk.publicUrl),
    // There is no code to type in here: where a client wants one, the link's own token is it.
    email_otp: token,
    hashed_token: token,
    verification_type: kind,
    redirect_to: redirectTo,
  });
});

/** POST /invite. The caller has checked the secret key. */
export async function answerInvite(c: Context<Http>) {
  const { email, data } = await validateAuthBody(c, Invitation);
  const user = await inviteByMail(linkContextOf(c), { email, data: data ?? undefined, redirectTo: redirectOf(c) });
  c.var.deps.mailer.flush();
  return c.json(wireUser(user));
}

function hashOf(password: string): Promise<string> {
  checkPassword(password);
  return hashPassword(password);
}
