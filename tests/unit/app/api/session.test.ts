// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import Dexie from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signOut } from '#app/account/shared-device/sign-out.ts';
import { authClient, keepSessionFresh, sessionPort } from '#app/api/session.ts';
import { type ActiveUserChange, onActiveUserChange } from '#app/device/active-user-channel.ts';
import { device } from '#app/device/device.ts';
import { saveShownProgress } from '#app/device/progress-record.ts';
import { createEngine } from '#sync/engine.ts';
import {
  clearActiveUser,
  clearSession,
  readActiveUser,
  readDeviceUsers,
  readSession,
  saveDeviceUser,
  writeSession,
} from '#sync/store/device.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { answer, aSession, LENA, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { fakePorts } from '#tests/fixtures/fake-network.ts';

const ignore = () => undefined;

let heard: ActiveUserChange[] = [];
let stop: () => void;

beforeEach(async () => {
  heard = [];
  stop = onActiveUserChange((change) => heard.push(change));
  await saveDeviceUser(device, { userId: LENA.id, name: 'Lena Learner', email: LENA.email });
});

afterEach(async () => {
  stop();
  vi.unstubAllGlobals();
  await Promise.all(device.tables.map((table) => table.clear()));
});

describe('tokens for the engine', () => {
  test('[Y21] an expired token is handed out at once from the device, and nobody is asked', async () => {
    const { asked } = stubNetwork(() => answer(500, {}));
    const session = aSession({ seconds: -30 * 24 * 3600 });
    await writeSession(device, LENA.id, session);
    expect(await sessionPort.token()).toBe(session.access_token);
    expect(asked).toEqual([]);
  });

  test('[O5] a refresh stores the new session where the service worker finds it', async () => {
    await writeSession(device, LENA.id, aSession());
    const next = aSession({ refresh_token: 'r2' });
    stubNetwork(() => answer(200, next));
    expect(await sessionPort.refresh()).toEqual({ kind: 'token', token: next.access_token });
    expect((await readSession(device, LENA.id))?.refresh_token).toBe('r2');
  });

  test('[A12] on a device whose clock is two hours fast a new session ends when its lifetime is over', async () => {
    await writeSession(device, LENA.id, aSession());
    const issued = aSession({ refresh_token: 'r2' });
    const twoHoursAgo = issued.expires_at - 7200;
    stubNetwork(() => answer(200, { ...issued, expires_at: twoHoursAgo }));
    await sessionPort.refresh();
    const left = ((await readSession(device, LENA.id))?.expires_at ?? 0) - Date.now() / 1000;
    expect(left).toBeGreaterThan(3500);
    expect(left).toBeLessThanOrEqual(3600);
  });

  test('[O13, Y22] a refresh that cannot reach the service ends nothing', async () => {
    await writeSession(device, LENA.id, aSession({ seconds: -60 }));
    stubNetwork(() => Promise.resolve(new Response('<html>', { headers: { 'Content-Type': 'text/html' } })));
    expect(await sessionPort.refresh()).toEqual({ kind: 'unreachable' });
    expect(await readSession(device, LENA.id)).toBeDefined();
    expect(await readActiveUser(device)).toBeDefined();
    expect(heard).toEqual([]);
  });

  test('[A12] a refresh that the service definitely refuses signs the person out, and says so in every tab', async () => {
    await writeSession(device, LENA.id, aSession({ seconds: -60 }));
    stubNetwork(() => answer(400, { code: 'session_not_found', message: 'Session not found' }));
    expect(await sessionPort.refresh()).toEqual({ kind: 'ended' });
    await vi.waitFor(() => expect(heard).toEqual(['expired']), 15_000);
    expect(await readSession(device, LENA.id)).toBeUndefined();
    expect(await readActiveUser(device)).toBeUndefined();
  });

  test('[A12] another tab finds the session until the reason of its end is known, and so says nothing else', async () => {
    await writeSession(device, LENA.id, aSession({ seconds: -60 }));
    let there: object | undefined;
    stubNetwork(() => answer(400, { code: 'session_not_found', message: 'Session not found' }), {
      [`GET /api/erasures/${LENA.id}`]: async () => {
        there = await readSession(device, LENA.id);
        return answer(200, { erased: false });
      },
    });
    expect(await sessionPort.refresh()).toEqual({ kind: 'ended' });
    expect(there).toBeDefined();
    await vi.waitFor(() => expect(heard).toEqual(['expired']), 15_000);
  });

  test('[Y22] what another tab has refreshed meanwhile is used, not lost', async () => {
    await writeSession(device, LENA.id, aSession());
    const newer = aSession({ refresh_token: 'r9', seconds: 7200 });
    stubNetwork(async () => {
      await writeSession(device, LENA.id, newer);
      return answer(400, { code: 'refresh_token_already_used', message: 'Already used' });
    });
    expect(await sessionPort.refresh()).toEqual({ kind: 'token', token: newer.access_token });
    expect((await readSession(device, LENA.id))?.refresh_token).toBe('r9');
    expect(heard).toEqual([]);
  });
});

describe('a refresh and another tab at the same moment', () => {
  test('[Y22] a session stored between the last look and the removal stays', async () => {
    await writeSession(device, LENA.id, aSession());
    stubNetwork(() => answer(400, { code: 'session_not_found', message: 'Session not found' }));
    const newer = aSession({ refresh_token: 'r9', seconds: 7200 });
    const get = device.sessions.get.bind(device.sessions);
    let looks = 0;
    let written: PromiseLike<void> | undefined;
    vi.spyOn(device.sessions, 'get').mockImplementation(((key: string) =>
      get(key).then((row) => {
        looks += 1;
        if (looks === 2) written = Dexie.ignoreTransaction(() => writeSession(device, LENA.id, newer));
        return row;
      })) as typeof get);
    await sessionPort.refresh();
    vi.restoreAllMocks();
    await written;
    expect(looks).toBeGreaterThan(1);
    expect((await readSession(device, LENA.id))?.refresh_token).toBe('r9');
  });

  test('[Y23] who signs out while a refresh is under way stays signed out', async () => {
    await writeSession(device, LENA.id, aSession());
    stubNetwork(async () => {
      await clearSession(device, LENA.id);
      await clearActiveUser(device);
      return answer(200, aSession({ refresh_token: 'r2' }));
    });
    expect(await sessionPort.refresh()).toEqual({ kind: 'ended' });
    expect(await readSession(device, LENA.id)).toBeUndefined();
    expect(heard).toEqual([]);
  });
});

describe('[A12] a session kept fresh', () => {
  /** Ends once the session has been looked at for the first time. */
  const beginToKeepFresh = async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const looking = vi.spyOn(device.sessions, 'get');
    keepSessionFresh();
    await vi.waitFor(() => expect(looking).toHaveBeenCalled(), 15_000);
    await looking.mock.results[0]?.value;
    looking.mockRestore();
  };
  const look = async (seconds: number) => {
    await writeSession(device, LENA.id, aSession({ seconds }));
    const { asked } = stubNetwork(() => answer(200, aSession({ refresh_token: 'r2' })));
    await beginToKeepFresh();
    vi.useRealTimers();
    return asked;
  };

  test('is refreshed when 90 s or less are left', async () => {
    const asked = await look(85);
    await expect.poll(async () => (await readSession(device, LENA.id))?.refresh_token).toBe('r2');
    expect(asked).toEqual(['POST /auth/v1/token?grant_type=refresh_token']);
  });

  test('is left alone before', async () => {
    expect(await look(300)).toEqual([]);
  });

  test('is looked at every 30 s', async () => {
    await writeSession(device, LENA.id, aSession({ seconds: 300 }));
    const { asked } = stubNetwork(() => answer(200, aSession({ refresh_token: 'r2' })));
    await beginToKeepFresh();
    await writeSession(device, LENA.id, aSession({ seconds: 60 }));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(asked).toContain('POST /auth/v1/token?grant_type=refresh_token'), 15_000);
  });
});

describe('sign-out', () => {
  const KEEP = { unsent: 'keep', leavesDownloads: false } as const;
  /** Lena's engine without a network, with one lesson on the device. */
  async function lenasEngine() {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await writeSession(device, LENA.id, aSession());
    const engine = createEngine({ userId: LENA.id, ports: fakePorts(LENA.id, { now: () => undefined }).ports });
    await engine.replica.open();
    await engine.replica.saveContent({ course: aCourse(), lessonsOf: { courseId: 4, lessons: [aLesson()] } });
    return engine;
  }

  test('[Y23] offline, with nothing unsent, the session and the database are gone', async () => {
    const engine = await lenasEngine();
    saveShownProgress(LENA.id, new Map([[4, 50]]));
    const atTheTurn: unknown[] = [];
    const gone = () => void readSession(device, LENA.id).then((session) => atTheTurn.push(session));
    expect(await signOut(engine, KEEP, gone)).toEqual({ kept: 0 });
    expect(atTheTurn, 'who reloads the page that turns is signed out').toEqual([undefined]);
    expect(localStorage.getItem('groundwork.progress')).toBeNull();
    expect(await readSession(device, LENA.id)).toBeUndefined();
    expect(await readActiveUser(device)).toBeUndefined();
    const left = await indexedDB.databases();
    expect(left.map(({ name }) => name)).not.toContain(`groundwork:${LENA.id}`);
    expect(heard).toEqual(['signed-out']);
  });

  test('[Y23, O5] unsent work stays for the next sign-in, everything else of the person goes', async () => {
    const engine = await lenasEngine();
    await engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
    expect(await signOut(engine, KEEP, ignore)).toEqual({ kept: 1 });
    expect(await readSession(device, LENA.id)).toBeUndefined();
    expect(await engine.replica.outbox.count()).toBe(1);
    expect(await engine.replica.lessons.count()).toBe(0);
    expect(await engine.replica.courses.count()).toBe(0);
    expect((await readDeviceUsers(device)).map(({ userId, isSignedIn }) => [userId, isSignedIn])).toEqual([
      [LENA.id, false],
    ]);
    await engine.replica.outbox.clear();
  });

  test('[O7] somebody else who sat down in another tab meanwhile stays', async () => {
    const engine = await lenasEngine();
    const tom = { userId: crypto.randomUUID(), name: 'Tom Trainee', email: 'tom@demo.example' };
    await saveDeviceUser(device, tom);
    await writeSession(device, tom.userId, { ...aSession(), user: { id: tom.userId } });
    await signOut(engine, KEEP, ignore);
    expect((await readActiveUser(device))?.userId).toBe(tom.userId);
    expect(await readSession(device, LENA.id)).toBeUndefined();
  });

  test('[Y23] work that is discarded goes with everything else, and so does the name', async () => {
    const engine = await lenasEngine();
    await engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
    const left: Promise<number>[] = [];
    const gone = () => void left.push(engine.replica.outbox.count());
    expect(await signOut(engine, { unsent: 'discard', leavesDownloads: false }, gone)).toEqual({ kept: 0 });
    expect(await Promise.all(left), 'a page that is closed as it turns leaves nothing to send').toEqual([0]);
    const databases = await indexedDB.databases();
    expect(databases.map(({ name }) => name)).not.toContain(`groundwork:${LENA.id}`);
    expect(await device.people.count()).toBe(0);
  });

  test('the auth service is told in local scope when it can be reached', async () => {
    const engine = await lenasEngine();
    const { asked } = stubNetwork(() => answer(200, aSession()));
    await authClient();
    await signOut(engine, KEEP, ignore);
    await vi.waitFor(() => expect(asked).toContain('POST /auth/v1/logout?scope=local'), 15_000);
  });
});
