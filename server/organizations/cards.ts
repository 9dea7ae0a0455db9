// Sign-in cards (decision 360): an admin makes them, their codes are in one answer and nowhere else, and each opens an account once.

import { createHmac, randomInt } from 'node:crypto';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import {
  CARD_DAYS,
  CARD_LENGTH,
  CARD_LETTERS,
  type CardAccepted,
  type CardUse,
  type NewCards,
  type NewCardsAnswer,
  type SignInCard,
} from '#sync/contract/crew.ts';
import { hasAddress } from '#sync/contract/email.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { run, type Steps, type TxContext } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import type { Deps, SlowdownRule } from '../deps.ts';
import { type AuditActor, audit, auditLog } from '../http/audit-log.ts';
import { requireActive, requireOrganization } from '../identity/require-organization.ts';
import { daysFrom } from '../invitations/invitations.ts';
import { leftOut } from '../queue/job-kinds.ts';

/** A code has 40 bits; its holder mistypes it a few times. */
const WRONG_CARDS: SlowdownRule = {
  name: 'wrong cards by network',
  free: 30,
  waits: [5, 15, 30, 60],
  forgetSeconds: 900,
};
/** So long the same attempt may use a card again: on a bad network the answer did not arrive. */
const AGAIN_MS = 15 * 60_000;

const freshCode = () =>
  Array.from({ length: CARD_LENGTH }, () => CARD_LETTERS.charAt(randomInt(CARD_LETTERS.length))).join('');

/** With a key that lies beside the database: of a copy of it alone nobody finds the few letters of a code by trying all. */
const sealed = ({ media }: Pick<Deps, 'media'>, what: string) =>
  createHmac('sha256', media.ticketKey).update(`sign-in card ${what}`).digest('base64url');

interface CardsFor extends NewCards {
  organizationId: string;
}

/**
 * Makes a card for each of these people without an address, in place of the one that they have. With `isLost` all their sign-ins and
 * their password end too. Refuses `organization_not_found`, `organization_inactive`, `cards_not_configured` and `unavailable`.
 */
export async function makeCards(deps: Deps, caller: AuditActor, wanted: CardsFor): Promise<NewCardsAnswer> {
  const { db, accounts } = deps;
  if (!accounts.admin) throw new Refusal('cards_not_configured');
  const userIds = [...new Set(wanted.userIds)];
  const { name: organization, id: organizationId } = await db.transact((tx) =>
    requireActive(tx, caller.actor, wanted.organizationId),
  );
  const cards: SignInCard[] = [];
  const left: NewCardsAnswer['left'] = [];
  for (const userId of userIds) {
    try {
      const card = await db.transact((tx) =>
        makeCard(tx, deps, caller, { organizationId, userId, isLost: wanted.isLost }),
      );
      // After the lost code is replaced: until then it would open the account again.
      if (wanted.isLost) await accounts.endWaysIn(userId);
      cards.push(card);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
      left.push({ userId, reason: error.message });
    }
  }
  return { organization, cards, left };
}

interface Holder {
  organizationId: string;
  userId: string;
}

/** Somebody of the organization who has no address. */
function* findHolder({ queries, tables: { profiles } }: TxContext, { organizationId, userId }: Holder) {
  const { email, fullName, personnelNumber } = profiles;
  const here = and(eq(profiles.id, userId), eq(profiles.organizationId, organizationId), isNull(profiles.erasedAt));
  const [person] = yield* run(queries.select({ email, fullName, personnelNumber }).from(profiles).where(here));
  if (!person) throw leftOut('This person is not in your organization.');
  if (person.email === '' || hasAddress(person.email)) throw leftOut('Has an email address, and signs in with it.');
  return person;
}

function* makeCard(
  tx: TxContext,
  deps: Deps,
  caller: AuditActor,
  { organizationId, userId, isLost = false }: Holder & { isLost?: boolean | undefined },
): Steps<SignInCard> {
  const { signInCards } = tx.tables;
  const { email, fullName, personnelNumber } = yield* findHolder(tx, { organizationId, userId });
  const code = freshCode();
  const expiresAt = daysFrom(caller.now, CARD_DAYS);
  const row = { codeHash: sealed(deps, code), issuedAt: caller.now, expiresAt, usedAt: null, usedBy: null };
  yield* run(
    tx
      .insert(signInCards)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: signInCards.userId, set: row }),
  );
  const act = { action: 'account.card_made', organizationId, subject: userId };
  yield* audit(tx, caller, { ...act, ...(isLost && { details: { signedOutEverywhere: true } }) });
  const name = fullName ?? email;
  return { userId, name, signInName: email, number: personnelNumber, code, expiresAt: expiresAt.toISOString() };
}

/** Takes the card back: its code opens nothing any more. Refuses `organization_not_found` and `user_not_found`. */
export function* revokeCard(tx: TxContext, caller: AuditActor, { organizationId, userId }: Holder): Steps<void> {
  yield* requireOrganization(tx, caller.actor, organizationId);
  yield* findHolder(tx, { organizationId, userId });
  const { signInCards } = tx.tables;
  const gone = yield* run(tx.delete(signInCards).where(eq(signInCards.userId, userId)).returning());
  if (gone.length > 0) yield* audit(tx, caller, { action: 'account.card_revoked', organizationId, subject: userId });
}

/**
 * Spends a card, makes the account with the first one, and answers a one-time link into it. When the auth service does not answer, the
 * card is as good as before. Refuses `card_refused`, `rate_limited`, `cards_not_configured` and `unavailable`.
 */
export async function useCard(
  deps: Deps,
  { code, attempt, ip, network }: CardUse & { ip: string; network: string },
): Promise<CardAccepted> {
  const { db, accounts, now, rateLimits } = deps;
  const retryAfterSeconds = await rateLimits.waitLeft(WRONG_CARDS, network);
  if (retryAfterSeconds > 0) throw new Refusal('rate_limited', { retryAfterSeconds });
  const usedBy = sealed(deps, `attempt ${attempt}`);
  const at = now();
  const spent = await db.transact((tx) => spend(tx, { codeHash: sealed(deps, code), usedBy, at, ip }));
  if (typeof spent === 'string') {
    await rateLimits.slowDown(WRONG_CARDS, network);
    throw new Refusal('card_refused', { field: 'code' }, spent);
  }
  const { userId, name, organization } = spent;
  try {
    return { name, organization, link: await accounts.linkFor({ id: userId, name }) };
  } catch (error) {
    const { signInCards } = db.tables;
    const isOurs = and(eq(signInCards.userId, userId), eq(signInCards.usedBy, usedBy));
    await db.update(signInCards).set({ usedAt: null, usedBy: null }).where(isOurs);
    throw error;
  }
}

interface Spending {
  codeHash: string;
  usedBy: string;
  at: Date;
  ip: string;
}

/** Whoever has an address by now signs in with it. */
const hasNoAddress = ({ email }: Tables['profiles']) => sql`${email} not like '%@%'`;

/** Whose card it was, or why it opens nothing. */
function* spend(tx: TxContext, { codeHash, usedBy, at, ip }: Spending) {
  const { signInCards, profiles, organizations } = tx.tables;
  const here = eq(signInCards.codeHash, codeHash);
  const [found] = yield* run(
    tx.queries
      .select({ card: signInCards, name: profiles.fullName, organization: organizations.name })
      .from(signInCards)
      .innerJoin(profiles, and(eq(profiles.id, signInCards.userId), isNull(profiles.erasedAt), hasNoAddress(profiles)))
      .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
      .where(here),
  );
  if (!found) return new Refusal('card_refused').message;
  const { card, name, organization } = found;
  const isAgain = card.usedBy === usedBy && card.usedAt && at.getTime() - card.usedAt.getTime() < AGAIN_MS;
  if (card.usedAt && !isAgain) return 'This card was used before: it works once. Ask for a new one.';
  if (card.expiresAt <= at) return `This card is older than ${CARD_DAYS} days. Ask for a new one.`;
  const isFree = and(
    here,
    gt(signInCards.expiresAt, at),
    or(isNull(signInCards.usedAt), eq(signInCards.usedBy, usedBy)),
  );
  const [taken] = yield* run(
    tx
      .update(signInCards)
      .set({ usedAt: card.usedAt ?? at, usedBy })
      .where(isFree)
      .returning(),
  );
  if (!taken) return 'This card was used before: it works once. Ask for a new one.';
  const act = { action: 'account.card_used', actorId: card.userId, subject: card.userId, ip, at };
  if (!isAgain) yield* run(auditLog(tx, act));
  return { userId: card.userId, name: name ?? '', organization };
}
