// What the account forms share: one submission at a time, the boxes for what came of it, the fields that several have.
import { type FormEvent, type ReactNode, useCallback, useState } from 'react';
import { failureMessages } from '../api/failure-messages.ts';
import { Button } from '../ui/button.tsx';
import { Field, PasswordField } from '../ui/form/field.tsx';
import { ErrorBox, SuccessNote } from './notes.tsx';

/** One form's submission: busy while it runs, then an error for the red box or a note of success. */
export type Attempt = {
  busy: boolean;
  error: string | undefined;
  note: string | undefined;
  /** `work` answers the note, or nothing; what it throws becomes the error, without words of its own `fallback`. */
  run: (work: Work, fallback?: string) => Promise<void>;
  /** Forgets error and note. */
  clear: () => void;
};

type Work = () => Promise<string | undefined>;

const IDLE = { busy: false, error: undefined, note: undefined };

export function useAttempt(): Attempt {
  const [state, setState] = useState<Pick<Attempt, 'busy' | 'error' | 'note'>>(IDLE);
  const run = useCallback(async (work: Work, fallback?: string) => {
    setState({ ...IDLE, busy: true });
    try {
      setState({ ...IDLE, note: await work() });
    } catch (failure) {
      setState({ ...IDLE, error: failureMessages(failure, fallback) });
    }
  }, []);
  const clear = useCallback(() => setState(IDLE), []);
  return { ...state, run, clear };
}

type AttemptFormProps = {
  attempt: Attempt;
  /** False while something is missing that cannot be sent without. */
  isReady: boolean;
  send: Work;
  /** The error when what `send` throws has no words. */
  fallback?: string;
  /** On the button, and while it runs. */
  verb: string;
  busyVerb: string;
  /** The fields. */
  children: ReactNode;
};

/** A form with its button; error and note of the attempt stand above the fields. */
export function AttemptForm({ attempt, isReady, send, fallback, verb, busyVerb, children }: AttemptFormProps) {
  const { busy, error, note, run } = attempt;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && isReady) void run(send, fallback);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {error && <ErrorBox>{error}</ErrorBox>}
      {note && <SuccessNote>{note}</SuccessNote>}
      {children}
      <Button type="submit" size="big" disabled={busy || !isReady}>
        {busy ? busyVerb : verb}
      </Button>
    </form>
  );
}

/** What every form of the sign-in screen shares: the address that was typed last. */
export type EmailProps = { email: string; onEmail: (email: string) => void };

/** An e-mail address, as keyboards and password managers like it. */
export function EmailField({ email, onEmail }: EmailProps) {
  return (
    <Field
      label="Email"
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      value={email}
      onChange={(event) => onEmail(event.target.value)}
    />
  );
}

/** A new password, typed twice. */
export function useNewPassword() {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const forget = () => {
    setPassword('');
    setRepeated('');
  };
  return { password, setPassword, repeated, setRepeated, forget, isTyped: password !== '' && repeated !== '' };
}

type NewPasswordProps = { label: string; typed: ReturnType<typeof useNewPassword> };

/** The two fields of a new password. */
export function NewPasswordFields({ label, typed }: NewPasswordProps) {
  return (
    <>
      <PasswordField
        label={label}
        name="new-password"
        autoComplete="new-password"
        value={typed.password}
        onChange={(event) => typed.setPassword(event.target.value)}
      />
      <PasswordField
        label={`Confirm ${label}`}
        name="repeat-password"
        autoComplete="new-password"
        value={typed.repeated}
        onChange={(event) => typed.setRepeated(event.target.value)}
      />
    </>
  );
}

/** Throws the sentence for the box when the two differ. */
export function mustBeSame({ password, repeated }: Pick<NewPasswordProps['typed'], 'password' | 'repeated'>): void {
  if (password !== repeated) throw new Error('Passwords do not match');
}
