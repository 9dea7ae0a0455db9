// Signing up: an account that counts once its address is confirmed by the link in the mail.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { noteAct } from '../audit/note.ts';
import { run, type Source, type Steps } from '../db/client.ts';
import { hashPassword, isRightPassword } from './passwords.ts';
import { type Desk, sendLink } from './send-link.ts';
import { foldEmail, type UserRow, userByEmail, wireUser } from './users.ts';

/** A double submit: the same words again this soon get the same answer and no second mail. */
const SAME_SUBMIT_MS = 60_000;

export interface NewAccount {
  email: string;
  password: string;
  data: Record<string, unknown>;
  redirectTo: string;
  ip: string;
}

type Outcome = { user: UserRow } | { taken: true } | { toCompare: string };
/** A hash that the wanted password was compared with, outside the unit of work. */
type Compared = { hash: string; isSame: boolean } | undefined;

/**
 * Makes the account and mails its link; answers the user, or undefined when the address has a confirmed account.
 * Signing up again before confirming replaces password and link: whoever reads the mail decides which one counts.
 */
export async function signUp(desk: Desk, wanted: NewAccount): Promise<UserRow | undefined> {
  const passwordHash = await hashPassword(wanted.password);
  let compared: Compared;
  for (;;) {
    const outcome: Outcome = await desk.db.transact((source) =>
      attempt({ ...desk, source: source }, { wanted, passwordHash, compared }),
    );
    if ('user' in outcome) return outcome.user;
    if ('taken' in outcome) return undefined;
    compared = { hash: outcome.toCompare, isSame: await isRightPassword(wanted.password, outcome.toCompare) };
  }
}

interface Attempt {
  wanted: NewAccount;
  passwordHash: string;
  compared: Compared;
}

function* attempt(desk: Desk & { source: Source }, { wanted, passwordHash, compared }: Attempt): Steps<Outcome> {
  const { source, now } = desk;
  const { queries, tables } = source;
  const email = foldEmail(wanted.email);
  const [known] = yield* run(userByEmail(source, email));
  if (known?.emailConfirmedAt) return { taken: true };
  if (known?.passwordHash && isRecent(known, now)) {
    if (compared?.hash !== known.passwordHash) return { toCompare: known.passwordHash };
    if (compared.isSame) return { user: known };
  }
  const columns = { passwordHash, userMetadata: wanted.data, confirmationSentAt: now };
  const [made] = known
    ? yield* run(queries.update(tables.authUsers).set(columns).where(eq(tables.authUsers.id, known.id)).returning())
    : yield* run(
        queries
          .insert(tables.authUsers)
          .values({ email, ...columns })
          .onConflictDoNothing()
          .returning(),
      );
  if (!made) return { taken: true };
  const user = yield* sendLink(desk, { userId: made.id, kind: 'signup', redirectTo: wanted.redirectTo });
  const act = { action: 'account.sign_up', actorId: user.id, subject: user.id, ip: wanted.ip, at: now };
  yield* run(noteAct(source, act));
  return { user };
}

function isRecent({ confirmationSentAt }: UserRow, now: Date): boolean {
  return confirmationSentAt !== null && now.getTime() - confirmationSentAt.getTime() < SAME_SUBMIT_MS;
}

/** What a sign-up for an address with a confirmed account is answered: a user that looks like a new one, without identities. */
export function lookalikeUser(email: string, data: Record<string, unknown>, now: Date) {
  const columns = {
    id: randomUUID(),
    email: foldEmail(email),
    passwordHash: null,
    emailConfirmedAt: null,
    confirmationSentAt: now,
    recoverySentAt: null,
    invitedAt: null,
    lastSignInAt: null,
    userMetadata: data,
    appMetadata: {},
    bannedUntil: null,
    createdAt: now,
    updatedAt: now,
  };
  return { ...wireUser(columns), identities: [] };
}
