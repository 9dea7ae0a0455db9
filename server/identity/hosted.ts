// Accounts of a hosted project: the keys that sign its tokens, and what it says of a session in between.
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import { foldEmail, internalAddress } from '#sync/contract/email.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, pick } from '../db/client.ts';
import type { Claims, Log } from '../deps.ts';
import type { Env } from '../env.ts';
import type { Actor } from '../permissions.ts';
import { adoptEmail, ensureProfile } from './profiles.ts';
import { provesAddress } from './project-settings.ts';

const FRESH_MS = 600_000;
const COOL_DOWN_MS = 30_000;
const KEYS_TIMEOUT_MS = 5_000;

type KeySet = ReturnType<typeof createLocalJWKSet>;

/**
 * The public keys of a hosted project. The last good set is used while the project cannot be reached, so that people with
 * valid tokens can keep working; an unknown key id loads the keys again, at most every 30 seconds.
 */
export function hostedKeys(projectUrl: string, now: () => Date, fetchKeys: typeof fetch = fetch): JWTVerifyGetKey {
  let known: KeySet | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;

  async function load() {
    loadedAt = now().getTime();
    const address = `${projectUrl}/auth/v1/.well-known/jwks.json`;
    const answer = await fetchKeys(address, { signal: AbortSignal.timeout(KEYS_TIMEOUT_MS) });
    if (answer.ok) known = createLocalJWKSet((await answer.json()) as JSONWebKeySet);
  }
  /** One request at a time; a failure leaves the known keys. */
  function refresh(): Promise<void> {
    loading ??= load()
      .catch(() => undefined)
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }

  const age = () => now().getTime() - loadedAt;

  return async (header, token) => {
    if (!known && (loading || age() >= COOL_DOWN_MS)) await refresh();
    if (!known)
      throw new Refusal('unavailable', {}, 'The sign-in service cannot be reached right now. Please try again.');
    if (age() >= FRESH_MS) refresh().catch(() => undefined);
    try {
      return await known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || age() < COOL_DOWN_MS) throw error;
      await refresh();
      return known(header, token);
    }
  };
}

// What the project says of a session: deleted, banned and signed-out people keep a token that is valid for up to an hour.

/** `isEnded`: no longer signed in, banned or deleted. `email` is the present address, told once; `hasFactor` an authenticator there. */
export interface SessionVerdict {
  isEnded: boolean;
  email: string | undefined;
  hasFactor: boolean;
}

/**
 * Asks the project about a session, at most once a minute; undefined while nothing is known, and then the token decides.
 * With `mayWait` a question under way is waited for, for at most a second.
 */
export type SessionCheck = (
  { sub, session_id, aal }: Pick<Claims, 'sub' | 'session_id' | 'aal'>,
  how: { token: string; mayWait: boolean },
) => Promise<SessionVerdict | undefined>;

const ASKED_EVERY_MS = 60_000;
const ASKED_AGAIN_MS = 2_000;
const WAIT_MS = 1_000;
const QUESTION_TIMEOUT_MS = 5_000;
const KNOWN_SESSIONS = 20_000;
const ENDING_CODES = new Set(['session_not_found', 'session_expired', 'user_not_found', 'user_banned']);

const ProjectUser = z.object({
  id: z.string(),
  email: z.optional(z.string()),
  banned_until: z.nullish(z.string()),
  factors: z.nullish(z.array(z.object({ status: z.string() }))),
});
const ProjectError = z.object({ error_code: z.string() });

interface KnownSession {
  askedAt: number;
  verdict: SessionVerdict | undefined;
  /** Settles with the question under way; never rejects. */
  asking: Promise<void>;
}

export function createSessionCheck(project: { url: string; publishableKey: string; now: () => Date }): SessionCheck {
  const sessions = new Map<string, KnownSession>();

  async function ask(sub: string, token: string): Promise<SessionVerdict | undefined> {
    const answer = await fetch(`${project.url}/auth/v1/user`, {
      headers: { apikey: project.publishableKey, Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(QUESTION_TIMEOUT_MS),
    });
    const body: unknown = await answer.json();
    const error = ProjectError.safeParse(body).data;
    if (error)
      return ENDING_CODES.has(error.error_code) ? { isEnded: true, email: undefined, hasFactor: false } : undefined;
    const user = ProjectUser.safeParse(body).data;
    if (!answer.ok || user?.id.toLowerCase() !== sub) return undefined;
    const isEnded = Date.parse(user.banned_until ?? '') > project.now().getTime();
    const hasFactor = user.factors?.some(({ status }) => status === 'verified') === true;
    return { isEnded, email: user.email ? foldEmail(user.email) : undefined, hasFactor };
  }

  return async ({ sub, session_id, aal }, { token, mayWait }) => {
    const at = project.now().getTime();
    let known = sessions.get(session_id);
    // Whoever is kept from their rights by an authenticator may have removed it just now.
    const every = known?.verdict?.hasFactor && aal !== 'aal2' ? ASKED_AGAIN_MS : ASKED_EVERY_MS;
    if (!known || at - known.askedAt >= every) {
      const next: KnownSession = { askedAt: at, verdict: withoutEmail(known?.verdict), asking: Promise.resolve() };
      next.asking = ask(sub, token).then(
        (verdict) => {
          next.verdict = verdict ?? next.verdict;
        },
        () => undefined,
      );
      // The oldest question leaves first.
      sessions.delete(session_id);
      if (sessions.size >= KNOWN_SESSIONS) sessions.delete(sessions.keys().next().value ?? '');
      sessions.set(session_id, next);
      known = next;
    }
    if (mayWait) await Promise.race([known.asking, pause(WAIT_MS, undefined, { ref: false })]);
    const { verdict } = known;
    // Another session of the person, or another process, may hear of a newer address meanwhile.
    known.verdict = withoutEmail(verdict);
    return verdict;
  };
}

const withoutEmail = (verdict: SessionVerdict | undefined) => verdict && { ...verdict, email: undefined };

export const actorColumns = ({ tables: { profiles } }: Db) =>
  pick(profiles, 'email', 'organizationId', 'isOrgAdmin', 'isSuperAdmin', 'mergedInto');

/**
 * Whoever holds a sign-in of an account that was merged hands in unsent work as the account that stayed, and may do nothing else.
 * Refuses `account_merged`, naming that account's address.
 */
export async function mergedActor(
  { select, tables: { profiles } }: Db,
  { id, mergedInto, isSync }: { id: string; mergedInto: string; isSync: boolean },
): Promise<Actor> {
  const { email, organizationId, isOrgAdmin, isSuperAdmin } = profiles;
  const columns = { id: profiles.id, email, organizationId, isOrgAdmin, isSuperAdmin };
  const [kept] = await select(columns).from(profiles).where(eq(profiles.id, mergedInto));
  if (!kept) throw new Refusal('not_authenticated');
  if (isSync) return { ...kept, mergedFrom: id };
  const words = `This account was merged into ${kept.email}. Please sign in with that address. Work saved on this device is still sent.`;
  throw new Refusal('account_merged', {}, words);
}

/** Whether TWO_STEP asks this person for the second step. */
export function isTwoStepRequired(
  { isOrgAdmin, isSuperAdmin }: Pick<Actor, 'isOrgAdmin' | 'isSuperAdmin'>,
  twoStep: Env['twoStep'],
): boolean {
  return twoStep !== 'off' && (isSuperAdmin || (isOrgAdmin && twoStep === 'admins'));
}

interface SecondStep {
  hasFactor: boolean;
  isSecondStepTaken: boolean;
  twoStep: Env['twoStep'];
  isSync: boolean;
}

/**
 * A person with the rights of this sign-in: none of an admin before its second step, where their account has one or TWO_STEP
 * asks for it. Work that a device sends is their own, and is judged by all of their rights.
 */
export function actorOf(person: Omit<Actor, 'mustStepUp'>, step: SecondStep): Actor {
  const isAsked = step.hasFactor || isTwoStepRequired(person, step.twoStep);
  const mustStepUp = isAsked && !step.isSecondStepTaken;
  if (!mustStepUp || step.isSync) return { ...person, mustStepUp };
  return { ...person, isOrgAdmin: false, isSuperAdmin: false, mustStepUp };
}

/** From a verified token of the project to the person in our tables, unless the project says that the session is over. */
export function hostedActors(
  db: Db,
  project: { check: SessionCheck; log: Log; isConfirmed: () => boolean; twoStep: Env['twoStep'] },
) {
  const { check, log, isConfirmed, twoStep } = project;
  const { profiles } = db.tables;
  const query = db
    .select(actorColumns(db))
    .from(profiles)
    .where(eq(profiles.id, sql.placeholder('user')))
    .prepare('');

  return async function find(claims: Claims, how: { token: string; isSync: boolean }): Promise<Actor> {
    const { sub: id, user_metadata = {} } = claims;
    const verdict = await check(claims, { token: how.token, mayWait: !how.isSync });
    if (verdict?.isEnded) {
      log.info('token refused', { reason: 'the project says that its session is over' });
      throw new Refusal('not_authenticated');
    }
    const [profile] = await query.execute({ user: id });
    if (profile?.mergedInto) return mergedActor(db, { id, mergedInto: profile.mergedInto, isSync: how.isSync });
    const told = verdict?.email ?? profile?.email ?? claims.email;
    // Whoever has no address is called by their sign-in name here.
    const email = told === internalAddress(id) ? (profile?.email ?? '') : told;
    if (profile?.email === email) {
      const hasProvenEmail = isConfirmed() || provesAddress(claims.amr);
      const isSecondStepTaken = claims.aal === 'aal2';
      const hasFactor = verdict?.hasFactor === true;
      const person = { id, ...profile, hasProvenEmail };
      return actorOf(person, { hasFactor, isSecondStepTaken, twoStep, isSync: how.isSync });
    }
    if (profile) await adoptEmail(db, { id, from: profile.email, to: email });
    else await ensureProfile(db, { id, email, metadata: user_metadata });
    return find(claims, how);
  };
}
