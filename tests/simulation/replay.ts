// A story's talk with its server, written down and said again to the product's own rooms, which must answer alike.
import { expect } from 'vitest';
import { BATCH_OPERATIONS_LIMIT, Operation } from '#sync/contract/operation.ts';
import type { Unit } from '#sync/contract/progress.ts';
import type { TransportResponse } from '#sync/ports.ts';
import { courseOf } from './curriculum.ts';
import type { RealServer, Request } from './real-server.ts';
import type { Story } from './story.ts';

type Said =
  | { kind: 'request'; request: Request; at: number; answer: TransportResponse | undefined }
  | { kind: 'expire'; token: string }
  | { kind: 'backup'; backup: unknown }
  | { kind: 'restore'; backup: unknown; how: { inSilence: boolean } };

/** Writes down everything that reaches a story's server from now on, without delaying any of it. */
export function writeDown({ server, world }: Story): Said[] {
  const said: Said[] = [];
  const { handle, expire, backup, restore } = server;
  server.handle = (request) => {
    const { method, path, headers, body } = structuredClone({ ...request, signal: undefined });
    const line: Said = { kind: 'request', request: { method, path, headers, body }, at: world.now, answer: undefined };
    said.push(line);
    const answer = handle.call(server, request);
    answer.then((given) => {
      line.answer = structuredClone(given);
    });
    return answer;
  };
  server.expire = (token) => {
    said.push({ kind: 'expire', token });
    expire.call(server, token);
  };
  server.backup = () => {
    const made = backup.call(server);
    const line: Said = { kind: 'backup', backup: undefined };
    said.push(line);
    made.then((given) => {
      line.backup = given;
    });
    return made;
  };
  server.restore = (from, how = { inSilence: false }) => {
    said.push({ kind: 'restore', backup: from, how });
    return restore.call(server, from, how);
  };
  return said;
}

/** Says it all again to the real server; every answer, every unit and every count of effects must be the same. */
export async function replay(story: Story, said: readonly Said[], real: RealServer): Promise<number> {
  await real.restore();
  real.expired.clear();
  const backups = new Map<unknown, unknown[][]>();
  let compared = 0;
  // The twin names its epochs itself; the n-th of one is the n-th of the other.
  const names = new Map<string, string>([['epoch-0', await real.epoch()]]);
  for (const line of said) {
    if (line.kind === 'expire') real.expired.add(line.token);
    if (line.kind === 'backup') backups.set(line.backup, await real.backup());
    if (line.kind === 'restore') {
      await real.restore(backups.get(line.backup), line.how);
      if (!line.how.inSilence) names.set(`epoch-${names.size}`, await real.epoch());
    }
    if (line.kind !== 'request' || line.answer?.kind !== 'response') continue;
    real.now = line.at;
    compared += await sayAgain(line.request, line.answer, { real, names });
  }
  await expectSameEnd(story, real);
  return compared;
}

type Known = { real: RealServer; names: Map<string, string> };

async function sayAgain(
  request: Request,
  twin: TransportResponse & { kind: 'response' },
  { real, names }: Known,
): Promise<number> {
  const spoken = names.get(request.headers['X-Data-Epoch'] ?? '');
  const headers = { ...request.headers, ...(spoken && { 'X-Data-Epoch': spoken }) };
  const sound = withoutPoison(request);
  if (!sound) return 0;
  const answer = await real.handle({ ...sound, headers });
  const context = `${request.method} ${request.path} ${JSON.stringify(request.body)}`;
  // Of a batch with a poisonous operation the twin tells nothing but its failure.
  if (sound !== request && twin.status === 500) return 0;
  expect(answer.status, context).toBe(twin.status);
  const epochs = new Map([...names].map(([theirs, ours]) => [ours, theirs]));
  expect(comparable(answer.body, epochs), context).toEqual(comparable(twin.body as Record<string, unknown>, new Map()));
  return 1;
}

/** The twin's poisonous lesson fails there alone, and takes the rest of its batch with it: that is not sent here. */
function withoutPoison(request: Request): Request | undefined {
  const isPoison = (lessonId: unknown) => courseOf(Number(lessonId))?.kind === 'poison';
  if (request.path === '/api/progress/unit') {
    return isPoison((request.body as { lessonId: number }).lessonId) ? undefined : request;
  }
  if (request.path !== '/api/sync') return request;
  const { operations } = request.body as { operations: unknown[] };
  const place = operations.findIndex((raw) => {
    const operation = Operation.parse(raw);
    return operation.kind === 'unit' && isPoison(operation.body.lessonId);
  });
  expect(operations.length).toBeLessThanOrEqual(BATCH_OPERATIONS_LIMIT);
  return place < 0 ? request : { ...request, body: { operations: operations.slice(0, place) } };
}

/** An answer's body without what the twin leaves out: totals, review, enrollments, and the name of the request. */
function comparable(body: Record<string, unknown>, epochs: ReadonlyMap<string, string>): unknown {
  return JSON.parse(
    JSON.stringify(body, (key, value) => {
      if (
        key === 'updatedAt' ||
        key === 'certificate' ||
        key === 'requestId' ||
        key === 'review' ||
        key === 'courseProgress'
      )
        return undefined;
      if (value?.enrolled) return { ...value, changed: undefined };
      return key === 'dataEpoch' ? (epochs.get(value) ?? value) : value;
    }),
  );
}

async function expectSameEnd({ server, scenario }: Story, { db }: RealServer): Promise<void> {
  const { unitProgress, appliedOps, quizAttempts, quizFigures } = db.tables;
  const units = await db.select().from(unitProgress);
  for (const userId of scenario.people) {
    const ours = units
      .filter((unit) => unit.userId === userId)
      .map(({ lessonId, status, rev }) => [lessonId, status, rev]);
    const twin = [...(await server.unitsOf(userId)).values()].map(({ lessonId, status, rev }: Unit) => [
      lessonId,
      status,
      rev,
    ]);
    const byLesson = (a: unknown[], b: unknown[]) => Number(a[0]) - Number(b[0]);
    expect(ours.sort(byLesson)).toEqual(twin.sort(byLesson));
  }
  expect((await db.select().from(appliedOps)).map((row) => row.opId).sort()).toEqual(
    server.effects.map((effect) => effect.opId).sort(),
  );
  const submissions = server.effects.filter((effect) => effect.kind === 'quiz').length;
  expect(await db.select().from(quizAttempts)).toHaveLength(submissions);
  const figures = await db.select().from(quizFigures);
  expect(figures.reduce((sum, one) => sum + one.attempts, 0)).toBe(submissions);
}
