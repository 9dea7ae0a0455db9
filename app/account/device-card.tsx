// What a person settles with this device, also without a network: their PIN, and when the screen is locked (Y30).
import { useState } from 'react';
import { chooseLock, LOCK_CHOICES, lockWithFirstPin, readIdle } from '#sync/idle-lock.ts';
import { device } from '../device.ts';
import { useLiveQuery } from '../live-query.ts';
import { usePerson } from '../person.tsx';
import { announcePersonChange } from '../person-channel.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useToast } from '../ui/toast.tsx';
import { DashboardCard } from './dashboard-card.tsx';
import { PinDialog, type PinWish } from './pin-dialog.tsx';

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
  const { userId } = usePerson();
  const toast = useToast();
  const own = useLiveQuery(() => readOwn(userId), [userId]);
  const [wish, setWish] = useState<PinWish>();
  // The screen's minutes are heard of with the person, in every tab.
  const lockAfter = async (minutes: number) => {
    await chooseLock(device, minutes, Date.now());
    announcePersonChange('profile');
  };
  const done = async (what: PinWish) => {
    setWish(undefined);
    const begins = what === 'set' && (await lockWithFirstPin(device, Date.now()));
    if (begins) announcePersonChange('profile');
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
