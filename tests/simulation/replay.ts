// Records a story's requests and replays them against the real server, which must respond alike.
import { expect } from 'vitest';
import { BATCH_OPERATIONS_LIMIT, Operation } from '#sync/contract/operation.ts';
import type { Unit } from '#sync/contract/progress.ts';
import type { TransportResponse } from '#sync/ports.ts';
import { courseOf } from './curriculum.ts';
import type { RealServer, Request } from './real-server.ts';
import type { Story } from './story.ts';

type TrafficLine =
  | { kind: 'request'; request: Request; at: number; response: TransportResponse | undefined }
  | { kind: 'expire'; token: string }
  | { kind: 'renew'; userId: string; courseId: number; at: number }
  | { kind: 'regrade'; lessonId: number; at: number }
  | { kind: 'backup'; backup: unknown }
  | { kind: 'restore'; backup: unknown; options: { inSilence: boolean } };

/** Records everything that reaches a story's server from now on, without delaying it. */
export function recordTraffic({ server, world }: Story): TrafficLine[] {
  const traffic: TrafficLine[] = [];
  const { handle, expire, renew, regrade, backup, restore } = server;
  server.handle = (request) => {
    const { method, path, headers, body } = structuredClone({ ...request, signal: undefined });
    const line: TrafficLine = {
      kind: 'request',
      request: { method, path, headers, body },
      at: world.now,
      response: undefined,
    };
    traffic.push(line);
    const response = handle.call(server, request);
    response.then((value) => {
      line.response = structuredClone(value);
    });
    return response;
  };
  server.expire = (token) => {
    traffic.push({ kind: 'expire', token });
    expire.call(server, token);
  };
  server.renew = (userId, courseId) => {
    traffic.push({ kind: 'renew', userId, courseId, at: world.now });
    return renew.call(server, userId, courseId);
  };
  server.regrade = (lessonId) => {
    traffic.push({ kind: 'regrade', lessonId, at: world.now });
    return regrade.call(server, lessonId);
  };
  server.backup = () => {
    const made = backup.call(server);
    const line: TrafficLine = { kind: 'backup', backup: undefined };
    traffic.push(line);
    made.then((value) => {
      line.backup = value;
    });
    return made;
  };
  server.restore = (from, how = { inSilence: false }) => {
    traffic.push({ kind: 'restore', backup: from, options: how });
    return restore.call(server, from, how);
  };
  return traffic;
}

/** Replays it against the real server; every response, unit and number of effects must be the same. */
export async function replay(story: Story, traffic: readonly TrafficLine[], real: RealServer): Promise<number> {
  await real.restore();
  real.expired.clear();
  const backups = new Map<unknown, unknown[][]>();
  let compared = 0;
  // Both servers name their epochs themselves; the n-th of one corresponds to the n-th of the other.
  const names = new Map<string, string>([['epoch-0', await real.epoch()]]);
  for (const line of traffic) {
    if (line.kind === 'expire') real.expired.add(line.token);
    if (line.kind === 'backup') backups.set(line.backup, await real.backup());
    if (line.kind === 'restore') {
      await real.restore(backups.get(line.backup), line.options);
      if (!line.options.inSilence) names.set(`epoch-${names.size}`, await real.epoch());
    }
    if (line.kind === 'renew') await real.renew(line.userId, line.courseId, line.at);
    if (line.kind === 'regrade') await real.regrade(line.lessonId, new Date(line.at));
    if (line.kind !== 'request' || line.response?.kind !== 'response') continue;
    real.now = line.at;
    compared += await replayRequest(line.request, line.response, { real, names });
  }
  await expectSameEnd(story, real);
  return compared;
}

type ReplayContext = { real: RealServer; names: Map<string, string> };

async function replayRequest(
  request: Request,
  simulated: TransportResponse & { kind: 'response' },
  { real, names }: ReplayContext,
): Promise<number> {
  const epochHeader = names.get(request.headers['X-Data-Epoch'] ?? '');
  const headers = { ...request.headers, ...(epochHeader && { 'X-Data-Epoch': epochHeader }) };
  const sendable = withoutPoison(request);
  if (!sendable) return 0;
  const response = await real.handle({ ...sendable, headers });
  const context = `${request.method} ${request.path} ${JSON.stringify(request.body)}`;
  // For a batch with a poisonous operation the simulated server only reports its failure.
  if (sendable !== request && simulated.status === 500) return 0;
  expect(response.status, context).toBe(simulated.status);
  const epochs = new Map([...names].map(([simulatedName, realName]) => [realName, simulatedName]));
  expect(comparable(response.body, epochs), context).toEqual(
    comparable(simulated.body as Record<string, unknown>, new Map()),
  );
  return 1;
}

/**
 * The simulated server's poisonous lesson fails only there, together with the rest of its batch, so it is not replayed.
 */
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

/** A response's body without what the simulated server omits: totals, review, enrollments, and the request id. */
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
    const realName = units
      .filter((unit) => unit.userId === userId)
      .map(({ lessonId, status, rev }) => [lessonId, status, rev]);
    const simulated = [...(await server.unitsOf(userId)).values()].map(({ lessonId, status, rev }: Unit) => [
      lessonId,
      status,
      rev,
    ]);
    const byLesson = (a: unknown[], b: unknown[]) => Number(a[0]) - Number(b[0]);
    expect(realName.sort(byLesson)).toEqual(simulated.sort(byLesson));
  }
  expect((await db.select().from(appliedOps)).map((row) => row.opId).sort()).toEqual(
    server.effects.map((effect) => effect.opId).sort(),
  );
  const submissions = server.effects.filter((effect) => effect.kind === 'quiz').length;
  expect(await db.select().from(quizAttempts)).toHaveLength(submissions);
  const figures = await db.select().from(quizFigures);
  expect(figures.reduce((sum, one) => sum + one.attempts, 0)).toBe(submissions);
}
