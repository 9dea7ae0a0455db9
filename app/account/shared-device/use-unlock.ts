// What follows a choice at the lock screen.
import { useEffect, useState } from 'react';
import { unlock } from '#sync/extras/idle-lock.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { uploadBoard } from '../../device/upload-board.ts';
import { chosenUser, type DeviceUserEntry, deactivateUser, switchUser } from '../../device/use-device-users.ts';
import { paths } from '../../paths.ts';
import { useLocation, useNavigate } from '../../ui/router.ts';

/** A choice that would end an upload; `nextName` is of whoever continues then, undefined for somebody who signs in. */
type PendingChoice = { nextName?: string; go: () => void };

/** Carries out a choice at the lock. One that would end an upload is `pending` until it is confirmed. */
export function useUnlock() {
  const { userId } = useActiveUser();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [pending, setPending] = useState<PendingChoice>();
  const [isLeaving, setLeaving] = useState(false);
  // Only once the sign-in page is shown: before that, the guard would send the visitor elsewhere.
  useEffect(() => {
    if (isLeaving && pathname === paths.signIn()) void deactivateUser();
  }, [isLeaving, pathname]);
  const unlessUploading = (next: PendingChoice) => (uploadBoard.shown() ? setPending(next) : next.go());
  const switchTo = async (user: Pick<DeviceUserEntry, 'userId'>) => {
    await switchUser(user.userId);
    void navigate(paths.home());
  };
  return {
    continueAs: (user: Pick<DeviceUserEntry, 'userId' | 'name'>) => {
      if (user.userId === userId) return void unlock(device, Date.now());
      unlessUploading({ nextName: user.name, go: () => void switchTo(user) });
    },
    /** The last user's pages must be closed before the sign-in is shown. */
    signIn: (user?: Pick<DeviceUserEntry, 'email' | 'signsInByLink'>) => {
      const go = () => {
        setLeaving(true);
        void navigate(paths.signIn({ add: true }), { state: user && chosenUser(user) });
      };
      unlessUploading({ go });
    },
    pending,
    keepUploading: () => setPending(undefined),
  };
}
