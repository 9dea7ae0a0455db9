// Webhooks, received by a real HTTP server and verified by the library of Standard Webhooks.
import { describe, expect, test } from 'vitest';
import { announce } from '#server/events.ts';
import { announceOverdue } from '#server/integrations/webhooks/overdue.ts';
import { isPrivateAddress } from '#server/integrations/webhooks/private-address.ts';
import { WEBHOOK_EVENTS } from '#sync/contract/webhook.ts';
import { databasesOf, ENGINES, onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { workOff } from '#tests/fixtures/queue.ts';
import { startReceiver, verified } from '#tests/fixtures/receiver.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';
import { beginOn, HOUR_MS, PATH } from './world.ts';

onEveryEngine('a webhook', (openDb) => {
  const startServer = startOn(openDb);

  const begin = beginOn(startServer);

  test('tells of an enrollment, a completion, a certificate and a due date that has passed, each signed and once', async () => {
    const { server, courseId, lessonId, made, member, enroll, deliver } = await begin();
    const receiver = await startReceiver();
    const { secret } = await made(receiver.url);
    const [mia, noah] = [await member(), await member()];
    expect((await enroll(mia.id, { dueInDays: 7 })).status).toBe(200);
    const done = { lessonId, status: 'completed' };
    for (let n = 0; n < 2; n += 1)
      expect((await server.send('POST', '/api/progress/unit', done, mia.headers)).status).toBeLessThan(410);
    const { courseProgress, webhooks } = server.db.tables;
    await server.db.update(webhooks).set({ createdAt: new Date('2026-01-01T00:00:00Z') });
    const yesterday = new Date(Date.now() - 48 * HOUR_MS).toISOString().slice(0, 10);
    await server.db.insert(courseProgress).values({ userId: noah.id, courseId, isAssigned: true, dueOn: yesterday });
    for (let n = 0; n < 2; n += 1) await announceOverdue(server.deps);
    await deliver();
    await deliver();
    const told = receiver.received.map((one) => verified(one, secret));
    expect(told.map(({ type }) => type).sort()).toEqual([
      ...['course.certified', 'course.completed', 'course.enrolled', 'course.overdue'],
    ]);
    const of = (type: string) => told.find((one) => one.type === type)?.data;
    const person = { userId: mia.id, email: mia.email, name: 'Mia', courseId, courseTitle: 'Field work' };
    expect(of('course.enrolled')).toMatchObject({
      ...person,
      isAssigned: true,
      dueOn: expect.stringMatching(/^\d{4}-/),
    });
    expect(of('course.completed')).toMatchObject({ ...person, completedAt: expect.stringMatching(/Z$/) });
    expect(of('course.certified')).toMatchObject({ ...person, serial: expect.stringMatching(/^GW-/) });
    expect(of('course.overdue')).toMatchObject({ userId: noah.id, dueOn: yesterday });
  });

  test('is told nothing of an act that was rolled back, of other organizations, or of events that it did not choose', async () => {
    const { server, plant, courseId, made, member, messages } = await begin();
    const { id } = await made('http://127.0.0.1:9/hook', { events: ['course.completed'] });
    const [mia, stranger] = [await member(), await plant.person({ organizationId: await plant.organization() })];
    const at = new Date();
    const write = (type: 'course.completed' | 'course.enrolled', userId: string, isUndone = false) =>
      server.db.transact(function* (tx) {
        yield* announce(tx, { type, courseId, at, people: [{ userId, key: 1 }] });
        if (isUndone) throw new Error('undone');
      });
    await expect(write('course.completed', mia.id, true)).rejects.toThrow('undone');
    await write('course.completed', stranger);
    await write('course.enrolled', mia.id);
    expect(await messages(id)).toEqual([]);
    await write('course.completed', mia.id);
    expect(await messages(id)).toHaveLength(1);
  });

  test('is tried again under the same id until it is taken', async () => {
    const { made, member, enroll, messages, deliver, pass } = await begin();
    const receiver = await startReceiver({ answers: [500, 204] });
    const { id, secret } = await made(receiver.url);
    await enroll((await member()).id);
    await deliver();
    expect(await messages(id)).toMatchObject([{ state: 'waiting', attempts: 1, outcome: '500 Internal Server Error' }]);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    pass(5000);
    await deliver();
    expect(await messages(id)).toMatchObject([{ state: 'delivered', attempts: 2, outcome: '204 No Content' }]);
    const ids = receiver.received.map((one) => one.id);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    for (const one of receiver.received) expect(verified(one, secret).type).toBe('course.enrolled');
  });

  test('is given up after 17 hours, and sent again by hand under the same id', async () => {
    const { made, member, enroll, messages, act, deliver, pass } = await begin();
    const receiver = await startReceiver({ answers: [503] });
    const { id } = await made(receiver.url);
    await enroll((await member()).id);
    for (let hours = 0; hours < 40; hours += 1) {
      await deliver();
      pass(HOUR_MS);
    }
    const [given] = await messages(id);
    expect(given).toMatchObject({ state: 'failed', attempts: 8 });
    receiver.answerWith(200);
    expect((await act(`${id}/messages/${given?.id}/resend`)).status).toBe(200);
    await deliver();
    expect(await messages(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
  });

  test('is tested by a message of its own', async () => {
    const { made, messages, act, deliver } = await begin();
    const receiver = await startReceiver();
    const { id, secret } = await made(receiver.url);
    expect((await act(`${id}/test`)).status).toBe(200);
    await deliver();
    expect(await messages(id)).toMatchObject([{ type: 'webhook.test', state: 'delivered' }]);
    expect(receiver.received.map((one) => verified(one, secret).type)).toEqual(['webhook.test']);
  });

  test('is signed by the old secret too for a day after a rotation', async () => {
    const { made, act, deliver, pass } = await begin();
    const receiver = await startReceiver();
    const { id, secret: old } = await made(receiver.url);
    const { secret } = (await (await act(`${id}/rotate-secret`)).json()) as { secret: string };
    expect(secret).not.toBe(old);
    await act(`${id}/test`);
    await deliver();
    const [first] = receiver.received;
    for (const one of [old, secret]) expect(first && verified(first, one).type).toBe('webhook.test');
    expect(first?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    pass(24 * HOUR_MS);
    await act(`${id}/test`);
    await deliver();
    expect(receiver.received[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  });

  test('hears nothing while it is paused, and pauses itself when the receiver is gone', async () => {
    const { server, admin, made, member, enroll, messages, deliver } = await begin();
    const receiver = await startReceiver({ answers: [410] });
    const { id } = await made(receiver.url);
    const list = async () => {
      const answer = await server.request(PATH, { headers: admin.headers });
      return ((await answer.json()) as { webhooks: { isActive: boolean }[] }).webhooks;
    };
    await enroll((await member()).id);
    await deliver();
    expect(await list()).toMatchObject([{ isActive: false }]);
    await enroll((await member()).id);
    expect(await messages(id)).toMatchObject([{ state: 'failed', outcome: '410 Gone' }]);
    expect((await server.send('PATCH', `${PATH}/${id}`, { isActive: true }, admin.headers)).status).toBe(200);
    await enroll((await member()).id);
    expect(await messages(id)).toHaveLength(2);
  });

  test('follows no redirect', async () => {
    const { made, act, messages, deliver } = await begin();
    const inside = await startReceiver();
    const receiver = await startReceiver({ answers: [302], location: inside.url });
    const { id } = await made(receiver.url);
    await act(`${id}/test`);
    await deliver();
    expect([await messages(id), inside.received]).toMatchObject([[{ state: 'waiting', outcome: '302 Found' }], []]);
  });

  describe('where private networks are closed', () => {
    const closed = { variables: { WEBHOOKS_PRIVATE: 'off' } };

    test.each([
      'http://hr.example.com/hook',
      'https://127.0.0.1/hook',
      'https://2130706433/hook',
      'https://10.0.0.5/hook',
      'https://169.254.169.254/latest',
      'https://[::1]/hook',
      'https://[::ffff:10.0.0.5]/hook',
      'https://user:secret@hr.example.com/hook',
      'ftp://hr.example.com/hook',
      'nonsense',
    ])('is not made for %s', async (url) => {
      const { create } = await begin(closed);
      const answer = await create(url);
      expect([answer.status, ((await answer.json()) as { field: string }).field]).toEqual([400, 'url']);
    });

    test('is not sent to a name that leads inside, and does not tell such a name from one that is not found', async () => {
      const { made, act, messages, deliver } = await begin(closed);
      const receiver = await startReceiver();
      for (const name of ['localhost', 'there-is-none.invalid']) {
        const { id } = await made(`https://${name}:${receiver.port}/hook`);
        await act(`${id}/test`);
        await deliver();
        expect(await messages(id)).toMatchObject([{ state: 'waiting', outcome: 'No server is known by this name.' }]);
      }
      expect(receiver.received).toEqual([]);
    });
  });
});

describe.each(ENGINES)('two processes on one database (%s)', (engine) => {
  const { openDb, newUrl } = databasesOf(engine);

  test('send each message once', async () => {
    const url = await newUrl();
    const [first, second] = [await startOn(() => openDb({ url }))(), await startOn(() => openDb({ url }))()];
    const plant = planter(first.db);
    const organizationId = await plant.organization();
    const admin = await signedIn(first, { organizationId, isOrgAdmin: true });
    const receiver = await startReceiver();
    const made = await first.send('POST', PATH, { url: receiver.url, events: WEBHOOK_EVENTS }, admin.headers);
    expect(made.status).toBe(201);
    const courseId = await plant.course({ organizationId });
    const people = await Promise.all(Array.from({ length: 30 }, () => plant.person({ organizationId })));
    const at = new Date();
    await first.db.transact((tx) =>
      announce(tx, { type: 'course.completed', courseId, at, people: people.map((userId) => ({ userId, key: 1 })) }),
    );
    await Promise.all([first, second].map(({ deps }) => workOff(deps.queue, 'webhooks')));
    await workOff(first.deps.queue, 'webhooks');
    expect(receiver.received).toHaveLength(30);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(30);
  });
});

test.each([
  ['8.8.8.8', false],
  ['2606:4700:4700::1111', false],
  ['0.0.0.0', true],
  ['127.8.8.8', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['100.64.0.1', true],
  ['169.254.169.254', true],
  ['224.0.0.1', true],
  ['::1', true],
  ['::', true],
  ['::ffff:127.0.0.1', true],
  ['64:ff9b::7f00:1', true],
  ['2002:7f00:1::', true],
  ['fe80::1', true],
  ['fd00::1', true],
  ['nonsense', true],
])('the address %s is private: %s', (address, expected) => {
  expect(isPrivateAddress(address)).toBe(expected);
});
