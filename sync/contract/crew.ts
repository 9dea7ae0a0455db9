import * as z from 'zod/mini';
import { Day } from './due.ts';
import { requiredText } from './fields.ts';
import { GROUPS_LIMIT } from './group.ts';

// People without an email address (decision 360): an admin adds them by name, and a card opens their account for them.

/** The most people that one list adds. */
export const NEW_PEOPLE_LIMIT = 2_000;
/** So many cards are made by one call, which alone has their codes. */
export const CARDS_AT_ONCE = 50;
export const CARD_DAYS = 30;

/** Without I, O, 0 and 1. */
export const CARD_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const CARD_LENGTH = 8;

/** The code that is typed or scanned, the link of a card among it; undefined for anything else. */
export function readCardCode(text: string): string | undefined {
  const typed = text.trim();
  const code = (/\/card#(.+)$/.exec(typed)?.[1] ?? typed).toUpperCase().replace(/[\s\-–—._]/g, '');
  return code.length === CARD_LENGTH && [...code].every((letter) => CARD_LETTERS.includes(letter)) ? code : undefined;
}

/** 'KR7M 4TQX', as cards show it. */
export const shownCardCode = (code: string) => `${code.slice(0, CARD_LENGTH / 2)} ${code.slice(CARD_LENGTH / 2)}`;

const Cell = z.string().check(z.maxLength(1000));

/** Body of POST /api/enterprise/admin/organizations/{id}/people. Rows are judged one by one; a dry run only reports. */
export const NewPeople = z.object({
  dryRun: z.boolean(),
  rows: z
    .array(
      z.object({
        name: Cell,
        number: z.optional(Cell),
        /** The title or the id of a course. */
        course: z.optional(Cell),
        /** Names of groups; those that the organization does not have are made. */
        groups: z.optional(z.array(Cell).check(z.maxLength(GROUPS_LIMIT + 1))),
      }),
    )
    .check(z.minLength(1), z.maxLength(NEW_PEOPLE_LIMIT)),
  /** The day by which all of them are to complete their courses. */
  dueOn: z.optional(Day),
});
export type NewPeople = z.infer<typeof NewPeople>;

export type NewPersonRow = {
  row: number;
  name: string;
  /** What they will be called at the sign-in, or are; null for a row that is left out. */
  signInName: string | null;
  /** Once they are added, and not left to a job. */
  userId: string | null;
  field: 'name' | 'number' | 'course' | 'group' | null;
  /** Why the row is left out. */
  reason: string | null;
  /** Somebody of this name is in the organization, or further up in the list: it may be the same person. */
  isNamesake: boolean;
};

export type NewPeopleAnswer = {
  dryRun: boolean;
  added: number;
  refused: number;
  newGroups: string[];
  /** So many of those who are added are still being done by a job. */
  waiting: number;
  rows: NewPersonRow[];
};

/** Body of POST /api/enterprise/admin/organizations/{id}/cards. */
export const NewCards = z.object({
  userIds: z.array(z.uuid().check(z.toLowerCase())).check(z.minLength(1), z.maxLength(CARDS_AT_ONCE)),
  /** A card or a device was lost: all their sign-ins end, and their password does. Else where they are signed in they stay so. */
  isLost: z.optional(z.boolean()),
});
export type NewCards = z.infer<typeof NewCards>;

/** A card, shown this once. */
export type SignInCard = {
  userId: string;
  name: string;
  signInName: string;
  number: string | null;
  code: string;
  expiresAt: string;
};

export type NewCardsAnswer = {
  organization: string;
  cards: SignInCard[];
  left: { userId: string; reason: string }[];
};

/** What is told of a card later on. */
export type CardState = { issuedAt: string; expiresAt: string; usedAt: string | null };

const REFUSED = 'A code has eight letters and digits.';

/** Body of POST /api/auth/card. `attempt` is random, and stays the same while one browser tries again: an answer may get lost. */
export const CardUse = z.object({
  code: z.pipe(
    z.string(REFUSED).check(
      z.maxLength(200, REFUSED),
      z.refine((text) => readCardCode(text) !== undefined, REFUSED),
    ),
    z.transform((text) => readCardCode(text) ?? ''),
  ),
  attempt: z.string().check(z.minLength(16), z.maxLength(100)),
});

export type CardUse = z.infer<typeof CardUse>;

/** A one-time link of the auth service, as `InvitationAccepted` has it. */
export type CardAccepted = { name: string; organization: string | null; link: { tokenHash: string; type: string } };

/** Body of POST /api/auth/sign-in-name. */
export const SignInName = z.object({
  organization: requiredText('Please enter your organization', 200, 'No organization has such a long name'),
  name: requiredText('Please enter your sign-in name', 100, 'No sign-in name is that long'),
});
export type SignInName = z.infer<typeof SignInName>;

/** What the auth service calls them. Of whoever is not there it looks the same. */
export type SignInNameAnswer = { account: string };
