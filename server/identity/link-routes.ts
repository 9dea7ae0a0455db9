// POST /signup, /otp, /recover and /resend: the calls that end in a mail.
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { Http } from '../http/context.ts';
import { type Asked, askConfirmation, askMagicLink, askRecovery } from './ask-link.ts';
import { acceptBody, deskOf, redirectOf } from './asking.ts';
import { checkPassword, Email, Metadata, noChallenge } from './fields.ts';
import { byCaller, inEvenTime, limit, limitMails, serviceCaller, wasJustAsked } from './limits.ts';
import { lookalikeUser, signUp } from './sign-up.ts';
import { wireUser } from './users.ts';

const SIGN_UPS = byCaller('sign-up');
const MAGIC_LINKS = byCaller('magic link');
const RECOVERIES = byCaller('recovery');
const RESENDS = byCaller('resend');

const Data = z.nullish(Metadata);
const SignUp = z.object({
  email: Email,
  password: z.string('Signup requires a valid password').check(z.minLength(1, 'Signup requires a valid password')),
  data: Data,
  ...noChallenge,
});
const MagicLink = z.object({ email: Email, data: Data, create_user: z.nullish(z.boolean()), ...noChallenge });
const Recovery = z.object({ email: Email, ...noChallenge });
const Resend = z.object({
  email: Email,
  type: z.literal('signup', 'Only the mail of a sign-up can be sent again'),
  ...noChallenge,
});

export const linkRoutes = new Hono<Http>()
  .post('/signup', async (c) => {
    const { email, password, data } = await acceptBody(c, SignUp);
    await limit(c, SIGN_UPS);
    await limitMails(c, email);
    checkPassword(password);
    const metadata = data ?? {};
    const desk = deskOf(c);
    const user = await signUp(desk, { ...askedBy(c, email), password, data: metadata });
    c.var.deps.post.collect();
    return c.json(user ? wireUser(user) : lookalikeUser(email, metadata, desk.now));
  })
  .post('/otp', async (c) => {
    const { email, data, create_user } = await acceptBody(c, MagicLink);
    await limit(c, MAGIC_LINKS);
    const wanted = { ...askedBy(c, email), createUser: create_user !== false, data: data ?? {} };
    return mailQuietly(c, { kind: 'magiclink', email, ask: () => askMagicLink(deskOf(c), wanted) });
  })
  .post('/recover', async (c) => {
    const { email } = await acceptBody(c, Recovery);
    await limit(c, RECOVERIES);
    return mailQuietly(c, { kind: 'recovery', email, ask: () => askRecovery(deskOf(c), askedBy(c, email)) });
  })
  .post('/resend', async (c) => {
    const { email } = await acceptBody(c, Resend);
    await limit(c, RESENDS);
    return mailQuietly(c, { kind: 'signup', email, ask: () => askConfirmation(deskOf(c), askedBy(c, email)) });
  });

function askedBy(c: Context<Http>, email: string): Asked {
  return { email, redirectTo: redirectOf(c), ip: serviceCaller(c) };
}

interface Quiet {
  kind: string;
  email: string;
  ask: () => Promise<void>;
}

/** Answers `{}` whatever there was to do, and after the same time. */
async function mailQuietly(c: Context<Http>, { kind, email, ask }: Quiet) {
  await limitMails(c, email);
  await inEvenTime(async () => {
    if (!(await wasJustAsked(c, kind, email))) await ask();
  });
  c.var.deps.post.collect();
  return c.json({});
}
