// The beginning of an overview: sentences to act on, each the way into the list that it counts.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import type { Attention } from '#sync/contract/analytics.ts';
import { CERTIFICATE_REMINDER_DAYS, SOON_DAYS } from '#sync/contract/certificate.ts';
import type { MailFacts } from '#sync/contract/mail.ts';
import { LATELY_DAYS, REMINDER_HOURS } from '#sync/contract/reminder.ts';
import { INACTIVE_DAYS } from '#sync/contract/standing.ts';
import { OLD_WORK_DAYS } from '#sync/contract/tablet.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { locale } from '../../ui/language.ts';
import { Link } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NotRead } from '../../ui/state-view.tsx';
import { mailTrouble, mailWords, useMailFacts } from '../forms/mail-status.tsx';

type NeedsAttentionProps = {
  /** Everyone's without one. */
  organizationId?: string;
  /** One of the organization's groups. */
  group?: string | undefined;
  isSuperAdmin: boolean;
  /** Narrows what the page counts. */
  choice?: ReactNode;
};

export function NeedsAttention({ organizationId, group, isSuperAdmin, choice }: NeedsAttentionProps) {
  const id = useId();
  const query = { ...(organizationId && { organizationId }), ...(group && { group }) };
  const { data, error, refetch } = useApiQuery(server.admin.attention, { query });
  const entries = data && entriesOf(data, { organizationId, group, isSuperAdmin }).toSorted(byUrgency);
  const mail = useMailFacts(organizationId);
  const trouble = mailTrouble(mail);
  const waiting = mail && trouble && mail.waiting > 0 && { ...mail, trouble };
  // Said once; among all organizations each entry says whose it is.
  const people = organizationId ? data?.organizations[0]?.people : undefined;
  return (
    <Card className="@container md:pointer-fine:[--spacing-touch:2.25rem]">
      <section aria-labelledby={id}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1 ps-5 pe-2">
          <h2 id={id} className="py-2 font-semibold text-lg">
            <Trans>Needs attention</Trans>
          </h2>
          {people !== undefined && (
            <p className="text-ink-soft text-sm tabular-nums">
              {plural(people, { one: '# person', other: '# people' })}
            </p>
          )}
          <div className="w-full empty:hidden sm:ms-auto sm:w-44 max-sm:-ms-3 print:hidden">{choice}</div>
        </div>
        {error && (
          <NotRead refetch={refetch}>
            <Trans>This could not be counted just now.</Trans>
          </NotRead>
        )}
        {!data && !error && <Skeleton className="mx-5 mb-5 h-28" />}
        {entries?.length === 0 && !waiting && (
          <p className="px-5 pb-4 text-ink-soft">
            <Trans>Nothing needs attention right now.</Trans>
          </p>
        )}
        <ul data-list className="overflow-clip rounded-b-lg">
          {entries?.filter(isStop).map((entry) => (
            <EntryRow key={entry.to} {...entry} />
          ))}
          {entries && waiting && <WaitingEmails {...waiting} />}
          {entries
            ?.filter((entry) => !isStop(entry))
            .map((entry) => (
              <EntryRow key={entry.to} {...entry} />
            ))}
        </ul>
      </section>
    </Card>
  );
}

const isStop = ({ urgency }: Entry) => urgency === 'stop';

const EntryRow = (entry: Entry) => (
  <li className={`${ROW} hover:bg-canvas ${EDGES[entry.urgency ?? 'none']}`}>
    <span
      className={`min-w-9 shrink-0 text-end font-bold text-lg tabular-nums md:min-w-14 ${FIGURES[entry.urgency ?? 'none']}`}
    >
      {entry.figure}
    </span>
    <span className="min-w-0 flex-1 @3xl:grid @3xl:grid-cols-[3fr_2fr] @3xl:items-center @3xl:gap-4">
      <Link
        to={entry.to}
        aria-label={`${entry.starts ? '' : `${entry.act}: `}${entry.figure} ${entry.text}`}
        className="block font-semibold after:absolute after:inset-0"
      >
        {entry.text}
      </Link>
      <span className="block text-ink-soft text-sm">
        {entry.note}
        {entry.within && entry.within.length > 0 && <Within counts={entry.within} />}
      </span>
    </span>
    <span className="min-w-20 shrink-0 text-end md:w-32 print:hidden">
      {entry.done ? (
        <span className="text-ink-soft text-sm">{entry.done}</span>
      ) : entry.starts ? (
        <Button
          variant="secondary"
          to={entry.starts}
          aria-label={`${entry.act}: ${entry.figure} ${entry.text}`}
          className="relative"
        >
          {entry.act}
        </Button>
      ) : (
        <span aria-hidden className="font-semibold text-accent-text">
          {entry.act}
        </span>
      )}
    </span>
  </li>
);

/** Emails that don't leave. What can be done about it is said above the page. */
const WaitingEmails = ({ waiting, trouble, seen }: MailFacts & { trouble: string }) => (
  <li className={`${ROW} ${EDGES.warn}`}>
    <span className="min-w-9 shrink-0 text-end font-bold text-lg text-warn-text tabular-nums md:min-w-14">
      {waiting.toLocaleString(locale)}
    </span>
    <span className="min-w-0 flex-1 @3xl:grid @3xl:grid-cols-[3fr_2fr] @3xl:items-center @3xl:gap-4">
      <span className="block font-semibold">{waiting === 1 ? t`email waits` : t`emails wait`}</span>
      <span className="block text-ink-soft text-sm">{trouble}</span>
    </span>
    <span className="min-w-20 shrink-0 text-end md:w-32">
      {seen && (
        <a
          href={seen}
          target="_blank"
          rel="noopener"
          className="font-semibold text-accent-text after:absolute after:inset-0"
        >
          <Trans>
            See them<span className="sr-only">: {waiting} emails (opens in a new tab)</span>
          </Trans>
        </a>
      )}
    </span>
  </li>
);

const ROW =
  'relative flex min-h-touch items-center gap-3 border-line border-t py-1 ps-4 pe-5 before:absolute before:inset-y-0 before:start-0 before:w-1';
/** The edge of an entry: red where work is forbidden or may be lost, amber where it is late or soon. */
const EDGES = { stop: 'before:bg-danger', warn: 'before:bg-warn', none: 'before:bg-line' };
const FIGURES = { stop: 'text-danger-text', warn: 'text-warn-text', none: '' };
const URGENCIES = Object.keys(EDGES);
const byUrgency = (a: Entry, b: Entry) =>
  URGENCIES.indexOf(a.urgency ?? 'none') - URGENCIES.indexOf(b.urgency ?? 'none');

/** How many certificates expire within other times, each the way into its list. */
type Within = { days: number; count: number; to: string }[];

/** '7 days: 1', the soonest first; to a screen reader each link says all of it. */
const Within = ({ counts }: { counts: Within }) => (
  <span className="flex flex-wrap gap-x-4">
    {counts.map(({ days, count, to }) => (
      <Link
        key={days}
        to={to}
        className="relative whitespace-nowrap rounded-sm py-1 underline underline-offset-4 max-lg:py-2.5"
      >
        <Trans>
          <span className="sr-only">Certificates that expire within </span>
          {days} days:
        </Trans>{' '}
        {count.toLocaleString(locale)}
      </Link>
    ))}
  </span>
);

/** `to` is the list that it counts; `starts` the same with the act begun, and `done` what is said while it need not be. */
type Entry = {
  urgency?: 'stop' | 'warn';
  figure: string;
  text: string;
  note: string;
  act: string;
  to: string;
  starts?: string;
  done?: string | undefined;
  within?: Within;
};

/** Undefined where someone was not emailed about it in the last days. */
const remindedLately = (at: string | null) =>
  at && Date.now() - Date.parse(at) < LATELY_DAYS * 86_400_000 ? mailWords({ state: 'sent', at }) : undefined;

/** What became of the emails about it, the worst first. They get no other one within REMINDER_HOURS, unless it could not be delivered. */
const emailedWords = ({ failed, waiting, sent }: Record<'failed' | 'waiting' | 'sent', number | undefined>) =>
  [
    ...(failed
      ? [plural(failed, { one: '# email could not be delivered', other: '# emails could not be delivered' })]
      : []),
    ...(waiting ? [plural(waiting, { one: '# email waiting', other: '# emails waiting' })] : []),
    ...(sent
      ? [
          plural(sent, {
            one: `# emailed in the last ${REMINDER_HOURS} hours`,
            other: `# emailed in the last ${REMINDER_HOURS} hours`,
          }),
        ]
      : []),
  ].join(', ');

const mailsOf = (organization: Attention['organizations'][number], standing: 'overdue' | 'behind') => ({
  failed: organization[`${standing}Failed`],
  waiting: organization[`${standing}Waiting`],
  sent: organization[`${standing}Emailed`],
});

/** Nothing for nobody. */
const entryOf = (count: number, text: string, more: Omit<Entry, 'figure' | 'text'>): Entry[] =>
  count > 0 ? [{ ...more, figure: count.toLocaleString(locale), text }] : [];

/** A quiz that fewer percent pass is as urgent as people who are late. */
const WEAK_BELOW = 50;

function entriesOf({ organizations, quiz }: Attention, scope: NeedsAttentionProps): Entry[] {
  const entries = organizations.flatMap((organization) => entriesAbout(organization, scope));
  if (!quiz) return entries;
  const { organizationId, group, isSuperAdmin } = scope;
  const of = `${organizationId && isSuperAdmin ? `&organizationId=${organizationId}` : ''}${group ? `&quiz-group=${group}` : ''}`;
  const to = organizationId
    ? `${paths.organizationQuizAnalytics()}?lessonId=${quiz.lessonId}${of}`
    : `${paths.adminQuizAnalytics()}?lessonId=${quiz.lessonId}`;
  const { lessonTitle, totalAttempts } = quiz;
  const note = plural(totalAttempts, {
    one: 'The lowest pass rate, of # attempt',
    other: 'The lowest pass rate, of # attempts',
  });
  const urgency = quiz.passRate < WEAK_BELOW ? { urgency: 'warn' as const } : {};
  const entry = { figure: `${quiz.passRate}%`, text: t`pass ${lessonTitle}`, note, act: t`Review`, to, ...urgency };
  return [...entries, entry];
}

/** The lists of an organization, as addresses to which a filter is added. */
function listsOf(id: string, { group, isSuperAdmin }: NeedsAttentionProps) {
  const ofGroup = group ? `group=${group}&` : '';
  if (!isSuperAdmin)
    return { people: `${paths.adminPeople()}?${ofGroup}`, invitations: `${paths.adminInvitations()}?${ofGroup}` };
  const page = paths.adminOrganization(id);
  return { people: `${page}?${ofGroup}`, invitations: `${page}?tab=invitations&${ofGroup}` };
}

function entriesAbout(organization: Attention['organizations'][number], scope: NeedsAttentionProps): Entry[] {
  const { organizationId } = scope;
  const { id, name, certificatesEnding, certificatesEnded, certificatesUnrenewed } = organization;
  const { unusedInvitations, endingInvitations } = organization;
  const noteOf = (words: string) => (organizationId ? words : [name, words].filter(Boolean).join(', '));
  const note = noteOf('');
  const lists = listsOf(id, scope);
  const seeing = (filter: string) => ({ note, act: t`See who`, to: `${lists.people}${filter}` });
  const starting = (act: 'remind' | 'renew', filter: string) => {
    const to = `${lists.people}${filter}`;
    return { note, act: act === 'remind' ? t`Remind` : t`Renew`, to, starts: `${to}&act=${act}` };
  };
  const unused = `${lists.invitations}state=unused&sort=created`;
  // Most never expire, and then there is nothing to extend.
  const extending = { act: t`Extend`, to: unused, starts: `${unused}&act=extend` };
  // The row is about those that expire soon; without any, about the next to expire.
  const days = ([SOON_DAYS, 60] as const).find((within) => certificatesEnding[within] > 0) ?? 90;
  const others = CERTIFICATE_REMINDER_DAYS.filter((other) => other !== days && certificatesEnding[other] > 0);
  const behind = plural(organization.behind, {
    one: 'person behind, due within a week',
    other: 'people behind, due within a week',
  });
  const ends = plural(certificatesEnding[days], {
    one: `person has a certificate that expires within ${days} days`,
    other: `people have a certificate that expires within ${days} days`,
  });
  const ended = plural(certificatesUnrenewed, {
    one: 'person has an expired certificate',
    other: 'people have an expired certificate',
  });
  const unusedWords = plural(unusedInvitations, {
    one: "invitation hasn't been used",
    other: "invitations haven't been used",
  });
  return [
    ...entryOf(organization.overdue, plural(organization.overdue, { one: 'person overdue', other: 'people overdue' }), {
      urgency: 'warn',
      ...starting('remind', 'standing=overdue&sort=due'),
      done: remindedLately(organization.overdueRemindedAt),
      note: noteOf(emailedWords(mailsOf(organization, 'overdue'))),
    }),
    ...entryOf(organization.behind, behind, {
      urgency: 'warn',
      ...starting('remind', 'standing=behind&sort=due'),
      done: remindedLately(organization.behindRemindedAt),
      note: noteOf(emailedWords(mailsOf(organization, 'behind'))),
    }),
    ...entryOf(certificatesEnding[days], ends, {
      urgency: 'warn',
      ...starting('renew', `certificates=${days}&sort=ends`),
      within: others.toReversed().map((other) => ({
        days: other,
        count: certificatesEnding[other],
        to: `${lists.people}certificates=${other}&sort=ends`,
      })),
    }),
    ...entryOf(certificatesUnrenewed, ended, {
      urgency: 'stop',
      ...starting('renew', 'certificates=unrenewed&sort=ends'),
    }),
    // Once all are renewed, those who have not completed the course since.
    ...entryOf(
      certificatesUnrenewed > 0 ? 0 : certificatesEnded,
      plural(certificatesEnded, {
        one: 'person is renewing an expired certificate',
        other: 'people are renewing an expired certificate',
      }),
      { urgency: 'stop', ...seeing('certificates=ended&sort=ends') },
    ),
    ...entryOf(
      organization.notStarted,
      plural(organization.notStarted, {
        one: "person has a course they haven't started",
        other: "people have a course they haven't started",
      }),
      seeing('standing=not-started&sort=due'),
    ),
    ...entryOf(
      organization.inactive,
      plural(organization.inactive, {
        one: `person inactive for ${INACTIVE_DAYS} days`,
        other: `people inactive for ${INACTIVE_DAYS} days`,
      }),
      { ...seeing('standing=inactive'), note: noteOf(t`Accounts older than ${INACTIVE_DAYS} days`) },
    ),
    ...entryOf(
      organization.tabletsWithOldWork,
      plural(organization.tabletsWithOldWork, {
        one: 'device holds work that was not sent',
        other: 'devices hold work that was not sent',
      }),
      {
        urgency: 'stop',
        note: noteOf(t`Older than ${OLD_WORK_DAYS} days`),
        act: t`See which`,
        to: `${paths.adminTablets()}?${organizationId ? '' : `organizationId=${id}&`}state=old-work&sort=-unsent`,
      },
    ),
    ...entryOf(unusedInvitations, unusedWords, {
      note: noteOf(
        endingInvitations > 0
          ? plural(endingInvitations, {
              one: 'More than a week old, # expired or about to expire',
              other: 'More than a week old, # expired or about to expire',
            })
          : t`More than a week old`,
      ),
      ...(endingInvitations > 0 ? extending : { act: t`See which`, to: unused }),
    }),
  ];
}
