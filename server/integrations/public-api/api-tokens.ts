// API tokens: made once, shown once, and of no more force than the rights of their maker (decision 240).
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, eq, isNull, lt, or, type SQL } from 'drizzle-orm';
import { API_TOKEN_PREFIX, type ApiTokenAnswer, type ApiTokenRow, type NewApiToken } from '#sync/contract/api-token.ts';
import type { PageEnd } from '#sync/contract/fields.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Scope } from '../../analytics/scope.ts';
import { type Db, pick, run, type TxContext } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import { type AuditActor, audit } from '../../http/audit-log.ts';
import { ageCursor, countUpTo, type Page, pageBy, toPage } from '../../http/pages.ts';
import { makerMayRun } from '../../identity/end-invitations.ts';
import { requireActive } from '../../identity/require-organization.ts';
import { type Actor, may } from '../../permissions.ts';

const DAY_MS = 86_400_000;
const ENDING_LENGTH = 4;

type Wanted = Pick<NewApiToken, 'name' | 'scopes' | 'days'> & { organizationId: string | null };

/** Creates a token; it is in this response and nowhere else. Refuses `organization_not_found` and `organization_inactive`. */
export function createToken(db: Db, caller: AuditActor, wanted: Wanted): Promise<ApiTokenAnswer> {
  const { actor, now } = caller;
  const token = `${API_TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
  const id = randomUUID();
  const { name, organizationId, days } = wanted;
  const scopes = [...new Set(wanted.scopes)];
  const expiresAt = new Date(now.getTime() + days * DAY_MS);
  return db.transact(function* (tx) {
    if (organizationId) yield* requireActive(tx, actor, organizationId);
    const row = { id, name, organizationId, scopes, expiresAt, createdBy: actor.id, createdAt: now };
    const secret = { tokenHash: hashOf(token), ending: token.slice(-ENDING_LENGTH) };
    yield* run(tx.insert(tx.tables.apiTokens).values({ ...row, ...secret }));
    const details = { name, scopes, expiresAt: expiresAt.toISOString() };
    yield* audit(tx, caller, { action: 'api_token.created', organizationId, subject: id, details });
    const [made] = yield* run(selectTokens(tx, now, eq(tx.tables.apiTokens.id, id)));
    if (!made) throw new Error('The token was not stored.');
    return { token, apiToken: toRow(made, now) };
  });
}

/** The tokens of a scope, newest first. The caller has checked access. */
export async function listTokens(
  db: Db,
  { organizationId, now, ...query }: Scope & Page & { now: Date },
): Promise<{ tokens: ApiTokenRow[] } & PageEnd> {
  const { apiTokens } = db.tables;
  const isHere = organizationId === null ? undefined : eq(apiTokens.organizationId, organizationId);
  const place = pageBy({ by: apiTokens.createdAt, id: apiTokens.id }, query);
  const rows = await selectTokens(db, now, and(isHere, place.after))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = toPage(rows, place.limit, ageCursor);
  const total = query.cursor ? {} : { total: await countUpTo(db, apiTokens, isHere) };
  return { tokens: page.map((row) => toRow(row, now)), nextCursor, ...total };
}

/** Ends a token at once; one that has ended stays as it is. Refuses `api_token_not_found`. */
export function revokeToken(db: Db, caller: AuditActor, id: string): Promise<void> {
  const { apiTokens } = db.tables;
  return db.transact(function* (tx) {
    const [found] = yield* run(tx.select().from(apiTokens).where(eq(apiTokens.id, id)));
    if (!found || !may(caller.actor, 'run_organization', found)) throw new Refusal('api_token_not_found');
    if (found.revokedAt) return;
    yield* run(tx.update(apiTokens).set({ revokedAt: caller.now }).where(eq(apiTokens.id, id)));
    const { organizationId, name } = found;
    yield* audit(tx, caller, { action: 'api_token.revoked', organizationId, subject: id, details: { name } });
  });
}

const USES_NOTED_MS = 60_000;

/**
 * Whoever made this token, with the rights that they have now, narrowed to its organization. Refuses `api_token_refused`.
 */
export async function actorOfToken(db: Db, token: string, now: Date): Promise<Actor> {
  const { apiTokens, profiles, authUsers } = db.tables;
  const [found] = await db
    .select({ row: apiTokens, maker: pick(profiles, 'id', 'email'), mayRun: mayRun(db.tables, now) })
    .from(apiTokens)
    .leftJoin(profiles, eq(profiles.id, apiTokens.createdBy))
    .leftJoin(authUsers, eq(authUsers.id, apiTokens.createdBy))
    .where(eq(apiTokens.tokenHash, hashOf(token)));
  const { row, maker } = found ?? {};
  if (!row || !maker || !found?.mayRun || row.revokedAt || row.expiresAt <= now) throw new Refusal('api_token_refused');
  const { lastUsedAt } = apiTokens;
  const before = new Date(now.getTime() - USES_NOTED_MS);
  const isOld = and(eq(apiTokens.id, row.id), or(isNull(lastUsedAt), lt(lastUsedAt, before)));
  if (!row.lastUsedAt || row.lastUsedAt < before) await db.update(apiTokens).set({ lastUsedAt: now }).where(isOld);
  const { organizationId } = row;
  return {
    ...maker,
    organizationId,
    isOrgAdmin: organizationId !== null,
    isSuperAdmin: organizationId === null,
    token: pick(row, 'id', 'name', 'scopes'),
  };
}

/** What the token of this actor is. */
export async function readToken(db: Db, { token }: Pick<Actor, 'token'>) {
  const [row] = await selectTokens(db, new Date(), eq(db.tables.apiTokens.id, token?.id ?? ''));
  if (!row) throw new Refusal('api_token_refused');
  return { ...pick(row, 'name', 'scopes', 'organization'), expiresAt: row.expiresAt.toISOString() };
}

const mayRun = (tables: Tables, now: Date) => makerMayRun(tables, tables.apiTokens.organizationId, now);

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The query of tokens in the shape that `toRow` takes. */
function selectTokens({ queries, tables }: TxContext, now: Date, where: SQL | undefined) {
  const { apiTokens, organizations, profiles, authUsers } = tables;
  return queries
    .select({
      ...pick(apiTokens, 'id', 'name', 'ending', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'),
      organization: { id: organizations.id, name: organizations.name },
      maker: { fullName: profiles.fullName, email: profiles.email },
      mayRun: mayRun(tables, now),
    })
    .from(apiTokens)
    .leftJoin(organizations, eq(organizations.id, apiTokens.organizationId))
    .leftJoin(profiles, eq(profiles.id, apiTokens.createdBy))
    .leftJoin(authUsers, eq(authUsers.id, apiTokens.createdBy))
    .where(where);
}

type StoredToken = Awaited<ReturnType<typeof selectTokens>>[number];

function toRow({ maker, mayRun: isMakers, revokedAt, ...row }: StoredToken, now: Date): ApiTokenRow {
  return {
    ...row,
    state: revokedAt || !isMakers ? 'revoked' : row.expiresAt <= now ? 'expired' : 'active',
    createdAt: row.createdAt.toISOString(),
    createdBy: maker?.fullName ?? maker?.email ?? null,
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
