// A tablet of an organization (Y33): what this device holds of its enrolment, the people who use it, and for whom its credential sends.
import type {
  RosterPerson,
  RosterPin,
  TabletContact,
  TabletContactAnswer,
  TabletEnrolled,
  Verifier,
} from '../contract/enrolled-tablet.ts';
import type { Profile } from '../contract/profile.ts';
import { type Device, type DeviceUser, type Pin, readSetting, writeSetting } from '../store/device.ts';
import { isTabletReplica, tabletReplica } from '../store/replica.ts';

const ENROLLED = 'enrolledTablet';
const ROSTER = 'tabletRoster';

/** The enrolment of this device. Times are ISO 8601; an ETag is null before the first answer. */
export type EnrolledHere = Pick<TabletEnrolled, 'credential' | 'tablet' | 'organization'> & {
  enrolledAt: string;
  lastContactAt: string | null;
  eraseAfterDays: number | null;
  rosterAt: string | null;
  rosterEtag: string | null;
  coursesEtag: string | null;
  /** The versions of the content that was asked for, by course. */
  courses: Record<number, string>;
};

/** Undefined on a device that is not enrolled. */
export async function readEnrolled(device: Device): Promise<EnrolledHere | undefined> {
  return (await readSetting(device, ENROLLED)) as EnrolledHere | undefined;
}

export async function saveEnrolled(device: Device, answer: TabletEnrolled, at: string): Promise<void> {
  const { credential, tablet, organization } = answer;
  const fresh = { lastContactAt: null, eraseAfterDays: null, rosterAt: null, rosterEtag: null, coursesEtag: null };
  await writeSetting(device, ENROLLED, { credential, tablet, organization, enrolledAt: at, ...fresh, courses: {} });
}

export function changeEnrolled(device: Device, change: Partial<EnrolledHere>): Promise<void> {
  return device.transaction('rw', device.settings, async () => {
    const known = await readEnrolled(device);
    if (known) await writeSetting(device, ENROLLED, { ...known, ...change });
  });
}

/** What a contact answered. */
export function saveContact(device: Device, answer: TabletContactAnswer, at: string): Promise<void> {
  const { tablet, organization, eraseAfterDays, credential } = answer;
  const facts = { tablet, organization, eraseAfterDays, lastContactAt: at };
  return changeEnrolled(device, credential ? { ...facts, credential } : facts);
}

export async function readRoster(device: Device): Promise<RosterPerson[]> {
  return ((await readSetting(device, ROSTER)) as RosterPerson[] | undefined) ?? [];
}

/** The device is no tablet of an organization any more. Work that could not be sent stays with its people. */
export async function forgetEnrolled(device: Device): Promise<void> {
  await device.settings.bulkDelete([ENROLLED, ROSTER]);
  await device.people.filter(({ ofTablet }) => ofTablet !== undefined).modify(leave);
}

function leave(person: DeviceUser): void {
  person.ofTablet = 'left';
  delete person.pin;
  delete person.card;
}

/** The bearer with which this device sends for a person who has no sign-in of their own; undefined where it does not. */
export async function tabletToken(device: Device, userId: string): Promise<string | undefined> {
  const enrolled = await readEnrolled(device);
  if (!enrolled) return undefined;
  if (isTabletReplica(userId)) return userId === tabletReplica(enrolled.tablet.id) ? enrolled.credential : undefined;
  return (await device.people.get(userId))?.ofTablet ? enrolled.credential : undefined;
}

/** Takes over a roster: new people and PINs come, and whoever left it opens nothing any more. */
export async function saveRoster(device: Device, people: RosterPerson[], etag: string | null, at: string) {
  const onRoster = new Map(people.map((person) => [person.id, person]));
  await device.transaction('rw', [device.people, device.settings], async () => {
    await writeSetting(device, ROSTER, people);
    await changeEnrolled(device, { rosterEtag: etag, rosterAt: at });
    const enrolled = await readEnrolled(device);
    const known = await device.people.filter(({ ofTablet }) => ofTablet !== undefined).toArray();
    for (const person of known) {
      const now = onRoster.get(person.userId);
      if (now && enrolled) await device.people.put(met(person, now, enrolled));
      else await device.people.update(person.userId, { ofTablet: 'left', pin: undefined, card: undefined });
    }
  });
}

/** Somebody taps their name: from now on this device knows them, and counts their tries. */
export async function meetPerson(device: Device, userId: string): Promise<DeviceUser | undefined> {
  return device.transaction('rw', [device.people, device.settings], async () => {
    const [enrolled, roster, known] = await Promise.all([
      readEnrolled(device),
      readRoster(device),
      device.people.get(userId),
    ]);
    const person = roster.find(({ id }) => id === userId);
    if (!enrolled || !person) return known;
    const { name, signInName: email } = person;
    const next = met({ pendingCount: 0, lastSyncAt: null, ...known, userId, name, email }, person, enrolled);
    await device.people.put(next);
    return next;
  });
}

/** What the roster says of a person, over what this device knows. Tries at the same PIN or card stay counted. */
function met(known: DeviceUser, person: RosterPerson, { organization }: EnrolledHere): DeviceUser {
  const next: DeviceUser = {
    ...known,
    name: person.name,
    email: person.signInName,
    // A card signs them in like a link.
    signsInByLink: known.signsInByLink ?? true,
    ofTablet: known.ofTablet === 'here' ? 'here' : 'known',
    profile: profileOf(person, organization, known.profile),
  };
  const own = known.pin && toBase64(known.pin.salt);
  const isUnsent = own !== undefined && own !== known.sentPin;
  if (!isUnsent && person.pin?.salt !== own) {
    if (person.pin) Object.assign(next, { pin: pinOf(person.pin, person.pin.length), sentPin: person.pin.salt });
    else delete next.pin;
  }
  const { card } = person;
  if (!card || card.id === known.usedCard) delete next.card;
  else if (known.card?.id !== card.id) next.card = { ...pinOf(card, CARD_CODE_LENGTH), id: card.id };
  return next;
}

const CARD_CODE_LENGTH = 8;

const pinOf = ({ salt, rounds, hash }: Verifier, length: number): Pin => ({
  length,
  rounds,
  salt: fromBase64(salt),
  hash: fromBase64(hash),
  wrongTries: 0,
  nextTryAt: 0,
});

function profileOf(
  { id, name, language, leads }: RosterPerson,
  organization: EnrolledHere['organization'],
  known?: Profile,
): Profile {
  const never = '1970-01-01T00:00:00.000Z';
  const own = known ?? { avatar_url: null, created_at: never, updated_at: never };
  const rights = { is_org_admin: false, is_super_admin: false, leads_group: leads };
  return {
    ...own,
    ...{ id, email: '', full_name: name, has_real_name: true, language, organization_id: organization.id },
    organization: { ...known?.organization, ...organization },
    ...rights,
  };
}

/** A person has opened their account here. */
export async function noteOpened(device: Device, userId: string): Promise<void> {
  const known = await device.people.get(userId);
  if (known?.ofTablet) await device.people.update(userId, { ofTablet: 'here' });
}

/** The card of this person has opened their account, and opens it no more. */
export async function noteCardUsed(device: Device, userId: string): Promise<void> {
  const card = (await device.people.get(userId))?.card;
  if (card) await device.people.update(userId, { usedCard: card.id });
}

/** The PINs that the server does not know yet. */
export async function unsentPins(device: Device, at: string): Promise<TabletContact['pins']> {
  const people = await device.people.filter(({ ofTablet, pin }) => Boolean(ofTablet && pin)).toArray();
  return people.flatMap(({ userId, pin, sentPin, usedCard }) => {
    if (!pin || toBase64(pin.salt) === sentPin) return [];
    const { length, rounds, salt, hash } = pin;
    const verifier: RosterPin = { length, rounds, salt: toBase64(salt), hash: toBase64(hash), setAt: at };
    return [{ userId, pin: verifier, cardId: usedCard ?? null }];
  });
}

export async function notePinsSent(device: Device, pins: TabletContact['pins']): Promise<void> {
  for (const { userId, pin } of pins) await device.people.update(userId, { sentPin: pin.salt });
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
