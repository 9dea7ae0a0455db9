// What the account forms share: one submission at a time, its result, and the fields that several forms have.
import { t } from '@lingui/core/macro';
import { type ComponentProps, type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { normalPassword } from '#sync/contract/password.ts';
import { PASSWORD_LEAST_CHARACTERS } from '#sync/contract/sign-up.ts';
import { failureMessage } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import { ErrorBox, SuccessNote } from './account-panel.tsx';

/** A text that it resolves to becomes the note. */
type SubmitWork = () => Promise<unknown>;

type SubmissionState = { busy: boolean; error: string | undefined; note: string | undefined };

const IDLE: SubmissionState = { busy: false, error: undefined, note: undefined };

/**
 * One form's submission: busy while it runs, then an error or a note of success; `clear` forgets both. What the work throws
 * becomes the error, or `fallback` when that has no message.
 */
export function useFormSubmission() {
  const [state, setState] = useState(IDLE);
  // Set before React has drawn the disabled button: a second click may come first.
  const latch = useRef(false);
  const run = useCallback(async (work: SubmitWork, fallback?: string) => {
    if (latch.current) return;
    latch.current = true;
    setState({ ...IDLE, busy: true });
    try {
      const done = await work();
      setState({ ...IDLE, note: typeof done === 'string' ? done : undefined });
    } catch (failure) {
      setState({ ...IDLE, error: failureMessage(failure, fallback) });
    } finally {
      latch.current = false;
    }
  }, []);
  const clear = useCallback(() => setState(IDLE), []);
  return { ...state, run, clear };
}

type AccountFormProps = {
  /** Where its result is shown elsewhere too. */
  submission?: ReturnType<typeof useFormSubmission>;
  /** False while a required field is empty. */
  isReady: boolean;
  send: SubmitWork;
  /** The error when what `send` throws has no message. */
  fallback?: string;
  /** The button's label, and its label while the form is being sent. */
  verb: string;
  busyVerb: string;
  children: ReactNode;
};

/** A form with its button; the submission's error or note is shown above the fields. */
export function AccountForm({ submission, isReady, send, fallback, verb, busyVerb, children }: AccountFormProps) {
  const own = useFormSubmission();
  const { busy, error, note, run } = submission ?? own;
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

type ActButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'icon' | 'className'> &
  Pick<AccountFormProps, 'fallback' | 'verb'> & { act: SubmitWork; busyVerb?: string };

/** A button for an act that may fail; its error or note is shown above it. */
export function ActButton({ act, fallback, verb, busyVerb = verb, ...button }: ActButtonProps) {
  const { busy, error, note, run } = useFormSubmission();
  return (
    <>
      {error && <ErrorBox>{error}</ErrorBox>}
      {note && <SuccessNote>{note}</SuccessNote>}
      <Button {...button} disabled={busy} onClick={() => void run(act, fallback)}>
        {busy ? busyVerb : verb}
      </Button>
    </>
  );
}

type OneFieldFormProps = Omit<ComponentProps<typeof Field>, 'value' | 'onChange'> &
  Pick<AccountFormProps, 'fallback' | 'verb' | 'busyVerb'> & { send: (typed: string) => Promise<unknown> };

/** A form with one text field, which must be filled in; `send` gets the text without the space around it. */
export function OneFieldForm({ send, fallback, verb, busyVerb, ...field }: OneFieldFormProps) {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  return (
    <AccountForm isReady={text !== ''} send={() => send(text)} {...{ fallback, verb, busyVerb }}>
      <Field {...field} value={typed} onChange={(event) => setTyped(event.target.value)} />
    </AccountForm>
  );
}

const CODE_DIGITS = 6;

type CodeFieldFormProps = {
  label: string;
  hint: string;
  verb: string;
  autoFocus?: boolean;
  /** What it throws is shown, and the field is emptied. */
  send: (code: string) => Promise<void>;
};

export function CodeFieldForm({ label, hint, verb, autoFocus = false, send }: CodeFieldFormProps) {
  const [typed, setTyped] = useState('');
  const digits = typed.replaceAll(/\D/g, '');
  const sendOrClear = async () => {
    try {
      await send(digits);
    } catch (failure) {
      setTyped('');
      throw failure;
    }
  };
  return (
    <AccountForm isReady={digits.length === CODE_DIGITS} send={sendOrClear} verb={verb} busyVerb={t`Checking...`}>
      <Field
        autoFocus={autoFocus}
        label={label}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        hint={hint}
        maxLength={CODE_DIGITS + 4}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </AccountForm>
  );
}

/** Shared by the forms of the sign-in screen: the address typed last. */
export type EmailProps = { email: string; onEmail: (email: string) => void };

/** An email address, marked up for keyboards and password managers. */
export function EmailField({
  email,
  onEmail,
  ...rest
}: EmailProps & Pick<ComponentProps<typeof Field>, 'autoComplete' | 'placeholder'>) {
  return (
    <Field
      label={t`Email`}
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      value={email}
      onChange={(event) => onEmail(event.target.value)}
      {...rest}
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

export function NewPasswordFields({ label, typed }: NewPasswordProps) {
  return (
    <>
      <PasswordField
        hint={t`Use at least 8 characters.`}
        label={label}
        name="new-password"
        autoComplete="new-password"
        value={typed.password}
        onChange={(event) => typed.setPassword(event.target.value)}
      />
      <PasswordField
        label={t`Confirm ${label}`}
        name="repeat-password"
        autoComplete="new-password"
        value={typed.repeated}
        onChange={(event) => typed.setRepeated(event.target.value)}
      />
    </>
  );
}

type TypedPassword = Pick<NewPasswordProps['typed'], 'password' | 'repeated'>;

/** Throws the message for the error box when the two passwords differ. */
export function requireSamePassword({ password, repeated }: TypedPassword): void {
  if (normalPassword(password) !== normalPassword(repeated)) throw new Error(t`Passwords do not match`);
}

/** The same of a new password, which the auth service takes without asking ours. */
export function requireNewPassword(typed: TypedPassword): void {
  requireSamePassword(typed);
  if (typed.password.length < PASSWORD_LEAST_CHARACTERS)
    throw new Error(t`Password must be at least 6 characters long`);
}

const TYPING_PAUSE_MS = 400;

/**
 * Checks what is typed, 400 ms after the last change; what was there from the start, at once. `answer` is undefined until the check has ended, and while `isOn` is
 * false; `again` repeats the check. `check` must be stable and never reject.
 */
export function useTypedCheck<Answer>(typed: string, isOn: boolean, check: (typed: string) => Promise<Answer>) {
  const [checked, setChecked] = useState<{ typed: string; answer: Answer }>();
  const [round, setRound] = useState(0);
  const [given] = useState(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round repeats the check
  useEffect(() => {
    if (!isOn) return;
    let current = true;
    setChecked(undefined);
    const timer = setTimeout(
      async () => {
        const answer = await check(typed);
        if (current) setChecked({ typed, answer });
      },
      typed === given ? 0 : TYPING_PAUSE_MS,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [typed, isOn, check, round]);
  const again = useCallback(() => setRound((last) => last + 1), []);
  return { answer: checked?.typed === typed ? checked.answer : undefined, again, setChecked };
}
