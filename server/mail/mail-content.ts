// What a mail is about, and what it says.
import type { MailContent } from './mail-layout.ts';

export interface MailFields {
  /** A BCP 47 tag; one that has no catalog here gets English. */
  language: string;
  link: string;
  /** Six digits that do what the link does, on a device where the mail is not read. */
  code?: string | undefined;
  /** The address that a person wants instead of the present one. */
  newEmail?: string | undefined;
  /** The person's name, as far as it is known. */
  name?: string | undefined;
  organization?: string | undefined;
  /** When it happened. */
  at?: Date | undefined;
  /** Who turned the second step off; undefined for the person. */
  by?: 'recovery code' | 'administrator' | undefined;
  /** The course that an invitation brings. */
  course?: string | undefined;
  /** The API token that did it, and the addresses of the admins that it invited and removed. */
  token?: string;
  invited?: readonly string[];
  removed?: readonly string[];
  /** Where a webhook sends to. */
  host?: string;
  /** When an invitation ends; null for never. */
  expiresAt?: Date | null;
  /** What a reminder is about, the first one due first, and the day of the mail. */
  due?: readonly { title: string; dueOn: string; round: number }[];
  today?: string;
  /** The courses that an admin gave to the person. */
  assigned?: readonly { title: string; dueOn: string | null; round: number; isMoved: boolean }[];
  /** The certificates that end, the first to end first; admins get them by course and day, with how many people have them. */
  ends?: readonly { title: string; on: string; people?: number }[];
  /** How many people have one of them. */
  people?: number;
  /** Where the person stops these mails; null for required training. */
  unsubscribe?: string | null;
}

/** Without a subject of its own a mail has its title as subject. */
export type Content = MailContent & { subject?: string };
