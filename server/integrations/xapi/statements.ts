// What became of statements, for super admins.
import { and, asc, count, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import type { StatementRow, StatementsAnswer } from '#sync/contract/statement.ts';
import { type Db, pick } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { cursorAt, type Page, pageBy, toPage } from '../../http/pages.ts';

/** How the store takes statements, and those that it refused. */
export async function listStatements({ db, env }: Pick<Deps, 'db' | 'env'>, query: Page): Promise<StatementsAnswer> {
  const { xapiStatements, profiles } = db.tables;
  const { id, userId, nextTryAt, deliveredAt } = xapiStatements;
  const place = pageBy({ by: [], id }, query);
  const rows = await db.aside
    .select({
      ...pick(xapiStatements, 'id', 'statementId', 'type', 'createdAt', 'outcome'),
      person: pick(profiles, 'fullName', 'email'),
    })
    .from(xapiStatements)
    .innerJoin(profiles, eq(profiles.id, userId))
    .where(and(isNull(nextTryAt), isNull(deliveredAt), place.after))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = toPage(rows, place.limit, (row) => cursorAt(row.id));
  const refused = page.map(
    ({ statementId, type, person, createdAt, outcome }): StatementRow => ({
      ...{ id: statementId, type, about: person.fullName || person.email, outcome },
      createdAt: createdAt.toISOString(),
    }),
  );
  const [waiting] = await db.select({ all: count() }).from(xapiStatements).where(isNotNull(nextTryAt));
  const [oldest] = await db.select().from(xapiStatements).where(isNotNull(nextTryAt)).orderBy(asc(id)).limit(1);
  const [last] = await db.select().from(xapiStatements).where(isNotNull(deliveredAt)).orderBy(desc(id)).limit(1);
  return {
    store: env.xapi?.endpoint ?? null,
    waiting: waiting?.all ?? 0,
    waitingSince: oldest?.createdAt.toISOString() ?? null,
    outcome: oldest?.outcome ?? null,
    lastDeliveredAt: last?.deliveredAt?.toISOString() ?? null,
    refused,
    nextCursor,
  };
}

/** Sends a statement again, under its id, at once. Refuses `statement_not_found`. */
export async function sendStatementAgain(db: Db, statementId: string, now: Date): Promise<void> {
  const { xapiStatements } = db.tables;
  const [found] = await db
    .update(xapiStatements)
    .set({ nextTryAt: now, deliveredAt: null, outcome: null })
    .where(eq(xapiStatements.statementId, statementId))
    .returning({ id: xapiStatements.id });
  if (!found) throw new Refusal('statement_not_found');
}
