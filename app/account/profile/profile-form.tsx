import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { NameAvailability, nameFault } from '#sync/contract/profile.ts';
import { ApiError } from '../../api/client.ts';
import { failureMessages } from '../../api/failure-messages.ts';
import { api } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useNavigate } from '../../ui/router.ts';
import { AttemptForm, useAttempt } from '../attempt-form.tsx';
import { useTypedCheck } from '../use-typed-check.ts';
import { saveFullName } from './own-profile.ts';

const NOT_AVAILABLE = 'Please choose an available name';

/** What is known of a typed name. 'unknown': the server could not be asked. */
type NameCheck =
  | { kind: 'empty' }
  | { kind: 'checking' }
  | { kind: 'available' }
  | { kind: 'taken'; reason: string }
  | { kind: 'unknown'; reason: string };

async function checkName(name: string): Promise<NameCheck> {
  try {
    const query = new URLSearchParams({ name });
    const answer = await api(`/api/auth/name-availability?${query}`, { answer: NameAvailability });
    if (answer?.available) return { kind: 'available' };
    return { kind: 'taken', reason: answer?.reason ?? 'This name is already taken' };
  } catch (failure) {
    return { kind: 'unknown', reason: failureMessages(failure, 'The name could not be checked.') };
  }
}

/**
 * Asks live whether a name is free; `again` asks once more. `refuse` takes the server's word at saving, which is newer than
 * what the check had said.
 */
function useNameCheck(typed: string) {
  const name = typed.trim();
  const fault = name === '' ? undefined : nameFault(name);
  const { answer, again, setAnswered } = useTypedCheck(name, name !== '' && fault === undefined, checkName);
  const refuse = (refused: string, reason: string) =>
    setAnswered((known) =>
      known && known.typed !== refused ? known : { typed: refused, answer: { kind: 'taken', reason } },
    );
  let check: NameCheck = answer ?? { kind: 'checking' };
  if (name === '') check = { kind: 'empty' };
  if (fault) check = { kind: 'taken', reason: fault };
  return { check, again, refuse };
}

function Indicator({ check }: { check: NameCheck }) {
  const place = 'pointer-events-none absolute top-3.5 right-3.5 size-5';
  switch (check.kind) {
    case 'checking':
      return (
        <LoaderCircle role="img" aria-label="Checking the name" className={`${place} animate-spin text-accent-text`} />
      );
    case 'available':
      return <CircleCheck role="img" aria-label="Available" className={`${place} text-complete-text`} />;
    case 'taken':
      return <CircleX role="img" aria-label="Not available" className={`${place} text-danger-text`} />;
    default:
      return null;
  }
}

/** The line under the field: what is right or wrong with the name. */
function NameNote({ check, again }: { check: NameCheck; again: () => void }) {
  return (
    <div role="status" className="-mt-2 flex min-h-6 flex-wrap items-center gap-x-3 text-sm">
      {check.kind === 'available' && <span className="text-complete-text">Full name looks good!</span>}
      {(check.kind === 'taken' || check.kind === 'unknown') && <span className="text-danger-text">{check.reason}</span>}
      {check.kind === 'unknown' && (
        <Button variant="quiet" onClick={again}>
          Check again
        </Button>
      )}
    </div>
  );
}

/** One field, checked while it is typed; saved only when the name is known to be free. */
export function ProfileForm({ isEditing, name }: { isEditing: boolean; name: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(name);
  const { check, again, refuse } = useNameCheck(typed);
  const attempt = useAttempt();
  const send = async () => {
    const fault = nameFault(typed);
    if (fault) throw new Error(fault);
    if (check.kind !== 'available') throw new Error(NOT_AVAILABLE);
    const name = typed.trim();
    try {
      await saveFullName(name);
      void navigate(paths.dashboard(), { replace: true });
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.code === 'name_taken')) throw failure;
      refuse(name, failure.sentence ?? NOT_AVAILABLE);
    }
    return undefined;
  };

  return (
    <>
      <AttemptForm
        attempt={attempt}
        isReady={check.kind === 'available' || check.kind === 'empty'}
        send={send}
        fallback="Failed to save profile"
        verb={isEditing ? 'Save Changes' : 'Continue to Dashboard'}
        busyVerb="Saving..."
      >
        <Field
          label="Full Name"
          name="name"
          autoComplete="name"
          value={typed}
          aria-invalid={check.kind === 'taken' || undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            attempt.clear();
          }}
          end={<Indicator check={check} />}
        />
        <NameNote check={check} again={again} />
      </AttemptForm>
      {isEditing && (
        <Button to={paths.dashboard()} variant="secondary">
          Cancel
        </Button>
      )}
    </>
  );
}
