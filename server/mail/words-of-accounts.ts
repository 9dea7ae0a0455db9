// The mails about signing in, the account and invitations.
import type { Words } from '../words/words.ts';
import type { Content, MailFields } from './mail-content.ts';

const once = (i18n: Words) => i18n._('This link works once and expires in one hour.');
const notExpected = (i18n: Words) => i18n._('Not expecting this invitation? You can ignore this email.');

export const ACCOUNT_MAILS = {
  signup: ({ link }, i18n) => ({
    title: i18n._('Confirm your email address'),
    lines: [i18n._('Confirm your email address to start your training.'), once(i18n)],
    button: { label: i18n._('Confirm and sign in'), link },
    footnote: i18n._("Didn't sign up? You can ignore this email."),
  }),
  magiclink: ({ link }, i18n) => ({
    subject: i18n._('Your sign-in link'),
    title: i18n._('Sign in to Groundwork'),
    lines: [i18n._('Use this link to sign in without a password.'), once(i18n)],
    button: { label: i18n._('Sign in'), link },
    footnote: i18n._("Didn't request this? You can ignore this email; no one can sign in without it."),
  }),
  recovery: ({ link }, i18n) => ({
    title: i18n._('Set a new password'),
    lines: [i18n._('We received a request to reset your password.'), once(i18n)],
    button: { label: i18n._('Choose a new password'), link },
    footnote: i18n._("Didn't request this? You can ignore this email; your password won't change."),
  }),
  password_changed: ({ link, at }, i18n) => ({
    title: i18n._('Your password was changed'),
    lines: [
      i18n._('The password of your account was changed on {when} (UTC).', { when: i18n.minute(at) }),
      i18n._('All other devices have been signed out.'),
    ],
    button: { label: i18n._('Set a new password'), link },
    footnote: i18n._(
      'Was it you? Then there is nothing to do. If not, set a new password now: someone else used your account.',
    ),
  }),
  two_step_on: ({ link, at }, i18n) => ({
    title: i18n._('Two-step sign-in was turned on'),
    lines: [
      i18n._(
        'Two-step sign-in was turned on for your account on {when} (UTC). From now on signing in needs a code from your authenticator app.',
        { when: i18n.minute(at) },
      ),
      i18n._(
        'Keep your recovery codes in a safe place. Devices that were signed in without a code have been signed out.',
      ),
    ],
    button: { label: i18n._('Set a new password'), link },
    footnote: i18n._(
      'Was it you? Then there is nothing to do. If not, someone else used your account: ask a super admin to remove this second step, and then set a new password.',
    ),
  }),
  two_step_off: ({ link, at, by }, i18n) => ({
    title: i18n._('Two-step sign-in was turned off'),
    lines: [
      turnedOff(by, i18n.minute(at), i18n),
      i18n._('Your password alone now signs you in. You can turn it on again on your dashboard.'),
    ],
    button: { label: i18n._('Set a new password'), link },
    footnote: i18n._(
      'Did you expect this? Then there is nothing to do. If not, set a new password now: someone else used your account.',
    ),
  }),
  invite: ({ link, organization }, i18n) => {
    const account = {
      title: i18n._('You are invited to Groundwork'),
      line: i18n._('You have an account on Groundwork now. Your training can begin.'),
    };
    const { line, ...head } = organization ? invitedTo(organization, i18n) : account;
    return {
      ...head,
      lines: [line, once(i18n)],
      button: { label: i18n._('Accept and sign in'), link },
      footnote: notExpected(i18n),
    };
  },
  invitation: ({ link, organization = '', course, expiresAt }, i18n) => {
    const { line, ...head } = invitedTo(organization, i18n);
    return {
      ...head,
      lines: [
        line,
        ...(course ? [i18n._('You start with “{course}”.', { course })] : []),
        expiresAt
          ? i18n._('This invitation is for you only and works once, until {day}.', { day: i18n.day(expiresAt) })
          : i18n._('This invitation is for you only and works once.'),
      ],
      button: { label: i18n._('Accept the invitation'), link },
      footnote: notExpected(i18n),
    };
  },
  email_change_current: ({ link, newEmail = '' }, i18n) => ({
    subject: i18n._('Confirm the change of your email address'),
    title: i18n._('Change your email address'),
    lines: [
      i18n._('We received a request to change your email address to {newEmail}.', { newEmail }),
      i18n._('The change takes effect when you have confirmed it from both addresses.'),
      once(i18n),
    ],
    button: { label: i18n._('Confirm the change'), link },
    footnote: i18n._(
      "Didn't request this? Don't confirm it, and choose a new password: someone else may be signed in to your account.",
    ),
  }),
  email_change_new: ({ link }, i18n) => ({
    title: i18n._('Confirm your new email address'),
    lines: [
      i18n._('Confirm that you want to use this address for your account.'),
      i18n._('The change takes effect when you have confirmed it from both addresses.'),
      once(i18n),
    ],
    button: { label: i18n._('Confirm this address'), link },
    footnote: i18n._("Didn't request this? You can ignore this email."),
  }),
  reauthentication: (_fields, i18n) => ({
    subject: i18n._('Your confirmation code'),
    title: i18n._("Confirm it's you"),
    lines: [i18n._('Enter this code to confirm your change. It works once and expires in one hour.')],
    footnote: i18n._("Didn't request this? Choose a new password: someone else may be signed in to your account."),
  }),
} satisfies Record<string, (fields: MailFields, i18n: Words) => Content>;

function invitedTo(organization: string, i18n: Words) {
  return {
    subject: i18n._('Join {organization} on Groundwork', { organization }),
    title: i18n._('Join {organization}', { organization }),
    line: i18n._('{organization} has invited you to train on Groundwork.', { organization }),
  };
}

function turnedOff(by: MailFields['by'], when: string, i18n: Words): string {
  if (by === 'recovery code')
    return i18n._('Two-step sign-in was turned off for your account on {when} (UTC) with one of your recovery codes.', {
      when,
    });
  if (by === 'administrator')
    return i18n._('Two-step sign-in was turned off for your account on {when} (UTC) by an administrator.', { when });
  return i18n._('Two-step sign-in was turned off for your account on {when} (UTC).', { when });
}
