// Links that the holder of the secret key orders for somebody, with or without the service's own mail.
import { eq } from 'drizzle-orm';
import { run, type Source, type Steps } from '../db/client.ts';
import { findUser } from './ask-link.ts';
import { AuthError } from './auth-error.ts';
import { mergedMetadata } from './fields.ts';
import { type LinkKind, storeLink } from './one-time-links.ts';
import { type Desk, sendLink } from './send-link.ts';
import { createdTwice, type UserRow } from './users.ts';

export interface LinkOrder {
  kind: LinkKind;
  email: string;
  data: Record<string, unknown> | undefined;
  redirectTo: string;
  /** Of a sign-up. */
  passwordHash?: string | undefined;
}

/**
 * A link and the person it is for, who is made where there is none. A magic link for somebody new comes back as
 * a sign-up. Refuses 422 `email_exists` for a sign-up or invitation of a confirmed address, 404 `user_not_found` for a recovery of none.
 */
export function generateLink(desk: Desk, order: LinkOrder): Promise<{ user: UserRow; kind: LinkKind; token: string }> {
  return desk.db.transact(function* (source) {
    const { person, kind } = yield* personOf(source, order);
    const { user, token } = yield* storeLink(source, {
      userId: person.id,
      kind,
      redirectTo: order.redirectTo,
      now: desk.now,
    });
    return { user, kind, token };
  });
}

/** Mails an invitation. Refuses 422 `email_exists`. */
export function inviteByMail(desk: Desk, order: Omit<LinkOrder, 'kind'>): Promise<UserRow> {
  return desk.db.transact(function* (source) {
    const { person } = yield* personOf(source, { ...order, kind: 'invite' });
    return yield* sendLink({ ...desk, source }, { userId: person.id, kind: 'invite', redirectTo: order.redirectTo });
  });
}

function* personOf(source: Source, order: LinkOrder): Steps<{ person: UserRow; kind: LinkKind }> {
  const { queries, tables } = source;
  const { kind, email, passwordHash, data } = order;
  const known: UserRow | undefined = yield* findUser(source, email);
  const isFirst = kind === 'signup' || kind === 'invite';
  if (!known && kind === 'recovery') throw new AuthError(404, 'user_not_found', 'User with this email not found');
  if (known?.emailConfirmedAt && isFirst) throw createdTwice();
  if (known && !isFirst) return { person: known, kind };
  const columns = { ...(passwordHash && { passwordHash }) };
  if (known) {
    const userMetadata = mergedMetadata(known.userMetadata, data ?? {});
    const changed = queries.update(tables.authUsers).set({ ...columns, userMetadata });
    const [user] = yield* run(changed.where(eq(tables.authUsers.id, known.id)).returning());
    return { person: user ?? known, kind };
  }
  const values = { email, userMetadata: data ?? {}, ...columns };
  const [user] = yield* run(queries.insert(tables.authUsers).values(values).onConflictDoNothing().returning());
  if (!user) throw createdTwice();
  return { person: user, kind: kind === 'magiclink' ? 'signup' : kind };
}
