// What ends a webhook, its messages, and what they say of a person.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { endMadeBy } from '#server/identity/end-invitations.ts';
import { deleteOldMessages } from '#server/integrations/webhooks/deliver.ts';
import { announceOverdue } from '#server/integrations/webhooks/overdue.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startReceiver, verified } from '#tests/fixtures/receiver.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';
import { beginOn, HOUR_MS, PATH } from './world.ts';

onEveryEngine('a webhook', (openDb) => {
  const begin = beginOn(startOn(openDb));
  type World = Awaited<ReturnType<typeof begin>>;

  const dismiss = async ({ server, organizationId, admin }: World) => {
    const chief = await signedIn(server, { isSuperAdmin: true });
    await signedIn(server, { organizationId, isOrgAdmin: true });
    const path = `/api/enterprise/admin/organizations/${organizationId}/users/${admin.id}`;
    expect((await server.send('PUT', path, { isOrgAdmin: false }, chief.headers)).status).toBe(200);
  };
  const stored = async ({ server }: World) => (await server.db.select().from(server.db.tables.webhooks))[0];
  const pause = async ({ server, admin }: World, id: string) =>
    expect((await server.send('PATCH', `${PATH}/${id}`, { isActive: false }, admin.headers)).status).toBe(200);

  test('pauses when its maker no longer runs the organization, and the audit log says so', async () => {
    const world = await begin();
    const { server, made, member, enroll, deliver } = world;
    const receiver = await startReceiver();
    await made(receiver.url);
    await enroll((await member()).id);
    await dismiss(world);
    await deliver();
    expect([(await stored(world))?.isActive, receiver.received]).toEqual([false, []]);
    const log = await server.db.select().from(server.db.tables.auditLog);
    expect(log.find(({ action }) => action === 'webhook.paused')?.details).toEqual({
      host: new URL(receiver.url).host,
      because: 'maker',
    });
  });

  test('pauses when the account of its maker ends, and not with that of a colleague', async () => {
    const world = await begin();
    const { server, organizationId, admin, made } = world;
    await made('http://127.0.0.1:9/hook');
    const end = (id: string) =>
      server.db.transact((tx) => endMadeBy(tx, [id], { actorId: null, at: new Date(), areGone: true }));
    await end((await signedIn(server, { organizationId, isOrgAdmin: true })).id);
    expect((await stored(world))?.isActive).toBe(true);
    await end(admin.id);
    expect((await stored(world))?.isActive).toBe(false);
  });

  test('that a colleague resumes is theirs', async () => {
    const world = await begin();
    const { server, organizationId, made } = world;
    const { id } = await made('http://127.0.0.1:9/hook');
    await dismiss(world);
    const colleague = await signedIn(server, { organizationId, isOrgAdmin: true });
    expect((await server.send('PATCH', `${PATH}/${id}`, { isActive: true }, colleague.headers)).status).toBe(200);
    expect(await stored(world)).toMatchObject({ isActive: true, createdBy: colleague.id });
  });

  test('says of a person who has moved to another organization nothing but the id', async () => {
    const { server, plant, made, member, enroll, messages, deliver } = await begin();
    const receiver = await startReceiver();
    const { id, secret } = await made(receiver.url);
    const mia = await member();
    await enroll(mia.id);
    expect(await messages(id)).toMatchObject([{ about: 'Mia' }]);
    const { profiles } = server.db.tables;
    const moved = { organizationId: await plant.organization(), email: 'mia@elsewhere.example' };
    await server.db.update(profiles).set(moved).where(eq(profiles.id, mia.id));
    await deliver();
    const [told] = receiver.received.map((one) => verified(one, secret).data);
    expect([told?.userId, told?.email, told?.name]).toEqual([mia.id, undefined, undefined]);
    expect(await messages(id)).toMatchObject([{ about: '–', state: 'delivered' }]);
  });

  test('that is paused has no waiting messages, and sends none of them when it is resumed', async () => {
    const world = await begin();
    const { server, admin, made, member, enroll, messages, deliver } = world;
    const receiver = await startReceiver();
    const { id } = await made(receiver.url);
    await enroll((await member()).id);
    await pause(world, id);
    expect(await messages(id)).toMatchObject([{ state: 'failed', outcome: 'The webhook was paused.' }]);
    expect((await server.send('PATCH', `${PATH}/${id}`, { isActive: true }, admin.headers)).status).toBe(200);
    await deliver();
    expect(receiver.received).toEqual([]);
  });

  test('that is paused during an attempt does not try that message again, after it is resumed either', async () => {
    const world = await begin();
    const { server, admin, made, member, enroll, messages, deliver, pass } = world;
    const webhook = { id: '' };
    const receiver = await startReceiver({ answers: [500, 204], before: () => pause(world, webhook.id) });
    webhook.id = (await made(receiver.url)).id;
    await enroll((await member()).id);
    await deliver();
    expect(await messages(webhook.id)).toMatchObject([{ state: 'failed', outcome: 'The webhook was paused.' }]);
    const path = `${PATH}/${webhook.id}`;
    expect((await server.send('PATCH', path, { isActive: true }, admin.headers)).status).toBe(200);
    pass(HOUR_MS);
    await deliver();
    expect(receiver.received).toHaveLength(1);
  });

  test('that is told it is gone ends its other messages too', async () => {
    const { made, member, enroll, messages, deliver } = await begin();
    const receiver = await startReceiver({ answers: [410] });
    const { id } = await made(receiver.url);
    for (let n = 0; n < 2; n += 1) await enroll((await member()).id);
    await deliver();
    const outcomes = (await messages(id)).map(({ state, outcome }) => `${state}: ${outcome}`);
    expect(outcomes.sort()).toEqual(['failed: 410 Gone', 'failed: The webhook was paused.']);
  });

  test('is told of no day that passed before it was registered, or more than 30 days ago', async () => {
    const { server, courseId, made, member, messages } = await begin();
    const { id } = await made('http://127.0.0.1:9/hook');
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS);
    const { courseProgress, webhooks } = server.db.tables;
    for (const days of [2, 10, 40]) {
      const dueOn = daysAgo(days).toISOString().slice(0, 10);
      const userId = (await member()).id;
      await server.db.insert(courseProgress).values({ userId, courseId, isAssigned: true, dueOn });
    }
    for (const [registered, told] of [
      [5, 1],
      [60, 2],
    ] as const) {
      await server.db.update(webhooks).set({ createdAt: daysAgo(registered) });
      await announceOverdue(server.deps);
      expect(await messages(id)).toHaveLength(told);
    }
  });

  test('keeps no message for longer than 60 days, waiting or not', async () => {
    const { server, made, act, messages } = await begin();
    const { id } = await made('http://127.0.0.1:9/hook');
    const row = { webhookId: id, type: 'webhook.test', data: {} };
    const { webhookMessages } = server.db.tables;
    const old = new Date(Date.now() - 61 * 24 * HOUR_MS);
    const rows = Array.from({ length: 600 }, (_, n) => ({
      ...row,
      ...{ id: crypto.randomUUID(), eventKey: String(n), createdAt: old, nextTryAt: n % 2 ? old : null },
    }));
    await server.db.insert(webhookMessages).values(rows);
    await act(`${id}/test`);
    await deleteOldMessages(server.db, new Date());
    expect(await messages(id)).toHaveLength(1);
    expect(await server.db.select().from(webhookMessages)).toHaveLength(1);
  });

  test('of an organization that is switched off sends nothing', async () => {
    const { server, organizationId, made, member, enroll, deliver } = await begin();
    const receiver = await startReceiver();
    await made(receiver.url);
    await enroll((await member()).id);
    const { organizations } = server.db.tables;
    await server.db.update(organizations).set({ isActive: false }).where(eq(organizations.id, organizationId));
    await deliver();
    expect(receiver.received).toEqual([]);
  });

  test('leaves a message that is sent again by hand during an attempt to the next attempt', async () => {
    const { server, made, member, enroll, messages, deliver } = await begin();
    const { webhookMessages } = server.db.tables;
    const again = async () => {
      await server.db.update(webhookMessages).set({ attempts: 0, nextTryAt: new Date() });
    };
    const receiver = await startReceiver({ answers: [500], before: again });
    const { id } = await made(receiver.url);
    await enroll((await member()).id);
    await deliver();
    expect(await messages(id)).toMatchObject([{ state: 'waiting', attempts: 0, outcome: null }]);
  });
});
