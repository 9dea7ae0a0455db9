import { type FormEvent, useState } from 'react';
import { isPin, removePin, setPin } from '#sync/pin.ts';
import { device } from '../device.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PinField } from './pin-field.tsx';
import { usePinTry } from './use-pin-try.ts';

/** What is done with the PIN; a PIN that is there is asked for first. */
export type PinWish = 'set' | 'change' | 'remove';

const WORDS = {
  set: { title: 'Set a PIN', verb: 'Set PIN' },
  change: { title: 'Change your PIN', verb: 'Change PIN' },
  remove: { title: 'Remove your PIN', verb: 'Remove PIN' },
};

type PinDialogProps = { userId: string; wish: PinWish; onDone: () => void; onClose: () => void };

/** One form for the three; what is wrong is said at its field when the person is through. */
export function PinDialog({ userId, wish, onDone, onClose }: PinDialogProps) {
  const [typed, setTyped] = useState({ old: '', next: '', again: '' });
  const [wasSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { waitMs, isWrong, attempt } = usePinTry(userId);
  const { title, verb } = WORDS[wish];
  const write = (part: Partial<typeof typed>) => {
    setSent(false);
    setTyped({ ...typed, ...part });
  };
  const faults = {
    old: wish !== 'set' && !isPin(typed.old) ? 'Enter the PIN you have now.' : undefined,
    next: wish !== 'remove' && !isPin(typed.next) ? 'A PIN has 4 to 8 digits.' : undefined,
    again: wish !== 'remove' && typed.again !== typed.next ? 'This is not the same PIN.' : undefined,
  };
  const keep = async () => {
    if (wish !== 'set' && !(await attempt(typed.old))) return setTyped((all) => ({ ...all, old: '' }));
    if (wish === 'remove') await removePin(device, userId);
    else await setPin(device, userId, typed.next);
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (isBusy || waitMs > 0 || faults.old || faults.next || faults.again) return;
    setBusy(true);
    void keep().finally(() => setBusy(false));
  };
  const oldFault = isWrong && typed.old === '' ? 'That PIN is not right.' : wasSent ? faults.old : undefined;
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {wish !== 'set' && (
          <PinField
            autoFocus
            label="Your PIN now"
            value={typed.old}
            onDigits={(old) => write({ old })}
            error={oldFault}
          />
        )}
        {wish !== 'remove' && (
          <>
            <PinField
              autoFocus={wish === 'set'}
              label="New PIN, 4 to 8 digits"
              value={typed.next}
              onDigits={(next) => write({ next })}
              error={wasSent ? faults.next : undefined}
            />
            <PinField
              label="The new PIN again"
              value={typed.again}
              onDigits={(again) => write({ again })}
              error={wasSent ? faults.again : undefined}
            />
          </>
        )}
        {waitMs > 0 && (
          <p role="timer" className="text-ink-soft">
            Too many wrong tries. The next one is possible in {Math.ceil(waitMs / 1000)} s.
          </p>
        )}
        <Button type="submit" size="big" disabled={isBusy || waitMs > 0}>
          {isBusy ? 'One moment...' : verb}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        {wish !== 'set' && (
          <p className="text-ink-soft text-sm">
            Forgotten it? Choose &quot;Add another person&quot; in the menu behind your name and sign in with your
            password: that removes the PIN.
          </p>
        )}
      </form>
    </Dialog>
  );
}
