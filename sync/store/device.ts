// What a device knows whoever sits at it (Y3): its people, their sessions, downloads, and a few settings.
import type { EntityTable, Table } from 'dexie';
import type { Profile } from '../contract/profile.ts';
import type { Session } from '../contract/session.ts';
import { Database } from './database.ts';
import type { Download, Grant, KeptLesson } from './media-ledger.ts';
import { readSyncStatus } from './reads.ts';
import type { Replica } from './replica.ts';

/** A person who has signed in here. `pendingCount` may be shown to others, the work itself never (Y24). */
export type DeviceUser = {
  userId: string;
  name: string;
  email: string;
  pendingCount: number;
  lastSyncAt: string | null;
  /** As the server last gave it. */
  profile?: Profile;
  /** The browser has removed their database (Y26); until they have seen it. */
  loss?: Loss;
  pin?: Pin;
};

/** A person's PIN here (Y30): what PBKDF2 made of it, and how the tries went; `nextTryAt` in unix milliseconds. */
export type Pin = {
  salt: Uint8Array<ArrayBuffer>;
  rounds: number;
  hash: Uint8Array<ArrayBuffer>;
  wrongTries: number;
  nextTryAt: number;
};

/** `unsent` changes went with a database, as far as was counted; `isBack` once everything sent has come back. */
export type Loss = { unsent: number; isBack: boolean };

/** The settings of a device, by key. */
export const CURRENT_USER = 'currentUserId';
export const LAST_CONFIG = 'config';
/** After how many minutes without a touch the screen is locked (Y30); 0 or nothing for never. */
export const LOCK_AFTER = 'lockAfterMinutes';
/** For whom the screen is locked, and when it was last touched, in unix milliseconds. */
export const LOCKED_FOR = 'lockedForUserId';
export const TOUCHED_AT = 'touchedAt';
/** The person who wants to be asked about a visitor's work at their next sign-in, and not before (Y2). */
const POSTPONED_FOR = 'askLaterUserId';

export class Device extends Database {
  // Dexie makes the tables that the version names.
  declare readonly people: EntityTable<DeviceUser, 'userId'>;
  declare readonly sessions: Table<{ userId: string; session: Session }, string>;
  declare readonly downloads: Table<Download, string>;
  declare readonly grants: Table<Grant, [string, string]>;
  declare readonly keptLessons: Table<KeptLesson, [string, number, number]>;
  declare readonly settings: Table<{ key: string; value: unknown }, string>;

  constructor() {
    super('groundwork-device');
    this.version(1).stores({
      people: 'userId',
      sessions: 'userId',
      downloads: 'assetId',
      grants: '[userId+assetId], userId, assetId',
      settings: 'key',
    });
    this.version(2).stores({ keptLessons: '[userId+courseId+lessonId], [userId+courseId], userId' });
  }
}

/** Opens the one database that all people of this device share. */
export function openDevice(): Device {
  return new Device();
}

/** Makes a person known here and the one who sits at the device; what is known of their work stays. */
export async function saveDeviceUser(
  device: Device,
  who: Pick<DeviceUser, 'userId' | 'name' | 'email'>,
): Promise<void> {
  await device.transaction('rw', [device.people, device.settings], async () => {
    const known = await device.people.get(who.userId);
    await device.people.put({ pendingCount: 0, lastSyncAt: null, ...known, ...who });
    await makeActive(device, who.userId);
  });
}

/** Who sits at the device, from the device alone (Y21); undefined for nobody. */
export async function readActiveUser(device: Device): Promise<DeviceUser | undefined> {
  const userId = await readSetting(device, CURRENT_USER);
  return typeof userId === 'string' ? device.people.get(userId) : undefined;
}

/** A person of this device who is already known sits at it from now on; nothing happens for anybody else. */
export async function setActiveUser(device: Device, userId: string): Promise<void> {
  await device.transaction('rw', [device.people, device.settings], async () => {
    if (await device.people.get(userId)) await makeActive(device, userId);
  });
}

async function makeActive(device: Device, userId: string): Promise<void> {
  await writeSetting(device, CURRENT_USER, userId);
  // Somebody new at the screen is no longer away (Y30).
  await device.settings.bulkDelete([POSTPONED_FOR, LOCKED_FOR, TOUCHED_AT]);
}

/** A visitor's work is not offered to this person again before somebody sits down here anew (Y2). */
export async function postponeVisitorWork(device: Device, userId: string): Promise<void> {
  await writeSetting(device, POSTPONED_FOR, userId);
}

/** True while this person has put off the question. */
export async function isVisitorWorkPostponed(device: Device, userId: string): Promise<boolean> {
  return (await readSetting(device, POSTPONED_FOR)) === userId;
}

/**
 * Whom the device knows, by name: `isSignedIn` are those who can go on without signing in again; the others have left
 * unsent work here. Somebody without either is not named.
 */
export async function readDeviceUsers(device: Device): Promise<(DeviceUser & { isSignedIn: boolean })[]> {
  const [people, signedIn] = await Promise.all([device.people.toArray(), readSignedInUsers(device)]);
  return people
    .map((person) => ({ ...person, isSignedIn: signedIn.includes(person.userId) }))
    .filter(({ isSignedIn, pendingCount }) => isSignedIn || pendingCount > 0)
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Who can go on here without signing in again, by id. */
export function readSignedInUsers(device: Device): Promise<string[]> {
  return device.sessions.toCollection().primaryKeys();
}

/** The device no longer knows a person; their work must have left before. */
export async function deleteDeviceUser(device: Device, userId: string): Promise<void> {
  await device.people.delete(userId);
}

/** Nobody sits at the device any more; what is known of its people stays. */
export async function clearActiveUser(device: Device): Promise<void> {
  await device.settings.delete(CURRENT_USER);
}

/** Notes a person's name and profile; nothing happens for a person who is not known. */
export async function saveProfile(
  device: Device,
  userId: string,
  known: Pick<DeviceUser, 'name' | 'profile'>,
): Promise<void> {
  await device.people.update(userId, known);
}

/** Notes how much of a person's work waits here; nothing happens for a person who is not known. */
export async function saveWorkCount(
  device: Device,
  userId: string,
  work: Pick<DeviceUser, 'pendingCount' | 'lastSyncAt'>,
) {
  await device.people.update(userId, work);
}

/**
 * A person's database was made anew: notes what is lost, when there had been one before. Answers whether that is so. A
 * database that goes twice is one loss.
 */
export function recordLoss(device: Device, userId: string): Promise<boolean> {
  return device.transaction('rw', device.people, async () => {
    const person = await device.people.get(userId);
    if (!person || (person.pendingCount === 0 && person.lastSyncAt === null)) return false;
    const unsent = person.pendingCount + (person.loss?.unsent ?? 0);
    await device.people.update(userId, { loss: { unsent, isBack: false }, pendingCount: 0, lastSyncAt: null });
    return true;
  });
}

export async function markLossRestored(device: Device, userId: string, loss: Loss): Promise<void> {
  await device.people.update(userId, { loss: { ...loss, isBack: true } });
}

/** The person has seen what is lost. */
export async function clearLoss(device: Device, userId: string): Promise<void> {
  await device.people.update(userId, { loss: undefined });
}

export async function readSession(device: Device, userId: string): Promise<Session | undefined> {
  return (await device.sessions.get(userId))?.session;
}

export async function writeSession(device: Device, userId: string, session: Session): Promise<void> {
  await device.sessions.put({ userId, session });
}

/**
 * Puts `next` in the place of exactly this session, null for nothing. When another tab has stored one since, or taken it
 * away at a sign-out, its word counts. Answers what the device holds now.
 */
export function replaceSession(device: Device, old: Session, next: Session | null): Promise<Session | undefined> {
  const userId = old.user.id;
  return device.transaction('rw', device.sessions, async () => {
    const stored = await readSession(device, userId);
    if (stored?.refresh_token !== old.refresh_token) return stored;
    if (next) await writeSession(device, userId, next);
    else await clearSession(device, userId);
    return next ?? undefined;
  });
}

/**
 * Nobody sits at the device any more when whoever did has no session; answers whether that was so. The session of `leaving`
 * goes first: both happen, or nothing.
 */
export function clearActiveUserWithoutSession(device: Device, signedOutUserId?: string): Promise<boolean> {
  return device.transaction('rw', [device.people, device.sessions, device.settings], async () => {
    if (signedOutUserId !== undefined) await device.sessions.delete(signedOutUserId);
    const person = await readActiveUser(device);
    if (!person || (await readSession(device, person.userId))) return false;
    await clearActiveUser(device);
    return true;
  });
}

export async function clearSession(device: Device, userId: string): Promise<void> {
  await device.sessions.delete(userId);
}

export async function readSetting(device: Device, key: string): Promise<unknown> {
  return (await device.settings.get(key))?.value;
}

export async function writeSetting(device: Device, key: string, value: unknown): Promise<void> {
  await device.settings.put({ key, value });
}

/**
 * Counts a person's unsent work and notes it on the device, for other people there and for the badge of the app (Y24).
 * Answers how much of it would leave by itself.
 */
export async function countWork(replica: Replica, device: Device): Promise<number> {
  const { waiting, sending, attention, lastSyncAt } = await readSyncStatus(replica);
  await saveWorkCount(device, replica.userId, { pendingCount: waiting + sending + attention, lastSyncAt });
  return waiting + sending;
}
