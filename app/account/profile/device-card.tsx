// The user's settings for this device, which also work offline: their PIN, and when the screen locks (Y30).
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Config } from '#sync/contract/server.ts';
import { LOCK_CHOICES, lockWithFirstPin, readIdle, setLockAfter } from '#sync/extras/idle-lock.ts';
import { LAST_CONFIG, LOCK_AFTER, readSetting } from '#sync/store/device.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { announceActiveUser } from '../../device/active-user-channel.ts';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { Button } from '../../ui/button.tsx';
import { TitledCard } from '../../ui/card.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { Skeletons } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type PinAction, PinDialog } from '../shared-device/pin-dialog.tsx';

const LOCK_OPTIONS = LOCK_CHOICES.map(
  (minutes) =>
    [
      String(minutes),
      minutes === 0 ? t`Off` : plural(minutes, { one: 'After # minute', other: 'After # minutes' }),
    ] as const,
);

const DONE_TITLES = { set: t`Your PIN is set`, change: t`Your PIN is changed`, remove: t`Your PIN is removed` };

async function readSettings(userId: string) {
  const read = [
    device.people.get(userId),
    readIdle(device),
    readSetting(device, LOCK_AFTER),
    readSetting(device, LAST_CONFIG),
  ] as const;
  const [user, { minutes }, lockAfter, config] = await Promise.all(read);
  // It was parsed before it was stored.
  const { tabletReports } = (config ?? {}) as Partial<Config>;
  return { pin: user?.pin, minutes, isLockUnset: lockAfter === undefined, isReported: tabletReports !== false };
}

export function DeviceCard() {
  const { userId, profile } = useActiveUser();
  const toast = useToast();
  const settings = useLiveQuery(() => readSettings(userId), [userId]);
  const [action, setAction] = useState<PinAction>();
  // Announced as a change of the profile, so that every tab reads the setting again.
  const lockAfter = async (minutes: number) => {
    await setLockAfter(device, minutes, Date.now());
    await announceActiveUser('profile');
  };
  const done = async (saved: PinAction) => {
    setAction(undefined);
    const isFirstLock = saved === 'set' && (await lockWithFirstPin(device, Date.now()));
    await announceActiveUser('profile');
    toast({
      title: DONE_TITLES[saved],
      ...(isFirstLock && { description: t`The screen locks after 5 minutes without use.` }),
    });
  };
  return (
    <TitledCard title={t`This Device`}>
      {settings ? (
        <>
          <div className="flex flex-col gap-3">
            <p className="text-ink-soft">
              {settings.pin
                ? t`Your PIN is required to switch to your account or unlock the screen. It doesn't encrypt data on this device.`
                : t`A PIN keeps the other people on this device out of your account. It doesn't encrypt data on this device.`}
              {!settings.pin && settings.isLockUnset && ` ${t`The screen then locks after 5 minutes without use.`}`}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" onClick={() => setAction(settings.pin ? 'change' : 'set')}>
                {settings.pin ? t`Change PIN` : t`Set a PIN`}
              </Button>
              {settings.pin && (
                <Button variant="quiet" onClick={() => setAction('remove')}>
                  <Trans>Remove PIN</Trans>
                </Button>
              )}
            </div>
          </div>
          <div>
            <Choice
              label={t`Auto-lock`}
              value={String(settings.minutes)}
              options={LOCK_OPTIONS}
              onChange={(minutes) => void lockAfter(Number(minutes))}
            />
            <p className="mt-1.5 text-ink-soft text-sm">
              <Trans>Applies to everyone on this device. Unfinished work is kept.</Trans>
            </p>
          </div>
          {settings.isReported && profile?.organization && (
            <details className="group -my-3 text-ink-soft text-sm">
              <summary className="flex min-h-touch cursor-pointer items-center justify-between gap-3 font-medium">
                <Trans>What admins see of this device</Trans>
                <ChevronDown aria-hidden className="size-5 transition-transform group-open:rotate-180" />
              </summary>
              <Trans>
                The admins of {profile.organization.name} see this device&apos;s browser, app version, storage and last
                contact, how many people use it and how much work waits here. They don&apos;t see who uses it, and they
                can sign everyone out of it.
              </Trans>
            </details>
          )}
        </>
      ) : (
        <Skeletons label={t`Loading`} heights={['h-24', 'h-12', 'h-24']} />
      )}
      {settings && action && (
        <PinDialog
          userId={userId}
          action={action}
          length={settings.pin?.length}
          onDone={() => void done(action)}
          onClose={() => setAction(undefined)}
        />
      )}
    </TitledCard>
  );
}
