// A change of address: both the old and the new one are mailed a link, and it takes effect when both were opened.

import { eq } from 'drizzle-orm';
import { isInternal } from '#sync/contract/email.ts';
import { run, type Steps, type TxContext } from '../../db/client.ts';
import { auditLog, ownAct } from '../../http/audit-log.ts';
import { freeEmail, UNSORTED } from '../profiles.ts';
import type { Challenge } from '../two-step/challenge.ts';
import { createdTwice, type UserRow, userByEmail } from '../users.ts';
import { sendLink, type TxLinkContext } from './send-link.ts';

type Side = 'email_change_current' | 'email_change_new';

export interface EmailChange {
  user: UserRow;
  /** Folded. */
  email: string;
  redirectTo: string;
  challenge: Challenge | undefined;
}

/** Mails both addresses, and forgets a change that was asked for before. Refuses 422 `email_exists`. */
export function* requestEmailChange(context: TxLinkContext, change: EmailChange): Steps<UserRow> {
  const { user, email, ...link } = change;
  const emailChangeConfirmed = yield* wantEmail(context.tx, user, email);
  return yield* mailBothSides(context, { ...link, user: { ...user, emailChangeConfirmed } });
}

/** Mails a link to each address that has not confirmed the change yet. */
export function* mailBothSides(context: TxLinkContext, { user, ...link }: Omit<EmailChange, 'email'>): Steps<UserRow> {
  let mailed = user;
  for (const kind of ['email_change_current', 'email_change_new'] as const)
    if (kind !== user.emailChangeConfirmed) mailed = yield* sendLink(context, { ...link, userId: user.id, kind });
  return mailed;
}

/** Notes the wanted address, and answers which side needs no mail: of whoever has no address yet the present one. Refuses 422 `email_exists`. */
export function* wantEmail(tx: TxContext, { id, email }: UserRow, newEmail: string): Steps<Side | null> {
  const [taken] = yield* run(userByEmail(tx, newEmail));
  if (taken && taken.id !== id) throw createdTwice();
  const { authUsers } = tx.tables;
  const emailChangeConfirmed = isInternal(email) ? ('email_change_current' as const) : null;
  yield* run(tx.update(authUsers).set({ newEmail, emailChangeConfirmed }).where(eq(authUsers.id, id)));
  return emailChangeConfirmed;
}

/** Confirms one side; with the second one the address changes, here and in the profile. Refuses 422 `email_exists`. */
export function* confirmEmailChange(
  tx: TxContext,
  { user, kind, ip, now }: { user: UserRow; kind: Side; ip: string; now: Date },
): Steps<'whole' | 'first of two' | undefined> {
  const { authUsers, oneTimeTokens, profiles } = tx.tables;
  const { id, newEmail, emailChangeConfirmed: confirmed } = user;
  if (!newEmail) return undefined;
  const here = eq(authUsers.id, id);
  if (!confirmed || confirmed === kind) {
    yield* run(tx.update(authUsers).set({ emailChangeConfirmed: kind }).where(here));
    return 'first of two';
  }
  const [taken] = yield* run(userByEmail(tx, newEmail));
  if (taken && taken.id !== id) throw createdTwice();
  const over = { newEmail: null, emailChangeSentAt: null, emailChangeConfirmed: null };
  const change = { email: newEmail, emailConfirmedAt: user.emailConfirmedAt ?? now, isUnproven: false, ...over };
  yield* run(tx.update(authUsers).set(change).where(here));
  const adopted = { email: newEmail, ...UNSORTED };
  yield* run(tx.update(profiles).set(adopted).where(eq(profiles.id, id)));
  yield* freeEmail(tx, { id, email: newEmail });
  // Links to the old address sign nobody in any more.
  yield* run(tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, id)));
  const details = { ...(!isInternal(user.email) && { from: user.email }), to: newEmail };
  yield* run(auditLog(tx, { ...ownAct('account.email_changed', id, { ip, at: now }), details }));
  return 'whole';
}
