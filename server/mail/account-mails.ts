// Our mails, by kind, in the language of whoever gets them.
import { type Words, words } from '../words/words.ts';
import type { Content, MailFields } from './mail-content.ts';
import { renderMail } from './mail-layout.ts';
import { ACCOUNT_MAILS } from './words-of-accounts.ts';
import { ADMIN_MAILS } from './words-of-administration.ts';
import { TRAINING_MAILS } from './words-of-training.ts';

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
