// Who answered a quiz, and how: a page of people, ordered by their figures or by name.
import { and, asc, desc, eq, inArray, max, type SQL, sql } from 'drizzle-orm';
import type { QuizOrder, QuizPeopleQuery, UserQuizFigures } from '#sync/contract/analytics.ts';
import { COUNT_LIMIT, type PageEnd } from '#sync/contract/fields.ts';
import { type Db, number, pick } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import { cursorAt, readCursor, toPage } from '../http/pages.ts';
import { FEW_ROWS, type IdsOfPage, inOrder, narrowPeople, pageOfPeople } from '../people/search-people.ts';
import { figuresOf, narrowing, type QuizFiguresRequest, sums } from './quiz-figures.ts';

type Request = QuizFiguresRequest & Omit<QuizPeopleQuery, 'organizationId'>;

/** Each person who answered a quiz. By name only the people of the page are added up, by a figure everybody is. */
export async function listQuizPeople(db: Db, request: Request): Promise<{ users: UserQuizFigures[] } & PageEnd> {
  const isAscending = !request.sort.startsWith('-');
  const by = request.sort.replace('-', '') as QuizOrder;
  const { ids, end } =
    by === 'name' ? await pageByName(db, request, isAscending) : await pageByFigure(db, request, { by, isAscending });
  return { users: await addUp(db, request, ids), ...end };
}

async function pageByName(
  db: Db,
  { lessonId, organizationId, ...request }: Request,
  isAscending: boolean,
): Promise<IdsOfPage> {
  const { quizFigures } = db.tables;
  const query = { ...request, sort: isAscending ? ('name' as const) : ('-name' as const) };
  return pageOfPeople(db, query, {
    organizationId: organizationId ?? undefined,
    having: [{ rows: quizFigures, where: lessonId === undefined ? undefined : eq(quizFigures.lessonId, lessonId) }],
    isWithErased: true,
  });
}

/** What people are ordered by, in whole numbers: means and shares in hundredths of a percent. */
function figureOf({ quizFigures }: Tables, by: Exclude<QuizOrder, 'name'>): SQL<number> {
  const { attempts, passed, scoreSum } = quizFigures;
  const sum = (column: typeof attempts | typeof scoreSum) => sql`cast(sum(${column}) as bigint)`;
  switch (by) {
    case 'attempts':
      return sql<number>`${sum(attempts)}`;
    case 'score':
      return sql<number>`${sum(scoreSum)} * 100 / ${sum(attempts)}`;
    case 'pass':
      return sql<number>`${sum(passed)} * 10000 / ${sum(attempts)}`;
  }
}

interface Order {
  by: Exclude<QuizOrder, 'name'>;
  isAscending: boolean;
}

async function pageByFigure(db: Db, request: Request, { by, isAscending }: Order): Promise<IdsOfPage> {
  const { quizFigures, profiles } = db.tables;
  const { userId } = quizFigures;
  const { search, group, organizationId, cursor, limit } = request;
  const isOurs = organizationId === null ? undefined : eq(profiles.organizationId, organizationId);
  const ours = isOurs && db.select({ id: profiles.id }).from(profiles).where(isOurs).limit(FEW_ROWS);
  const { matches } = await narrowPeople(db, { search, group }, userId, ours && search ? [ours] : []);
  const figure = figureOf(db.tables, by);
  const [last, person] = readCursor(cursor, 'number', 'uuid') ?? [];
  const further = isAscending ? sql`>` : sql`<`;
  const after =
    person &&
    sql`(${figure} ${further} ${Number(last)}
    or (${figure} = ${Number(last)} and ${userId} > ${sql.param(person, userId)}))`;
  const rows = await db.aside
    .select({ id: userId, figure: number(figure), matching: cursor ? number(sql`0`) : number(sql`count(*) over ()`) })
    .from(quizFigures)
    .where(and(narrowing(db.tables, request), matches))
    .groupBy(userId)
    .having(after || undefined)
    .orderBy(isAscending ? asc(figure) : desc(figure), asc(userId))
    .limit(limit + 1);
  const { page, nextCursor } = toPage(rows, limit, (row) => cursorAt(row.figure, row.id));
  const total = Math.min(rows[0]?.matching ?? 0, COUNT_LIMIT + 1);
  return { ids: page.map(({ id }) => id), end: { nextCursor, ...(!cursor && { total }) } };
}

/** The figures of these people, in their order. */
async function addUp(db: Db, { lessonId }: QuizFiguresRequest, ids: string[]): Promise<UserQuizFigures[]> {
  const { quizFigures, profiles } = db.tables;
  const rows = await db
    .select({
      userId: profiles.id,
      ...pick(profiles, 'fullName', 'email'),
      ...sums(db.tables),
      lessonsAttempted: number(sql`count(*)`),
      lastAttemptAt: max(quizFigures.lastAttemptAt),
    })
    .from(quizFigures)
    .innerJoin(profiles, eq(profiles.id, quizFigures.userId))
    .where(
      and(inArray(quizFigures.userId, ids), lessonId === undefined ? undefined : eq(quizFigures.lessonId, lessonId)),
    )
    .groupBy(profiles.id, profiles.fullName, profiles.email);
  return inOrder(ids, rows, (row) => row.userId).map((row) => {
    const { averageDurationMs: _, ...figures } = figuresOf(row);
    const person = pick(row, 'userId', 'fullName', 'email', 'lessonsAttempted');
    return { ...person, ...figures, lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null };
  });
}
