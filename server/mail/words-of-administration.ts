// The mails to the admins of an organization.
import { WEBHOOK_PAUSED_AFTER_DAYS } from '#sync/contract/webhook.ts';
import type { Words } from '../words/words.ts';
import type { Content, MailFields } from './mail-content.ts';

export const ADMIN_MAILS = {
  certificates_end: ({ link, organization = '', ends = [], people: count = 0, unsubscribe }, i18n) => ({
    subject: i18n._(
      '{count, plural, one {# person has a certificate that expires soon} other {# people have a certificate that expires soon}}',
      { count },
    ),
    title: i18n._('Certificates expire soon'),
    lines: [
      i18n._(
        '{count, plural, one {# person has a certificate of {organization} that expires soon.} other {# people have a certificate of {organization} that expires soon.}} They get an email too, unless they have stopped reminders.',
        { count, organization },
      ),
      ...ends.map(({ title, on, people = 0 }) =>
        i18n._('“{title}”, until {day}: {people, plural, one {# person} other {# people}}.', {
          title,
          people,
          day: i18n.day(on),
        }),
      ),
    ],
    button: { label: i18n._('See them and renew'), link },
    footnote: i18n._(
      'You get this email as an administrator of {organization}, which sends reminders before certificates expire. You can change the days under People, Reminders.',
      { organization },
    ),
    ...(unsubscribe && { aside: { label: i18n._('Stop these emails'), link: unsubscribe } }),
  }),
  webhook_paused: ({ link, organization = '', host = '' }, i18n) => ({
    subject: i18n._('A webhook is paused: {host}', { host }),
    title: i18n._('A webhook is paused'),
    lines: [
      i18n._(
        '{host} has accepted no message of {organization} for {days, plural, one {# day} other {# days}}, so nothing more is sent there.',
        { host, organization, days: WEBHOOK_PAUSED_AFTER_DAYS },
      ),
      i18n._(
        'Check the receiver, then resume the webhook. Messages that failed are listed for 60 days and can be sent again.',
      ),
    ],
    button: { label: i18n._('Open integrations'), link },
    footnote: i18n._('You get this email as an administrator of {organization}.', { organization }),
  }),
  admins_by_token: ({ organization = '', token = '', invited = [], removed = [] }, i18n) => ({
    subject: i18n._('An API token changed the administrators of {organization}', { organization }),
    title: i18n._('Administrators changed'),
    lines: [
      ...(invited.length > 0
        ? [
            i18n._('The API token “{token}” invited as administrators: {addresses}.', {
              token,
              addresses: addresses(invited, i18n),
            }),
          ]
        : []),
      ...(removed.length > 0
        ? [
            i18n._('The API token “{token}” removed administrators: {addresses}.', {
              token,
              addresses: addresses(removed, i18n),
            }),
          ]
        : []),
      i18n._('If this is not what you expect, revoke the token under Integrations and the invitations under People.'),
    ],
    footnote: i18n._('You get this email as an administrator of {organization}.', { organization }),
  }),
} satisfies Record<string, (fields: MailFields, i18n: Words) => Content>;

const MOST_ADDRESSES = 10;

function addresses(all: readonly string[], i18n: Words): string {
  const shown = all.slice(0, MOST_ADDRESSES).join(', ');
  const count = all.length - MOST_ADDRESSES;
  return count > 0
    ? i18n._('{addresses} and {count, plural, one {# more} other {# more}}', { addresses: shown, count })
    : shown;
}
