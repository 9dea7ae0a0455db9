// What the admins of an organization are told by email of what happened without them.
import { and, eq, isNull } from 'drizzle-orm';
import { run, type Steps, type TxContext } from '../db/client.ts';
import type { AuditActor } from '../http/audit-log.ts';
import { firstOffered, type Offer } from '../words/languages.ts';
import { accountMail, type MailKind } from './account-mails.ts';
import type { MailFields } from './mail-content.ts';
import { queueMails } from './mailer.ts';

type Told = { offer: Offer; organization: Named; at: Date; kind: MailKind; fields: Partial<MailFields> };
type Named = { id: string; name: string; language: string | null };

/** Queues a mail to each admin, in the unit of work that it is about; without a link of its own it leads nowhere. */
export function* mailAdmins(tx: TxContext, { offer, organization, at, kind, fields }: Told): Steps<void> {
  const { profiles } = tx.tables;
  const isAdmin = and(
    eq(profiles.organizationId, organization.id),
    eq(profiles.isOrgAdmin, true),
    isNull(profiles.erasedAt),
  );
  const admins = yield* run(tx.queries.select().from(profiles).where(isAdmin));
  const mails = admins.map(({ email, fullName, language }) => {
    const whose = { name: fullName ?? undefined, language: firstOffered(offer, language, organization.language) };
    return {
      ...accountMail(kind, { link: '', ...fields, ...whose, organization: organization.name }),
      ...{ to: email, at },
    };
  });
  yield* queueMails(tx, mails);
}

interface ByToken {
  offer: Offer;
  organization: Named;
  invited?: readonly string[];
  removed?: readonly string[];
}

/** Whom an API token has made an admin, or taken that from: it acts while nobody looks, and an admin outlives it. */
export function* tellOfToken(tx: TxContext, { actor, now }: AuditActor, told: ByToken): Steps<void> {
  const { offer, organization, invited = [], removed = [] } = told;
  if (!actor.token || invited.length + removed.length === 0) return;
  const fields = { token: actor.token.name, invited, removed };
  yield* mailAdmins(tx, { offer, organization, at: now, kind: 'admins_by_token', fields });
}
