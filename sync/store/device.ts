// The device database, shared by all who use the device (Y3): its people, their sessions, downloads, and a few
// settings.
import type { EntityTable, Table } from 'dexie';
import type { Profile } from '../contract/profile.ts';
import type { Session } from '../contract/session.ts';
import { Database } from './database.ts';
import type { Download, Grant, KeptLesson } from './media-ledger.ts';
import { readSyncStatus } from './reads.ts';
import type { Replica } from './replica.ts';

/** A person who has signed in here. Others may see `pendingCount`, but never the work itself (Y24). */
export type DeviceUser = {
  userId: string;
  name: string;
  email: string;
  pendingCount: number;
  /** ISO 8601: when the oldest of it was done; null when nothing waits. */
  oldestUnsentAt?: string | null;
  lastSyncAt: string | null;
  /** As last received from the server. */
  profile?: Profile;
  /** The browser removed their database (Y26c); kept until they have seen it. */
  loss?: Loss;
  pin?: Pin;
  /** They have signed in instead of entering their PIN, which is gone; until a new one was asked for. */
  hasForgottenPin?: boolean;
  /** They came to a device on which others have a PIN; until one was asked for. */
  isOfferedPin?: boolean;
  /** Their last sign-in here was by an emailed link or code: they may have no password. */
  signsInByLink?: boolean;
  /** They have signed in, and what others downloaded here was not granted to them yet (Y23a). */
  takesWhatIsHere?: boolean;
  /** Unix milliseconds: when they were last active here, before another one was. */
  lastUsedAt?: number;
  /** ISO 8601: the server said that this account was erased. Their data leaves the device, and no list shows them. */
  erasedAt?: string;
};

/**
 * A person's PIN on this device (Y30b): the PBKDF2 hash, and the state of the tries. `nextTryAt` is in unix
 * milliseconds. `length` is the count of digits.
 */
export type Pin = {
  length: number;
  salt: Uint8Array<ArrayBuffer>;
  rounds: number;
  hash: Uint8Array<ArrayBuffer>;
  wrongTries: number;
  nextTryAt: number;
};

/**
 * `unsent` changes were lost with a database, as far as they were counted; `isBack` once everything that was sent is
 * restored.
 */
export type Loss = { unsent: number; isBack: boolean };

/** The device settings, by key. */
export const CURRENT_USER = 'currentUserId';
export const LAST_CONFIG = 'config';
/** Minutes without a touch after which the screen locks (Y30); 0 or absent means never. */
export const LOCK_AFTER = 'lockAfterMinutes';
/** The person for whom the screen is locked, and the last touch in unix milliseconds. */
export const LOCKED_FOR = 'lockedForUserId';
export const TOUCHED_AT = 'touchedAt';
/** The person who wants to be asked about visitor work only at their next sign-in (Y2a). */
const POSTPONED_FOR = 'askLaterUserId';

export class Device extends Database {
  // Dexie creates these tables from the version's schema.
  declare readonly people: EntityTable<DeviceUser, 'userId'>;
  declare readonly sessions: Table<{ userId: string; session: Session }, string>;
  declare readonly downloads: Table<Download, string>;
  declare readonly grants: Table<Grant, [string, string]>;
  declare readonly keptLessons: Table<KeptLesson, [string, number, number]>;
  declare readonly settings: Table<{ key: string; value: unknown }, string>;

  constructor() {
    super('groundwork-device');
    this.version(2).stores({
      people: 'userId',
      sessions: 'userId',
      downloads: 'assetId',
      grants: '[userId+assetId], userId, assetId',
      keptLessons: '[userId+courseId+lessonId], [userId+courseId], userId',
      settings: 'key',
    });
  }
}

/** Opens the one database that all people of this device share. */
export function openDevice(): Device {
  return new Device();
}

/** Adds or updates a person and makes them the active user; the counts of their work stay. */
export async function saveDeviceUser(
  device: Device,
  who: Pick<DeviceUser, 'userId' | 'name' | 'email' | 'signsInByLink' | 'takesWhatIsHere'>,
) {
  await device.transaction('rw', [device.people, device.settings], async () => {
    const known = await device.people.get(who.userId);
    await device.people.put({ pendingCount: 0, lastSyncAt: null, ...known, ...who });
    await makeActive(device, who.userId);
  });
}

/** The active user, from the device alone (Y21); undefined when no one is. */
export async function readActiveUser(device: Device): Promise<DeviceUser | undefined> {
  const userId = await readSetting(device, CURRENT_USER);
  return typeof userId === 'string' ? device.people.get(userId) : undefined;
}

/** Makes a known person the active user; does nothing for an unknown one. */
export async function setActiveUser(device: Device, userId: string): Promise<void> {
  await device.transaction('rw', [device.people, device.settings], async () => {
    if (await device.people.get(userId)) await makeActive(device, userId);
  });
}

async function makeActive(device: Device, userId: string): Promise<void> {
  await writeSetting(device, CURRENT_USER, userId);
  // A new active user is not idle (Y30).
  await device.settings.bulkDelete([POSTPONED_FOR, LOCKED_FOR, TOUCHED_AT]);
}

/** Visitor work is not offered to this person again until an active user is set anew (Y2a). */
export async function postponeVisitorWork(device: Device, userId: string): Promise<void> {
  await writeSetting(device, POSTPONED_FOR, userId);
}

/** True while this person has postponed the question. */
export async function isVisitorWorkPostponed(device: Device, userId: string): Promise<boolean> {
  return (await readSetting(device, POSTPONED_FOR)) === userId;
}

/**
 * The device's people by name: `isSignedIn` can continue without signing in; the others have unsent work here. People
 * with neither are omitted.
 */
export async function readDeviceUsers(device: Device): Promise<(DeviceUser & { isSignedIn: boolean })[]> {
  const [people, signedIn] = await Promise.all([device.people.toArray(), readSignedInUsers(device)]);
  return people
    .map((person) => ({ ...person, isSignedIn: signedIn.includes(person.userId) }))
    .filter(({ isSignedIn, pendingCount, erasedAt }) => !erasedAt && (isSignedIn || pendingCount > 0))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The ids of those who can continue without signing in. */
export function readSignedInUsers(device: Device): Promise<string[]> {
  return device.sessions.toCollection().primaryKeys();
}

/** Called before another person becomes active: notes when the present one last touched the device. */
export async function noteLastUse(device: Device, now: number): Promise<void> {
  const [userId, touchedAt] = await Promise.all([readSetting(device, CURRENT_USER), readSetting(device, TOUCHED_AT)]);
  if (typeof userId !== 'string') return;
  await device.people.update(userId, { lastUsedAt: typeof touchedAt === 'number' ? touchedAt : now });
}

/** No one is the active user any more; the device's people stay known. */
export async function clearActiveUser(device: Device): Promise<void> {
  await device.settings.delete(CURRENT_USER);
}

/**
 * Called when a person's database was created: records a loss when the device knew of an earlier one, and returns
 * whether it did. A database that is lost twice is one loss.
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

export async function readSession(device: Device, userId: string): Promise<Session | undefined> {
  return (await device.sessions.get(userId))?.session;
}

export async function writeSession(device: Device, userId: string, session: Session): Promise<void> {
  await device.sessions.put({ userId, session });
}

/**
 * Replaces exactly this session by `next`, or removes it when `next` is null. If another tab has stored a different
 * one, or removed it on sign-out, that wins. Returns the session that the device holds now.
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
 * Clears the active user when they have no session, and returns whether it did. The session of `signedOutUserId` is
 * deleted first, in the same transaction.
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
 * Counts a person's unsent work and saves the count, for other people at the device and for the app's badge (Y24).
 */
export async function countWork(
  replica: Replica,
  device: Device,
): Promise<{ pendingCount: number; sentByItself: number }> {
  const { waiting, sending, attention, oldestUnsentAt, lastSyncAt } = await readSyncStatus(replica);
  const pendingCount = waiting + sending + attention;
  await device.people.update(replica.userId, { pendingCount, oldestUnsentAt, lastSyncAt });
  return { pendingCount, sentByItself: waiting + sending };
}
