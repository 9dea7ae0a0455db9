import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { CloudUpload, LockKeyhole, UserPlus, WifiOff } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { initials } from '#sync/contract/profile.ts';
import { unlock } from '#sync/extras/idle-lock.ts';
import { readSetting, TOUCHED_AT } from '#sync/store/device.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { uploadBoard } from '../../device/upload-board.ts';
import {
  chosenUser,
  type DeviceUserEntry,
  deactivateUser,
  switchUser,
  useAllDeviceUsers,
} from '../../device/use-device-users.ts';
import { paths } from '../../paths.ts';
import { LanguageSelect } from '../../shell/language-select.tsx';
import { Avatar, faceOf } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { momentWords } from '../../ui/labels.ts';
import { locale } from '../../ui/language.ts';
import { Mark } from '../../ui/logo.tsx';
import { useLocation, useNavigate } from '../../ui/router.ts';
import { PinForm } from './pin-form.tsx';
import { UploadChoice } from './upload-choice.tsx';

/** A choice that would end an upload; `nextName` is of whoever continues then, undefined for somebody who signs in. */
type PendingChoice = { nextName?: string; go: () => void };

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
      unlessUploading({ nextName: user.name, go: () => void switchTo(user) });
    },
    /** The last user's pages must be closed before the sign-in is shown. */
    signIn: (user?: DeviceUserEntry) => {
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

const LOCKED_TITLE = t`Locked · Groundwork`;
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

/** 'Last used 8:42', 'Yesterday', 'Monday' or 'Nov 18', from unix milliseconds. */
function lastUseWords(at: number): string {
  const then = new Date(at);
  const words = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options).format(then);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days <= 0) return lastUsed(momentWords(then.toISOString()));
  if (days === 1) return t`Yesterday`;
  return days < 7 ? words({ weekday: 'long' }) : words({ month: 'short', day: 'numeric' });
}

const lastUsed = (time: string) => t`Last used ${time}`;

type UserTileProps = { user: DeviceUserEntry; isChosen: boolean; onChoose: () => void };

function UserTile({ user, isChosen, onChoose }: UserTileProps) {
  const { name, pin, isSignedIn, lastUsedAt, pendingCount } = user;
  const tile = useRef<HTMLButtonElement>(null);
  // On a phone the keys would cover it.
  useEffect(() => {
    if (isChosen) tile.current?.scrollIntoView({ block: 'start' });
  }, [isChosen]);
  return (
    <button
      ref={tile}
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      // What is typed goes on into the PIN.
      onMouseDown={(event) => isChosen && event.preventDefault()}
      className={`flex h-full min-h-50 w-full scroll-mt-4 flex-col items-center gap-1 rounded-xl border px-2 pt-5 pb-3 text-center shadow-low ${isChosen ? 'border-accent bg-accent-soft ring-2 ring-accent' : 'border-line bg-surface hover:bg-sunken'}`}
    >
      <Avatar letters={initials(name)} size="large" tone={isChosen ? 'strong' : faceOf(name)} />
      <span dir="auto" className="mt-2 text-balance font-semibold text-lg leading-snug">
        {name}
      </span>
      <span className="flex items-center gap-1 text-ink-soft text-sm">
        {isSignedIn && pin && <LockKeyhole aria-label={t`PIN required`} className="size-4 shrink-0" />}
        <span className="text-balance">
          {!isSignedIn ? t`Signed out` : lastUsedAt ? lastUseWords(lastUsedAt) : t`Signed in`}
        </span>
      </span>
      {isSignedIn && !pin && (
        <span className="text-ink-soft text-sm">
          <Trans>No PIN: opens for anyone</Trans>
        </span>
      )}
      {pendingCount > 0 && (
        <span className="mt-auto flex items-center gap-1.5 font-semibold text-sm">
          <CloudUpload aria-hidden className="size-4.5 shrink-0" />
          <Plural value={pendingCount} other="# waiting" />
        </span>
      )}
    </button>
  );
}

type UserTilesProps = {
  /** Undefined until they are read. */
  users: DeviceUserEntry[] | undefined;
  chosen: string | undefined;
  onChoose: (user: DeviceUserEntry) => void;
};

/** The users of this device as tiles, the last one first. A tap on another tile while a PIN is asked for changes the user. */
function UserTiles({ users, chosen, onChoose }: UserTilesProps) {
  const { userId } = useActiveUser();
  const touchedAt = useLiveQuery(() => readSetting(device, TOUCHED_AT), []);
  const list = useRef<HTMLUListElement>(null);
  const isRead = users !== undefined;
  useEffect(() => {
    if (isRead) list.current?.querySelector('button')?.focus();
  }, [isRead]);
  if (!users) return null;
  const last = users.filter((user) => user.userId === userId);
  const lastUsed = typeof touchedAt === 'number' ? { lastUsedAt: touchedAt } : {};
  const tiles = [...last.map((user) => ({ ...user, ...lastUsed })), ...users.filter((user) => user.userId !== userId)];
  return (
    <ul ref={list} className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      {tiles.map((user) => (
        <li key={user.userId}>
          <UserTile user={user} isChosen={user.userId === chosen} onChoose={() => onChoose(user)} />
        </li>
      ))}
    </ul>
  );
}

/** Covers everything until a user of this device continues. The last user's page stays open behind it until another one does. */
export function LockScreen() {
  const { name, profile } = useActiveUser();
  const [firstName = ''] = name.split(' ');
  const { isOffline } = useConnection();
  const [chosen, setPinUser] = useState<DeviceUserEntry>();
  const users = useAllDeviceUsers();
  const [one, ...others] = users ?? [];
  // Whoever has the device for themselves need not say who they are.
  const pinUser = chosen ?? (others.length === 0 && one?.isSignedIn && one.pin ? one : undefined);
  const { continueAs, signIn, pending, keepUploading } = useUnlock();
  const choose = (user: DeviceUserEntry) => {
    setPinUser(undefined);
    if (!user.isSignedIn) return signIn(user);
    if (user.pin) return setPinUser(user);
    continueAs(user);
  };
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
      className="pointer-events-auto m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-canvas text-ink"
    >
      <div className="flex min-h-full flex-col lg:flex-row">
        <div className="safe-p grow">
          <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 sm:px-4">
            <div className="flex min-h-touch items-center gap-2">
              <Mark />
              <span className="font-bold text-lg tracking-tight">{profile?.organization?.name ?? 'Groundwork'}</span>
              <LanguageSelect className="ms-auto" />
              {isOffline && (
                <span className="flex items-center gap-1.5 font-semibold text-ink-soft text-sm">
                  <WifiOff aria-hidden className="size-4.5" />
                  <Trans>Offline</Trans>
                </span>
              )}
            </div>
            <div>
              <h1 id={id} className="font-bold text-2xl tracking-tight">
                <Trans>Who's using this device?</Trans>
              </h1>
              <p className="mt-1 text-ink-soft">
                <Trans>This device is locked. {firstName}'s work is saved.</Trans>
              </p>
            </div>
            {pending ? (
              <div className="max-w-md">
                <p className="mb-4">
                  {pending.nextName
                    ? t`A video by ${name} is still uploading. It stops when ${pending.nextName} continues, and so do the videos waiting after it.`
                    : t`A video by ${name} is still uploading. It stops when someone else signs in, and so do the videos waiting after it.`}
                </p>
                <UploadChoice verb={t`Stop and continue`} onKeep={keep} onStopped={pending.go} />
              </div>
            ) : (
              <>
                <UserTiles users={users} chosen={pinUser?.userId} onChoose={choose} />
                <div className="-ms-4">
                  <Button icon={UserPlus} variant="quiet" onClick={() => signIn()}>
                    <Trans>Add another person</Trans>
                  </Button>
                  {isOffline && (
                    <p className="px-4 text-ink-soft text-sm">
                      <Trans>Signing in needs a connection. You're offline.</Trans>
                    </p>
                  )}
                </div>
              </>
            )}
          </div>
        </div>
        {pinUser && !pending && (
          <div className="safe-p animate-rise rounded-t-xl bg-surface shadow-high lg:sticky lg:top-0 lg:flex lg:h-dvh lg:w-[28rem] lg:items-center lg:rounded-none [@media(min-height:40rem)]:sticky [@media(min-height:40rem)]:bottom-0">
            <PinForm
              key={pinUser.userId}
              user={pinUser}
              onRight={() => continueAs(pinUser)}
              onPassword={() => signIn(pinUser)}
            />
          </div>
        )}
      </div>
    </dialog>,
    document.body,
  );
}
