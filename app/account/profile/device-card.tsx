// The user's settings for this device, which also work offline: their PIN, and when the screen locks (Y30).
import { type FormEvent, useState } from 'react';
import { LOCK_CHOICES, lockWithFirstPin, readIdle, setLockAfter } from '#sync/extras/idle-lock.ts';
import { isPin, removePin, setPin } from '#sync/extras/pin.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { announceActiveUser } from '../../device/active-user-channel.ts';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { Button } from '../../ui/button.tsx';
import { TitledCard } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { Skeletons } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { PinField, PinWait, usePinTry } from '../shared-device/pin-form.tsx';

/** What the dialog does with the PIN; an existing PIN is asked for first. */
type PinAction = 'set' | 'change' | 'remove';

const PIN_ACTIONS = {
  set: { title: 'Set a PIN', verb: 'Set PIN' },
  change: { title: 'Change your PIN', verb: 'Change PIN' },
  remove: { title: 'Remove your PIN', verb: 'Remove PIN' },
};

type PinDialogProps = { userId: string; action: PinAction; onDone: () => void; onClose: () => void };

/** One form for the three actions; errors appear at their fields once the form was sent. */
function PinDialog({ userId, action, onDone, onClose }: PinDialogProps) {
  const [typed, setTyped] = useState({ old: '', next: '', repeated: '' });
  const [wasSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { waitMs, isWrong, attempt } = usePinTry(userId);
  const { title, verb } = PIN_ACTIONS[action];
  const write = (part: Partial<typeof typed>) => {
    setSent(false);
    setTyped({ ...typed, ...part });
  };
  const errors = {
    old: action !== 'set' && !isPin(typed.old) ? 'Enter the PIN you have now.' : undefined,
    next: action !== 'remove' && !isPin(typed.next) ? 'A PIN has 4 to 8 digits.' : undefined,
    repeated: action !== 'remove' && typed.repeated !== typed.next ? "The PINs don't match." : undefined,
  };
  const save = async () => {
    if (action !== 'set' && !(await attempt(typed.old))) return setTyped((all) => ({ ...all, old: '' }));
    if (action === 'remove') await removePin(device, userId);
    else await setPin(device, userId, typed.next);
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (isBusy || waitMs > 0 || errors.old || errors.next || errors.repeated) return;
    setBusy(true);
    void save().finally(() => setBusy(false));
  };
  const oldError = isWrong && typed.old === '' ? 'Wrong PIN.' : wasSent ? errors.old : undefined;
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {action !== 'set' && (
          <PinField
            autoFocus
            label="Your PIN now"
            value={typed.old}
            onDigits={(old) => write({ old })}
            error={oldError}
          />
        )}
        {action !== 'remove' && (
          <>
            <PinField
              autoFocus={action === 'set'}
              label="New PIN, 4 to 8 digits"
              value={typed.next}
              onDigits={(next) => write({ next })}
              error={wasSent ? errors.next : undefined}
            />
            <PinField
              label="Repeat new PIN"
              value={typed.repeated}
              onDigits={(repeated) => write({ repeated })}
              error={wasSent ? errors.repeated : undefined}
            />
          </>
        )}
        <PinWait waitMs={waitMs} />
        <Button type="submit" size="big" disabled={isBusy || waitMs > 0}>
          {isBusy ? 'One moment...' : verb}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        {action !== 'set' && (
          <p className="text-ink-soft text-sm">
            Forgot your PIN? Choose &quot;Add another person&quot; and sign in with your password: that removes the PIN.
          </p>
        )}
      </form>
    </Dialog>
  );
}

const LOCK_OPTIONS = LOCK_CHOICES.map(
  (minutes) => [String(minutes), minutes === 0 ? 'Off' : `After ${minutes} minutes`] as const,
);

const DONE_TITLES = { set: 'Your PIN is set', change: 'Your PIN is changed', remove: 'Your PIN is removed' };

async function readSettings(userId: string) {
  const [user, { minutes }] = await Promise.all([device.people.get(userId), readIdle(device)]);
  return { hasPin: user?.pin !== undefined, minutes };
}

export function DeviceCard() {
  const { userId } = useActiveUser();
  const toast = useToast();
  const settings = useLiveQuery(() => readSettings(userId), [userId]);
  const [action, setAction] = useState<PinAction>();
  // Announced as a change of the profile, so that every tab reads the setting again.
  const lockAfter = async (minutes: number) => {
    await setLockAfter(device, minutes, Date.now());
    announceActiveUser('profile');
  };
  const done = async (saved: PinAction) => {
    setAction(undefined);
    const isFirstLock = saved === 'set' && (await lockWithFirstPin(device, Date.now()));
    if (isFirstLock) announceActiveUser('profile');
    toast({
      title: DONE_TITLES[saved],
      ...(isFirstLock && { description: 'The screen locks after 5 minutes without use.' }),
    });
  };
  return (
    <TitledCard title="This Device">
      {settings ? (
        <>
          <div className="flex flex-col gap-3">
            <p className="text-ink-soft">
              {settings.hasPin ? 'Your PIN is required' : 'A PIN is required'} to switch to your account or unlock the
              screen. It doesn't encrypt data on this device.
            </p>
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" onClick={() => setAction(settings.hasPin ? 'change' : 'set')}>
                {settings.hasPin ? 'Change PIN' : 'Set a PIN'}
              </Button>
              {settings.hasPin && (
                <Button variant="quiet" onClick={() => setAction('remove')}>
                  Remove PIN
                </Button>
              )}
            </div>
          </div>
          <div>
            <Choice
              label="Auto-lock"
              value={String(settings.minutes)}
              options={LOCK_OPTIONS}
              onChange={(minutes) => void lockAfter(Number(minutes))}
            />
            <p className="mt-1.5 text-ink-soft text-sm">Applies to everyone on this device. Unfinished work is kept.</p>
          </div>
        </>
      ) : (
        <Skeletons label="Loading" heights={['h-24', 'h-12', 'h-24']} />
      )}
      {action && (
        <PinDialog
          userId={userId}
          action={action}
          onDone={() => void done(action)}
          onClose={() => setAction(undefined)}
        />
      )}
    </TitledCard>
  );
}
