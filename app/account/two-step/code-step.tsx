import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import { useKeepFocus } from '../../ui/keep-focus.ts';
import { CodeFieldForm } from '../account-form.tsx';
import { sendCode } from './two-step.ts';

type CodeStepProps = {
  factorId: string;
  verb?: string;
  autoFocus?: boolean;
  /** Called once the code was taken; what it throws is shown. */
  onTaken: () => void | Promise<void>;
};

/** The field for the code of the authenticator app, and its button. */
export function CodeStep({ factorId, verb = t`Continue`, autoFocus = false, onTaken }: CodeStepProps) {
  const place = useRef<HTMLDivElement>(null);
  useKeepFocus(place);
  const send = async (code: string) => {
    await sendCode(factorId, code);
    await onTaken();
  };
  return (
    <div ref={place}>
      <CodeFieldForm
        autoFocus={autoFocus}
        label={t`Code from your authenticator app`}
        hint={t`6 digits. A new code appears every 30 seconds.`}
        verb={verb}
        send={send}
      />
    </div>
  );
}
