// Statements to a learning record store that checks each of them by the rules of xAPI.
import { randomUUID } from 'node:crypto';
import faultsIn from '@learninglocker/xapi-validation';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { announce } from '#server/events.ts';
import { deleteOldStatements, statements } from '#server/integrations/xapi/deliver.ts';
import { OPERATION_AGE_HEADER } from '#sync/contract/operation.ts';
import type { StatementsAnswer } from '#sync/contract/statement.ts';
import { databasesOf, ENGINES, onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { anotherQueue, workOff } from '#tests/fixtures/queue.ts';
import { startRecordStore } from '#tests/fixtures/record-store.ts';
import { type StartServer, startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const HOUR_MS = 3_600_000;
const PATH = '/api/admin/statements';

const beginOn = (startServer: StartServer) => async () => {
  const store = await startRecordStore();
  let shift = 0;
  const now = () => new Date(Date.now() + shift);
  const server = await startServer({ now, variables: store.variables });
  const plant = planter(server.db);
  const courseId = await plant.course({ validMonths: 12 });
  const lessonId = await plant.lesson(courseId);
  const complete = (who: { headers: object }, more: object = {}, lesson = lessonId) =>
    server.send('POST', '/api/progress/unit', { lessonId: lesson, status: 'completed' }, { ...who.headers, ...more });
  /** So many people complete the course, each with a statement. */
  const crowd = async (size: number) => {
    const people = await Promise.all(Array.from({ length: size }, () => plant.person()));
    const at = now();
    await server.db.transact((tx) =>
      announce(tx, { type: 'course.completed', courseId, at, people: people.map((userId) => ({ userId, key: 1 })) }),
    );
    return people;
  };
  const list = async () => {
    const { headers } = await signedIn(server, { isSuperAdmin: true });
    return (await (await server.request(PATH, { headers })).json()) as StatementsAnswer;
  };
  const rows = () => server.db.select().from(server.db.tables.xapiStatements);
  return {
    ...{ server, store, plant, courseId, lessonId, complete, crowd, list, rows },
    deliver: () => workOff(server.deps.queue, 'statements'),
    pass: (ms: number) => {
      shift += ms;
    },
  };
};

onEveryEngine('a learning record store', (openDb) => {
  const startServer = startOn(openDb);
  const begin = beginOn(startServer);

  test('is told of enrollment, lesson, attempts, course and certificate, when they were done, and by whom without a name', async () => {
    const { server, store, plant, courseId, lessonId, complete, deliver } = await begin();
    const quizId = await plant.lesson(courseId, { title: 'Closing quiz', orderIndex: 2 });
    const { id, answers } = await plant.question(quizId, [true, false]);
    const mia = await signedIn(server, { fullName: 'Mia Inspector' });
    const quiz = `/api/lessons/${quizId}/quiz/submit`;
    const answered = (n: number) => ({ answers: { [id]: String(answers[n]) }, durationMs: 4200 });
    const before = Date.now();
    expect((await complete(mia, { [OPERATION_AGE_HEADER]: String(HOUR_MS) })).status).toBe(200);
    for (const n of [1, 0]) expect((await server.send('POST', quiz, answered(n), mia.headers)).status).toBe(200);
    await deliver();
    await deliver();

    const told = store.statements();
    const page = server.env.publicUrl;
    const course = `${page}/course/${courseId}`;
    expect(told.map(({ verb, object }) => [verb.display['en-US'], object.id])).toEqual([
      ['registered', course],
      ['completed', `${course}/lesson/${lessonId}`],
      ['failed', `${course}/lesson/${quizId}`],
      ['passed', `${course}/lesson/${quizId}`],
      ['completed', `${course}/lesson/${quizId}`],
      ['completed', course],
      ['earned', `${course}/certificate`],
    ]);
    expect(told.map(({ result }) => result)).toEqual([
      undefined,
      { completion: true },
      { success: false, score: { scaled: 0, raw: 0, min: 0, max: 100 }, duration: 'PT4.20S' },
      { success: true, score: { scaled: 1, raw: 100, min: 0, max: 100 }, duration: 'PT4.20S' },
      { completion: true },
      { completion: true },
      undefined,
    ]);
    for (const { actor } of told) expect(actor.account).toEqual({ homePage: page, name: mia.id });
    expect(JSON.stringify(told)).not.toMatch(/Mia|@|GW-/);
    expect(new Set(told.map(({ context }) => context.registration)).size).toBe(1);
    const age = before - Date.parse(told[1]?.timestamp ?? '');
    expect(Math.abs(age - HOUR_MS)).toBeLessThan(60_000);
    expect(Date.parse(told[3]?.timestamp ?? '')).toBeGreaterThanOrEqual(before);
    expect(store.requests).toEqual([7]);
    expect(faultsIn(told[0])).toEqual([]);
    expect(faultsIn({ ...told[0], verb: { id: 'registered' } }), 'Learning Locker does look').toHaveLength(1);
  });

  test('takes back what it was told of a certificate that is revoked, and hears of an enrollment that ends', async () => {
    const { server, store, courseId, complete, deliver } = await begin();
    const chief = await signedIn(server, { isSuperAdmin: true });
    const [mia, noah] = [await signedIn(server), await signedIn(server)];
    await complete(mia);
    const [issued] = await server.db.select().from(server.db.tables.certificates);
    const act = async (method: string, path: string, body?: object) =>
      expect((await server.send(method, `/api/admin/${path}`, body, chief.headers)).status).toBe(200);
    await act('POST', `certificates/${issued?.serial}`, { act: 'revoke', reason: 'Mistake' });
    await act('POST', `courses/${courseId}/enrollments`, { userIds: [noah.id] });
    await act('DELETE', `courses/${courseId}/enrollments/${noah.id}`);
    await deliver();
    const told = store.statements();
    const earned = told.find(({ verb }) => verb.display['en-US'] === 'earned');
    const voided = told.find(({ verb }) => verb.id === 'http://adlnet.gov/expapi/verbs/voided');
    expect(voided?.object).toEqual({ objectType: 'StatementRef', id: earned?.id });
    expect(told.filter(({ actor }) => actor.account.name === noah.id).map(({ verb }) => verb.display['en-US'])).toEqual(
      ['registered', 'unregistered'],
    );
  });

  test('is heard of by each change, also where another process has just set it or taken it away', async () => {
    const { server, plant, courseId, complete, rows } = await begin();
    const mia = await signedIn(server);
    const { meta } = server.db.tables;
    const ofStore = eq(meta.key, 'record_store');
    const keyed = async (order: number) =>
      complete(mia, { 'Idempotency-Key': randomUUID() }, await plant.lesson(courseId, { orderIndex: order }));
    await server.db.delete(meta).where(ofStore);
    await keyed(2);
    expect(await rows()).toEqual([]);
    await server.db.insert(meta).values({ key: 'record_store', value: 'on' });
    await keyed(3);
    expect((await rows()).map(({ type }) => type)).toEqual(['lesson.completed']);
  });

  test('hears of a lesson once for each time that it is completed, and of none that is sent again', async () => {
    const { server, store, lessonId, complete, deliver } = await begin();
    const mia = await signedIn(server);
    const again = { 'Idempotency-Key': randomUUID() };
    for (let n = 0; n < 2; n += 1) await complete(mia, again);
    await complete(mia);
    const lessons = () => store.statements().filter(({ object }) => object.id.endsWith(`/lesson/${lessonId}`));
    await deliver();
    expect(lessons()).toHaveLength(1);
    await server.send('POST', '/api/progress/unit', { lessonId, status: 'not_started' }, mia.headers);
    await complete(mia);
    await deliver();
    expect(lessons()).toHaveLength(2);
  });

  test('tells the rounds of a course apart, also where work of an earlier one arrives late', async () => {
    const { server, store, plant, courseId, complete, deliver } = await begin();
    const lateId = await plant.lesson(courseId, { orderIndex: 2 });
    const mia = await signedIn(server);
    await complete(mia);
    const { courseProgress } = server.db.tables;
    const admin = await signedIn(server, { isSuperAdmin: true });
    await server.db.update(courseProgress).set({ completedAt: new Date(), percent: 100, status: 'completed' });
    const renewed = await server.send(
      'POST',
      `/api/admin/courses/${courseId}/renewals`,
      { userId: mia.id },
      admin.headers,
    );
    expect(renewed.status).toBe(200);
    const late = { lessonId: lateId, status: 'completed', round: 1 };
    expect((await server.send('POST', '/api/progress/unit', late, mia.headers)).status).toBe(200);
    await complete(mia);
    await deliver();
    const rounds = Object.values(Object.groupBy(store.statements(), ({ context }) => context.registration));
    expect(rounds.map((one) => one?.map(({ verb }) => verb.display['en-US']))).toEqual([
      ['registered', 'completed', 'completed'],
      ['registered', 'completed'],
    ]);
  });

  test('holds one statement when the process dies before it could note the answer', async () => {
    const { server, store, crowd, rows, pass } = await begin();
    await crowd(1);
    store.behave('silent');
    const dying = workOff(server.deps.queue, 'statements');
    await expect.poll(() => store.held.size).toBe(1);
    const other = anotherQueue(server.deps, { statements: statements(server.deps) });
    store.behave('well');
    await workOff(other, 'statements');
    expect(store.requests).toHaveLength(1);
    // The turn of the first one is over, which nobody keeps.
    pass(60_000);
    await workOff(other, 'statements');
    expect([store.requests.length, store.held.size]).toEqual([2, 1]);
    expect(await rows()).toMatchObject([{ nextTryAt: null, outcome: '200 OK' }]);
    store.hangUp();
    await dying;
  });

  test('gets everything in its order after it was away', async () => {
    const { server, store, courseId, complete, plant, deliver, pass, list } = await begin();
    store.behave(503);
    const mia = await signedIn(server);
    const others = [await plant.lesson(courseId, { orderIndex: 2 }), await plant.lesson(courseId, { orderIndex: 3 })];
    await complete(mia);
    await deliver();
    for (const lesson of others) {
      await complete(mia, {}, lesson);
      await deliver();
      pass(HOUR_MS);
      await deliver();
    }
    expect(store.held.size).toBe(0);
    const since = expect.stringMatching(/Z$/);
    const state = {
      waiting: 6,
      waitingSince: since,
      outcome: '503 Service Unavailable',
      lastDeliveredAt: null,
      refused: [],
    };
    expect(await list()).toMatchObject(state);
    store.behave('well');
    await deliver();
    expect(store.held.size).toBe(0);
    pass(600_000);
    await deliver();
    const said = store.statements().map(({ verb }) => verb.display['en-US']);
    expect(said).toEqual(['registered', 'completed', 'completed', 'completed', 'completed', 'earned']);
  });

  test.each([401, 403, 404, 302, 500])('loses nothing to an answer of %s', async (status) => {
    const { store, crowd, deliver, pass } = await begin();
    await crowd(3);
    store.behave(status);
    for (let hour = 0; hour < 30; hour += 1) {
      await deliver();
      pass(HOUR_MS);
    }
    store.behave('well');
    await deliver();
    expect(store.held.size).toBe(3);
  });

  test('is left alone for as long as it asks', async () => {
    const { store, crowd, deliver, pass } = await begin();
    await crowd(1);
    store.behave(429, { 'Retry-After': '300' });
    await deliver();
    store.behave('well');
    pass(299_000);
    await deliver();
    expect(store.held.size).toBe(0);
    pass(1000);
    await deliver();
    expect(store.held.size).toBe(1);
  });

  test('refuses one statement, which is listed with the reason, holds up no other, and is sent again by hand', async () => {
    const { server, store, crowd, deliver, rows, list } = await begin();
    await crowd(40);
    const bad = (await rows())[17]?.statementId ?? '';
    store.unwanted.add(bad);
    await deliver();
    expect(store.held.size).toBe(39);
    const reason = `400 Bad Request: {"error":"${bad} is not wanted"}`;
    expect(await list()).toMatchObject({ waiting: 0, waitingSince: null, refused: [{ id: bad, outcome: reason }] });
    store.unwanted.clear();
    const { headers } = await signedIn(server, { isSuperAdmin: true });
    expect((await server.send('POST', `${PATH}/${bad}/resend`, {}, headers)).status).toBe(200);
    await deliver();
    expect(store.held.has(bad)).toBe(true);
    expect(await list()).toMatchObject({ refused: [], lastDeliveredAt: expect.stringMatching(/Z$/) });
    expect((await server.send('POST', `${PATH}/${randomUUID()}/resend`, {}, headers)).status).toBe(404);
  });

  test('that has a statement already, with another title, keeps its own', async () => {
    const { server, store, crowd, deliver, rows, courseId } = await begin();
    await crowd(2);
    await deliver();
    const { xapiStatements } = server.db.tables;
    const data = { courseId, courseTitle: 'Renamed', round: 1 };
    await server.db.update(xapiStatements).set({ data, nextTryAt: server.deps.now() });
    await deliver();
    expect(store.held.size).toBe(2);
    for (const row of await rows()) expect(row).toMatchObject({ nextTryAt: null, outcome: '409 Conflict' });
    expect(JSON.stringify(store.statements())).not.toContain('Renamed');
  });

  test('hears nothing more of whoever was erased', async () => {
    const { server, store, complete, deliver, rows, pass } = await begin();
    store.behave(503);
    const mia = await signedIn(server);
    await complete(mia);
    await deliver();
    expect((await server.send('POST', '/api/account/erase', {}, mia.headers)).status).toBe(200);
    store.behave('well');
    pass(HOUR_MS);
    await deliver();
    expect([store.held.size, await rows()]).toEqual([0, []]);
  });

  test('gets what waits however long that takes; what it has is forgotten after 60 days', async () => {
    const { server, store, crowd, deliver, rows, pass } = await begin();
    await crowd(1);
    pass(61 * 24 * HOUR_MS);
    await deleteOldStatements(server.db, server.deps.now());
    expect(await rows()).toHaveLength(1);
    await deliver();
    expect(store.held.size).toBe(1);
    await deleteOldStatements(server.db, server.deps.now());
    expect(await rows()).toEqual([]);
  });

  test('that is not set is written for no more', async () => {
    const { server, crowd, rows, list } = await begin();
    expect(await list()).toMatchObject({ store: server.env.xapi?.endpoint, lastDeliveredAt: null, refused: [] });
    await crowd(1);
    expect(await rows()).toHaveLength(1);
    const plain = await startServer();
    const { headers } = await signedIn(plain, { isSuperAdmin: true });
    expect(await (await plain.request(PATH, { headers })).json()).toMatchObject({ store: null, waiting: 0 });
    const courseId = await planter(plain.db).course();
    const userId = await planter(plain.db).person();
    await plain.db.transact((tx) =>
      announce(tx, { type: 'course.completed', courseId, at: new Date(), people: [{ userId, key: 1 }] }),
    );
    expect(await plain.db.select().from(plain.db.tables.xapiStatements)).toEqual([]);
  });
});

describe.each(ENGINES)('two processes on one database (%s)', (engine) => {
  const { openDb, newUrl } = databasesOf(engine);

  test('send each statement once', async () => {
    const url = await newUrl();
    const store = await startRecordStore();
    const { variables } = store;
    const first = await startOn(() => openDb({ url }))({ variables });
    const second = await startOn(() => openDb({ url }))({ variables });
    const plant = planter(first.db);
    const courseId = await plant.course();
    const people = await Promise.all(Array.from({ length: 130 }, () => plant.person()));
    await first.db.transact((tx) =>
      announce(tx, {
        ...{ type: 'course.completed', courseId, at: new Date() },
        people: people.map((userId) => ({ userId, key: 1 })),
      }),
    );
    await Promise.all([first, second].map(({ deps }) => workOff(deps.queue, 'statements')));
    await workOff(first.deps.queue, 'statements');
    expect(store.held.size).toBe(130);
    expect(store.requests.reduce((sum, size) => sum + size)).toBe(130);
  });
});
