// Our mails, by kind, in the language of whoever gets them.
import { type Words, words } from '../words/words.ts';
import { type MailContent, renderMail } from './mail-layout.ts';
import { ACCOUNT_MAILS } from './words-of-accounts.ts';
import { ADMIN_MAILS } from './words-of-administration.ts';
import { TRAINING_MAILS } from './words-of-training.ts';

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

/** A mail without its address. */
export interface Mail {
  kind: MailKind;
  subject: string;
  text: string;
  html: string;
  unsubscribe?: string;
  /** Due dates, sent along as a file. */
  calendar?: string;
}

/** Without a subject of its own a mail has its title as subject. */
export type Content = MailContent & { subject?: string };

const CONTENT = { ...ACCOUNT_MAILS, ...TRAINING_MAILS, ...ADMIN_MAILS };
export type MailKind = keyof typeof CONTENT;

/**
 * Whether a mail greets with this name. Whoever signs an address up chooses the name that its owner reads: a name that a mail program would
 * turn into a link, or that starts a line of its own, could carry a stranger's message in our mail.
 */
const isGreeted = (name: string) => name !== '' && !/[/:@<>\p{Cc}\p{Zl}\p{Zp}]|\.[\p{L}\p{N}]/u.test(name);

export function accountMail(kind: MailKind, fields: MailFields, i18n: Words = words(fields.language)): Mail {
  const content: Content = CONTENT[kind](fields, i18n);
  const { subject = content.title } = content;
  const name = fields.name?.trim().slice(0, 99) ?? '';
  const lines = [...(isGreeted(name) ? [i18n._('Hello {name},', { name })] : []), ...content.lines];
  const rendered = renderMail({ ...content, lines, code: fields.code }, i18n);
  const { unsubscribe } = fields;
  // A line break in a name must not end a header.
  return { kind, subject: subject.replaceAll(/\p{Cc}+/gu, ' '), ...rendered, ...(unsubscribe && { unsubscribe }) };
}
