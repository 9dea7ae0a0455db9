import { useEffect, useState } from 'react';
import { unlock } from '#sync/idle-lock.ts';
import { device } from '../device.ts';
import { paths } from '../paths.ts';
import { usePerson } from '../person.tsx';
import { useLocation, useNavigate } from '../router.ts';
import { uploadBoard } from '../upload-board.ts';
import { leaveSeat, type PersonHere, switchPerson } from '../use-people-here.ts';

/** A choice that would end an upload. */
type Wish = { whoever: string; go: () => void };

/** What comes of a choice at the lock. What would end an upload is first a `wish`, which is asked about. */
export function useGoingOn() {
  const { userId } = usePerson();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [wish, setWish] = useState<Wish>();
  const [isLeaving, setLeaving] = useState(false);
  // Not before the sign-in stands: the guard of the page would send the visitor elsewhere.
  useEffect(() => {
    if (isLeaving && pathname === paths.signIn()) void leaveSeat();
  }, [isLeaving, pathname]);
  const unlessUploading = (next: Wish) => (uploadBoard.shown() ? setWish(next) : next.go());
  const sitDown = async (person: PersonHere) => {
    await switchPerson(person.userId);
    void navigate(paths.home());
  };
  return {
    goOnAs: (person: PersonHere) => {
      if (person.userId === userId) return void unlock(device, Date.now());
      unlessUploading({ whoever: `${person.name} goes on`, go: () => void sitDown(person) });
    },
    /** The pages of whoever was here must be gone before another one is shown. */
    signIn: (email?: string) => {
      const go = () => {
        setLeaving(true);
        void navigate(paths.signIn({ add: true }), { state: { email } });
      };
      unlessUploading({ whoever: 'somebody signs in', go });
    },
    wish,
    keepUploading: () => setWish(undefined),
  };
}
