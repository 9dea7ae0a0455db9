// What a device says of itself to the admins of its people's organization, and the one thing that they ask of it: to sign
// everybody out. It never says who its people are.

import type { TabletReport } from '../contract/tablet.ts';
import { newId } from '../new-id.ts';
import { CURRENT_USER, type Device, LOCKED_FOR, readDeviceUsers, readSetting, writeSetting } from '../store/device.ts';

const TABLET_ID = 'tabletId';
const SIGNED_OUT_FOR = 'signedOutFor';

type OwnFacts = Pick<TabletReport, 'id' | 'people' | 'unsent' | 'oldestUnsentSeconds' | 'signedOutFor'>;

/** What the device database knows; `now` in unix milliseconds. Its id is made at the first call. */
export async function readTablet(device: Device, now: number): Promise<OwnFacts> {
  const id = await device.transaction('rw', device.settings, async () => {
    const known = await readSetting(device, TABLET_ID);
    if (typeof known === 'string') return known;
    const made = newId();
    await writeSetting(device, TABLET_ID, made);
    return made;
  });
  const [people, signedOutFor] = await Promise.all([readDeviceUsers(device), readSetting(device, SIGNED_OUT_FOR)]);
  const unsent = people.reduce((sum, { pendingCount }) => sum + pendingCount, 0);
  const oldest = people
    .flatMap(({ pendingCount, oldestUnsentAt }) => (pendingCount > 0 && oldestUnsentAt) || [])
    .sort()[0];
  return {
    id,
    people: people.length,
    unsent,
    // A clock that was set back must not make a report that is refused.
    oldestUnsentSeconds: oldest === undefined ? null : Math.max(0, Math.round((now - Date.parse(oldest)) / 1000)),
    signedOutFor: typeof signedOutFor === 'string' ? signedOutFor : null,
  };
}

/**
 * Removes every session and PIN of this device, in one transaction with the note that `askedAt` was followed: it is done
 * once. Work that was not sent stays for the next sign-in of its person.
 */
export async function signEverybodyOut(device: Device, askedAt: string): Promise<void> {
  await device.transaction('rw', [device.people, device.sessions, device.settings], async () => {
    await device.sessions.clear();
    await device.people.toCollection().modify((person) => {
      delete person.pin;
    });
    await device.settings.bulkDelete([CURRENT_USER, LOCKED_FOR]);
    await writeSetting(device, SIGNED_OUT_FOR, askedAt);
  });
}
