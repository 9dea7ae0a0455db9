import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isPin } from '#sync/extras/pin.ts';
import { useConnection } from '../../device/connection.ts';
import { Button } from '../../ui/button.tsx';
import { PinField, PinWait, usePinTry } from './pin-field.tsx';

type PinFormProps = {
  person: { userId: string; name: string };
  onRight: () => void;
  /** The other way in, for who has forgotten the PIN. */
  onPassword: () => void;
  onBack?: (() => void) | undefined;
};

/** Asks one person of this device for their PIN. */
export function PinForm({ person, onRight, onPassword, onBack }: PinFormProps) {
  const [digits, setDigits] = useState('');
  const { waitMs, isBusy, isWrong, attempt } = usePinTry(person.userId);
  const { isOffline } = useConnection();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isWaiting = waitMs > 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isWaiting || !isPin(digits)) return;
    if (await attempt(digits)) return onRight();
    setDigits('');
    field.current?.focus();
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-3" noValidate>
      <PinField
        ref={field}
        label={`PIN of ${person.name}`}
        value={digits}
        onDigits={setDigits}
        error={isWrong && digits === '' ? 'That PIN is not right.' : undefined}
      />
      <PinWait waitMs={waitMs} />
      <Button type="submit" size="big" disabled={isBusy || isWaiting || !isPin(digits)}>
        {isBusy ? 'Checking...' : 'Go on'}
      </Button>
      {onBack && (
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
      )}
      <Button variant="quiet" onClick={onPassword}>
        Sign in with your password instead
      </Button>
      <p className="text-center text-ink-soft text-sm">
        {isOffline ? 'That needs the network, and you are offline. ' : ''}It removes a PIN that you have forgotten.
      </p>
    </form>
  );
}
