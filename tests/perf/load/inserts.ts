// What the roll-ups cost: an attempt stored with its figures, beside the same row alone. One durable transaction each.
import { randomUUID } from 'node:crypto';
import { type Db, openDatabase, run } from '#server/db/client.ts';
import { saveAttempt } from '#server/learning/submit-quiz.ts';
import { ratio, type Spread } from '../bench/rounds.ts';
import { personId } from '../bench/seed.ts';
import { QUIZ_LESSONS } from './plant.ts';

const ATTEMPTS_PER_ROUND = 200;
/** As many as every plan has. */
const SOME_PEOPLE = 1_000;

/** Time with the roll-up divided by time without, on the database at `url`. */
export async function timeInserts(url: string, rounds: number): Promise<Spread> {
  const db = await openDatabase(url, 4);
  let n = 0;
  const timeOf = async (store: (db: Db, n: number) => Promise<void>) => {
    const started = performance.now();
    n += 1;
    await store(db, n);
    return performance.now() - started;
  };
  try {
    const figures: [rolledUp: number[], plain: number[]] = [[], []];
    // The first round does not count: statements are prepared, pages are read.
    for (let round = -1; round < rounds; round += 1) {
      let [rolledUp, plain] = [0, 0];
      for (let k = 0; k < ATTEMPTS_PER_ROUND; k += 1) {
        rolledUp += await timeOf(storeRolledUp);
        plain += await timeOf(storePlain);
      }
      if (round < 0) continue;
      figures[0].push(rolledUp);
      figures[1].push(plain);
    }
    return ratio(...figures);
  } finally {
    await db.close();
  }
}

/** Scattered over people and quizzes, as they come in. */
const whose = (n: number) => ({
  userId: personId(((n * 7919) % SOME_PEOPLE) + 1),
  lessonId: QUIZ_LESSONS[n % QUIZ_LESSONS.length] ?? 0,
});

const ANSWERED = [{ questionId: 1, chosenAnswerIds: [2] }];

function storeRolledUp(db: Db, n: number): Promise<void> {
  const { userId, lessonId } = whose(n);
  return db.transact(function* (source) {
    const desk = { ...source, person: { id: userId }, now: new Date() };
    const grade = { score: n % 101, passed: n % 101 >= 70, review: ANSWERED };
    const attempt = {
      lessonId,
      version: 'one',
      submission: { answers: {}, durationMs: 20_000 },
      grade,
      opId: randomUUID(),
    };
    yield* saveAttempt(
      desk as unknown as Parameters<typeof saveAttempt>[0],
      attempt as Parameters<typeof saveAttempt>[1],
    );
  });
}

function storePlain(db: Db, n: number): Promise<void> {
  const { userId, lessonId } = whose(n);
  return db.transact(function* (queries) {
    yield* run(
      queries.insert(db.tables.quizAttempts).values({
        userId,
        lessonId,
        score: n % 101,
        passed: n % 101 >= 70,
        answers: { 1: [2] },
        quizVersion: 'one',
        durationMs: 20_000,
        opId: randomUUID(),
        submittedAt: new Date(),
      }),
    );
  });
}
