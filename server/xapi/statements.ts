// What became of statements, for super admins.
import { count, eq, isNotNull } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import type { StatementRow, StatementsAnswer } from '#sync/contract/statement.ts';
import { type Db, pick } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { cursorAt, type Page, pageBy, toPage } from '../http/pages.ts';

/** The store and its statements, newest first. */
export async function listStatements({ db, env }: Pick<Deps, 'db' | 'env'>, query: Page): Promise<StatementsAnswer> {
  const { xapiStatements, profiles } = db.tables;
  const place = pageBy({ by: [], id: xapiStatements.id }, query);
  const rows = await db
    .select({
      ...pick(
        xapiStatements,
        'id',
        'statementId',
        'type',
        'attempts',
        'createdAt',
        'nextTryAt',
        'deliveredAt',
        'outcome',
      ),
      person: { name: profiles.fullName, email: profiles.email },
    })
    .from(xapiStatements)
    .innerJoin(profiles, eq(profiles.id, xapiStatements.userId))
    .where(place.after)
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = toPage(rows, place.limit, ({ id }) => cursorAt(id));
  const statements = page.map(
    ({ statementId, person, createdAt, nextTryAt, deliveredAt, ...row }): StatementRow => ({
      ...pick(row, 'type', 'attempts', 'outcome'),
      id: statementId,
      about: person.name || person.email,
      state: deliveredAt ? 'delivered' : nextTryAt ? 'waiting' : 'refused',
      createdAt: createdAt.toISOString(),
    }),
  );
  const [waiting] = await db.select({ all: count() }).from(xapiStatements).where(isNotNull(xapiStatements.nextTryAt));
  return { store: env.xapi?.endpoint ?? null, waiting: waiting?.all ?? 0, statements, nextCursor };
}

/** Sends a statement again, under its id, at once. Refuses `statement_not_found`. */
export async function sendStatementAgain(db: Db, statementId: string, now: Date): Promise<void> {
  const { xapiStatements } = db.tables;
  const [found] = await db
    .update(xapiStatements)
    .set({ attempts: 0, nextTryAt: now, deliveredAt: null })
    .where(eq(xapiStatements.statementId, statementId))
    .returning({ id: xapiStatements.id });
  if (!found) throw new Refusal('statement_not_found');
}
