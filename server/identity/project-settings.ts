// What a hosted project lets people do on their own: whether they may sign up, and whether it confirms their addresses.
import * as z from 'zod/mini';
import type { SignUps } from '#sync/contract/server.ts';

const TIMEOUT_MS = 5_000;
const Settings = z.object({ disable_signup: z.boolean(), mailer_autoconfirm: z.boolean() });

/** What a super admin and the log are told of 'unconfirmed'. */
export const UNCONFIRMED =
  "The project does not confirm email addresses: anybody can sign up with anybody's address. Switch on 'Confirm email' (Authentication, Sign In / Providers, Email).";

/** By `GET /auth/v1/settings`; undefined when the project does not answer. */
export async function readSignUps(project: { url: string; publishableKey: string }): Promise<SignUps | undefined> {
  try {
    const answer = await fetch(`${project.url}/auth/v1/settings`, {
      headers: { apikey: project.publishableKey },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const settings = Settings.parse(await answer.json());
    if (settings.disable_signup) return 'closed';
    return settings.mailer_autoconfirm ? 'unconfirmed' : 'open';
  } catch {
    return undefined;
  }
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Reads now and once an hour, after false in a minute. Returns what stops it. */
export function keepReading(read: () => Promise<boolean>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const next = async () => {
    const wait = (await read()) ? HOUR_MS : MINUTE_MS;
    if (!isStopped) timer = setTimeout(next, wait).unref();
  };
  void next();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Ways to sign in that go through a mail to the address (the `amr` claim). */
const BY_MAIL = new Set(['otp', 'magiclink', 'recovery', 'invite', 'email/signup', 'email_change']);

/** Whether this session began with a mail to its address. */
export function provesAddress(amr: unknown): boolean {
  return Array.isArray(amr) && amr.some((proof) => BY_MAIL.has(String(proof?.method)));
}
