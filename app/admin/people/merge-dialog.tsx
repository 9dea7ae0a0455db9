// Two accounts of one person become one: which account is the other one, which stays, and what that means, before it happens.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { MergeOutcome } from '#sync/contract/person.ts';
import { call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { toLoadError } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { locale } from '../../ui/language.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ORGANIZATION_LISTS } from '../forms/use-organizations.ts';
import type { Admin } from '../lists/admin-gate.tsx';
import { nameOf } from '../lists/people.ts';
import { type FoundPerson, PeopleSearch, usePeopleSearch } from '../lists/people-search.tsx';

type Account = FoundPerson;

type MergeDialogProps = {
  admin: Admin;
  person: Account;
  onClose: () => void;
  /** After a success, with the account that stayed. */
  onDone: (kept: Account) => void;
};

export function MergeDialog({ admin, person, onClose, onDone }: MergeDialogProps) {
  const [other, setOther] = useState<Account>();
  const [keptId, setKeptId] = useState(person.id);
  const [isReady, setReady] = useState(false);
  if (other && isReady) {
    const [kept, gone] = keptId === person.id ? [person, other] : [other, person];
    return <Confirmation {...{ gone, kept, onClose, onDone }} onBack={() => setReady(false)} />;
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Merge ${nameOf(person)}`}
      description={
        other
          ? t`Which account stays? The other one is closed, and its learning moves over.`
          : t`Find the other account of this person.`
      }
    >
      {other ? (
        <>
          <fieldset className="flex flex-col gap-2">
            <legend className="sr-only">
              <Trans>The account that stays</Trans>
            </legend>
            {[person, other].map((account) => (
              <label
                key={account.id}
                className="flex min-h-action items-center gap-3 rounded-md border border-line-strong px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
              >
                <input
                  type="radio"
                  name="kept"
                  className="size-5 shrink-0"
                  checked={keptId === account.id}
                  onChange={() => setKeptId(account.id)}
                />
                <AccountName account={account} />
              </label>
            ))}
          </fieldset>
          <DialogActions>
            <Button variant="secondary" onClick={() => setOther(undefined)}>
              <Trans>Back</Trans>
            </Button>
            <Button onClick={() => setReady(true)}>
              <Trans>Continue</Trans>
            </Button>
          </DialogActions>
        </>
      ) : (
        <OtherAccount
          admin={admin}
          person={person}
          onChoose={(account) => {
            setKeptId(person.id);
            setOther(account);
          }}
        />
      )}
    </Dialog>
  );
}

const AccountName = ({ account }: { account: Account }) => (
  <span className="min-w-0">
    <span className="block wrap-anywhere font-medium">{nameOf(account)}</span>
    <span className="block wrap-anywhere text-ink-soft text-sm">{account.email}</span>
  </span>
);

type OtherAccountProps = { admin: Admin; person: Account; onChoose: (account: Account) => void };

/** The accounts that this admin may merge, except the one at hand. */
function OtherAccount({ admin, person, onChoose }: OtherAccountProps) {
  const search = usePeopleSearch(admin, person.full_name ?? '');
  return (
    <PeopleSearch
      {...search}
      people={search.people?.filter(({ id }) => id !== person.id)}
      none={t`No other account was found. Search for a name or an email address.`}
      row={(account) => (
        <button
          type="button"
          className="min-h-action w-full rounded-md px-2 py-2 text-start hover:bg-sunken"
          onClick={() => onChoose(account)}
        >
          <AccountName account={account} />
        </button>
      )}
    />
  );
}

type ConfirmationProps = Omit<MergeDialogProps, 'admin' | 'person'> & {
  gone: Account;
  kept: Account;
  onBack: () => void;
};

function Confirmation({ gone, kept, onBack, onClose, onDone }: ConfirmationProps) {
  const [preview, setPreview] = useState<MergeOutcome>();
  const ask = (isPreview: boolean) =>
    call(
      server.admin.people[':userId'].merge.$post({
        param: { userId: gone.id },
        json: { intoId: kept.id, ...(isPreview && { isPreview }) },
      }),
    );
  const prepare = useApiMutation({ send: () => ask(true), onSuccess: setPreview });
  const act = useApiMutation({
    send: () => ask(false),
    successToast: ({ message }) => ({ title: t`Accounts Merged`, description: message }),
    errorToast: { title: t`Merge Failed`, sentence: t`Nothing was merged. Please try again.` },
    invalidates: [
      ...ORGANIZATION_LISTS,
      pathOf(server.enterprise.admin.organizations),
      pathOf(server.admin['audit-log']),
    ],
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
  useEffect(() => void prepare.run(), []);
  const merge = async () => {
    if (await act.run()) onDone(kept);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Merge into ${nameOf(kept)}?`}
      description={t`${gone.email} is closed, and everything learned with it counts for ${kept.email}. This action cannot be undone.`}
    >
      {preview ? (
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {effectLines(preview, { gone, kept }).map((line) => (
            <li key={line} className="wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      ) : prepare.failure ? (
        <ApiErrorView
          title={t`The accounts cannot be merged`}
          error={toLoadError(prepare.failure)}
          refetch={() => void prepare.run()}
        />
      ) : (
        <Skeleton className="h-40" />
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button variant="destructive" disabled={!preview || act.isRunning} onClick={() => void merge()}>
          {act.isRunning ? t`Merging...` : t`Merge`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const conjunction = new Intl.ListFormat(locale);

function effectLines({ effects }: MergeOutcome, { gone, kept }: { gone: Account; kept: Account }): string[] {
  const { lessons, better, attempts, courses, certificates, secondCertificates, sessions } = effects;
  const { enrollments, dueDates, groups, invitations, roles, joins } = effects;
  const ends = [
    enrollments && plural(enrollments, { one: '# enrollment by an admin', other: '# enrollments by an admin' }),
    dueDates && plural(dueDates, { one: '# due date', other: '# due dates' }),
    groups && plural(groups, { one: '# place in groups', other: '# places in groups' }),
    invitations && plural(invitations, { one: '# invitation it made', other: '# invitations it made' }),
    ...roles.map((role) => t`its role as ${role}`),
  ].filter((part) => typeof part === 'string');
  const moves = [
    courses && plural(courses, { one: '# course', other: '# courses' }),
    lessons &&
      (better > 0
        ? plural(lessons, {
            one: `# lesson, further than in the other account in ${better}`,
            other: `# lessons, further than in the other account in ${better}`,
          })
        : plural(lessons, { one: '# lesson', other: '# lessons' })),
    attempts && plural(attempts, { one: '# quiz attempt', other: '# quiz attempts' }),
    certificates && plural(certificates, { one: '# certificate', other: '# certificates' }),
  ].filter((part) => typeof part === 'string');
  return [
    moves.length > 0 ? t`Moves over: ${moves.join(', ')}.` : t`Nothing was learned with it.`,
    ...(secondCertificates > 0
      ? [t`Both accounts have certificates of the same course: one is shown, and every serial number stays valid.`]
      : []),
    ...(joins ? [t`${kept.email} comes into ${joins}.`] : []),
    ...(ends.length > 0 ? [t`Ends: ${conjunction.format(ends)}.`] : []),
    t`${gone.email} can no longer sign in, and the address is free for a new account.`,
    sessions > 0
      ? plural(sessions, {
          one: '# device signed in with it can still send unsent work, and nothing else.',
          other: '# devices signed in with it can still send unsent work, and nothing else.',
        })
      : t`No device is signed in with it.`,
  ];
}
