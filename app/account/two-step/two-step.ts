// The second step of a sign-in. Authenticator apps are the auth protocol's, the same with embedded and with hosted accounts;
// recovery codes are our own server's.

import { t } from '@lingui/core/macro';
import { hasSecondStep } from '#sync/contract/session.ts';
import type { TwoStep } from '#sync/contract/two-step.ts';
import { call } from '../../api/client.ts';
import { loadConfig } from '../../api/config.ts';
import { failureCode } from '../../api/messages.ts';
import { storedSession } from '../../api/refresh-session.ts';
import { askAuth, authClient, refreshProfile, server } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { useOnlineCall } from '../online-part.tsx';

export type Standing = TwoStep & {
  /** The authenticator in use; undefined for none. */
  factorId: string | undefined;
  /** Whether this sign-in has its second step. */
  isTaken: boolean;
};

async function readStanding(): Promise<Standing> {
  const client = await authClient();
  const [asked, factorId, level] = await Promise.all([
    call(server.auth['two-step'].$get()),
    readFactorId(),
    client.mfa.getAuthenticatorAssuranceLevel(),
  ]);
  const isTaken = level.data?.currentLevel === 'aal2' && !asked.isAsked;
  return { ...asked, factorId, isTaken };
}

export const useStanding = () => useOnlineCall(readStanding, t`Two-step sign-in could not be loaded.`);

/** The authenticator in use; undefined for none. Throws the auth service's error. */
export async function readFactorId(): Promise<string | undefined> {
  const { data } = await askAuth(({ mfa }) => mfa.listFactors());
  return data.totp[0]?.id;
}

/** An authenticator that counts once its first code was taken. `picture` is the address of its QR code. */
export type NewAuthenticator = { factorId: string; picture: string; secret: string };

/**
 * Enrolls an authenticator app, in place of one whose set-up was left before. Throws the auth service's error: with
 * `reauthentication_needed` the sign-in is not recent, and the user's password is wanted as a proof.
 */
export async function enrollAuthenticator(who?: { email: string; password: string }): Promise<NewAuthenticator> {
  const known = await askAuth(({ mfa }) => mfa.listFactors());
  const unfinished = known.data.all.filter(({ status }) => status === 'unverified');
  for (const { id: factorId } of unfinished) await (await authClient()).mfa.unenroll({ factorId });
  const proof = who && (await (await import('../../api/auth-client.ts')).proveIdentity(await loadConfig(), who));
  const wanted = { factorType: 'totp', friendlyName: 'Authenticator app', issuer: 'Groundwork' } as const;
  const enrolling = askAuth(({ mfa }) => (proof?.mfa ?? mfa).enroll(wanted));
  const { data } = await enrolling.finally(() => void proof?.end().catch(() => undefined));
  const { qr_code, secret } = data.totp;
  return { factorId: data.id, picture: qr_code, secret };
}

const WRONG_CODE = t`Wrong code. Use the newest code in your app, and check that your phone's clock is right.`;

/** Takes the second step of this sign-in. Throws the sentence to show. */
export async function sendCode(factorId: string, code: string): Promise<void> {
  await askAuth(({ mfa }) => mfa.challengeAndVerify({ factorId, code })).catch((failure: unknown) => {
    throw failureCode(failure) === 'mfa_verification_failed' ? new Error(WRONG_CODE) : failure;
  });
  await refreshProfile();
}

/** Removes the authenticator. Throws the auth service's error. */
export async function turnOff(factorId: string): Promise<void> {
  await askAuth(({ mfa }) => mfa.unenroll({ factorId }));
  await refreshProfile();
}

/** New recovery codes, told once; those before no longer work. */
export const makeRecoveryCodes = async (): Promise<string[]> =>
  (await call(server.auth['recovery-codes'].$post())).codes;

/** Removes a lost authenticator by one of its user's recovery codes. */
export async function spendRecoveryCode(code: string): Promise<void> {
  await call(server.auth['recovery-codes'].use.$post({ json: { code } }));
  await refreshProfile();
}

/** Whether the active user has an authenticator, as their session says; no call is made for it. */
export async function hasAuthenticator(): Promise<boolean> {
  const factors = (await storedSession())?.user.factors;
  return Array.isArray(factors) && factors.some((factor) => factor?.status === 'verified');
}

/** The page to open after a sign-in: the one for the code first, where the account has an authenticator. */
export async function afterSignIn(to: string): Promise<string> {
  const session = await storedSession();
  const isMissing = session && !hasSecondStep(session.access_token) && (await hasAuthenticator());
  return isMissing ? paths.twoStep({ next: to }) : to;
}
