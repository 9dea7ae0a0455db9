// The real server code in place of the simulated server: the same requests, in the same order, at the same times.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { createApp } from '#server/api.ts';
import { type Db, openDatabase } from '#server/db/client.ts';
import { readDataEpoch, rotateDataEpoch } from '#server/db/epoch.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import type { Deps, Http } from '#server/deps.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/http/log.ts';
import { regradePage } from '#server/learning/regrade.ts';
import { startRound } from '#server/learning/rounds.ts';
import { openMedia } from '#server/media/media.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { tokenSubject } from '#sync/contract/session.ts';
import type { TransportRequest } from '#sync/ports.ts';
import { COURSES, courseOf, LESSONS, RIGHT_ANSWER, WRONG_ANSWER } from './curriculum.ts';

export type Request = Pick<TransportRequest, 'method' | 'path' | 'headers' | 'body'>;

/** The tables of people's work, which a backup holds and a restore brings back. */
const KEPT_TABLES = [
  'unitProgress',
  'courseProgress',
  'pastRounds',
  'pastUnits',
  'quizVersions',
  'quizAttempts',
  'quizFigures',
  'courseRatings',
  'certificates',
  'appliedOps',
] as const;

/** The only one of the only quiz. */
const QUESTION = 1;

export class RealServer {
  readonly db: Db;
  readonly expired = new Set<string>();
  /** Unix milliseconds on the server's clock. */
  now = 0;
  readonly #app: Hono<Http>;
  readonly #folder: string;

  private constructor(db: Db, folder: string, deps: Omit<Deps, 'now' | 'identity'>) {
    this.db = db;
    this.#folder = folder;
    const authenticate = async (token: string) => this.#whoHolds(token);
    const verify = async (token: string) => ({ sub: this.#whoHolds(token).id });
    const identity = { authenticate, verify };
    this.#app = createApp({ ...deps, identity, now: () => new Date(this.now) } as unknown as Deps);
  }

  static async start(people: readonly string[]): Promise<RealServer> {
    const db = await openDatabase('file::memory:');
    await migrateDatabase(db);
    await insertCurriculum(db, people);
    const folder = mkdtempSync(join(tmpdir(), 'groundwork-simulation-'));
    const env = readEnv({ DATA_DIR: folder });
    const log = createLog({ level: 'error', json: true, write: (line) => process.stderr.write(line) });
    const rest = { env, db, log, media: await openMedia(env), version: 'simulation', lifecycle: { isStopping: false } };
    return new RealServer(db, folder, rest as unknown as Deps);
  }

  async stop(): Promise<void> {
    await this.db.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async handle({ method, path, headers, body }: Request): Promise<{ status: number; body: Record<string, unknown> }> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const all = sent === undefined ? headers : { ...headers, 'Content-Type': 'application/json' };
    const response = await this.#app.request(path, { method, headers: all, body: sent });
    if (response.headers.get('X-Groundwork-Api') !== '1') throw new Error(`No marker on ${path}.`);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  epoch(): Promise<string> {
    return readDataEpoch(this.db);
  }

  async renew(userId: string, courseId: number, at: number): Promise<void> {
    await this.db.transact((tx) => startRound(tx, { userId, courseId, at: new Date(at) }), userId);
  }

  async regrade(lessonId: number, at: Date): Promise<void> {
    const { quizVersions, quizQuestions } = this.db.tables;
    const regraded = { [QUESTION]: { keys: [], isForAll: true, seen: 'deleted' } };
    await this.db.update(quizVersions).set({ regraded }).where(eq(quizVersions.lessonId, lessonId));
    // What is submitted from here on is another version.
    await this.db.update(quizQuestions).set({ updatedAt: at }).where(eq(quizQuestions.lessonId, lessonId));
    const page = (cursor: string | null) =>
      this.db.transact((tx) => regradePage(tx, { lessonId, at, now: at, cursor }));
    for (let cursor = (await page(null)).cursor; cursor !== null; ) cursor = (await page(cursor)).cursor;
  }

  async backup(): Promise<unknown[][]> {
    return Promise.all(KEPT_TABLES.map((name) => this.db.select().from(this.db.tables[name])));
  }

  /** Restores the rows, under a new data epoch unless the operator forgets it. An empty backup is a fresh start. */
  async restore(backup: unknown[][] = [], { inSilence } = { inSilence: false }): Promise<void> {
    for (const [place, name] of KEPT_TABLES.entries()) {
      await this.db.delete(this.db.tables[name]);
      const rows = backup[place] ?? [];
      if (rows.length > 0) await this.db.insert(this.db.tables[name]).values(rows as never);
    }
    if (!inSilence) await rotateDataEpoch(this.db);
  }

  #whoHolds(token: string) {
    if (this.expired.has(token)) throw new Refusal('token_expired');
    const id = tokenSubject(token);
    if (!id) throw new Refusal('not_authenticated');
    return { id, email: '', organizationId: null, isOrgAdmin: false, isSuperAdmin: false };
  }
}

async function insertCurriculum(db: Db, people: readonly string[]): Promise<void> {
  const { profiles, courses, lessons, quizQuestions, quizAnswers } = db.tables;
  await db.insert(profiles).values(people.map((id) => ({ id, email: `${id}@demo.example` })));
  const texts = { title: 'Course', description: '', category: 'software', instructorName: 'Maren Holt' };
  await db.insert(courses).values(COURSES.map((id) => ({ id, ...texts, isPublished: true })));
  for (const id of LESSONS) {
    const lesson = courseOf(id);
    if (!lesson || lesson.kind === 'gone') continue;
    const title = lesson.kind === 'quiz' ? 'Quiz' : 'Lesson';
    await db.insert(lessons).values({ id, courseId: lesson.courseId, title, orderIndex: id });
    if (lesson.kind !== 'quiz') continue;
    const question = {
      id: QUESTION,
      lessonId: id,
      questionText: 'Which?',
      questionType: 'single_choice',
      orderIndex: 1,
    } as const;
    await db.insert(quizQuestions).values(question);
    const answers = [RIGHT_ANSWER, WRONG_ANSWER].map((answer) => ({
      id: Number(answer),
      questionId: question.id,
      answerText: answer,
      isCorrect: answer === RIGHT_ANSWER,
      orderIndex: Number(answer),
    }));
    await db.insert(quizAnswers).values(answers);
  }
}
