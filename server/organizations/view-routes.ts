// What a person keeps of the tables of administration: views, with their account (decision 274).
import { and, asc, count, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { Refusal } from '#sync/contract/refusal.ts';
import { SavedViewForm, type SavedViewList, VIEWS_LIMIT } from '#sync/contract/saved-view.ts';
import { type Db, run } from '../db/client.ts';
import type { Http } from '../deps.ts';
import { requireActor } from '../http/actor.ts';
import { validate, validateUuid } from '../http/validate.ts';

export const viewRoutes = new Hono<Http>()
  .get('/saved-views', requireActor, async (c) => c.json(await listViews(c.var.deps.db, c.var.actor.id)))
  .put('/saved-views', requireActor, validate(SavedViewForm), async (c) => {
    await saveView(c.var.deps.db, c.var.actor.id, c.req.valid('json'), c.var.deps.now());
    return c.json(await listViews(c.var.deps.db, c.var.actor.id));
  })
  .delete('/saved-views/:id', requireActor, async (c) => {
    const { savedViews } = c.var.deps.db.tables;
    const id = validateUuid(c.req.param('id'), 'view_not_found');
    // One that is gone already is as good.
    await c.var.deps.db.delete(savedViews).where(and(eq(savedViews.id, id), eq(savedViews.userId, c.var.actor.id)));
    return c.json(await listViews(c.var.deps.db, c.var.actor.id));
  });

async function listViews(db: Db, userId: string): Promise<SavedViewList> {
  const { id, list, name, search, userId: of } = db.tables.savedViews;
  const views = await db
    .select({ id, list, name, search })
    .from(db.tables.savedViews)
    .where(eq(of, userId))
    .orderBy(asc(name), asc(id));
  return { views };
}

/** Keeps a view in place of one of the same name. Refuses `too_many_views`. */
function saveView(db: Db, userId: string, view: SavedViewForm, createdAt: Date): Promise<void> {
  return db.transact(function* (tx) {
    const { savedViews } = tx.tables;
    const isTheirs = eq(savedViews.userId, userId);
    yield* run(
      tx.delete(savedViews).where(and(isTheirs, eq(savedViews.list, view.list), eq(savedViews.name, view.name))),
    );
    const [kept] = yield* run(tx.select({ views: count() }).from(savedViews).where(isTheirs));
    if ((kept?.views ?? 0) >= VIEWS_LIMIT) throw new Refusal('too_many_views');
    yield* run(tx.insert(savedViews).values({ ...view, userId, createdAt }));
  });
}
