import * as z from 'zod/mini';
import { CARD_LENGTH, CARD_LETTERS } from './crew.ts';
import { Day } from './due.ts';
import { Count, Id } from './fields.ts';
import { TabletReport } from './tablet.ts';

// Tablets of an organization that are enrolled: they hold a credential of their own, the people who use them and their courses.

/** Every credential of a tablet begins with it. */
export const TABLET_CREDENTIAL = 'gwt_';

export const isTabletCredential = (token: string): boolean => token.startsWith(TABLET_CREDENTIAL);

/** The code that is typed, scanned or opened as a link; undefined for anything else. */
export function readTabletCode(text: string): string | undefined {
  const typed = text.trim();
  const code = (/\/tablet#(.+)$/.exec(typed)?.[1] ?? typed).toUpperCase().replace(/[\s\-–—._]/g, '');
  return code.length === CARD_LENGTH && [...code].every((letter) => CARD_LETTERS.includes(letter)) ? code : undefined;
}

const Base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/), z.maxLength(200));

/** PBKDF2-SHA256 of what opens an account, 32 bytes. */
export const Verifier = z.object({ salt: Base64, rounds: z.int().check(z.gte(1), z.lte(10_000_000)), hash: Base64 });
export type Verifier = z.infer<typeof Verifier>;

/** `length` is the count of digits. */
export const RosterPin = z.extend(Verifier, { length: z.int().check(z.gte(4), z.lte(8)), setAt: z.iso.datetime() });
export type RosterPin = z.infer<typeof RosterPin>;

/** Somebody who uses the tablet. */
export const RosterPerson = z.object({
  id: z.uuid(),
  name: z.string(),
  signInName: z.string(),
  language: z.nullable(z.string()),
  /** They lead a group that uses the tablet. */
  leads: z.boolean(),
  pin: z.nullable(RosterPin),
  /** Of the code of their unused card, in capitals. */
  card: z.nullable(z.extend(Verifier, { id: z.string(), expiresAt: z.iso.datetime() })),
  /** The courses of the tablet in which they are enrolled, and how far they are. */
  courses: z.array(
    z.object({
      id: Id,
      percent: Count,
      dueOn: z.nullable(Day),
      lastActivityAt: z.nullable(z.string()),
    }),
  ),
});
export type RosterPerson = z.infer<typeof RosterPerson>;

/** Response of GET /api/tablet/roster, with an ETag. */
export const TabletRoster = z.object({ people: z.array(RosterPerson) });
export type TabletRoster = z.infer<typeof TabletRoster>;

/** Response of GET /api/tablet/courses, with an ETag: what the tablet keeps, in the order of due dates. A version changes with the content. */
export const TabletCourses = z.object({ courses: z.array(z.object({ id: Id, version: z.string() })) });
export type TabletCourses = z.infer<typeof TabletCourses>;

const Facts = {
  tablet: z.object({ id: z.uuid(), name: z.string(), groups: z.array(z.string()) }),
  organization: z.object({ id: z.string(), name: z.string() }),
};

/** Response of POST /api/tablet/enroll. */
export const TabletEnrolled = z.object({ ...Facts, credential: z.string(), people: Count, courses: Count });
export type TabletEnrolled = z.infer<typeof TabletEnrolled>;

/** Body of POST /api/tablet/contact. */
export const TabletContact = z.object({
  report: z.extend(TabletReport, {
    lessonsHere: Count,
    lessonsWanted: Count,
    rosterAt: z.nullable(z.iso.datetime()),
    /** There was no room for all of it. */
    isFull: z.boolean(),
  }),
  /** Set here since the last contact; the card of this id was used for it. */
  pins: z.array(z.object({ userId: z.uuid(), pin: RosterPin, cardId: z.nullable(z.string()) })),
});
export type TabletContact = z.infer<typeof TabletContact>;

/** Its response; `credential` takes the place of the one that was used. */
export const TabletContactAnswer = z.object({
  ...Facts,
  eraseAfterDays: z.nullable(Count),
  command: z.nullable(z.enum(['erase'])),
  credential: z.optional(z.string()),
});
export type TabletContactAnswer = z.infer<typeof TabletContactAnswer>;
