// The language in which somebody is written to.
import { and, eq, isNull } from 'drizzle-orm';
import { run, type Steps, type TxContext } from '../db/client.ts';
import { firstOffered, type Offer } from '../words/languages.ts';

export interface Receiver {
  to: string;
  /** Whose account it is about, where that has another address by now. */
  userId?: string | undefined;
  /** What they chose where they signed up. */
  asked?: unknown;
  /** The language of the organization that invites them. */
  theirs?: string | null | undefined;
}

/** The person's language, else that of their organization, else the default. */
export function* languageOf(
  { queries, tables: { organizations, profiles } }: TxContext,
  offer: Offer,
  { to, userId, asked, theirs }: Receiver,
): Steps<string> {
  const isPerson = userId ? eq(profiles.id, userId) : eq(profiles.email, to);
  const [row] = yield* run(
    queries
      .select({ own: profiles.language, theirs: organizations.language })
      .from(profiles)
      .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
      .where(and(isPerson, isNull(profiles.erasedAt))),
  );
  const chosen = typeof asked === 'string' ? asked : undefined;
  return firstOffered(offer, row?.own, chosen, row?.theirs, theirs);
}
