// A contact of an enrolled tablet with the server (Y33): it reports how it is, sends the PINs that were set here, and gets its people and
// its courses. It sends with the tablet's own credential, also when nobody has signed in.

import { TabletContactAnswer, TabletCourses, TabletEnrolled, TabletRoster } from '../contract/enrolled-tablet.ts';
import { RefusalBody } from '../contract/refusal.ts';
import type { TabletReport } from '../contract/tablet.ts';
import { readDownloadStatus } from '../downloads/downloads-db.ts';
import type { MediaCache } from '../downloads/media-cache.ts';
import type { EnginePorts, TransportResponse } from '../ports.ts';
import type { Device } from '../store/device.ts';
import {
  type EnrolledHere,
  notePinsSent,
  readEnrolled,
  saveContact,
  saveEnrolled,
  saveRoster,
  unsentPins,
} from './enrolled-tablet.ts';
import { readTablet } from './tablet.ts';
import { countTabletLessons, followCourses } from './tablet-content.ts';

type Ports = Pick<EnginePorts, 'transport' | 'clock' | 'lock'>;

/** 'revoked': the tablet is no longer one of the organization; 'erase': an admin wants it emptied. */
export type Contact = 'fresh' | 'offline' | 'refused' | 'revoked' | 'erase' | 'busy';

const TIMEOUT_MS = 30_000;
const LOCK = 'groundwork-tablet';

/** Why an enrolment was refused, in the server's words; without `code` there was no answer. */
export class EnrollmentRefused extends Error {
  readonly code: string | undefined;
  constructor(message: string, code?: string) {
    super(message);
    this.name = 'EnrollmentRefused';
    this.code = code;
  }
}

/** Makes this device a tablet of the organization that gave the code. Throws EnrollmentRefused. */
export async function enrollTablet(device: Device, { transport, clock }: Ports, code: string): Promise<TabletEnrolled> {
  const { id: deviceId } = await readTablet(device, clock.now());
  const request = { method: 'POST', path: '/api/tablet/enroll', headers: {}, body: { code, deviceId } } as const;
  const response = await transport.send({ ...request, timeoutMs: TIMEOUT_MS });
  if (response.kind === 'none' || !response.marked) throw new EnrollmentRefused('');
  const enrolled = TabletEnrolled.safeParse(response.body);
  if (response.status !== 200 || !enrolled.success) {
    const { data } = RefusalBody.safeParse(response.body);
    throw new EnrollmentRefused(data?.message ?? '', data?.code);
  }
  await saveEnrolled(device, enrolled.data, new Date(clock.now()).toISOString());
  return enrolled.data;
}

/** One contact over all tabs: the credential may be renewed by it. */
export async function contactTablet(
  device: Device,
  ports: Ports,
  { cache, ...facts }: Pick<TabletReport, 'version' | 'storage'> & { cache: MediaCache | undefined },
): Promise<Contact> {
  let contact: Contact = 'busy';
  await ports.lock.hold(LOCK, false, async () => {
    const enrolled = await readEnrolled(device);
    contact = enrolled ? await contactOnce(device, ports, { enrolled, cache, facts }) : 'refused';
  });
  return contact;
}

type Facts = {
  enrolled: EnrolledHere;
  cache: MediaCache | undefined;
  facts: Pick<TabletReport, 'version' | 'storage'>;
};

async function contactOnce(
  device: Device,
  { transport, clock }: Ports,
  { enrolled, cache, facts }: Facts,
): Promise<Contact> {
  const at = new Date(clock.now()).toISOString();
  const send = async (method: 'GET' | 'POST', path: string, more: { body?: unknown; etag?: string | null } = {}) => {
    // What the contact has renewed is used at once.
    const { credential } = (await readEnrolled(device)) ?? enrolled;
    const known: Record<string, string> = more.etag ? { 'If-None-Match': more.etag } : {};
    const headers = { Authorization: `Bearer ${credential}`, ...known };
    return transport.send({ method, path, headers, body: more.body, timeoutMs: TIMEOUT_MS });
  };
  const [own, lessons, status, pins] = await Promise.all([
    readTablet(device, clock.now()),
    countTabletLessons(device, enrolled.tablet.id),
    readDownloadStatus(device),
    unsentPins(device, at),
  ]);
  const { lessonsHere, lessonsWanted } = lessons;
  const report = {
    ...own,
    ...facts,
    lessonsHere,
    lessonsWanted,
    rosterAt: enrolled.rosterAt,
    isFull: status?.kind === 'full',
  };
  const answer = await send('POST', '/api/tablet/contact', { body: { report, pins } });
  const trouble = troubleOf(answer);
  if (trouble) return trouble;
  const contact = TabletContactAnswer.safeParse(bodyOf(answer));
  if (!contact.success) return 'refused';
  await saveContact(device, contact.data, at);
  await notePinsSent(device, pins);
  if (contact.data.command === 'erase') return 'erase';
  // People first: where there is no room for every course, everybody can still continue.
  const roster = await send('GET', '/api/tablet/roster', { etag: enrolled.rosterEtag });
  const people = TabletRoster.safeParse(bodyOf(roster));
  if (people.success) await saveRoster(device, people.data.people, etagOf(roster), at);
  const courses = await send('GET', '/api/tablet/courses', { etag: enrolled.coursesEtag });
  const list = TabletCourses.safeParse(bodyOf(courses));
  if (list.success && cache) await followCourses(device, cache, list.data, { etag: etagOf(courses), now: clock.now() });
  return troubleOf(roster) ?? troubleOf(courses) ?? 'fresh';
}

function troubleOf(response: TransportResponse): 'offline' | 'refused' | 'revoked' | undefined {
  if (response.kind === 'none' || !response.marked) return 'offline';
  if (response.status === 200 || response.status === 304) return undefined;
  if (response.status === 429 || response.status >= 500) return 'offline';
  return RefusalBody.safeParse(response.body).data?.code === 'tablet_revoked' ? 'revoked' : 'refused';
}

const bodyOf = (response: TransportResponse) =>
  response.kind === 'response' && response.status === 200 ? response.body : undefined;
const etagOf = (response: TransportResponse) => (response.kind === 'response' ? (response.etag ?? null) : null);
