import * as z from 'zod/mini';

// The second step of a sign-in, where the auth protocol has no words for it: recovery codes, and what is asked of a person.

export const RECOVERY_CODES = 10;

/** Response of GET /api/auth/two-step. */
export const TwoStep = z.object({
  /** Admin rights, or the account itself, wait for the second step of this sign-in. */
  isAsked: z.boolean(),
  /** The installation asks it of this person's role, whether they have set it up or not. */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** False for a hosted project whose secret key is not set: then no recovery code can be taken. */
  canRecover: z.boolean(),
});
export type TwoStep = z.infer<typeof TwoStep>;

/** Response of POST /api/auth/recovery-codes: the only time that they are told. Those before no longer work. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** Body of POST /api/auth/recovery-codes/use; spaces, hyphens and case do not count. */
export const RecoveryCodeUse = z.object({ code: z.string().check(z.minLength(1), z.maxLength(100)) });

/** Response of the acts that remove a second step, with a sentence for the person who asked. */
export const TwoStepRemoved = z.object({ message: z.string() });
export type TwoStepRemoved = z.infer<typeof TwoStepRemoved>;
