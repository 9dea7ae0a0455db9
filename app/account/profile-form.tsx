import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { NameAvailability, nameFault } from '#sync/contract/profile.ts';
import { ApiError } from '../api.ts';
import { paths } from '../paths.ts';
import { useNavigate } from '../router.ts';
import { api } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { failureWords } from './failure-words.ts';
import { ErrorBox } from './notes.tsx';
import { saveFullName } from './own-profile.ts';
import { useAttempt } from './use-attempt.ts';
import { texts } from './words.ts';

const TYPING_PAUSE_MS = 400;

/** What is known of a typed name. 'unknown': the server could not be asked. */
type NameCheck =
  | { kind: 'empty' }
  | { kind: 'checking' }
  | { kind: 'available' }
  | { kind: 'taken'; reason: string }
  | { kind: 'unknown'; reason: string };

async function check(name: string): Promise<NameCheck> {
  try {
    const query = new URLSearchParams({ name });
    const answer = await api(`/api/auth/name-availability?${query}`, { answer: NameAvailability });
    if (answer?.available) return { kind: 'available' };
    return { kind: 'taken', reason: answer?.reason ?? 'This name is already taken' };
  } catch (failure) {
    return { kind: 'unknown', reason: failureWords(failure, 'The name could not be checked.') };
  }
}

/**
 * Asks live whether a name is free, a moment after the last change; `again` asks once more. `refuse` takes the server's
 * word at saving, which is newer than what the check had said.
 */
function useNameCheck(typed: string): {
  check: NameCheck;
  again: () => void;
  refuse: (name: string, reason: string) => void;
} {
  const name = typed.trim();
  const [answered, setAnswered] = useState<{ name: string; check: NameCheck }>();
  const [round, setRound] = useState(0);
  const fault = name === '' ? undefined : nameFault(name);
  const isAsked = name !== '' && fault === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    if (!isAsked) return;
    let current = true;
    setAnswered(undefined);
    const timer = setTimeout(async () => {
      const outcome = await check(name);
      if (current) setAnswered({ name, check: outcome });
    }, TYPING_PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [name, isAsked, round]);
  const again = () => setRound((last) => last + 1);
  const refuse = (refused: string, reason: string) =>
    setAnswered((known) =>
      known && known.name !== refused ? known : { name: refused, check: { kind: 'taken', reason } },
    );
  const told = { again, refuse };
  if (name === '') return { check: { kind: 'empty' }, ...told };
  if (fault) return { check: { kind: 'taken', reason: fault }, ...told };
  return { check: answered?.name === name ? answered.check : { kind: 'checking' }, ...told };
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
  const { busy, error, run, clear } = useAttempt();
  const isBlocked = check.kind !== 'available' && check.kind !== 'empty';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || isBlocked) return;
    void run(async () => {
      const fault = nameFault(typed);
      if (fault) throw new Error(fault);
      if (check.kind !== 'available') throw new Error(texts.nameNotAvailable);
      const name = typed.trim();
      try {
        await saveFullName(name);
      } catch (failure) {
        if (!(failure instanceof ApiError && failure.code === 'name_taken')) throw failure;
        refuse(name, failure.sentence ?? texts.nameNotAvailable);
        return undefined;
      }
      void navigate(paths.dashboard(), { replace: true });
      return undefined;
    }, texts.profileNotSaved);
  };

  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {error && <ErrorBox>{error}</ErrorBox>}
      <Field
        label="Full Name"
        name="name"
        autoComplete="name"
        value={typed}
        aria-invalid={check.kind === 'taken' || undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          clear();
        }}
        end={<Indicator check={check} />}
      />
      <NameNote check={check} again={again} />
      <div className="flex flex-col gap-2">
        <Button type="submit" size="big" disabled={busy || isBlocked}>
          {busy ? 'Saving...' : isEditing ? 'Save Changes' : 'Continue to Dashboard'}
        </Button>
        {isEditing && (
          <Button to={paths.dashboard()} variant="secondary">
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
