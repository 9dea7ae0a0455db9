// The user's name: chosen once after the first sign-in, or changed later with edit=true (R-A9).

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { nameFault } from '#sync/contract/profile.ts';
import { call } from '../../api/client.ts';
import { failureCode, failureMessage } from '../../api/messages.ts';
import { server } from '../../api/session.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Navigate, useNavigate, useSearchParams } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState, OfflineState } from '../../ui/state-view.tsx';
import { AccountForm, useFormSubmission, useTypedCheck } from '../account-form.tsx';
import { AccountPanel } from '../account-panel.tsx';
import { faultWords } from '../faults.ts';
import { ChangeEmail } from '../sign-in/change-email.tsx';
import { saveFullName, useOwnProfile } from './own-profile.ts';

const NOT_AVAILABLE = t`Please choose an available name`;

/** The state of a typed name. 'unknown': the server could not be reached. */
type NameCheck =
  | { kind: 'empty' }
  | { kind: 'checking' }
  | { kind: 'available' }
  | { kind: 'taken'; reason: string }
  | { kind: 'unknown'; reason: string };

async function checkName(name: string): Promise<NameCheck> {
  try {
    const answer = await call(server.auth['name-availability'].$get({ query: { name } }));
    if (answer.available) return { kind: 'available' };
    return { kind: 'taken', reason: answer.reason ?? t`This name is already taken` };
  } catch (failure) {
    return { kind: 'unknown', reason: failureMessage(failure, t`The name could not be checked.`) };
  }
}

/**
 * Checks while typing whether a name is free; `again` repeats the check. `refuse` records that the server refused the name
 * when it was saved, which overrides the earlier check.
 */
function useNameCheck(typed: string) {
  const name = typed.trim();
  const fault = name === '' ? undefined : faultWords(nameFault(name));
  const { answer, again, setChecked } = useTypedCheck(name, name !== '' && fault === undefined, checkName);
  const refuse = (refused: string, reason: string) =>
    setChecked((known) =>
      known && known.typed !== refused ? known : { typed: refused, answer: { kind: 'taken', reason } },
    );
  let check: NameCheck = answer ?? { kind: 'checking' };
  if (name === '') check = { kind: 'empty' };
  if (fault) check = { kind: 'taken', reason: fault };
  return { check, again, refuse };
}

function NameIndicator({ check }: { check: NameCheck }) {
  const position = 'pointer-events-none absolute top-4.5 end-4 size-5';
  switch (check.kind) {
    case 'checking':
      return (
        <LoaderCircle
          role="img"
          aria-label={t`Checking the name`}
          className={`${position} animate-spin text-accent-text`}
        />
      );
    case 'available':
      return <CircleCheck role="img" aria-label={t`Available`} className={`${position} text-complete-text`} />;
    case 'taken':
      return <CircleX role="img" aria-label={t`Not available`} className={`${position} text-danger-text`} />;
    default:
      return null;
  }
}

/** The line under the field: whether the name can be used. */
function NameNote({ check, again }: { check: NameCheck; again: () => void }) {
  return (
    <div role="status" className="-mt-2 flex min-h-6 flex-wrap items-center gap-x-3 text-sm">
      {check.kind === 'available' && (
        <span className="text-complete-text">
          <Trans>Full name looks good!</Trans>
        </span>
      )}
      {(check.kind === 'taken' || check.kind === 'unknown') && <span className="text-danger-text">{check.reason}</span>}
      {check.kind === 'unknown' && (
        <Button variant="quiet" onClick={again}>
          <Trans>Check again</Trans>
        </Button>
      )}
    </div>
  );
}

/** One field, checked while typing; saved only when the name is free. */
function ProfileForm({ isEditing, name }: { isEditing: boolean; name: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(name);
  const { check, again, refuse } = useNameCheck(typed);
  const submission = useFormSubmission();
  const send = async () => {
    const fault = faultWords(nameFault(typed));
    if (fault) throw new Error(fault);
    if (check.kind !== 'available') throw new Error(NOT_AVAILABLE);
    const name = typed.trim();
    try {
      await saveFullName(name);
      void navigate(paths.dashboard(), { replace: true });
    } catch (failure) {
      if (failureCode(failure) !== 'name_taken') throw failure;
      refuse(name, failureMessage(failure, NOT_AVAILABLE));
    }
  };

  return (
    <>
      <AccountForm
        submission={submission}
        isReady={check.kind === 'available' || check.kind === 'empty'}
        send={send}
        fallback={t`Failed to save profile`}
        verb={isEditing ? t`Save Changes` : t`Continue to Dashboard`}
        busyVerb={t`Saving...`}
      >
        <Field
          label={t`Full Name`}
          name="name"
          autoComplete="name"
          value={typed}
          aria-invalid={check.kind === 'taken' || undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            submission.clear();
          }}
          end={<NameIndicator check={check} />}
        />
        <NameNote check={check} again={again} />
      </AccountForm>
      {isEditing && (
        <Button to={paths.dashboard()} variant="secondary">
          <Trans>Cancel</Trans>
        </Button>
      )}
    </>
  );
}

/** The page of /setup-profile. Outside edit mode, a user who already has a name is sent to the dashboard. */
export function SetupProfilePage() {
  const [query] = useSearchParams();
  const isEditing = query.get('edit') === 'true';
  const title = isEditing ? t`Edit Your Profile` : t`Set Up Your Profile`;
  usePageTitle(title);
  const { email } = useActiveUser();
  const { loaded, again } = useOwnProfile(t`Failed to load profile`);

  if (loaded?.kind === 'offline')
    return (
      <OfflineState level={1} title={title} onRetry={again}>
        <Trans>Connect to the internet to edit your profile.</Trans>
      </OfflineState>
    );
  if (loaded?.kind === 'failed') return <ErrorState level={1} title={loaded.message} onRetry={again} />;
  const profile = loaded?.kind === 'loaded' ? loaded.profile : undefined;
  if (profile && !isEditing && profile.has_real_name) return <Navigate to={paths.dashboard()} replace />;
  const isReady = loaded?.kind === 'loaded' || loaded?.kind === 'none';
  return (
    <AccountPanel
      title={title}
      intro={
        <p>
          <Trans>Signed in as</Trans> <span className="font-medium text-ink">{profile?.email ?? email}</span>
        </p>
      }
    >
      {isReady ? (
        <>
          <ProfileForm isEditing={isEditing} name={profile && isEditing ? (profile.full_name ?? '') : ''} />
          {isEditing && profile && <ChangeEmail key={profile.email} email={profile.email} onChanged={again} />}
        </>
      ) : (
        <div role="status">
          <span className="sr-only">
            <Trans>Loading your profile</Trans>
          </span>
          <Skeleton className="mb-1.5 h-6 w-24" />
          <Skeleton className="mb-10 h-12" />
          <Skeleton className="h-14" />
        </div>
      )}
    </AccountPanel>
  );
}
