import { UserPlus } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { unlock } from '#sync/extras/idle-lock.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { device } from '../../device/device.ts';
import { uploadBoard } from '../../device/upload-board.ts';
import { type DeviceUserEntry, deactivateUser, switchUser, useAllDeviceUsers } from '../../device/use-device-users.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { useLocation, useNavigate } from '../../ui/router.ts';
import { PinForm } from './pin-form.tsx';
import { UploadChoice } from './upload-choice.tsx';
import { UserRow } from './user-row.tsx';

/** A choice that would end an upload; `when` finishes the sentence 'It stops when ...'. */
type PendingChoice = { when: string; go: () => void };

/** Carries out a choice at the lock. One that would end an upload is `pending` until it is confirmed. */
function useUnlock() {
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
  const switchTo = async (user: DeviceUserEntry) => {
    await switchUser(user.userId);
    void navigate(paths.home());
  };
  return {
    continueAs: (user: DeviceUserEntry) => {
      if (user.userId === userId) return void unlock(device, Date.now());
      unlessUploading({ when: `${user.name} continues`, go: () => void switchTo(user) });
    },
    /** The last user's pages must be closed before the sign-in is shown. */
    signIn: (email?: string) => {
      const go = () => {
        setLeaving(true);
        void navigate(paths.signIn({ add: true }), { state: { email } });
      };
      unlessUploading({ when: 'someone else signs in', go });
    },
    pending,
    keepUploading: () => setPending(undefined),
  };
}

const LOCKED_TITLE = 'Locked · Groundwork';
/** Events that pages and open dialogs listen for on the document: a dialog would close on a touch outside itself. */
const BLOCKED_EVENTS = ['keydown', 'keyup', 'pointerdown', 'focusin', 'focusout', 'wheel', 'touchmove'];

const pauseAll = () => {
  for (const media of document.querySelectorAll<HTMLMediaElement>('video, audio')) media.pause();
};

/**
 * Puts the dialog over everything: the page behind stays as it is, but cannot be seen, heard, read out or reached (Y30).
 * Returns the function that removes the cover.
 */
function coverPage(screen: HTMLDialogElement): () => void {
  const uncovered = new AbortController();
  const { signal } = uncovered;
  for (const type of BLOCKED_EVENTS)
    document.body.addEventListener(type, (event) => event.stopPropagation(), { signal });
  // Playback can also be started by a headset or by the system's lock screen.
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
    // Before the listeners are removed: closing returns the focus to where it was.
    screen.close();
    uncovered.abort();
    if (document.title === LOCKED_TITLE) document.title = title;
  };
}

type UserChoicesProps = Pick<ReturnType<typeof useUnlock>, 'continueAs' | 'signIn'> & {
  onPinNeeded: (user: DeviceUserEntry) => void;
};

function UserChoices({ onPinNeeded, continueAs, signIn }: UserChoicesProps) {
  const { userId } = useActiveUser();
  const users = useAllDeviceUsers();
  const { isOffline } = useConnection();
  const list = useRef<HTMLUListElement>(null);
  const isRead = users !== undefined;
  useEffect(() => {
    if (isRead) list.current?.querySelector('button')?.focus();
  }, [isRead]);
  const choose = (user: DeviceUserEntry) => {
    if (!user.isSignedIn) return signIn(user.email);
    if (user.pin) return onPinNeeded(user);
    continueAs(user);
  };
  const last = (user: DeviceUserEntry) => user.userId === userId;
  if (!users) return null;
  return (
    <>
      <ul ref={list} className="flex flex-col gap-2">
        {[...users.filter(last), ...users.filter((user) => !last(user))].map((user) => (
          <li key={user.userId}>
            <UserRow
              user={user}
              signedIn={last(user) ? '' : 'Signed in'}
              isLast={last(user)}
              onChoose={() => choose(user)}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-1">
        <Button icon={UserPlus} variant="secondary" onClick={() => signIn()}>
          Add another person
        </Button>
        {isOffline && (
          <p className="text-center text-ink-soft text-sm">Signing in needs a connection. You're offline.</p>
        )}
      </div>
    </>
  );
}

/** Covers everything until a user of this device continues. The last user's page stays open behind it until another one does. */
export function LockScreen() {
  const { name } = useActiveUser();
  const [pinUser, setPinUser] = useState<DeviceUserEntry>();
  const { continueAs, signIn, pending, keepUploading } = useUnlock();
  const keep = () => {
    keepUploading();
    setPinUser(undefined);
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
      // Some systems close a dialog by a gesture without asking.
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
      className="pointer-events-auto m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-canvas px-4 py-10 text-ink sm:py-20"
    >
      <div className="mx-auto flex w-full max-w-md flex-col gap-6">
        <div>
          <h1 id={id} className="font-bold text-2xl tracking-tight">
            Who's using this tablet?
          </h1>
          <p className="mt-1 text-ink-soft">Locked after a few minutes without use. {name}'s work is saved.</p>
        </div>
        {pending ? (
          <>
            <p>
              A video by {name} is still uploading. It stops when {pending.when}, and so do the videos waiting after it.
            </p>
            <UploadChoice verb="Stop and continue" onKeep={keep} onStopped={pending.go} />
          </>
        ) : pinUser ? (
          <PinForm
            user={pinUser}
            onRight={() => continueAs(pinUser)}
            onPassword={() => signIn(pinUser.email)}
            onBack={() => setPinUser(undefined)}
          />
        ) : (
          <UserChoices onPinNeeded={setPinUser} continueAs={continueAs} signIn={signIn} />
        )}
      </div>
    </dialog>,
    document.body,
  );
}
