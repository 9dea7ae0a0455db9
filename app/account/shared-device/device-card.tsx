// What a person settles with this device, also without a network: their PIN, and when the screen is locked (Y30).
import { type FormEvent, useState } from 'react';
import { chooseLock, LOCK_CHOICES, lockWithFirstPin, readIdle } from '#sync/extras/idle-lock.ts';
import { isPin, removePin, setPin } from '#sync/extras/pin.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { announceActiveUser } from '../../device/active-user-channel.ts';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { DashboardCard } from '../dashboard-card.tsx';
import { PinField, PinWait, usePinTry } from './pin-field.tsx';

/** What is done with the PIN; a PIN that is there is asked for first. */
type PinWish = 'set' | 'change' | 'remove';

const WORDS = {
  set: { title: 'Set a PIN', verb: 'Set PIN' },
  change: { title: 'Change your PIN', verb: 'Change PIN' },
  remove: { title: 'Remove your PIN', verb: 'Remove PIN' },
};

type PinDialogProps = { userId: string; wish: PinWish; onDone: () => void; onClose: () => void };

/** One form for the three; what is wrong is said at its field when the person is through. */
function PinDialog({ userId, wish, onDone, onClose }: PinDialogProps) {
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
        <PinWait waitMs={waitMs} />
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

const options = LOCK_CHOICES.map(
  (minutes) => [String(minutes), minutes === 0 ? 'Off' : `After ${minutes} minutes without a touch`] as const,
);

const DONE = { set: 'Your PIN is set', change: 'Your PIN is changed', remove: 'Your PIN is removed' };

async function readOwn(userId: string) {
  const [person, { minutes }] = await Promise.all([device.people.get(userId), readIdle(device)]);
  return { hasPin: person?.pin !== undefined, minutes };
}

/** One card of the dashboard. */
export function DeviceCard() {
  const { userId } = useActiveUser();
  const toast = useToast();
  const own = useLiveQuery(() => readOwn(userId), [userId]);
  const [wish, setWish] = useState<PinWish>();
  // The screen's minutes are heard of with the person, in every tab.
  const lockAfter = async (minutes: number) => {
    await chooseLock(device, minutes, Date.now());
    announceActiveUser('profile');
  };
  const done = async (what: PinWish) => {
    setWish(undefined);
    const begins = what === 'set' && (await lockWithFirstPin(device, Date.now()));
    if (begins) announceActiveUser('profile');
    toast({ title: DONE[what], ...(begins && { description: 'The screen locks after 5 minutes without a touch.' }) });
  };
  return (
    <DashboardCard title="This Device">
      {own ? (
        <>
          <div className="flex flex-col gap-3">
            <p className="text-ink-soft">
              {own.hasPin ? 'Your PIN is asked for' : 'A PIN is asked for'} when somebody switches to you here, and when
              the screen was locked. It keeps colleagues out of your account; it does not encrypt what is stored here.
            </p>
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" onClick={() => setWish(own.hasPin ? 'change' : 'set')}>
                {own.hasPin ? 'Change PIN' : 'Set a PIN'}
              </Button>
              {own.hasPin && (
                <Button variant="quiet" onClick={() => setWish('remove')}>
                  Remove PIN
                </Button>
              )}
            </div>
          </div>
          <div>
            <Choice
              label="Lock the screen"
              labelled="above"
              value={String(own.minutes)}
              options={options}
              onChange={(minutes) => void lockAfter(Number(minutes))}
            />
            <p className="mt-1.5 text-ink-soft text-sm">For everybody on this device. Begun work stays as it is.</p>
          </div>
        </>
      ) : (
        <div role="status" className="flex flex-col gap-3">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-24" />
          <Skeleton className="h-12" />
          <Skeleton className="h-24" />
        </div>
      )}
      {wish && (
        <PinDialog userId={userId} wish={wish} onDone={() => void done(wish)} onClose={() => setWish(undefined)} />
      )}
    </DashboardCard>
  );
}
