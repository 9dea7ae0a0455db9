import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { nameFault } from '#sync/contract/profile.ts';
import { ApiError } from '../api.ts';
import { paths } from '../paths.ts';
import { useNavigate } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { ErrorBox } from './notes.tsx';
import { saveFullName } from './own-profile.ts';
import { useAttempt } from './use-attempt.ts';
import { type NameCheck, useNameCheck } from './use-name-check.ts';
import { texts } from './words.ts';

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
