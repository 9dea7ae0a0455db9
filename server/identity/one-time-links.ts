// One-time links: 32 random bytes that only the mail knows, an hour of life, and one use (I2).
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, lt } from 'drizzle-orm';
import { type Db, run, type Source, type Steps } from '../db/client.ts';
import type { UserRow } from './users.ts';

export type LinkKind = 'signup' | 'invite' | 'magiclink' | 'recovery';

const LIFETIME_MS = 3_600_000;
const SWEEP_CHANCE = 0.02;

/** A newer link of the same slot makes the older one worthless. */
const SLOTS: Record<LinkKind, LinkKind[]> = {
  signup: ['signup', 'invite'],
  invite: ['signup', 'invite'],
  magiclink: ['magiclink', 'recovery'],
  recovery: ['magiclink', 'recovery'],
};

export interface NewLink {
  userId: string;
  kind: LinkKind;
  redirectTo: string;
  now: Date;
}

/** Stores a new link; its token exists nowhere else, and earlier links of the slot are gone. Answers the person as changed by it. */
export function* storeLink(
  { queries, tables }: Source,
  { userId, kind, redirectTo, now }: NewLink,
): Steps<{ token: string; user: UserRow }> {
  const { oneTimeTokens, authUsers } = tables;
  const token = randomBytes(32).toString('base64url');
  yield* run(
    queries
      .delete(oneTimeTokens)
      .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.kind, SLOTS[kind]))),
  );
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const values = { tokenHash: hashOf(token), userId, kind, redirectTo, expiresAt, createdAt: now };
  yield* run(queries.insert(oneTimeTokens).values(values));
  const change = queries.update(authUsers).set(sentAt(kind, now)).where(eq(authUsers.id, userId));
  const [user] = yield* run(change.returning());
  if (!user) throw new Error('A link needs a person.');
  return { token, user };
}

/** Takes a link out of the world; only one of many at once gets it. Nothing comes of a wrong, used or expired token. */
export function* spendLink(
  { queries, tables }: Source,
  { token, kinds, now }: { token: string; kinds: LinkKind[]; now: Date },
): Steps<{ userId: string; kind: LinkKind } | undefined> {
  const { oneTimeTokens } = tables;
  const [spent] = yield* run(
    queries
      .delete(oneTimeTokens)
      .where(
        and(
          eq(oneTimeTokens.tokenHash, hashOf(token)),
          inArray(oneTimeTokens.kind, kinds),
          gt(oneTimeTokens.expiresAt, now),
        ),
      )
      .returning({ userId: oneTimeTokens.userId, kind: oneTimeTokens.kind }),
  );
  const kind = kinds.find((one) => one === spent?.kind);
  return spent && kind && { userId: spent.userId, kind };
}

/** Now and then, in passing: links that nobody used in time. */
export async function sweepLinks(db: Db, now: Date): Promise<void> {
  const { oneTimeTokens } = db.tables;
  if (Math.random() < SWEEP_CHANCE) await db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, now));
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function sentAt(kind: LinkKind, now: Date): Partial<UserRow> {
  if (kind === 'invite') return { invitedAt: now, confirmationSentAt: now };
  return kind === 'signup' ? { confirmationSentAt: now } : { recoverySentAt: now };
}
