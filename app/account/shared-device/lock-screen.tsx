import { UserPlus } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { unlock } from '#sync/extras/idle-lock.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { device } from '../../device/device.ts';
import { uploadBoard } from '../../device/upload-board.ts';
import { type DeviceUserEntry, leaveToSignIn, switchUser, useAllDeviceUsers } from '../../device/use-device-users.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { useLocation, useNavigate } from '../../ui/router.ts';
import { PinForm } from './pin-form.tsx';
import { UploadChoice } from './upload-choice.tsx';
import { UserRow } from './user-row.tsx';

/** A choice that would end an upload. */
type Wish = { whoever: string; go: () => void };

/** What comes of a choice at the lock. What would end an upload is first a `wish`, which is asked about. */
function useGoingOn() {
  const { userId } = useActiveUser();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [wish, setWish] = useState<Wish>();
  const [isLeaving, setLeaving] = useState(false);
  // Not before the sign-in stands: the guard of the page would send the visitor elsewhere.
  useEffect(() => {
    if (isLeaving && pathname === paths.signIn()) void leaveToSignIn();
  }, [isLeaving, pathname]);
  const unlessUploading = (next: Wish) => (uploadBoard.shown() ? setWish(next) : next.go());
  const sitDown = async (person: DeviceUserEntry) => {
    await switchUser(person.userId);
    void navigate(paths.home());
  };
  return {
    goOnAs: (person: DeviceUserEntry) => {
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

// What lies behind the lock goes on existing, and cannot be seen, heard, read out or reached (Y30).

const LOCKED_TITLE = 'Locked · Groundwork';
/** What pages and open dialogs listen for at the document: a dialog would take a touch beside itself as a wish to close. */
const UNHEARD = ['keydown', 'keyup', 'pointerdown', 'focusin', 'focusout', 'wheel', 'touchmove'];

const pauseAll = () => {
  for (const media of document.querySelectorAll<HTMLMediaElement>('video, audio')) media.pause();
};

/** Puts the dialog over everything, whatever else is open; returns the way to take it off. */
function coverPage(screen: HTMLDialogElement): () => void {
  const uncovered = new AbortController();
  const { signal } = uncovered;
  for (const type of UNHEARD) document.body.addEventListener(type, (event) => event.stopPropagation(), { signal });
  // A key of the headset or the lock screen of the system.
  document.addEventListener('play', pauseAll, { signal, capture: true });
  pauseAll();
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => undefined);
  const title = document.title;
  document.title = LOCKED_TITLE;
  document.documentElement.dataset.locked = '';
  screen.showModal();
  return () => {
    delete document.documentElement.dataset.locked;
    // Before the listeners go: closing gives the focus back to where it was.
    screen.close();
    uncovered.abort();
    if (document.title === LOCKED_TITLE) document.title = title;
  };
}

type ChoicesProps = Pick<ReturnType<typeof useGoingOn>, 'goOnAs' | 'signIn'> & {
  onAsk: (person: DeviceUserEntry) => void;
};

function Choices({ onAsk, goOnAs, signIn }: ChoicesProps) {
  const { userId } = useActiveUser();
  const people = useAllDeviceUsers();
  const { isOffline } = useConnection();
  const list = useRef<HTMLUListElement>(null);
  const isRead = people !== undefined;
  useEffect(() => {
    if (isRead) list.current?.querySelector('button')?.focus();
  }, [isRead]);
  const choose = (person: DeviceUserEntry) => {
    if (!person.isSignedIn) return signIn(person.email);
    if (person.pin) return onAsk(person);
    goOnAs(person);
  };
  const last = (person: DeviceUserEntry) => person.userId === userId;
  if (!people) return null;
  return (
    <>
      <ul ref={list} className="flex flex-col gap-2">
        {[...people.filter(last), ...people.filter((person) => !last(person))].map((person) => (
          <li key={person.userId}>
            <UserRow
              person={person}
              signedIn={last(person) ? '' : 'Signed in here'}
              isLast={last(person)}
              onChoose={() => choose(person)}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-1">
        <Button variant="secondary" onClick={() => signIn()}>
          <UserPlus aria-hidden className="size-5" />
          Add another person
        </Button>
        {isOffline && (
          <p className="text-center text-ink-soft text-sm">Signing in needs the network: you are offline.</p>
        )}
      </div>
    </>
  );
}

/**
 * 'Who goes on?' over everything. What the last one was doing stays as it is behind it, until somebody else goes on;
 * their begun work is then on the device.
 */
export function LockScreen() {
  const { name } = useActiveUser();
  const [asked, setAsked] = useState<DeviceUserEntry>();
  const { goOnAs, signIn, wish, keepUploading } = useGoingOn();
  const keep = () => {
    keepUploading();
    setAsked(undefined);
  };
  const screen = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => (screen.current ? coverPage(screen.current) : undefined), []);
  return createPortal(
    <dialog
      ref={screen}
      data-lock-screen
      aria-labelledby={id}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
      // Some systems close a dialog by a gesture and ask nobody.
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
      className="pointer-events-auto m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-canvas px-4 py-10 text-ink sm:py-20"
    >
      <div className="mx-auto flex w-full max-w-md flex-col gap-6">
        <div>
          <h1 id={id} className="font-bold text-2xl tracking-tight">
            Who goes on?
          </h1>
          <p className="mt-1 text-ink-soft">
            Nobody has touched this device for a while. What {name} was doing is as it was left.
          </p>
        </div>
        {wish ? (
          <>
            <p>
              A video of {name} is still on its way. It stops when {wish.whoever}, and so do those that wait after it.
            </p>
            <UploadChoice verb="Stop and go on" onKeep={keep} onStopped={wish.go} />
          </>
        ) : asked ? (
          <PinForm
            person={asked}
            onRight={() => goOnAs(asked)}
            onPassword={() => signIn(asked.email)}
            onBack={() => setAsked(undefined)}
          />
        ) : (
          <Choices onAsk={setAsked} goOnAs={goOnAs} signIn={signIn} />
        )}
      </div>
    </dialog>,
    document.body,
  );
}
