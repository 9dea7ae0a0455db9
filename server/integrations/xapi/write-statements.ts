// Events as statements for a learning record store (decision 281).
import { and, eq, inArray, sql } from 'drizzle-orm';
import { STATEMENT_TYPES, type StatementData } from '#sync/contract/statement.ts';
import { type Db, inBatches, run, type Steps, type TxContext } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import type { CourseEvent } from '../../events.ts';
import { uuidOf } from './statement.ts';

/** Its row in `meta` says that there is a store, also to other processes and to commands at the machine. */
const STORE_KEY = 'record_store';

/** Remembers whether there is a store to write statements for. */
export async function rememberStore({ queries, tables: { meta } }: Db, isSet: boolean): Promise<void> {
  if (isSet) await queries.insert(meta).values({ key: STORE_KEY, value: 'on' }).onConflictDoNothing();
  else await queries.delete(meta).where(eq(meta.key, STORE_KEY));
}

const findStore = prepared()(({ queries, tables: { meta } }) =>
  queries.select({ one: sql`1` }).from(meta).where(eq(meta.key, STORE_KEY)),
);

/** Writes a statement for each of these people where there is a store; invented ones are left out. */
export function* writeStatements(tx: TxContext, event: CourseEvent): Steps<void> {
  const { courseId, at, doneAt = at, people } = event;
  const type = STATEMENT_TYPES.find((one) => one === event.type);
  if (!type || (yield* run(findStore(tx, {}))).length === 0) return;
  const { xapiStatements, courseProgress, courses, profiles } = tx.tables;
  const [course] = yield* run(tx.select({ title: courses.title }).from(courses).where(eq(courses.id, courseId)));
  for (const some of inBatches(people)) {
    const named = inArray(
      profiles.id,
      some.map(({ userId }) => userId),
    );
    const invented = yield* run(
      tx
        .select({ id: profiles.id })
        .from(profiles)
        .where(and(named, eq(profiles.isSample, true))),
    );
    const part = some.filter(({ userId }) => !invented.some(({ id }) => id === userId));
    if (part.length === 0) continue;
    const ids = part.map(({ userId }) => userId);
    const enrolled = yield* run(
      tx
        .select({ userId: courseProgress.userId, round: courseProgress.round })
        .from(courseProgress)
        .where(and(eq(courseProgress.courseId, courseId), inArray(courseProgress.userId, ids))),
    );
    const rounds = new Map(enrolled.map(({ userId, round }) => [userId, round]));
    const rows = part.map(({ userId, key, round = rounds.get(userId) ?? 1, data = {} }) => {
      const { lessonId, lessonTitle, score, passed, durationMs }: Partial<StatementData> = data;
      // By its serial, which is the key of both.
      const voids =
        type === 'certificate.revoked' ? uuidOf(`course.certified/${userId}/${courseId}/${key}`) : undefined;
      const said = {
        courseId,
        courseTitle: course?.title ?? '',
        round,
        lessonId,
        lessonTitle,
        score,
        passed,
        durationMs,
      };
      return {
        statementId: uuidOf(`${type}/${userId}/${courseId}/${key}`),
        userId,
        type,
        doneAt,
        data: { ...said, voids },
        createdAt: at,
        nextTryAt: at,
      };
    });
    yield* run(tx.insert(xapiStatements).values(rows).onConflictDoNothing());
  }
}
