// The server as the simulation sees it, in memory: the same responses, the same merge, and a table of operations.
import { type MergeOutcome, mergeUnit } from '#server/learning/merge-unit.ts';
import { countedRound } from '#server/learning/rounds.ts';
import { OPERATION_AGE_HEADER, Operation, operationContent } from '#sync/contract/operation.ts';
import { freshUnit, type Unit, type UnitChange } from '#sync/contract/progress.ts';
import { REFUSALS, type RefusalCode } from '#sync/contract/refusal.ts';
import { tokenSubject } from '#sync/contract/session.ts';
import type { TransportRequest, TransportResponse } from '#sync/ports.ts';
import { courseOf, LESSONS, lessonsOf, RIGHT_ANSWER } from './curriculum.ts';
import {
  type Applied,
  type Attempt,
  type Body,
  copy,
  type Database,
  type Effect,
  type Ended,
  emptyDatabase,
} from './server-data.ts';

/** What a simulated server must do: the one below, or the real server behind the same methods. */
export interface SimulatedServer {
  /** A bearer token of this person, valid until `expire`. */
  tokenFor(userId: string): string;
  /** Handles one request, as over HTTP; never rejects. */
  handle(request: ServerRequest): Promise<TransportResponse>;
  /** A copy of the whole database. */
  backup(): Promise<unknown>;
  /** Restores the database, under a new data epoch (Y20) unless the operator forgets it. */
  restore(backup: unknown, how?: { inSilence: boolean }): Promise<void>;
  /** Begins the next round of a person's course (Y31). */
  renew(userId: string, courseId: number): Promise<void>;
  /** Gives everybody the points of what they answered in this lesson until now (Y13c). */
  regrade(lessonId: number): Promise<void>;
  /** Every unit of a person, by lesson. */
  unitsOf(userId: string): Promise<Map<number, Unit>>;
}

/** The server's decisions that a mutant may break. */
export const serverRules = {
  findApplied: (applied: ReadonlyMap<string, Applied>, key: string) => applied.get(key),
  mergeUnit,
  countedRound,
  isCurrentEpoch: (header: string | undefined, epoch: string) => header === undefined || header === epoch,
  hasLastOp(applied: ReadonlyMap<string, Applied>, key: string, at: string) {
    const last = applied.get(key);
    return last !== undefined && last.firstAt <= at && at <= last.at;
  },
};
export type ServerRules = typeof serverRules;

type ServerRequest = Pick<TransportRequest, 'method' | 'path' | 'headers' | 'body'>;
type ServerResponse = TransportResponse & { kind: 'response' };

class Refused extends Error {
  readonly response: ServerResponse;
  constructor(code: RefusalCode, more: Body = {}) {
    super(code);
    const [status, message] = REFUSALS[code];
    const body = { error: message, message, code, ...more };
    this.response = { kind: 'response', status, marked: true, body, retryAfterMs: null };
  }
}

export class MemoryServer implements SimulatedServer {
  /** Which operation's completion a rev holds, for the oracle: `epoch/person/lesson/rev`. */
  readonly completionAt = new Map<string, string>();
  /** Called for every Reset that removes a completion. */
  onReset: (resetOpId: string, completionOpId: string) => void = () => {};
  readonly #rules: ServerRules;
  readonly #now: () => number;
  readonly #expired = new Set<string>();
  #database = emptyDatabase();
  #tokens = 0;
  #epochs = 0;

  constructor(now: () => number, rules: ServerRules = serverRules) {
    this.#now = now;
    this.#rules = rules;
  }

  tokenFor(userId: string): string {
    this.#tokens += 1;
    return `h.${btoa(JSON.stringify({ sub: userId, n: this.#tokens }))}.s`;
  }

  expire(token: string): void {
    this.#expired.add(token);
  }

  get effects(): readonly Effect[] {
    return this.#database.effects;
  }

  hasApplied(userId: string, opId: string): boolean {
    return this.#database.applied.has(`${userId}/${opId}`);
  }

  async unitsOf(userId: string): Promise<Map<number, Unit>> {
    const own = LESSONS.map((lessonId) => [lessonId, this.#unit(userId, lessonId)] as const);
    return new Map(own.filter(([, unit]) => unit.rev > 0));
  }

  /** For which round an operation counted; undefined when it is about no lesson. */
  countedIn(opId: string): number | undefined {
    return this.#database.counted.get(opId);
  }

  roundOf(userId: string, lessonId: number): number {
    return this.#ended(userId, lessonId).length + 1;
  }

  pastUnit(userId: string, lessonId: number, round: number): Unit {
    return this.#database.past.get(`${userId}/${lessonId}/${round}`) ?? freshUnit(lessonId);
  }

  async renew(userId: string, courseId: number): Promise<void> {
    const { ended, past, units, completedBy } = this.#database;
    const before = ended.get(`${userId}/${courseId}`) ?? [];
    const round = before.length + 1;
    for (const lessonId of lessonsOf(courseId)) {
      const key = `${userId}/${lessonId}`;
      const unit = units.get(key);
      if (!unit) continue;
      past.set(`${key}/${round}`, unit);
      units.set(key, { ...freshUnit(lessonId, round + 1), rev: unit.rev + 1 });
      completedBy.delete(key);
    }
    ended.set(`${userId}/${courseId}`, [...before, this.#now()]);
  }

  async regrade(lessonId: number): Promise<void> {
    for (const [opId, attempt] of this.#database.attempts) {
      const { userId, round, at } = attempt;
      if (attempt.lessonId !== lessonId || attempt.passed) continue;
      this.#database.attempts.set(opId, { ...attempt, passed: true, isRegraded: true });
      this.#pass(userId, { lessonId, opId, round, at: new Date(at) });
    }
  }

  /** What the server knows of a submission; undefined before it has arrived. */
  attemptOf(opId: string): Attempt | undefined {
    return this.#database.attempts.get(opId);
  }

  async backup(): Promise<Database> {
    return copy(this.#database);
  }

  async restore(backup: unknown, { inSilence } = { inSilence: false }): Promise<void> {
    this.#database = copy(backup as Database);
    if (!inSilence) {
      this.#epochs += 1;
      this.#database.epoch = `epoch-${this.#epochs}`;
    }
    for (const [key, unit] of this.#database.units) this.#rememberCompletion(key, unit);
  }

  async handle(request: ServerRequest): Promise<TransportResponse> {
    return { ...this.#respond(request), answeredAt: new Date(this.#now()).toISOString() };
  }

  #respond(request: ServerRequest): ServerResponse {
    try {
      return this.#route(request);
    } catch (error) {
      if (error instanceof Refused) return error.response;
      throw error;
    }
  }

  #route({ method, path, headers, body }: ServerRequest): ServerResponse {
    const token = headers.Authorization?.replace('Bearer ', '') ?? '';
    const userId = tokenSubject(token);
    if (!userId) throw new Refused('not_authenticated');
    if (this.#expired.has(token)) throw new Refused('token_expired');
    if ((headers['X-Op-User'] ?? userId) !== userId) throw new Refused('user_mismatch');
    const { epoch } = this.#database;
    if (!this.#rules.isCurrentEpoch(headers['X-Data-Epoch'], epoch))
      throw new Refused('data_epoch_changed', { dataEpoch: epoch });
    const lastOp = headers['X-Last-Op'];
    if (lastOp !== undefined && !this.#hasLastOp(`${userId}/${lastOp}`, headers['X-Last-Op-At'] ?? ''))
      throw new Refused('operation_forgotten', { dataEpoch: epoch });

    if (method === 'GET') return this.#progress(userId, Number(path.split('/').at(-1)));
    if (path === '/api/sync') return this.#batch(userId, (body as { operations: { ageMs: number }[] }).operations);
    const operation = Operation.parse(singleOperation(path, headers['Idempotency-Key'], body));
    return this.#applyOnce(userId, operation, Number(headers[OPERATION_AGE_HEADER]));
  }

  #hasLastOp = (key: string, at: string) => this.#rules.hasLastOp(this.#database.applied, key, at);

  #progress(userId: string, courseId: number): ServerResponse {
    const units = lessonsOf(courseId).map((lessonId) => this.#unit(userId, lessonId));
    const round = (this.#database.ended.get(`${userId}/${courseId}`) ?? []).length + 1;
    const isShown = ({ rev, lessonId }: Unit) => rev > 0 || (round > 1 && courseOf(lessonId)?.kind !== 'gone');
    const courseProgress = { percentComplete: 0, pointsEarned: 0, totalPoints: 0, completedAt: null };
    const regraded = [...this.#database.attempts]
      .filter(([, one]) => one.isRegraded && one.userId === userId && courseOf(one.lessonId)?.courseId === courseId)
      .map(([opId, { passed }]) => ({ opId, score: 100, passed, review: [] }))
      .reverse()
      .slice(0, 20);
    const risen = regraded.length > 0 && { regraded };
    return this.#ok({ courseProgress, unitProgress: units.filter(isShown), certificate: null, round, ...risen });
  }

  #batch(userId: string, operations: { ageMs: number }[]): ServerResponse {
    const results = operations.map((each) => {
      const operation = Operation.parse(each);
      const response = this.#applyOrRefuse(userId, operation, each.ageMs);
      // An exception fails the whole request, as a poisonous entry does.
      if (response.status === 500) throw new Refused('internal');
      return { opId: operation.opId, status: response.status, body: response.body };
    });
    return this.#ok({ results });
  }

  #applyOrRefuse(userId: string, operation: Operation, ageMs: number): ServerResponse {
    try {
      return this.#applyOnce(userId, operation, ageMs);
    } catch (error) {
      if (error instanceof Refused && error.response.kind === 'response') return error.response;
      throw error;
    }
  }

  /** Y9: applies and stores the operation at once, or returns the stored response, with today's epoch. */
  #applyOnce(userId: string, operation: Operation, ageMs: number): ServerResponse {
    const key = `${userId}/${operation.opId}`;
    const content = JSON.stringify(operationContent(operation));
    const known = this.#rules.findApplied(this.#database.applied, key);
    if (known && known.content !== content) throw new Refused('key_reuse');
    const { status, body } = known ?? this.#apply(userId, operation, ageMs);
    const at = new Date(this.#now()).toISOString();
    this.#database.applied.set(key, { content, status, body, firstAt: known?.firstAt ?? at, at });
    if (!known) {
      this.#database.effects.push({ opId: operation.opId, userId, kind: operation.kind });
    }
    return { ...this.#ok(body), status };
  }

  #apply(userId: string, operation: Operation, ageMs: number): { status: number; body: Body } {
    if (operation.kind === 'enroll') return { status: 200, body: { enrolled: true, changed: true } };
    if (operation.kind === 'rating') return this.#rate(userId, operation);
    const lessonId = operation.kind === 'quiz' ? operation.lessonId : operation.body.lessonId;
    const lesson = courseOf(lessonId);
    if (!lesson || lesson.kind === 'gone') throw new Refused('lesson_not_found');
    if (lesson.kind === 'poison') throw new Refused('internal');
    const round = this.#rules.countedRound({
      named: operation.body.round,
      workedAt: new Date(this.#now() - ageMs),
      ended: this.#ended(userId, lessonId).map((at) => new Date(at)),
    });
    if (operation.kind === 'quiz') return this.#grade(userId, operation, round);
    const isUnpassed = lesson.kind === 'quiz' && !this.#database.passed.has(`${userId}/${lessonId}/${round}`);
    const isPast = round < this.roundOf(userId, lessonId);
    if (operation.body.status === 'completed' && isUnpassed)
      throw new Refused('quiz_not_passed', { failed: true, currentScore: 0 });

    this.#database.counted.set(operation.opId, round);
    const before = this.#unit(userId, lessonId);
    if (isPast) {
      const outcome = this.#mergePast(userId, operation.body, round);
      return answerOf(before, { outcome, changed: false });
    }
    const { row, changed, outcome } = this.#rules.mergeUnit(before, operation.body, new Date(this.#now()));
    if (changed) this.#saveUnit(userId, row, operation.opId);
    if (changed && before.status === 'completed' && row.status === 'not_started') {
      this.onReset(operation.opId, this.#database.completedBy.get(`${userId}/${lessonId}`) ?? '');
    }
    return answerOf(row, { outcome, changed });
  }

  #mergePast(userId: string, change: UnitChange, round: number, at = new Date(this.#now())): MergeOutcome {
    if (change.status === 'not_started') return 'superseded';
    const before = this.pastUnit(userId, change.lessonId, round);
    const { row, outcome } = this.#rules.mergeUnit(before, change, at);
    this.#database.past.set(`${userId}/${change.lessonId}/${round}`, row);
    return outcome;
  }

  #ended(userId: string, lessonId: number): Ended {
    return this.#database.ended.get(`${userId}/${courseOf(lessonId)?.courseId}`) ?? [];
  }

  #grade(
    userId: string,
    { lessonId, body, opId }: Operation & { kind: 'quiz' },
    round: number,
  ): { status: number; body: Body } {
    const passed = Object.values(body.answers).every((response) => response === RIGHT_ANSWER);
    const at = this.#now();
    this.#database.attempts.set(opId, { userId, lessonId, round, at, passed, isRegraded: false });
    this.#database.counted.set(opId, round);
    const before = this.#unit(userId, lessonId);
    const merged = passed ? this.#pass(userId, { lessonId, opId, round, at: new Date(at) }) : undefined;
    const unit = merged?.row ?? before;
    return {
      status: 200,
      body: { score: passed ? 100 : 0, passed, review: [], unit, changed: merged?.changed ?? false },
    };
  }

  /** A pass completes the lesson in its round. */
  #pass(userId: string, { lessonId, opId, round, at }: { lessonId: number; opId: string; round: number; at: Date }) {
    const change = { lessonId, status: 'completed' } as const;
    this.#database.passed.add(`${userId}/${lessonId}/${round}`);
    if (round < this.roundOf(userId, lessonId)) {
      this.#mergePast(userId, change, round, at);
      return undefined;
    }
    const merged = this.#rules.mergeUnit(this.#unit(userId, lessonId), change, at);
    if (merged.changed) this.#saveUnit(userId, merged.row, opId);
    return merged;
  }

  #rate(userId: string, { courseId, body: { stars } }: Operation & { kind: 'rating' }): { status: number; body: Body } {
    const key = `${userId}/${courseId}`;
    if (!this.#database.finished.has(key)) throw new Refused('course_not_completed');
    const changed = this.#database.ratings.get(key) !== stars;
    this.#database.ratings.set(key, stars);
    return { status: 200, body: { stars, changed } };
  }

  #saveUnit(userId: string, unit: Unit, opId: string): void {
    const key = `${userId}/${unit.lessonId}`;
    const wasCompleted = this.#database.units.get(key)?.status === 'completed';
    this.#database.units.set(key, unit);
    if (unit.status === 'completed' && !wasCompleted) this.#database.completedBy.set(key, opId);
    this.#rememberCompletion(key, unit);
    const courseId = courseOf(unit.lessonId)?.courseId ?? 0;
    const isLeft = (lessonId: number) =>
      courseOf(lessonId)?.kind !== 'gone' && this.#unit(userId, lessonId).status !== 'completed';
    if (!lessonsOf(courseId).some(isLeft)) this.#database.finished.add(`${userId}/${courseId}`);
  }

  #rememberCompletion(key: string, unit: Unit): void {
    if (unit.status !== 'completed') return;
    this.completionAt.set(`${this.#database.epoch}/${key}/${unit.rev}`, this.#database.completedBy.get(key) ?? '');
  }

  #unit(userId: string, lessonId: number): Unit {
    return this.#database.units.get(`${userId}/${lessonId}`) ?? freshUnit(lessonId, this.roundOf(userId, lessonId));
  }

  #ok(body: Body): ServerResponse {
    return {
      kind: 'response',
      status: 200,
      marked: true,
      body: { ...body, dataEpoch: this.#database.epoch },
      retryAfterMs: null,
    };
  }
}

function answerOf(unit: Unit, { outcome, changed }: { outcome: MergeOutcome; changed: boolean }) {
  if (outcome === 'already_completed') {
    const [status, message] = REFUSALS.already_completed;
    return { status, body: { error: message, message, code: outcome, unit, changed: false } };
  }
  return { status: 200, body: { unit, changed, ...(outcome === 'superseded' && { superseded: true }) } };
}

function singleOperation(path: string, opId: string | undefined, body: unknown): unknown {
  const [, , room, id] = path.split('/');
  if (room === 'progress') return { opId, kind: 'unit', body };
  if (room === 'lessons') return { opId, kind: 'quiz', lessonId: Number(id), body };
  if (path.endsWith('/rating')) return { opId, kind: 'rating', courseId: Number(id), body };
  return { opId, kind: 'enroll', courseId: Number(id) };
}
