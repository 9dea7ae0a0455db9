import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TabletReport } from '#sync/contract/tablet.ts';
import { setPin } from '#sync/extras/pin.ts';
import { readTablet, signEverybodyOut } from '#sync/extras/tablet.ts';
import { openDevice, readActiveUser, readSignedInUsers, saveDeviceUser, writeSession } from '#sync/store/device.ts';
import { aSession } from '#tests/fixtures/auth-service.ts';

const device = openDevice();
const MAREN = { userId: '7c9a3f61-6f5e-4b55-8d5a-0f3a6f0a1b11', name: 'Maren Holt', email: 'maren@demo.example' };
const OLE = { userId: '11aa3f61-6f5e-4b55-8d5a-0f3a6f0a1b22', name: 'Ole Berg', email: 'ole@demo.example' };
const NOON = Date.UTC(2026, 10, 21, 12);
const ASKED = '2026-11-21T11:00:00.000Z';

beforeEach(async () => {
  await saveDeviceUser(device, OLE);
  await saveDeviceUser(device, MAREN);
  for (const { userId } of [MAREN, OLE]) await writeSession(device, userId, aSession());
});
afterEach(() => Promise.all(device.tables.map((table) => table.clear())));

test('a report counts the people of a device and their unsent work, and names no one', async () => {
  await device.people.update(OLE.userId, { pendingCount: 3, oldestUnsentAt: '2026-11-20T12:00:00.000Z' });
  await device.people.update(MAREN.userId, { pendingCount: 0, oldestUnsentAt: '2026-11-01T12:00:00.000Z' });
  const facts = await readTablet(device, NOON);
  expect(facts).toMatchObject({ people: 2, unsent: 3, oldestUnsentSeconds: 86_400, signedOutFor: null });
  expect((await readTablet(device, NOON)).id, 'it stays the same device').toBe(facts.id);
  expect(JSON.stringify(facts)).not.toMatch(/Maren|Ole|demo\.example|7c9a3f61|11aa3f61/);
  expect(TabletReport.parse({ ...facts, version: '0.1.0', storage: null })).toBeTruthy();
});

test('a clock that was set back makes the work no younger than now', async () => {
  await device.people.update(OLE.userId, { pendingCount: 1, oldestUnsentAt: '2027-01-01T00:00:00.000Z' });
  expect((await readTablet(device, NOON)).oldestUnsentSeconds).toBe(0);
});

test('everyone is signed out with their PINs in one step; who they are and what they have not sent stays', async () => {
  await setPin(device, OLE.userId, '2468');
  await device.people.update(OLE.userId, { pendingCount: 3, oldestUnsentAt: '2026-11-20T12:00:00.000Z' });
  await signEverybodyOut(device, ASKED);
  expect(await readSignedInUsers(device)).toEqual([]);
  expect(await readActiveUser(device)).toBeUndefined();
  expect((await device.people.get(OLE.userId))?.pin).toBeUndefined();
  expect(await readTablet(device, NOON)).toMatchObject({ people: 1, unsent: 3, signedOutFor: ASKED });
});
