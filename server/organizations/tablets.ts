// The tablets of an organization: what they reported last, and what an admin does with them.
import { and, eq, lt, type SQL } from 'drizzle-orm';
import { daysBefore } from '#sync/contract/due.ts';
import { foldText, type PageEnd } from '#sync/contract/fields.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import {
  SILENT_DAYS,
  type TabletAnswer,
  type TabletChange,
  type TabletReport,
  type TabletRow,
  type TabletsQuery,
} from '#sync/contract/tablet.ts';
import { hasOldWork } from '../analytics/attention.ts';
import type { Scope } from '../analytics/scope.ts';
import { type Db, pick, run, type Steps, type TxContext } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import { type AuditActor, audit } from '../http/audit-log.ts';
import { containsWords, countUpTo, pageBy, toPage } from '../http/pages.ts';
import { may, type Viewer } from '../permissions.ts';

/** A device in one organization. */
export type Place = { organizationId: string; deviceId: string };
const isAt = ({ tablets }: Tables, { organizationId, deviceId }: Place) =>
  and(eq(tablets.organizationId, organizationId), eq(tablets.deviceId, deviceId));

export async function isKnown(db: Db, place: Place): Promise<boolean> {
  const { tablets } = db.tables;
  const found = await db.select({ id: tablets.id }).from(tablets).where(isAt(db.tables, place));
  return found.length > 0;
}

/** Keeps the last report of a device. Its ages become times by the server's clock. */
export function noteReport(
  db: Db,
  place: Place,
  { report, browser, now }: { report: TabletReport; browser: string; now: Date },
) {
  const { tablets } = db.tables;
  const { version, people, unsent, oldestUnsentSeconds, storage, signedOutFor } = report;
  const oldestUnsentAt = oldestUnsentSeconds === null ? null : new Date(now.getTime() - oldestUnsentSeconds * 1000);
  const state = { browser, version, people, unsent, oldestUnsentAt, storage, lastContactAt: now };
  return db.transact(function* (tx): Steps<TabletAnswer> {
    const [known] = yield* run(
      tx
        .insert(tablets)
        .values({ ...place, ...state, words: wordsOf(null, browser) })
        .onConflictDoUpdate({ target: [tablets.organizationId, tablets.deviceId], set: state })
        .returning({ id: tablets.id, name: tablets.name, askedAt: tablets.signOutAskedAt }),
    );
    if (!known) throw new Error('The report was not stored.');
    const words = wordsOf(known.name, browser);
    const askedAt = known.askedAt?.toISOString() ?? null;
    const isDone = askedAt !== null && askedAt === signedOutFor;
    const change = isDone ? { words, signOutAskedAt: null, signedOutAt: now } : { words };
    yield* run(tx.update(tablets).set(change).where(eq(tablets.id, known.id)));
    return { signOutAskedAt: isDone ? null : askedAt };
  });
}

const wordsOf = (name: string | null, browser: string) => foldText(`${name ?? ''} ${browser}`);

type ListQuery = Omit<TabletsQuery, 'organizationId'> & Scope & { now: Date };

export async function listTablets(db: Db, query: ListQuery): Promise<{ tablets: TabletRow[] } & PageEnd> {
  const { tablets, organizations } = db.tables;
  const isWanted = and(
    query.organizationId === null ? undefined : eq(tablets.organizationId, query.organizationId),
    isIn(db.tables, query),
    containsWords(tablets.words, query.search ?? ''),
  );
  const isByUnsent = query.sort.endsWith('unsent');
  const by = isByUnsent ? tablets.unsent : tablets.lastContactAt;
  const place = pageBy({ by, id: tablets.id, isAscending: !query.sort.startsWith('-') }, query);
  const rows = await db
    .select({ tablet: tablets, organization: { id: organizations.id, name: organizations.name } })
    .from(tablets)
    .innerJoin(organizations, eq(organizations.id, tablets.organizationId))
    .where(and(isWanted, place.after))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = toPage(rows, place.limit, ({ tablet: { id, unsent, lastContactAt } }) =>
    isByUnsent ? `${unsent}_${id}` : `${lastContactAt.getTime()}_${id}`,
  );
  const total = query.cursor ? {} : { total: await countUpTo(db, tablets, isWanted) };
  return { tablets: page.map(toRow), nextCursor, ...total };
}

/** The condition of a state in the list; undefined for all. */
function isIn({ tablets }: Tables, { state, now }: Pick<ListQuery, 'state' | 'now'>): SQL | undefined {
  if (state === 'old-work') return hasOldWork(tablets, now);
  return state === 'silent' ? lt(tablets.lastContactAt, daysBefore(now, SILENT_DAYS)) : undefined;
}

type Found = { tablet: Tables['tablets']['$inferSelect']; organization: TabletRow['organization'] };

function toRow({ tablet, organization }: Found): TabletRow {
  const { oldestUnsentAt, lastContactAt, signOutAskedAt, signedOutAt } = tablet;
  return {
    ...pick(tablet, 'id', 'name', 'browser', 'version', 'people', 'unsent', 'storage'),
    organization,
    oldestUnsentAt: oldestUnsentAt?.toISOString() ?? null,
    lastContactAt: lastContactAt.toISOString(),
    signOutAskedAt: signOutAskedAt?.toISOString() ?? null,
    signedOutAt: signedOutAt?.toISOString() ?? null,
  };
}

/** Refuses `tablet_not_found` for a tablet of another organization. */
function* requireTablet(tx: TxContext, viewer: Viewer, id: string) {
  const { tablets } = tx.tables;
  const [found] = yield* run(tx.queries.select().from(tablets).where(eq(tablets.id, id)));
  if (!found || !may(viewer, 'run_organization', found)) throw new Refusal('tablet_not_found');
  return found;
}

/** Refuses `tablet_not_found`. */
export function changeTablet(
  db: Db,
  caller: AuditActor,
  { id, name, signOut }: TabletChange & { id: string },
): Promise<void> {
  const { tablets } = db.tables;
  return db.transact(function* (tx): Steps<void> {
    const known = yield* requireTablet(tx, caller.actor, id);
    const isAsked = known.signOutAskedAt !== null;
    const hasChanged = signOut !== undefined && signOut !== isAsked;
    const { organizationId, browser } = known;
    const words = name === undefined ? undefined : wordsOf(name, browser);
    const asked = hasChanged ? { signOutAskedAt: signOut ? caller.now : null } : {};
    const change = { id, name, words, ...asked };
    yield* run(tx.update(tablets).set(change).where(eq(tablets.id, id)));
    if (!hasChanged) return;
    const action = signOut ? 'tablet.sign_out_asked' : 'tablet.sign_out_taken_back';
    yield* audit(tx, caller, { action, organizationId, subject: id, details: { name: known.name } });
  });
}

/** Refuses `tablet_not_found`. */
export function forgetTablet(db: Db, caller: AuditActor, id: string): Promise<void> {
  const { tablets } = db.tables;
  return db.transact(function* (tx): Steps<void> {
    const { organizationId, name } = yield* requireTablet(tx, caller.actor, id);
    yield* run(tx.delete(tablets).where(eq(tablets.id, id)));
    yield* audit(tx, caller, { action: 'tablet.removed', organizationId, subject: id, details: { name } });
  });
}
