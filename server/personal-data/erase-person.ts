// Erasing a person: what names or reaches them goes, and their figures stay with a row that nobody can sign in as.
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { ERASED_HOLDER } from '#sync/contract/certificate.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, inBatches, run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { auditLog } from '../http/audit-log.ts';
import { endMadeBy } from '../identity/end-invitations.ts';
import { rememberErasure } from '../identity/erasures.ts';
import { idsOf, requireOtherSuper } from './merge-people.ts';

/** What lists of figures show in place of the name. */
const ERASED_PERSON = 'Erased person';

export interface ErasureRequest {
  userId: string;
  /** Who asked for it: the person, a super admin, or null for the operator. */
  by: { id: string; ip: string } | null;
  at: Date;
}

/**
 * Erases a person and their account, here and at a hosted project. Refuses `user_not_found`, `last_super_admin`,
 * `erasure_not_configured` for a project whose secret key is not set, and `unavailable` when the project does not answer;
 * then nothing has changed.
 */
export async function erasePerson(
  { db, env, accounts, log }: Pick<Deps, 'db' | 'env' | 'log'> & { accounts: Pick<Deps['accounts'], 'admin'> },
  request: ErasureRequest,
): Promise<void> {
  const ids = await db.transact(function* (tx) {
    yield* requireErasable(tx, request.userId);
    return yield* idsOf(tx, request.userId);
  });
  // The project first: should the rest fail, it can be asked for again, while an account left there could come back.
  // Their own account is the last one, so that they can still ask.
  if (env.identity.kind === 'hosted') for (const id of ids.reverse()) await deleteHostedAccount(accounts, id);
  const { erasedCertificatesMonths } = env;
  await db.transact((tx) => erase(tx, { ...request, erasedCertificatesMonths }));
  log.info('person erased', { by: whoAsked(request) });
}

function whoAsked({ by, userId }: ErasureRequest): 'operator' | 'self' | 'admin' {
  if (by === null) return 'operator';
  return by.id === userId ? 'self' : 'admin';
}

type ProfileRow = Db['tables']['profiles']['$inferSelect'];

function* requireErasable(tx: TxContext, userId: string): Steps<ProfileRow> {
  const { profiles } = tx.tables;
  const here = and(eq(profiles.id, userId), isNull(profiles.erasedAt));
  const [person] = yield* run(tx.select().from(profiles).where(here));
  if (!person) throw new Refusal('user_not_found');
  if (person.isSuperAdmin) yield* requireOtherSuper(tx);
  return person;
}

async function deleteHostedAccount({ admin }: Pick<Deps['accounts'], 'admin'>, userId: string): Promise<void> {
  if (!admin) throw new Refusal('erasure_not_configured');
  const { error } = await admin.deleteUser(userId);
  if (!error || error.status === 404) return;
  const words = 'The sign-in service cannot be reached right now. Nothing was erased; please try again.';
  throw new Refusal('unavailable', { retryAfterSeconds: 5 }, words);
}

function* erase(tx: TxContext, request: ErasureRequest & { erasedCertificatesMonths: number }): Steps<void> {
  const { userId, by, at, erasedCertificatesMonths } = request;
  const person = yield* requireErasable(tx, userId);
  const { profiles, authUsers } = tx.tables;
  const ids = yield* idsOf(tx, userId);
  const traces = yield* findTraces(tx, person, ids);
  const figures = { id: randomUUID(), email: '', fullName: ERASED_PERSON, organizationId: person.organizationId };
  yield* run(tx.insert(profiles).values({ ...figures, createdAt: at, erasedAt: at }));
  for (const id of ids) {
    yield* moveFigures(tx, id, figures.id);
    yield* eraseHolder(tx, { userId: id, at, months: erasedCertificatesMonths });
  }
  yield* endMadeBy(tx, [userId], { at, areGone: true });
  yield* eraseMessages(tx, traces, at);
  yield* eraseFromAudit(tx, traces, figures.id);
  yield* eraseFromJobs(tx, traces);
  // Answers to their devices, exports, uses of invitations, sessions and links go with these rows; what they wrote stays.
  yield* run(tx.delete(profiles).where(inArray(profiles.id, ids)));
  yield* run(tx.delete(authUsers).where(inArray(authUsers.id, ids)));
  for (const id of ids) yield* run(rememberErasure(tx, id, at));
  const asked = whoAsked(request);
  const actor = asked === 'self' ? { actorId: figures.id } : by && { actorId: by.id, ip: by.ip };
  yield* run(auditLog(tx, { action: 'account.erased', ...actor, subject: figures.id, details: { by: asked }, at }));
}

/** What names the person or reaches them; addresses in lower case. */
interface Traces {
  /** Theirs, and those of accounts that were merged into it. */
  ids: string[];
  /** The present address and those before it. */
  addresses: string[];
  /** Those of them that no one else has by now: what concerns another person's address is theirs. */
  ownAddresses: string[];
  /** An address that they asked for and never confirmed: it may be someone else's, so nothing but their own mail to it goes. */
  wanted: string | undefined;
  /** In lower case. */
  names: string[];
}

function* findTraces(tx: TxContext, { id: userId, email, fullName }: ProfileRow, ids: string[]): Steps<Traces> {
  const { auditLog: log, authUsers } = tx.tables;
  const account = { email: authUsers.email, newEmail: authUsers.newEmail };
  const known = yield* run(tx.select(account).from(authUsers).where(eq(authUsers.id, userId)));
  const changes = yield* run(tx.select({ details: log.details }).from(log).where(inArray(log.subject, ids)));
  const present = addressesIn([email, ...known.map((one) => one.email)]);
  const former = addressesIn(changes.flatMap(({ details }) => [details?.from, details?.to]));
  const given = yield* addressesOfOthers(tx, userId, former);
  const addresses = [...new Set([...present, ...former])];
  const ownAddresses = addresses.filter((one) => present.includes(one) || !given.has(one));
  const called = [fullName, ...changes.map(({ details }) => details?.merged && details.name)];
  const names = called.flatMap((one) => (typeof one === 'string' && one.trim() ? one.trim().toLowerCase() : []));
  const wanted = known[0]?.newEmail?.toLowerCase();
  return { ids, addresses, ownAddresses, wanted, names };
}

const addressesIn = (all: unknown[]) =>
  all.filter((one) => typeof one === 'string' && one.includes('@')).map((one) => String(one).toLowerCase());

function* addressesOfOthers(tx: TxContext, userId: string, addresses: string[]): Steps<Set<string>> {
  const { authUsers, profiles } = tx.tables;
  const found: { email: string }[] = [];
  for (const people of [profiles, authUsers]) {
    const here = and(inArray(people.email, addresses), ne(people.id, userId));
    found.push(...(yield* run(tx.select({ email: people.email }).from(people).where(here))));
  }
  return new Set(found.map(({ email }) => email));
}

/** Progress, attempts and ratings, so that no figure changes. What they wrote as a reflection is theirs, and goes. */
function* moveFigures({ queries, tables: t }: TxContext, from: string, to: string): Steps<void> {
  const changes = [
    [t.unitProgress, { reflection: null, updatedAt: sql`${t.unitProgress.updatedAt}` }],
    [t.courseProgress, { dueOn: null, remindedAt: null, reminderId: null }],
    [t.pastUnits, { reflection: null, updatedAt: sql`${t.pastUnits.updatedAt}` }],
    [t.pastRounds, {}],
    [t.quizAttempts, { opId: null }],
    [t.quizFigures, {}],
    [t.courseRatings, { updatedAt: sql`${t.courseRatings.updatedAt}` }],
  ] as const;
  for (const [table, others] of changes) {
    const change = { userId: to, ...others };
    yield* run(queries.update(table).set(change).where(eq(table.userId, from)));
  }
}

/** Certificates stay valid, without what admins wrote about them. Their holder is erased now, or when the term of ERASED_CERTIFICATES_MONTHS is over. */
function* eraseHolder(
  { queries, tables: { certificates } }: TxContext,
  { userId, at, months }: { userId: string; at: Date; months: number },
): Steps<void> {
  const own = yield* run(queries.select().from(certificates).where(eq(certificates.userId, userId)));
  for (const { id, issuedAt } of own) {
    const end = new Date(issuedAt);
    end.setUTCMonth(end.getUTCMonth() + months);
    const name = end > at ? { nameKeptUntil: end } : { learnerName: ERASED_HOLDER };
    const change = { userId: null, history: null, ...name };
    yield* run(queries.update(certificates).set(change).where(eq(certificates.id, id)));
  }
}

/** Erases the names whose term is over; called daily. */
export async function eraseHolders(db: Db, now: Date): Promise<void> {
  const { certificates } = db.tables;
  await db
    .update(certificates)
    .set({ learnerName: ERASED_HOLDER, nameKeptUntil: null })
    .where(lte(certificates.nameKeptUntil, now));
}

/** Mails to them, invitations for their address (which nobody may use then), and counted tries. */
function* eraseMessages({ queries, tables }: TxContext, traces: Traces, at: Date): Steps<void> {
  const { mailOutbox, invitations, rateLimits } = tables;
  const { ownAddresses: addresses, wanted } = traces;
  const toWanted = and(eq(mailOutbox.toAddress, wanted ?? ''), eq(mailOutbox.kind, 'email_change_new'));
  yield* run(queries.delete(mailOutbox).where(or(inArray(mailOutbox.toAddress, addresses), toWanted)));
  const revokedAt = sql`coalesce(${invitations.revokedAt}, ${sql.param(at, invitations.revokedAt)})`;
  yield* run(queries.update(invitations).set({ email: null, revokedAt }).where(inArray(invitations.email, addresses)));
  const ids = [...traces.ids, ...addresses];
  const isMeant = mentions(sql`${rateLimits.key}`, ids);
  const counted = yield* run(queries.select({ key: rateLimits.key }).from(rateLimits).where(isMeant));
  const theirs = counted.map(({ key }) => key).filter((key) => holds(key, ids));
  for (const part of inBatches(theirs)) yield* run(queries.delete(rateLimits).where(inArray(rateLimits.key, part)));
}

/**
 * Acts stay; their actor or subject is the row without a name, and their address goes. Their name goes from acts that are
 * theirs or name their id or address: everybody chooses their own name, and with the word that stands in other acts
 * they would erase those.
 */
function* eraseFromAudit({ queries, tables }: TxContext, traces: Traces, figuresId: string): Steps<void> {
  const { auditLog: log } = tables;
  const ids = [...traces.ids, ...traces.ownAddresses];
  const names = mentions(sql`cast(${log.details} as text)`, ids);
  const mayBe = or(inArray(log.actorId, traces.ids), inArray(log.subject, traces.ids), names);
  const rows = yield* run(queries.select().from(log).where(mayBe));
  const ofOthers = { ...traces, addresses: traces.ownAddresses };
  for (const row of rows) {
    const isTheirs = row.actorId !== null && traces.ids.includes(row.actorId);
    const isAbout = row.subject !== null && traces.ids.includes(row.subject.toLowerCase());
    if (!isTheirs && !isAbout && !holds(JSON.stringify(row.details), ids)) continue;
    const details =
      row.details && (without(row.details, isTheirs || isAbout ? traces : ofOthers) as typeof row.details);
    // What admins wrote about the person, as in the history of a certificate.
    if (isAbout && details?.reason && row.action.startsWith('certificate.')) details.reason = 'erased';
    // A failed sign-in has an address of theirs, and no actor.
    const isTheirAddress = row.actorId === null && JSON.stringify(details) !== JSON.stringify(row.details);
    const change = {
      actorId: isTheirs ? figuresId : row.actorId,
      subject: isAbout ? figuresId : row.subject,
      ip: isTheirs || isTheirAddress ? null : row.ip,
      details,
    };
    yield* run(queries.update(log).set(change).where(eq(log.id, row.id)));
  }
}

/** Lists of people to invite pass over them. */
function* eraseFromJobs({ queries, tables: { bulkRows } }: TxContext, traces: Traces): Steps<void> {
  const isTheirs = mentions(sql`cast(${bulkRows.payload} as text)`, traces.addresses);
  yield* run(queries.delete(bulkRows).where(isTheirs));
}

/** Whether one of these addresses is in a text as a whole, as 'an@a.example' is not in 'joan@a.example', or one of these ids. */
function holds(text: string, ids: string[]): boolean {
  const all = text.toLowerCase();
  const words = all.split(/[\s"\\(),:;<>[\]{}]+/).map((word) => word.replace(/\.$/, ''));
  return ids.some((id) => (id.includes('@') ? words.includes(id) : all.includes(id)));
}

/** Whether a text contains one of these, in any case. */
function mentions(text: SQL, words: string[]): SQL | undefined {
  const literal = (word: string) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return or(...words.map((word) => sql`lower(${text}) like lower(${literal(word)}) escape '\\'`));
}

/** A copy of a JSON value in which nothing names the person. */
function without(value: unknown, traces: Traces): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, traces));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, without(one, traces)]));
  }
  if (typeof value !== 'string') return value;
  const isName = traces.names.includes(value.trim().toLowerCase());
  const isTheirs = isName || holds(value, [...traces.ids, ...traces.addresses]);
  return isTheirs ? 'erased' : value;
}
