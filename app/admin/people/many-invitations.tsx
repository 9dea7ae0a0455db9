// Invites many people from a file (R-Z6): parsed in the browser, validated by the server in a dry run, then invited.

import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { ADMIN_INVITATION_DAYS, INVITATIONS_LIMIT, type InvitationImportAnswer } from '#sync/contract/invitation.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextArea } from '../../ui/form/field.tsx';
import { locale } from '../../ui/language.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column, TableFilter } from '../../ui/table/table-view.ts';
import { emailPromise, MAIL_FACTS, mailTrouble, useMailFacts } from '../forms/mail-status.tsx';
import { CsvSource } from '../lists/csv-source.tsx';
import { type ChosenCourse, CourseChoice } from '../lists/searched-choices.tsx';
import { groupNames } from './group-names.ts';
import type { Guest } from './read-guests.ts';

const TEMPLATE = {
  name: 'invitations-template.csv',
  rows: [
    ['email', 'role', 'course', 'groups'],
    ['ada@company.example', 'member', t`Title of a course`, t`Crew 1, Night shift`],
    ['ben@company.example', 'admin', '', ''],
  ],
};

type GuestSourceProps = {
  organizationId: string;
  isChecking: boolean;
  onRead: (guests: Guest[], unread: string[]) => void;
  onCancel: () => void;
};

function GuestSource({ organizationId, isChecking, onRead, onCancel }: GuestSourceProps) {
  const [text, setText] = useState('');
  const take = async (source: string) => {
    const { readGuests } = await import('./read-guests.ts');
    const list = readGuests(source);
    if (list.error === undefined) onRead(list.guests, list.unread);
    return list.error;
  };
  return (
    <div className="flex max-w-prose flex-col gap-5">
      <p>
        <Trans>
          One person per line: <strong>email</strong>, then if you like <strong>role</strong> (member or admin),{' '}
          <strong>course</strong> (its title, to enroll them in) and <strong>groups</strong> (their names, with commas
          between them as in an exported list; a group that doesn't exist is made). Commas, semicolons and tabs are
          understood. At most {INVITATIONS_LIMIT.toLocaleString(locale)} people at a time. Whoever is in the
          organization already is added to the groups and gets no email. You can review before anyone is invited.
          Invitations of admins end after {ADMIN_INVITATION_DAYS} days.
        </Trans>
      </p>
      <TitleFinder organizationId={organizationId} />
      <CsvSource template={TEMPLATE} disabled={isChecking} onText={take}>
        {(read) => (
          <>
            <TextArea
              label={t`Or paste the list`}
              rows={6}
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
              className="[&_textarea]:font-mono [&_textarea]:text-sm"
            />
            <div className="flex flex-wrap gap-2">
              <Button size="big" disabled={isChecking || text.trim() === ''} onClick={() => read(text)}>
                {isChecking ? t`Checking...` : t`Check the list`}
              </Button>
              <Button size="big" variant="secondary" onClick={onCancel}>
                <Trans>Cancel</Trans>
              </Button>
            </div>
          </>
        )}
      </CsvSource>
    </div>
  );
}

/** Finds the titles that a list can name. */
function TitleFinder({ organizationId }: { organizationId: string }) {
  const [course, setCourse] = useState<ChosenCourse>();
  return (
    <div className="flex flex-wrap items-end gap-2">
      <CourseChoice
        className="min-w-64 grow"
        label={t`Courses that a list can name`}
        value={course}
        of={{ organizationId, among: 'takable' }}
        onChange={setCourse}
      />
      {course && <CopyButton label={t`Copy title`} text={course.title} noun={t`Title`} />}
    </div>
  );
}

/** A row of the list with the server's result. */
type CheckedGuest = Guest & {
  isInvited: boolean;
  isAdded: boolean;
  isSame: boolean;
  isWaiting: boolean;
  course: string | null;
  outcome: string;
  reason: string | null;
};

/** Those that are wrong come first, then those to invite or to add, then those who are in the organization as they are. */
const TONES = ['danger', 'complete', 'neutral'] as const;
const rankOf = ({ isInvited, isAdded, isSame }: CheckedGuest) => {
  if (isSame) return 2;
  return isInvited || isAdded ? 1 : 0;
};

const namesOf = (names: readonly string[]) => groupNames(names.map((name) => ({ name })));

const columns: readonly Column<CheckedGuest>[] = [
  { key: 'email', title: t`Email`, value: ({ email }) => email },
  { key: 'line', title: t`Row`, value: ({ line }) => line, isNumeric: true },
  { key: 'role', title: t`Role`, value: ({ role }) => role || 'member' },
  { key: 'course', title: t`Course`, value: ({ course, courseId }) => course ?? courseId },
  // As a list is read: those that were refused are corrected in the file and come again.
  { key: 'groups', title: t`Groups`, value: ({ group, groups = [] }) => namesOf(group ? [...groups, group] : groups) },
  {
    key: 'outcome',
    title: t`Outcome`,
    leaves: -1,
    isBrief: true,
    value: ({ outcome }) => outcome,
    cell: (guest) => <Badge tone={guest.isWaiting ? 'neutral' : TONES[rankOf(guest)]}>{guest.outcome}</Badge>,
  },
  { key: 'reason', title: t`Reason`, leaves: -1, value: ({ reason }) => reason },
];

/** Every row with its outcome and reason, also as a file; those that are wrong come first. */
function CheckedGuests({ guests, answer }: { guests: readonly Guest[]; answer: InvitationImportAnswer }) {
  const checked = guests.map((guest, at): CheckedGuest => {
    const judged = answer.rows[at];
    const isInvited = judged?.isInvited ?? false;
    const isAdded = judged?.isAdded ?? false;
    const isSame = judged?.isSame ?? false;
    const isWaiting = judged?.isWaiting ?? false;
    const outcome = outcomeOf({ isInvited, isAdded, isSame, isWaiting, dryRun: answer.dryRun });
    const told = { course: judged?.course ?? null, reason: judged?.reason ?? null };
    return { ...guest, isInvited, isAdded, isSame, isWaiting, outcome, ...told };
  });
  const rows = checked.toSorted((a, b) => rankOf(a) - rankOf(b));
  const shown: TableFilter<CheckedGuest> = {
    key: 'only',
    label: t`Rows shown`,
    options: [
      ['', t`All rows (${rows.length})`],
      ['refused', t`Refused (${answer.refused})`],
    ],
    holds: (guest) => rankOf(guest) === 0,
  };
  return (
    <DataTable
      label={answer.dryRun ? t`Checked list` : t`Invited list`}
      noun="row"
      prefix="list"
      rows={rows}
      rowKey={({ line }) => String(line)}
      columns={columns}
      filters={[shown]}
      empty={<EmptyState title={t`No rows`} />}
    />
  );
}

type Judged = Pick<CheckedGuest, 'isInvited' | 'isAdded' | 'isSame' | 'isWaiting'>;

function outcomeOf({ isInvited, isAdded, isSame, isWaiting, dryRun }: Judged & { dryRun: boolean }): string {
  if (isWaiting) return isInvited ? t`Being invited` : t`Being added`;
  if (isInvited) return dryRun ? t`Can be invited` : t`Invited`;
  if (isAdded) return dryRun ? t`Can be added` : t`Added`;
  return isSame ? t`Same` : t`Refused`;
}

type ManyInvitationsProps = { organization: { id: string; name: string }; onClose: () => void };

type Sending = { guests: Guest[]; dryRun: boolean };

export function ManyInvitationsForm({ organization, onClose }: ManyInvitationsProps) {
  const [guests, setGuests] = useState<Guest[]>([]);
  const [unread, setUnread] = useState<string[]>([]);
  const [answer, setAnswer] = useState<InvitationImportAnswer>();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step starts at its heading
  useEffect(() => heading.current?.focus(), [answer]);
  const mail = useMailFacts(organization.id);
  const { run, isRunning } = useApiMutation({
    send: ({ guests: all, dryRun }: Sending) => {
      const payload = { dryRun, rows: all.map(({ line: _, ...row }) => row) };
      return call(
        server.enterprise.admin.organizations[':id'].invitations.$post({ ...byId(organization.id), json: payload }),
      );
    },
    successToast: ({ dryRun, invited, added, rows }) => {
      if (dryRun) return undefined;
      if (waitingIn(rows) > 0) return { title: t`Invitations Started`, description: t`Follow them under the bell.` };
      if (invited > 0) {
        const promise = plural(invited, {
          one: '# person will get an email.',
          other: '# people will get an email.',
        });
        return { title: t`Invitations Made`, description: emailPromise(mail, promise) };
      }
      return added > 0
        ? {
            title: t`Added to Groups`,
            description: plural(added, { one: '# person added.', other: '# people added.' }),
          }
        : undefined;
    },
    errorToast: { title: t`Invitations Failed`, sentence: t`No one was invited.` },
    invalidates: [
      pathOf(server.enterprise.admin.organizations[':id'].invitations, byId(organization.id)),
      pathOf(server.enterprise.admin.organizations[':id'].groups, byId(organization.id)),
      MAIL_FACTS,
    ],
  });
  const send = async (sending: Sending) => {
    setGuests(sending.guests);
    const told = await run(sending);
    if (told) setAnswer(told);
  };
  return (
    <section aria-labelledby="many-invitations" className="flex flex-col gap-5">
      <h2 id="many-invitations" ref={heading} tabIndex={-1} className="font-semibold text-xl">
        {answer ? titleOf(answer) : t`Invite many people to ${organization.name}`}
      </h2>
      {answer ? (
        <>
          <div className="flex flex-wrap gap-2">
            {answer.dryRun && answer.invited + answer.added > 0 && (
              <Button size="big" disabled={isRunning} onClick={() => void send({ guests, dryRun: false })}>
                {isRunning ? t`Sending...` : actOf(answer)}
              </Button>
            )}
            {!answer.dryRun && (
              <Button size="big" onClick={onClose}>
                <Trans>Back to the invitations</Trans>
              </Button>
            )}
            <Button variant="secondary" size="big" onClick={() => setAnswer(undefined)}>
              <Trans>Upload another list</Trans>
            </Button>
          </div>
          {answer.newGroups.length > 0 && <p>{groupsMade(answer)}</p>}
          {answer.dryRun && answer.invited > 0 && mailTrouble(mail) && (
            <p className="text-warn-text">{emailPromise(mail, '')}</p>
          )}
          {answer.dryRun && unread.length > 0 && (
            <p className="text-ink-soft">
              <Trans>Not read: {unread.join(', ')}.</Trans>
            </p>
          )}
          <CheckedGuests guests={guests} answer={answer} />
        </>
      ) : (
        <GuestSource
          organizationId={organization.id}
          isChecking={isRunning}
          onRead={(found, titles) => {
            setUnread(titles);
            void send({ guests: found, dryRun: true });
          }}
          onCancel={onClose}
        />
      )}
    </section>
  );
}

function groupsMade({ dryRun, newGroups }: InvitationImportAnswer): string {
  const names = namesOf(newGroups);
  return dryRun
    ? plural(newGroups.length, { one: `Makes # new group: ${names}.`, other: `Makes # new groups: ${names}.` })
    : plural(newGroups.length, { one: `Made # new group: ${names}.`, other: `Made # new groups: ${names}.` });
}

/** What the button does: 'Invite 2 people and add 300 to groups'. */
function actOf({ invited, added }: InvitationImportAnswer): string {
  if (added === 0) return plural(invited, { one: 'Invite # person', other: 'Invite # people' });
  if (invited === 0) return plural(added, { one: 'Add # person to groups', other: 'Add # people to groups' });
  const others = added.toLocaleString(locale);
  return plural(invited, {
    one: `Invite # person and add ${others} to groups`,
    other: `Invite # people and add ${others} to groups`,
  });
}

const waitingIn = (rows: InvitationImportAnswer['rows']) => rows.filter(({ isWaiting }) => isWaiting).length;

function titleOf({ dryRun, invited, added, same, refused, rows }: InvitationImportAnswer): string {
  const first = dryRun
    ? plural(invited, { one: '# ready to invite', other: '# ready to invite' })
    : plural(invited, { one: '# person invited', other: '# people invited' });
  const waiting = waitingIn(rows);
  const words = [
    // Without anyone to invite, those who are added say it all.
    (invited > 0 || added === 0) && first,
    added > 0 &&
      (dryRun
        ? plural(added, { one: '# to add to groups', other: '# to add to groups' })
        : plural(added, { one: '# added to groups', other: '# added to groups' })),
    waiting > 0 && plural(waiting, { one: '# of them still being done', other: '# of them still being done' }),
    same > 0 && plural(same, { one: '# the same', other: '# the same' }),
    refused > 0 &&
      (dryRun
        ? plural(refused, { one: '# with problems', other: '# with problems' })
        : plural(refused, { one: '# row left out', other: '# rows left out' })),
  ];
  return words.filter(Boolean).join(', ');
}
