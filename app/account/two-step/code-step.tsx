import { useRef, useState } from 'react';
import { Field } from '../../ui/form/field.tsx';
import { useKeepFocus } from '../../ui/keep-focus.ts';
import { AccountForm, useFormSubmission } from '../account-form.tsx';
import { sendCode } from './two-step.ts';

const LENGTH = 6;

type CodeStepProps = {
  factorId: string;
  verb?: string;
  autoFocus?: boolean;
  /** Called once the code was taken; what it throws is shown. */
  onTaken: () => void | Promise<void>;
};

/** The field for the code of the authenticator app, and its button. */
export function CodeStep({ factorId, verb = 'Continue', autoFocus = false, onTaken }: CodeStepProps) {
  const [typed, setTyped] = useState('');
  const place = useRef<HTMLDivElement>(null);
  useKeepFocus(place);
  const digits = typed.replaceAll(/\D/g, '');
  const send = async () => {
    try {
      await sendCode(factorId, digits);
    } catch (failure) {
      setTyped('');
      throw failure;
    }
    await onTaken();
    return undefined;
  };
  return (
    <div ref={place}>
      <AccountForm
        submission={useFormSubmission()}
        isReady={digits.length === LENGTH}
        send={send}
        verb={verb}
        busyVerb="Checking..."
      >
        <Field
          autoFocus={autoFocus}
          label="Code from your authenticator app"
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          hint="6 digits. A new code appears every 30 seconds."
          maxLength={LENGTH + 4}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </AccountForm>
    </div>
  );
}
