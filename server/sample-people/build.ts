// The house before anybody lives in it: organizations, people, crews and a course of their own, written in one unit, once.
import { and, eq, gt, inArray } from 'drizzle-orm';
import { groupKey } from '#sync/contract/group.ts';
import { asNext, insertQuestions } from '../authoring/quizzes/save-question.ts';
import { type Db, inBatches, pick, run, type Steps, type TxContext } from '../db/client.ts';
import { nameKey } from '../identity/profiles.ts';
import { readQuestions } from '../learning/open-quiz.ts';
import { indexPeople } from '../people/search-people.ts';
import {
  addressOf,
  CAST,
  COASTAL,
  COASTAL_PEOPLE,
  CREWS,
  type Crew,
  DEMO_ORGANIZATION,
  LADDERS,
  NOOR,
  OMAR,
  ROSA,
  SOFIA,
  sampleId,
} from './cast.ts';
import { momentOf } from './live.ts';
import { type Resident, SAMPLE_IDS } from './story.ts';

/** The ids of those of the cast who had accounts before, by their addresses. */
export async function readCast(db: Db): Promise<Map<string, string>> {
  const { profiles } = db.tables;
  const emails = CAST.map(({ email }) => email);
  const rows = await db
    .select({ id: profiles.id, email: profiles.email })
    .from(profiles)
    .where(inArray(profiles.email, emails));
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** The organization is older than everything that happened in it. */
const FOUNDED_DAYS = 430;

/** Writes what is missing; the id of the organization's own course is in the answer. */
export async function build(db: Db, now: Date, residents: readonly Resident[]): Promise<number> {
  const courseId = await db.transact(function* (tx) {
    const { organizations, courses } = tx.tables;
    const mine = eq(organizations.id, DEMO_ORGANIZATION.id);
    const [home] = yield* run(tx.select({ isSample: organizations.isSample }).from(organizations).where(mine));
    if (!home) return undefined;
    const ofLadders = and(eq(courses.organizationId, DEMO_ORGANIZATION.id), eq(courses.title, LADDERS.title));
    const [known] = yield* run(tx.select({ id: courses.id }).from(courses).where(ofLadders));
    if (home.isSample && known) return known.id;
    const founded = momentOf(now, FOUNDED_DAYS, 8);
    const reminders = {
      before: [7],
      after: [],
      certificates: [],
      isRequired: true,
      groupId: null,
      from: now.toISOString().slice(0, 10),
    };
    yield* run(tx.update(organizations).set({ isSample: true, reminders, createdAt: founded }).where(mine));
    yield* ageSampleCourses(tx, founded);
    yield* bringPeople(tx, now, residents);
    yield* formCrews(tx, now, residents);
    yield* bringCoastal(tx, now);
    // It is still here where a real person takes it.
    const ladders = known?.id ?? (yield* copyLadders(tx, founded));
    yield* requireLadders(tx, ladders, founded);
    return ladders;
  });
  if (courseId === undefined) throw new Error('The demo organization is gone.');
  await indexPeople(db);
  return courseId;
}

/** What people did in the sample courses came after them: an analysis passes over answers from before a question was changed. */
function* ageSampleCourses({ queries, tables }: TxContext, at: Date): Steps<void> {
  const { courses, lessons, quizQuestions } = tables;
  const theirs = queries.select({ id: lessons.id }).from(lessons).where(inArray(lessons.courseId, SAMPLE_IDS));
  const { createdAt, lessonId } = quizQuestions;
  const old = { createdAt: at, updatedAt: at };
  yield* run(
    queries
      .update(quizQuestions)
      .set(old)
      .where(and(inArray(lessonId, theirs), gt(createdAt, at))),
  );
  yield* run(
    queries
      .update(courses)
      .set(old)
      .where(and(inArray(courses.id, SAMPLE_IDS), gt(courses.createdAt, at))),
  );
}

function* bringPeople(tx: TxContext, now: Date, residents: readonly Resident[]): Steps<void> {
  const { profiles, authUsers } = tx.tables;
  const isCalled = (email: string) => eq(profiles.email, email);
  const named = (fullName: string) => ({ fullName, nameKey: nameKey(fullName), nameChosen: true, sortName: '' });
  const rows = residents.map(({ id, email, fullName, isOrgAdmin, joined }) => {
    const createdAt = momentOf(now, joined, 7);
    const facts = { organizationId: DEMO_ORGANIZATION.id, joinedAt: createdAt, createdAt, updatedAt: createdAt };
    return { id, email, isOrgAdmin, isSample: true, ...named(fullName), ...facts };
  });
  const here = [ROSA.email, OMAR.email] as readonly string[];
  for (const part of inBatches(rows.filter(({ email }) => !here.includes(email))))
    yield* run(tx.insert(profiles).values(part));
  for (const { id: _, ...row } of rows.filter(({ email }) => here.includes(email)))
    yield* run(tx.update(profiles).set(row).where(isCalled(row.email)));
  yield* run(tx.update(profiles).set(named(SOFIA.fullName)).where(isCalled(SOFIA.email)));
  // The lead can be signed in as, with the password of the others.
  const [like] = yield* run(tx.select().from(authUsers).where(eq(authUsers.email, ROSA.email)));
  const lead = rows.find(({ email }) => email === NOOR.email);
  if (!like || !lead) return;
  const metadata = { full_name: NOOR.fullName };
  const account = { ...like, id: lead.id, email: lead.email, userMetadata: metadata, lastSignInAt: null };
  yield* run(tx.insert(authUsers).values(account).onConflictDoNothing());
}

function* formCrews({ queries, tables }: TxContext, now: Date, residents: readonly Resident[]): Steps<void> {
  const { groups, groupMembers } = tables;
  const rows = Object.keys(CREWS).map((name) => ({ id: sampleId(name), name, nameKey: groupKey(name) }));
  const createdAt = momentOf(now, FOUNDED_DAYS - 2, 9);
  const made = rows.map((row) => ({ ...row, organizationId: DEMO_ORGANIZATION.id, createdAt }));
  yield* run(queries.insert(groups).values(made).onConflictDoNothing());
  const ids = yield* readCrews({ queries, tables });
  const members = residents.flatMap(({ id: userId, crew, isLead, joined }) =>
    crew ? [{ groupId: ids(crew), userId, isLead, createdAt: momentOf(now, joined, 8) }] : [],
  );
  for (const part of inBatches(members)) yield* run(queries.insert(groupMembers).values(part));
}

/** The id of a crew's group, which is another one where real people had one of that name. */
export function* readCrews({
  queries,
  tables: { groups },
}: Pick<TxContext, 'queries' | 'tables'>): Steps<(crew: Crew) => string> {
  const { id, nameKey: key, organizationId } = groups;
  const ours = eq(organizationId, DEMO_ORGANIZATION.id);
  const rows = yield* run(queries.select({ id, key }).from(groups).where(ours));
  return (crew) => rows.find((row) => row.key === groupKey(crew))?.id ?? '';
}

/** The second organization, with course 3 by a grant. It is still here where a real person is in it. */
function* bringCoastal({ queries, tables }: TxContext, now: Date): Steps<void> {
  const { organizations, profiles, courseGrants } = tables;
  const createdAt = momentOf(now, 150, 9);
  const isSample = true;
  yield* run(
    queries
      .insert(organizations)
      .values({ ...COASTAL, isSample, createdAt })
      .onConflictDoUpdate({ target: organizations.id, set: { isSample } }),
  );
  const rows = COASTAL_PEOPLE.split(',').map((fullName, n) => {
    const email = addressOf(fullName, n);
    const facts = { organizationId: COASTAL.id, isSample, isOrgAdmin: n === 0, nameChosen: true, createdAt };
    return { id: sampleId(email), email, fullName, nameKey: nameKey(fullName), joinedAt: createdAt, ...facts };
  });
  yield* run(queries.insert(profiles).values(rows));
  const grant = { courseId: 3, organizationId: COASTAL.id, createdAt };
  yield* run(queries.insert(courseGrants).values(grant).onConflictDoNothing());
}

/** Lessons as they are in the sample courses, with their videos and questions. */
function* copyLadders(tx: TxContext, createdAt: Date): Steps<number> {
  const { courses, lessons } = tx.tables;
  const organizationId = DEMO_ORGANIZATION.id;
  const { title, description } = LADDERS;
  const facts = { category: 'safety', level: 'beginner' as const, durationMinutes: 34, instructorName: 'Maren Holt' };
  const state = { visibility: 'organization' as const, isPublished: true, validMonths: 12, organizationId, createdAt };
  const objectives = ['Stop when a ladder or an edge is not safe', 'Check a scan before you climb down'];
  const [picture] = yield* run(tx.select({ thumbnail: courses.thumbnail }).from(courses).where(eq(courses.id, 4)));
  const row = { title, description, ...facts, ...state, objectives, thumbnail: picture?.thumbnail ?? null };
  const [made] = yield* run(tx.insert(courses).values(row).returning({ id: courses.id }));
  const courseId = made?.id ?? 0;
  for (const [at, { from, title: lessonTitle }] of LADDERS.lessons.entries()) {
    const [course, orderIndex] = from;
    const isSource = and(eq(lessons.courseId, course), eq(lessons.orderIndex, orderIndex));
    const [source] = yield* run(tx.select().from(lessons).where(isSource));
    if (!source) throw new Error(`The sample courses have no lesson ${orderIndex} in course ${course}.`);
    const same = pick(source, 'description', 'body', 'assetId', 'durationSeconds', 'points');
    const copy = { ...same, title: lessonTitle, courseId, orderIndex: at + 1, createdAt, updatedAt: createdAt };
    const [lesson] = yield* run(tx.insert(lessons).values(copy).returning({ id: lessons.id }));
    const asked = (yield* readQuestions(tx, source.id)).map(({ answers, ...question }) => ({
      ...pick(question, 'questionText', 'questionType', 'points', 'explanation'),
      answers: answers.map((answer) => pick(answer, 'answerText', 'isCorrect')),
    }));
    yield* insertQuestions(tx, asNext([], lesson?.id ?? 0, asked), createdAt);
  }
  return courseId;
}

/** The rule by which it is required of all. */
function* requireLadders(
  { queries, tables: { autoEnrollments, profiles } }: TxContext,
  courseId: number,
  createdAt: Date,
): Steps<void> {
  const [omar] = yield* run(queries.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, OMAR.email)));
  const rule = {
    organizationId: DEMO_ORGANIZATION.id,
    courseId,
    dueInDays: 36,
    createdBy: omar?.id ?? null,
    createdAt,
  };
  yield* run(queries.insert(autoEnrollments).values(rule).onConflictDoNothing());
}
