// Invitations, API tokens and webhooks have the force of their maker's right: they lose it with the right. The first two are also judged at
// use.

import { and, type Column, eq, gt, inArray, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm';
import { EXPIRED_LATELY_DAYS, type INVITATION_ENDS } from '#sync/contract/invitation.ts';
import { boolean, inBatches, run, type Steps, type TxContext } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import { type AuditEvent, auditLog } from '../http/audit-log.ts';

/**
 * True while the maker of something may run its organization, or with null the installation, by the rules of permissions.ts.
 * For a query that left joins `profiles` and `authUsers` as its maker.
 */
export function makerMayRun(
  { profiles, authUsers }: Pick<Tables, 'profiles' | 'authUsers'>,
  organizationId: Column,
  now: Date,
): SQL<boolean> {
  const isAdmin = sql`${profiles.isOrgAdmin} and ${profiles.organizationId} = ${organizationId}`;
  const isBanned = sql`${authUsers.bannedUntil} > ${sql.param(now, authUsers.bannedUntil)}`;
  const mayRun = sql`coalesce(${profiles.isSuperAdmin} or (${isAdmin}), false)`;
  return boolean(sql`(${mayRun} and not coalesce(${isBanned}, false))`);
}

/** The same for an invitation. */
export const makerMayInvite = (tables: Tables, now: Date): SQL<boolean> =>
  makerMayRun(tables, tables.invitations.organizationId, now);

/** True for an invitation that nothing has ended yet. */
export function isOpen({ invitations }: Tables, now: Date): SQL | undefined {
  const { revokedAt, uses, maxUses, expiresAt } = invitations;
  return and(isNull(revokedAt), lt(uses, maxUses), or(isNull(expiresAt), gt(expiresAt, now)));
}

type Author = Pick<AuditEvent, 'at' | 'actorId' | 'ip'>;

/**
 * Revokes the open invitations and the API tokens of these people and pauses their webhooks, as far as they may no longer make them:
 * call it in the unit of work that took their role, after the change. With `areGone` they lose all, because their accounts end.
 */
export function* endMadeBy(
  tx: TxContext,
  makers: readonly string[],
  { areGone = false, ...author }: Author & { areGone?: boolean },
): Steps<void> {
  const mayNot = areGone ? undefined : not(makerMayInvite(tx.tables, author.at));
  for (const part of inBatches(makers)) {
    const theirs = and(inArray(tx.tables.invitations.createdBy, part), mayNot);
    yield* revoke(tx, theirs, { endedBy: 'maker', ...author });
    yield* revokeTokens(tx, part, { areGone, ...author });
    yield* pauseWebhooks(tx, part, { areGone, ...author });
  }
}

function* revokeTokens(
  tx: TxContext,
  makers: string[],
  { areGone, ...author }: Author & { areGone: boolean },
): Steps<void> {
  const { apiTokens, profiles, authUsers } = tx.tables;
  const { id, organizationId, name, createdBy, revokedAt } = apiTokens;
  const mayNot = areGone ? undefined : not(makerMayRun(tx.tables, organizationId, author.at));
  const found = yield* run(
    tx
      .select({ id, organizationId, name })
      .from(apiTokens)
      .leftJoin(profiles, eq(profiles.id, createdBy))
      .leftJoin(authUsers, eq(authUsers.id, createdBy))
      .where(and(inArray(createdBy, makers), isNull(revokedAt), mayNot)),
  );
  for (const token of found) {
    yield* run(tx.update(apiTokens).set({ revokedAt: author.at }).where(eq(id, token.id)));
    const details = { name: token.name, because: 'maker' };
    const about = { organizationId: token.organizationId, subject: token.id, details };
    yield* run(auditLog(tx, { ...author, action: 'api_token.revoked', ...about }));
  }
}

function* pauseWebhooks(
  tx: TxContext,
  makers: string[],
  { areGone, ...author }: Author & { areGone: boolean },
): Steps<void> {
  const { webhooks, profiles, authUsers } = tx.tables;
  const { id, organizationId, url, createdBy, isActive } = webhooks;
  const mayNot = areGone ? undefined : not(makerMayRun(tx.tables, organizationId, author.at));
  const found = yield* run(
    tx
      .select({ id, organizationId, url })
      .from(webhooks)
      .leftJoin(profiles, eq(profiles.id, createdBy))
      .leftJoin(authUsers, eq(authUsers.id, createdBy))
      .where(and(inArray(createdBy, makers), eq(isActive, true), mayNot)),
  );
  for (const webhook of found) {
    yield* pauseWebhook(tx, webhook.id);
    const details = { host: new URL(webhook.url).host, because: 'maker' };
    const about = { organizationId: webhook.organizationId, subject: webhook.id, details };
    yield* run(auditLog(tx, { ...author, action: 'webhook.paused', ...about }));
  }
}

/** Makes a webhook inactive, and ends the messages that wait for it: they can be sent again by hand. */
export function* pauseWebhook(tx: TxContext, webhookId: string): Steps<void> {
  const { webhooks, webhookMessages } = tx.tables;
  yield* run(tx.update(webhooks).set({ isActive: false }).where(eq(webhooks.id, webhookId)));
  const waiting = and(eq(webhookMessages.webhookId, webhookId), isNotNull(webhookMessages.nextTryAt));
  yield* run(tx.update(webhookMessages).set({ nextTryAt: null, outcome: 'The webhook was paused.' }).where(waiting));
}

/** Revokes all open invitations into an organization that is switched off. */
export function* endInvitationsInto(tx: TxContext, organizationId: string, author: Author): Steps<void> {
  const into = eq(tx.tables.invitations.organizationId, organizationId);
  yield* revoke(tx, into, { endedBy: 'organization', ...author });
}

/**
 * Revokes the open invitations that would give these people back what they lose in an organization: those for their
 * addresses, and when admins are among them also the links that make whoever has them an admin.
 */
export function* endInvitationsBack(
  tx: TxContext,
  { organizationId, people }: { organizationId: string; people: readonly { email: string; isOrgAdmin: boolean }[] },
  author: Author,
): Steps<void> {
  const { invitations } = tx.tables;
  const here = eq(invitations.organizationId, organizationId);
  const links = and(here, eq(invitations.role, 'admin'), isNull(invitations.email));
  if (people.some(({ isOrgAdmin }) => isOrgAdmin)) yield* revoke(tx, links, { endedBy: 'departure', ...author });
  const emails = people.map(({ email }) => email);
  for (const part of inBatches(emails)) {
    yield* revoke(tx, and(here, inArray(invitations.email, part)), { endedBy: 'departure', ...author });
  }
}

function* revoke(
  tx: TxContext,
  which: SQL | undefined,
  { endedBy, ...author }: Author & { endedBy: (typeof INVITATION_ENDS)[number] },
): Steps<void> {
  const { invitations, profiles, authUsers } = tx.tables;
  const found = yield* run(
    tx
      .select({ id: invitations.id, organizationId: invitations.organizationId })
      .from(invitations)
      .leftJoin(profiles, eq(profiles.id, invitations.createdBy))
      .leftJoin(authUsers, eq(authUsers.id, invitations.createdBy))
      // Also what has expired lately: it could be extended.
      .where(and(which, isOpen(tx.tables, new Date(author.at.getTime() - EXPIRED_LATELY_DAYS * 86_400_000)))),
  );
  for (const part of inBatches(found)) {
    const ids = part.map(({ id }) => id);
    yield* run(tx.update(invitations).set({ revokedAt: author.at, endedBy }).where(inArray(invitations.id, ids)));
    const act = { ...author, action: 'invitation.revoked', details: { because: endedBy } };
    yield* run(
      auditLog(
        tx,
        part.map(({ id, organizationId }) => ({ ...act, organizationId, subject: id })),
      ),
    );
  }
}
