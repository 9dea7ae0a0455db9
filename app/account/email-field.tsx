import { Field } from '../ui/field.tsx';

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
