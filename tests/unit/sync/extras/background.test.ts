// @vitest-environment node
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEngine } from '#sync/engine.ts';
import { type BackgroundPorts, flushDevice } from '#sync/extras/background.ts';
import type { TransportRequest, TransportResponse } from '#sync/ports.ts';
import { type Device, openDevice, saveDeviceUser, writeSession } from '#sync/store/device.ts';
import { readEntries } from '#sync/store/reads.ts';
import { Replica, replicaName } from '#sync/store/replica.ts';
import { acceptAll, MAREN, OLE, refused, responseOf, subjectOfToken, tokenOf } from '../engine-setup.ts';

/** A device clock that runs this many times faster than the test's. */
const FASTER = 20;
const NO_NETWORK: TransportResponse = { kind: 'none', reason: 'network' };

let device: Device;
let requests: TransportRequest[];
let respond: (request: TransportRequest) => TransportResponse;
let heldFor: number;
let steals: number;
let tokens: Record<string, string | null>;

const startedAt = Date.now();
/** Whether a timer comes at once and the clock leaps to its time; for a test in which nothing else takes time. */
let isLeaping: boolean;
let leapt = 0;
const now = () => startedAt + (Date.now() - startedAt) * FASTER + leapt;

function ports(): BackgroundPorts {
  return {
    clock: {
      now,
      later(ms, work) {
        if (isLeaping) leapt += ms;
        const timer = setTimeout(work, isLeaping ? 0 : ms / FASTER);
        return () => clearTimeout(timer);
      },
    },
    transport: {
      async send(request) {
        requests.push(request);
        return respond(request);
      },
    },
    lock: {
      async hold(_, steal, work) {
        if (steal) steals += 1;
        if (heldFor > 0) {
          heldFor -= 1;
          return false;
        }
        await work();
        return true;
      },
    },
    sessionOf: (userId) => ({
      token: async () => tokens[userId] ?? null,
      refresh: async () => ({ kind: 'token', token: tokenOf(userId, 1) }),
    }),
    random: () => 0.5,
    newId: () => crypto.randomUUID(),
  };
}

/** Somebody signed in here who has completed lessons while nothing could be sent. */
async function works(userId: string, ...lessonIds: number[]): Promise<void> {
  await saveDeviceUser(device, { userId, name: userId, email: `${userId}@example.org` });
  const session = { access_token: tokenOf(userId), refresh_token: 'r', expires_at: 1, user: { id: userId } };
  await writeSession(device, userId, session);
  const signals = { listen: () => () => {}, isVisible: () => true };
  const engine = createEngine({ userId, ports: { ...ports(), session: ports().sessionOf(userId), signals } });
  for (const lessonId of lessonIds) await engine.record({ kind: 'unit', courseId: 4, lessonId, status: 'completed' });
  engine.stop();
  await expect.poll(async () => (await device.people.get(userId))?.pendingCount).toBe(lessonIds.length);
  engine.replica.close();
}

async function statesOf(userId: string): Promise<string[]> {
  const replica = new Replica(userId);
  const { waiting, attention, sent } = await readEntries(replica);
  replica.close();
  return [...waiting, ...attention, ...sent].map(({ state }) => state);
}

const posts = () => requests.filter(({ method }) => method === 'POST');

beforeEach(() => {
  device = openDevice();
  requests = [];
  respond = acceptAll;
  heldFor = 0;
  isLeaping = false;
  steals = 0;
  tokens = { [MAREN]: tokenOf(MAREN), [OLE]: tokenOf(OLE) };
});

afterEach(async () => {
  await Promise.all(device.tables.map((table) => table.clear()));
  device.close();
  for (const userId of [MAREN, OLE]) await Dexie.delete(replicaName(userId));
});

describe('[Y19] with no page open', () => {
  test('unsent work is sent, its course pulled, and the device knows that nothing is left', async () => {
    await works(MAREN, 1, 2);
    expect(await flushDevice(device, ports())).toEqual({ hasWorkLeft: false });
    expect(await statesOf(MAREN)).toEqual(['done', 'done']);
    expect(requests.map(({ path }) => path)).toEqual(['/api/sync', '/api/progress/enhanced/4']);
    const person = await device.people.get(MAREN);
    expect(person?.pendingCount).toBe(0);
    expect(Date.parse(person?.lastSyncAt ?? '')).not.toBeNaN();
  });

  test('[Y24] the work of everybody who is signed in here is sent, each with their own token', async () => {
    await works(MAREN, 1);
    await works(OLE, 2);
    expect(await flushDevice(device, ports())).toEqual({ hasWorkLeft: false });
    expect(posts().map(subjectOfToken).sort()).toEqual([MAREN, OLE]);
    expect([await statesOf(MAREN), await statesOf(OLE)]).toEqual([['done'], ['done']]);
  });

  test('a lock that is held is never stolen', async () => {
    await works(MAREN, 1);
    heldFor = Number.POSITIVE_INFINITY;
    isLeaping = true;
    const begun = now();
    expect(await flushDevice(device, ports())).toEqual({ hasWorkLeft: true });
    expect(now() - begun, 'it asks for two minutes').toBeGreaterThanOrEqual(117_000);
    expect([steals, requests]).toEqual([0, []]);
    expect(await statesOf(MAREN)).toEqual(['queued']);
  });

  test('[Y26] a database that the browser has removed is not created again silently', async () => {
    await works(MAREN, 1);
    await Dexie.delete(replicaName(MAREN));
    expect(await flushDevice(device, ports())).toEqual({ hasWorkLeft: false });
    expect(await Dexie.exists(replicaName(MAREN))).toBe(false);
    expect((await device.people.get(MAREN))?.pendingCount, 'a page still finds out what is lost').toBe(1);
  });

  test('[Y24] another person’s token sends nothing', async () => {
    await works(MAREN, 1);
    tokens[MAREN] = tokenOf(OLE);
    expect(await flushDevice(device, ports())).toEqual({ hasWorkLeft: true });
    expect(requests).toEqual([]);
    expect(await statesOf(MAREN)).toEqual(['queued']);
  });

  test('the work of somebody who has signed out stays', async () => {
    await works(MAREN, 1);
    await device.sessions.clear();
    expect(await flushDevice(device, ports())).toEqual({ hasWorkLeft: false });
    expect(requests).toEqual([]);
    expect(await statesOf(MAREN)).toEqual(['queued']);
  });

  test('an outdated count does not hold back the active user’s work', async () => {
    await works(MAREN, 1);
    await device.people.update(MAREN, { pendingCount: 0 });
    expect(await flushDevice(device, ports())).toEqual({ hasWorkLeft: false });
    expect(await statesOf(MAREN)).toEqual(['done']);
  });

  test('[Y17] a token that the server rejects is refreshed once', async () => {
    await works(MAREN, 1);
    respond = (request) =>
      request.headers.Authorization?.includes(tokenOf(MAREN, 1)) ? acceptAll(request) : refused(401, 'token_expired');
    expect(await flushDevice(device, ports())).toEqual({ hasWorkLeft: false });
    expect(posts()).toHaveLength(2);
  });

  test('unsent work is left for another try, and one person’s failure does not hold back the other', async () => {
    await works(MAREN, 1);
    await works(OLE, 2);
    respond = (request) => (subjectOfToken(request) === MAREN ? NO_NETWORK : acceptAll(request));
    expect(await flushDevice(device, ports())).toEqual({ hasWorkLeft: true });
    expect([await statesOf(MAREN), await statesOf(OLE)]).toEqual([['queued'], ['done']]);
    expect((await device.people.get(MAREN))?.pendingCount).toBe(1);
  });

  test('blocked work waits for its person, and the browser need not try again', async () => {
    await works(MAREN, 1);
    respond = () => refused(404, 'lesson_not_found');
    expect(await flushDevice(device, ports())).toEqual({ hasWorkLeft: false });
    expect(await statesOf(MAREN)).toEqual(['blocked']);
    expect((await device.people.get(MAREN))?.pendingCount).toBe(1);
  });

  test('it waits while a page has the lock, and then sends the rest', async () => {
    await works(MAREN, 1);
    heldFor = 2;
    expect(await flushDevice(device, ports())).toEqual({ hasWorkLeft: false });
    expect(await statesOf(MAREN)).toEqual(['done']);
  });

  test('[O4] Retry-After is obeyed: waited out when short, left to another event when long', async () => {
    await works(MAREN, 1);
    const times: number[] = [];
    respond = (request) => {
      times.push(now());
      return times.length === 1 ? refused(503, 'unavailable', { retryAfterMs: 7_000 }) : acceptAll(request);
    };
    expect(await flushDevice(device, ports())).toEqual({ hasWorkLeft: false });
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(7_000);

    await works(OLE, 2);
    requests = [];
    respond = () => refused(429, 'rate_limited', { retryAfterMs: 600_000 });
    expect(await flushDevice(device, ports())).toEqual({ hasWorkLeft: true });
    respond = acceptAll;
    expect(await flushDevice(device, ports())).toEqual({ hasWorkLeft: true });
    expect(posts()).toHaveLength(1);
  });

  test('[Y27] a newer version’s database is left alone', async () => {
    await works(MAREN, 1);
    await works(OLE, 2);
    const newer = new Dexie(replicaName(MAREN));
    newer.version(99).stores({});
    await newer.open();
    newer.close();
    expect(await flushDevice(device, ports())).toEqual({ hasWorkLeft: true });
    expect(posts().map(subjectOfToken)).toEqual([OLE]);
  });
});

test('[Y2] a visitor’s work is not sent', async () => {
  const signals = { listen: () => () => {}, isVisible: () => true };
  const engine = createEngine({
    userId: 'visitor',
    ports: { ...ports(), session: ports().sessionOf('visitor'), signals },
  });
  await engine.record({ kind: 'unit', courseId: 4, lessonId: 1, status: 'completed' });
  respond = () => responseOf(200, {});
  expect(await flushDevice(device, ports())).toEqual({ hasWorkLeft: false });
  expect(requests).toEqual([]);
  engine.stop();
  engine.replica.close();
  await Dexie.delete(replicaName('visitor'));
});
