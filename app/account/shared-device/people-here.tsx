import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type DeviceUserEntry, switchUser, useDeviceUsers } from '../../device/use-device-users.ts';
import { useNavigate } from '../../ui/router.ts';
import { PinForm } from './pin-form.tsx';
import { UserRow } from './user-row.tsx';

type PeopleHereProps = {
  title?: string;
  /** Where whoever is still signed in continues. */
  home: string;
  /** Called for whoever has to sign in. */
  onUser: (user: DeviceUserEntry) => void;
  /** Called when a PIN is asked for, and when it is no longer. */
  onPin?: (isAsked: boolean) => void;
};

/** The users of this device: those still signed in continue with one tap or a PIN, for the others the email is filled in. */
export function PeopleHere({ title = t`On this device`, home, onUser, onPin }: PeopleHereProps) {
  const navigate = useNavigate();
  const users = useDeviceUsers();
  const [pinUser, setPin] = useState<DeviceUserEntry>();
  const setPinUser = (user?: DeviceUserEntry) => {
    setPin(user);
    onPin?.(user !== undefined);
  };
  if (users.length === 0) return null;
  const continueAs = async ({ userId }: DeviceUserEntry) => {
    await switchUser(userId);
    void navigate(home, { replace: true });
  };
  const choose = (user: DeviceUserEntry) => {
    if (!user.isSignedIn) return onUser(user);
    if (user.pin) return setPinUser(user);
    void continueAs(user);
  };
  const byPassword = (user: DeviceUserEntry) => {
    setPinUser();
    onUser(user);
  };
  return (
    <section aria-label={title} className="border-line border-b pb-5">
      {!pinUser && <h2 className="mb-2 font-medium">{title}</h2>}
      {pinUser ? (
        <PinForm
          user={pinUser}
          onRight={() => void continueAs(pinUser)}
          onPassword={() => byPassword(pinUser)}
          onBack={() => setPinUser()}
        />
      ) : (
        <ul className="flex flex-col gap-2">
          {users.map((user) => (
            <li key={user.userId}>
              <UserRow user={user} onChoose={() => choose(user)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
