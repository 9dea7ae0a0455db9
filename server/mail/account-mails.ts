// What our mails say, by kind.
import { type MailContent, renderMail } from './template.ts';

export type MailKind = 'signup' | 'magiclink' | 'recovery' | 'invite' | 'invitation';

export interface MailWords {
  link: string;
  /** What the person calls themselves, as far as anybody knows. */
  name?: string | undefined;
  organization?: string | undefined;
  /** The course that an invitation brings. */
  course?: string | undefined;
}

/** A mail without its address. */
export interface Mail {
  kind: MailKind;
  subject: string;
  text: string;
  html: string;
}

const ONCE = 'The button works once, for one hour.';
const NOT_EXPECTED = 'You did not expect this invitation? Then leave this mail alone, and nothing will happen.';

const WORDS: Record<MailKind, (words: MailWords) => MailContent & { subject: string }> = {
  signup: ({ link }) => ({
    subject: 'Confirm your email address',
    title: 'Confirm your email address',
    lines: ['One more step, and your training can begin: please confirm that this address is yours.', ONCE],
    button: { label: 'Confirm and sign in', link },
    footnote: 'You did not sign up? Then leave this mail alone, and nothing will happen.',
  }),
  magiclink: ({ link }) => ({
    subject: 'Your sign-in link',
    title: 'Sign in to Groundwork',
    lines: ['Here is the link that you asked for. It signs you in without a password.', ONCE],
    button: { label: 'Sign in', link },
    footnote: 'You did not ask for it? Then leave this mail alone; nobody gets in without it.',
  }),
  recovery: ({ link }) => ({
    subject: 'Set a new password',
    title: 'Set a new password',
    lines: ['Somebody, we hope you, asked to set a new password for your account.', ONCE],
    button: { label: 'Choose a new password', link },
    footnote: 'You did not ask for it? Then leave this mail alone, and your password stays as it is.',
  }),
  invite: ({ link, organization }) => ({
    subject: organization ? `Join ${organization} on Groundwork` : 'You are invited to Groundwork',
    title: organization ? `Join ${organization}` : 'You are invited to Groundwork',
    lines: [
      organization
        ? `Your place in the training of ${organization} is ready.`
        : 'Your place in the training is ready: an account was made for this address.',
      ONCE,
    ],
    button: { label: 'Accept and sign in', link },
    footnote: NOT_EXPECTED,
  }),
  invitation: ({ link, organization, course }) => ({
    subject: `Join ${organization} on Groundwork`,
    title: `Join ${organization}`,
    lines: [
      `${organization} invites you to its training.`,
      ...(course ? [`It begins with the course “${course}”.`] : []),
      'The invitation is for this address alone and works once.',
    ],
    button: { label: 'Accept the invitation', link },
    footnote: NOT_EXPECTED,
  }),
};

/**
 * How to greet somebody. Whoever signs an address up chooses the name that its owner reads: what a mail program would make
 * a link of, or what goes on in a line of its own, would be a stranger's message in our mail.
 */
function greeting(name: string | undefined): string[] {
  const plain = name?.trim().slice(0, 99);
  return plain && !/[/:@<>\p{Cc}\p{Zl}\p{Zp}]|\.[\p{L}\p{N}]/u.test(plain) ? [`Hello ${plain},`] : [];
}

/** The mail of a kind, whole. */
export function accountMail(kind: MailKind, words: MailWords): Mail {
  const { subject, ...content } = WORDS[kind](words);
  const lines = [...greeting(words.name), ...content.lines];
  // A line break in a name must not end a header.
  return { kind, subject: subject.replaceAll(/\p{Cc}+/gu, ' '), ...renderMail({ ...content, lines }) };
}
