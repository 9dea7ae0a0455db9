// The texts of our mails, by kind.
import { WEBHOOK_PAUSED_AFTER_DAYS } from '#sync/contract/webhook.ts';
import { type MailContent, renderMail } from './mail-layout.ts';

export type MailKind = keyof typeof CONTENT;

export interface MailFields {
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

const ONCE = 'This link works once and expires in one hour.';
const NOT_EXPECTED = 'Not expecting this invitation? You can ignore this email.';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const shortDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Without a subject of its own a mail has its title as subject. */
type Content = MailContent & { subject?: string };

const CONTENT = {
  signup: ({ link }) => ({
    title: 'Confirm your email address',
    lines: ['Confirm your email address to start your training.', ONCE],
    button: { label: 'Confirm and sign in', link },
    footnote: "Didn't sign up? You can ignore this email.",
  }),
  magiclink: ({ link }) => ({
    subject: 'Your sign-in link',
    title: 'Sign in to Groundwork',
    lines: ['Use this link to sign in without a password.', ONCE],
    button: { label: 'Sign in', link },
    footnote: "Didn't request this? You can ignore this email; no one can sign in without it.",
  }),
  recovery: ({ link }) => ({
    title: 'Set a new password',
    lines: ['We received a request to reset your password.', ONCE],
    button: { label: 'Choose a new password', link },
    footnote: "Didn't request this? You can ignore this email; your password won't change.",
  }),
  password_changed: ({ link, at }) => ({
    title: 'Your password was changed',
    lines: [
      `The password of your account was changed on ${minute.format(at)} (UTC).`,
      'All other devices have been signed out.',
    ],
    button: { label: 'Set a new password', link },
    footnote:
      'Was it you? Then there is nothing to do. If not, set a new password now: someone else used your account.',
  }),
  two_step_on: ({ link, at }) => ({
    title: 'Two-step sign-in was turned on',
    lines: [
      `Two-step sign-in was turned on for your account on ${minute.format(at)} (UTC). From now on signing in needs a code from your authenticator app.`,
      'Keep your recovery codes in a safe place. Devices that were signed in without a code have been signed out.',
    ],
    button: { label: 'Set a new password', link },
    footnote:
      'Was it you? Then there is nothing to do. If not, someone else used your account: ask a super admin to remove this second step, and then set a new password.',
  }),
  two_step_off: ({ link, at, by }) => ({
    title: 'Two-step sign-in was turned off',
    lines: [
      `Two-step sign-in was turned off for your account on ${minute.format(at)} (UTC)${by === 'recovery code' ? ' with one of your recovery codes' : by === 'administrator' ? ' by an administrator' : ''}.`,
      'Your password alone now signs you in. You can turn it on again on your dashboard.',
    ],
    button: { label: 'Set a new password', link },
    footnote:
      'Did you expect this? Then there is nothing to do. If not, set a new password now: someone else used your account.',
  }),
  invite: ({ link, organization }) => ({
    subject: organization ? `Join ${organization} on Groundwork` : 'You are invited to Groundwork',
    title: organization ? `Join ${organization}` : 'You are invited to Groundwork',
    lines: [
      organization
        ? `${organization} has invited you to train on Groundwork.`
        : 'You have an account on Groundwork now. Your training can begin.',
      ONCE,
    ],
    button: { label: 'Accept and sign in', link },
    footnote: NOT_EXPECTED,
  }),
  invitation: ({ link, organization, course, expiresAt }) => ({
    subject: `Join ${organization} on Groundwork`,
    title: `Join ${organization}`,
    lines: [
      `${organization} has invited you to train on Groundwork.`,
      ...(course ? [`You start with “${course}”.`] : []),
      `This invitation is for you only and works once${expiresAt ? `, until ${day.format(expiresAt)}` : ''}.`,
    ],
    button: { label: 'Accept the invitation', link },
    footnote: NOT_EXPECTED,
  }),
  email_change_current: ({ link, newEmail }) => ({
    subject: 'Confirm the change of your email address',
    title: 'Change your email address',
    lines: [
      `We received a request to change your email address to ${newEmail}.`,
      'The change takes effect when you have confirmed it from both addresses.',
      ONCE,
    ],
    button: { label: 'Confirm the change', link },
    footnote:
      "Didn't request this? Don't confirm it, and choose a new password: someone else may be signed in to your account.",
  }),
  email_change_new: ({ link }) => ({
    title: 'Confirm your new email address',
    lines: [
      'Confirm that you want to use this address for your account.',
      'The change takes effect when you have confirmed it from both addresses.',
      ONCE,
    ],
    button: { label: 'Confirm this address', link },
    footnote: "Didn't request this? You can ignore this email.",
  }),
  assigned: ({ link, organization, assigned = [], today = '' }) => {
    const one = assigned.length === 1 ? assigned[0]?.title : undefined;
    const isMoved = assigned.every((course) => course.isMoved);
    const which = one ?? `${assigned.length} courses`;
    const given = {
      subject: 'Training for you',
      title: one ? 'A course is waiting for you' : 'Courses are waiting for you',
    };
    const { subject, title } = isMoved
      ? { subject: 'New due date', title: 'When your training is due has changed' }
      : given;
    return {
      subject: `${subject}: ${which}`,
      title,
      lines: [
        ...assigned.map(({ title, dueOn, round }) =>
          dueOn ? dueLine({ title, dueOn, round }, today) : `“${title}” is among your courses.${againWords(round)}`,
        ),
        one ? 'You can take it offline, too.' : 'You can take them offline, too.',
      ],
      button: { label: one ? 'Open the course' : 'Open your courses', link },
      footnote: `You get this email because an administrator${organization ? ` of ${organization}` : ''} ${isMoved ? 'changed the due date' : `assigned ${one ? 'the course' : 'the courses'} to you`}. Write to them with any questions.`,
    };
  },
  reminder: ({ link, organization, due = [], today = '', unsubscribe }) => {
    const [first] = due;
    const isOverdue = first !== undefined && first.dueOn < today;
    const one = due.length === 1 ? first?.title : undefined;
    const on = first ? shortDay.format(new Date(first.dueOn)) : '';
    const when = isOverdue ? 'Overdue' : `Due ${one ? '' : 'from '}${on}`;
    const subject = `${when}: ${one ?? `${due.length} courses`}`;
    return {
      subject,
      title: isOverdue ? 'Your training is overdue' : `Your training is due ${one ? 'on' : 'from'} ${on}`,
      lines: [
        ...due.map((course) => dueLine(course, today)),
        due.every(({ round }) => round > 1)
          ? 'You can take it offline, too.'
          : 'You can continue where you left off, even offline.',
      ],
      button: { label: one ? 'Open the course' : 'Open your courses', link },
      ...reminderEnd(
        `You get this email because ${organization} set you a due date. Write to your administrator with any questions.`,
        unsubscribe,
      ),
    };
  },
  certificate_ends: ({ link, organization, ends = [], unsubscribe }) => {
    const one = ends.length === 1 ? ends[0] : undefined;
    const on = shortDay.format(new Date(ends[0]?.on ?? 0));
    return {
      subject: `Your certificate${one ? ' expires on' : 's expire from'} ${on}${one ? `: ${one.title}` : ''}`,
      title: one ? `Your certificate expires on ${on}` : `Your certificates expire from ${on}`,
      lines: [
        ...ends.map(({ title, on: end }) => `“${title}” is valid until ${fullDay(end)}.`),
        'To renew it, take the course again once an administrator has opened it for you.',
      ],
      button: { label: one ? 'Open the course' : 'See your certificates', link },
      ...reminderEnd(
        `You get this email because ${organization} sends reminders before certificates expire. Write to your administrator with any questions.`,
        unsubscribe,
      ),
    };
  },
  certificates_end: ({ link, organization, ends = [], people = 0, unsubscribe }) => {
    const whose = people === 1 ? 'person has' : 'people have';
    return {
      subject: `${people} ${whose} a certificate that expires soon`,
      title: 'Certificates expire soon',
      lines: [
        `${people} ${whose} a certificate of ${organization} that expires soon. They get an email too, unless they have stopped reminders.`,
        ...ends.map(
          (one) =>
            `“${one.title}”, until ${fullDay(one.on)}: ${one.people === 1 ? '1 person' : `${one.people} people`}.`,
        ),
      ],
      button: { label: 'See them and renew', link },
      footnote: `You get this email as an administrator of ${organization}, which sends reminders before certificates expire. You can change the days under People, Reminders.`,
      ...(unsubscribe && { aside: { label: 'Stop these emails', link: unsubscribe } }),
    };
  },
  webhook_paused: ({ link, organization, host }) => ({
    subject: `A webhook is paused: ${host}`,
    title: 'A webhook is paused',
    lines: [
      `${host} has accepted no message of ${organization} for ${WEBHOOK_PAUSED_AFTER_DAYS} days, so nothing more is sent there.`,
      'Check the receiver, then resume the webhook. Messages that failed are listed for 60 days and can be sent again.',
    ],
    button: { label: 'Open integrations', link },
    footnote: `You get this email as an administrator of ${organization}.`,
  }),
  admins_by_token: ({ organization, token, invited = [], removed = [] }) => ({
    subject: `An API token changed the administrators of ${organization}`,
    title: 'Administrators changed',
    lines: [
      ...(invited.length > 0 ? [`The API token “${token}” invited as administrators: ${addresses(invited)}.`] : []),
      ...(removed.length > 0 ? [`The API token “${token}” removed administrators: ${addresses(removed)}.`] : []),
      'If this is not what you expect, revoke the token under Integrations and the invitations under People.',
    ],
    footnote: `You get this email as an administrator of ${organization}.`,
  }),
  reauthentication: () => ({
    subject: 'Your confirmation code',
    title: "Confirm it's you",
    lines: ['Enter this code to confirm your change. It works once and expires in one hour.'],
    footnote: "Didn't request this? Choose a new password: someone else may be signed in to your account.",
  }),
} satisfies Record<string, (fields: MailFields) => Content>;

/** Why somebody gets a reminder, and how they stop it unless it is about required training. */
const reminderEnd = (why: string, unsubscribe: MailFields['unsubscribe']) => ({
  footnote: unsubscribe === null ? `${why} This training is required, so these reminders can't be turned off.` : why,
  ...(unsubscribe && { aside: { label: 'Stop these reminders', link: unsubscribe } }),
});

const MOST_ADDRESSES = 10;
const addresses = (all: readonly string[]) =>
  all.length > MOST_ADDRESSES
    ? `${all.slice(0, MOST_ADDRESSES).join(', ')} and ${all.length - MOST_ADDRESSES} more`
    : all.join(', ');

const fullDay = (date: string) => day.format(new Date(`${date}T00:00:00Z`));

function dueLine({ title, dueOn, round }: NonNullable<MailFields['due']>[number], today: string): string {
  return `“${title}” ${dueOn < today ? 'was' : 'is'} due on ${fullDay(dueOn)}.${againWords(round)}`;
}

const againWords = (round: number) => (round > 1 ? ' You completed it before: take it again from the beginning.' : '');

/**
 * The greeting. Whoever signs an address up chooses the name that its owner reads: a name that a mail program would turn
 * into a link, or that starts a line of its own, could carry a stranger's message in our mail.
 */
function greeting(name: string | undefined): string[] {
  const plain = name?.trim().slice(0, 99);
  return plain && !/[/:@<>\p{Cc}\p{Zl}\p{Zp}]|\.[\p{L}\p{N}]/u.test(plain) ? [`Hello ${plain},`] : [];
}

export function accountMail(kind: MailKind, fields: MailFields): Mail {
  const content: Content = CONTENT[kind](fields);
  const { subject = content.title } = content;
  const lines = [...greeting(fields.name), ...content.lines];
  // A line break in a name must not end a header.
  const rendered = renderMail({ ...content, lines, code: fields.code });
  const { unsubscribe } = fields;
  return { kind, subject: subject.replaceAll(/\p{Cc}+/gu, ' '), ...rendered, ...(unsubscribe && { unsubscribe }) };
}
