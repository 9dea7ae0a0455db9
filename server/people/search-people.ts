// Finds people by the beginnings of words in their names and addresses, at a price that does not grow with their number.
import { and, type Column, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { COUNT_LIMIT, foldText, type PageEnd } from '#sync/contract/fields.ts';
import type { MembersQuery, PeopleQuery } from '#sync/contract/organization.ts';
import { type Db, isOneOf, number, run, type Steps, type TxContext } from '../db/client.ts';
import { excluded } from '../db/prepared.ts';
import type { Tables } from '../db/schema.ts';
import { countUpTo, cursorAt, type Page, pageBy, toPage } from '../http/pages.ts';

const WORD_LENGTH = 64;
const MOST_WORDS = 10;
const INDEXED_AT_ONCE = 200;
/** So many are looked at one by one, rather than walking along everybody. */
export const FEW = 2000;
/** The rows that a list of ids is read with: one more shows that they are not few. */
export const FEW_ROWS = FEW + 1;

/** 'Anna-Lena' is found by 'anna-l' and by 'lena', 'lena@demo.example' also by 'demo.ex' and 'example'. */
function wordsOf(text: string): string[] {
  const words = foldText(text).split(/\s+/);
  const parts = words.flatMap((word) => [
    word,
    ...[...word.matchAll(/(?<=[^\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => word.slice(index)),
  ]);
  return parts.filter(Boolean).map((part) => part.slice(0, WORD_LENGTH));
}

/** Brings the words and the place in the order of names up to date, for everybody whose name or address has changed. */
export async function indexPeople(db: Db): Promise<void> {
  const { profiles, personWords } = db.tables;
  const { id, email, fullName, personnelNumber, sortName } = profiles;
  const named = { id, email, fullName, personnelNumber };
  const waiting = db.select(named).from(profiles).where(eq(sortName, '')).limit(INDEXED_AT_ONCE);
  while ((await waiting).length > 0) {
    await db.transact(function* (tx) {
      const people = yield* run(tx.select(named).from(profiles).where(eq(sortName, '')).limit(INDEXED_AT_ONCE));
      if (people.length === 0) return;
      yield* run(
        tx.delete(personWords).where(
          inArray(
            personWords.userId,
            people.map((person) => person.id),
          ),
        ),
      );
      const words = people.flatMap((person) =>
        [...new Set(wordsOf(`${person.fullName ?? ''} ${person.email} ${person.personnelNumber ?? ''}`))].map(
          (word) => ({ word, userId: person.id }),
        ),
      );
      if (words.length > 0) yield* run(tx.insert(personWords).values(words).onConflictDoNothing());
      const sorted = people.map((person) => ({
        ...person,
        sortName: foldText(person.fullName || person.email).slice(0, WORD_LENGTH) || '-',
      }));
      const set = { sortName: excluded(sortName), updatedAt: sql`${profiles.updatedAt}` };
      yield* run(tx.insert(profiles).values(sorted).onConflictDoUpdate({ target: id, set }));
    });
  }
}

type Narrowing = Pick<Partial<PeopleQuery>, 'search' | 'role'> & Pick<MembersQuery, 'group'>;
/** Ids of people, of which at most FEW_ROWS are read. */
type Ids = PromiseLike<{ id: string }[]>;

interface Narrowed {
  /** Everybody who may match, where they are few. */
  few: string[] | undefined;
  /** Too many may match to be counted. */
  isWide: boolean;
  matches: SQL | undefined;
}

/**
 * The condition that people match, about a column with their ids. A word, a role, a group, or one of `lists`, that few people
 * have gives their ids, and only these are looked at. Otherwise most people match, and the first page is found soon by walking
 * along the order.
 */
export async function narrowPeople(
  db: Db,
  { search = '', role, group }: Narrowing,
  id: Column,
  lists: Ids[] = [],
): Promise<Narrowed> {
  await indexPeople(db);
  const { profiles, personWords, groupMembers } = db.tables;
  const begins = foldText(search)
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MOST_WORDS)
    .map((word) => startsWith(db, word));
  const narrowing: Ids[] = begins.map((word) =>
    db.select({ id: personWords.userId }).from(personWords).where(word).limit(FEW_ROWS),
  );
  const isOfRole = role && ofRole(db, role);
  if (role === 'super' || role === 'org_admin')
    narrowing.push(db.select({ id: profiles.id }).from(profiles).where(isOfRole).limit(FEW_ROWS));
  const inGroup = group === undefined ? undefined : eq(groupMembers.groupId, group.toLowerCase());
  if (inGroup) narrowing.push(db.select({ id: groupMembers.userId }).from(groupMembers).where(inGroup).limit(FEW_ROWS));
  narrowing.push(...lists);
  const few = await fewest(narrowing);
  const matches = and(
    few && isOneOf(id, few),
    isOfRole,
    inGroup &&
      sql`coalesce((select true from ${groupMembers} where ${groupMembers.userId} = ${id} and ${inGroup} limit 1), false)`,
    // Not `exists`: PostgreSQL would read everybody who has the word before it sorts.
    ...begins.map(
      (word) =>
        sql`coalesce((select true from ${personWords} where ${personWords.userId} = ${id} and ${word} limit 1), false)`,
    ),
  );
  return { few, isWide: !few && narrowing.length > 0, matches };
}

/** The number of rows for the first page of a list; `matching` is that of the rows where few people match. */
export function totalOf({ few, isWide }: Narrowed, matching: number | undefined, countAll: () => Promise<number>) {
  if (few) return Math.min(matching ?? 0, COUNT_LIMIT + 1);
  return isWide ? null : countAll();
}

/** Rows about people, and which of them count. */
export interface Having {
  rows: Tables['courseProgress'] | Tables['certificates'] | Tables['quizFigures'] | Tables['endedMemberships'];
  where: SQL | undefined;
}

/** The scope of a list, and what it is narrowed by. */
export interface Among {
  organizationId?: string | undefined;
  /** Such rows are listed, one or several a person, instead of the people themselves. */
  listed?: Having;
  /** Only those who have such rows. */
  having?: Having[];
  /** Only those of whom this holds: a condition about `profiles`, and about the rows that are listed. */
  who?: SQL | undefined;
  /** Figures keep people who were erased. */
  isWithErased?: boolean;
}

/** The columns of an order, none of which is ever null. */
type Orders = Readonly<Record<string, Column[]>>;
type Value = Date | number | string;

/** A page of a list: its people in their order. */
export type IdsOfPage = { ids: string[]; end: PageEnd };

/**
 * A page of whom the scope has and the query matches, erased ones left out, with their number on the first page; `rows` have what
 * they are ordered by. Whom few of very many match is found by looking at all of them, beside the requests.
 */
export async function pageOfPeople(
  db: Db,
  { sort, ...query }: Narrowing & Page & { sort: string },
  { orders, ...among }: Among & { orders?: Orders } = {},
) {
  const { profiles } = db.tables;
  const { listed } = among;
  const { narrowed, matches, reads } = await whoMatches(db, query, among);
  const all: Orders = { name: [profiles.sortName], created: [profiles.createdAt], ...orders };
  const by = all[sort.replace('-', '')] ?? [];
  const id = listed ? listed.rows.userId : profiles.id;
  const place = pageBy({ by, id, isAscending: !sort.startsWith('-') }, query);
  const people = reads
    .select({
      id: sql<string>`${id}`,
      by: Object.fromEntries(by.map((column, n) => [n, sql<Value>`${column}`.mapWith(column) as SQL<Value>])),
      matching: narrowed.few && !query.cursor ? number(sql`count(*) over ()`) : number(sql`0`),
    })
    .from((listed?.rows ?? profiles) as typeof profiles);
  const joined = listed ? (people.innerJoin(profiles, eq(profiles.id, id)) as unknown as typeof people) : people;
  const found = await joined
    .where(and(place.after, matches))
    .orderBy(...place.order)
    .limit(place.rows);
  const rows = found.map((row) => ({ ...row, by: Object.values(row.by) }));
  const { page, nextCursor } = toPage(rows, place.limit, (row) => cursorAt(...row.by, row.id));
  const total = async () => totalOf(narrowed, rows[0]?.matching, () => countUpTo(db, profiles, matches));
  const end: PageEnd = { nextCursor, ...(!query.cursor && { total: await total() }) };
  return { rows: page, ids: page.map((row) => row.id), end };
}

/** What lists tell of people, in the order of these ids. */
export async function readPeople(db: Db, ids: string[]) {
  const { profiles, organizations } = db.tables;
  const { id, email, fullName, personnelNumber, isOrgAdmin, isSuperAdmin, createdAt } = profiles;
  const people = await db
    .select({
      ...{ id, email, fullName, personnelNumber, isOrgAdmin, isSuperAdmin, createdAt },
      organization: { id: organizations.id, name: organizations.name },
    })
    .from(profiles)
    .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
    .where(inArray(id, ids));
  return inOrder(ids, people, (person) => person.id);
}

/** The rows of these keys in their order; what was deleted meanwhile is left out. */
export function inOrder<Row>(keys: readonly string[], rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.flatMap((key) => known.get(key) ?? []);
}

/** The condition that people match, about `profiles` and the rows that are listed, and what reads them: beside the requests where all are looked at. */
export async function whoMatches(
  db: Db,
  query: Narrowing,
  { organizationId, listed, having = [], who, isWithErased = false }: Among,
) {
  const { profiles } = db.tables;
  const { id } = profiles;
  const isHere = organizationId === undefined ? undefined : eq(profiles.organizationId, organizationId);
  const reads = who ? db.aside : db;
  const idsIn = ({ rows, where }: Having, those: SQL | undefined): Ids =>
    reads
      .select({ id: sql<string>`${rows.userId}` })
      .from(rows as Tables['courseProgress'])
      // In this order, and each person as often as they have such rows: SQLite would go through the rows of everybody.
      .crossJoin(profiles)
      .where(and(eq(id, rows.userId), where, those))
      .limit(FEW_ROWS);
  const peopleWho = (those: SQL | undefined): Ids => reads.select({ id }).from(profiles).where(those).limit(FEW_ROWS);
  const lists = having.map((one) => idsIn(one, isHere));
  if (listed) lists.push(idsIn(listed, who), ...(isHere ? [peopleWho(isHere)] : []));
  else if (who) lists.push(peopleWho(and(isHere, who)));
  const narrowed = await narrowPeople(db, query, listed ? listed.rows.userId : id, lists);
  const matches = and(
    narrowed.matches,
    listed?.where,
    isHere,
    who,
    isWithErased ? undefined : isNull(profiles.erasedAt),
    ...having.map(
      ({ rows, where }) =>
        sql`coalesce((select true from ${rows} where ${and(eq(rows.userId, id), where)} limit 1), false)`,
    ),
  );
  return { narrowed, matches, reads };
}

/** The condition that a word begins so. */
function startsWith({ tables: { personWords } }: Db, beginning: string): SQL | undefined {
  const { word } = personWords;
  const from = beginning.slice(0, WORD_LENGTH);
  return and(gte(word, from), lt(word, `${from}\u{10ffff}`));
}

/** The shortest of these lists that is not cut off; undefined when all are. */
async function fewest(lists: PromiseLike<{ id: string }[]>[]): Promise<string[] | undefined> {
  let shortest: string[] | undefined;
  for (const list of lists) {
    const rows = await list;
    if (rows.length > FEW) continue;
    const ids = [...new Set(rows.map((row) => row.id))];
    if (!shortest || ids.length < shortest.length) shortest = ids;
  }
  return shortest;
}

function ofRole(db: Db, role: MembersQuery['role']) {
  const { isSuperAdmin, isOrgAdmin } = db.tables.profiles;
  switch (role) {
    case 'super':
      return eq(isSuperAdmin, true);
    case 'org_admin':
      return eq(isOrgAdmin, true);
    case 'regular':
      // Not by the index of either: it would read them all before it sorts.
      return sql`not ${isSuperAdmin} and not ${isOrgAdmin}`;
    case 'all':
      return undefined;
  }
}

export interface PersonRow {
  id: string;
  email: string;
  organizationId: string | null;
  isOrgAdmin: boolean;
}

/** The people with these ids, by id; unknown ids are missing. */
export function* readPersonRows({ queries, tables }: TxContext, ids: readonly string[]): Steps<Map<string, PersonRow>> {
  const { id, email, organizationId, isOrgAdmin, erasedAt } = tables.profiles;
  const rows = yield* run(
    queries
      .select({ id, email, organizationId, isOrgAdmin })
      .from(tables.profiles)
      .where(and(isOneOf(id, ids), isNull(erasedAt))),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export function* readPersonRow(tx: TxContext, id: string): Steps<PersonRow | undefined> {
  return (yield* readPersonRows(tx, [id])).get(id);
}
