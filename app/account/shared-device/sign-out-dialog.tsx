// Signing out always asks (Y23): with unsent work after one last attempt to send it, without a network because nobody can come
// back in, else about the downloads. A running upload, which ends with the session, is asked about first.

import { CircleArrowDown, CloudUpload, FileDown, LockKeyhole, type LucideIcon, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { sizeLabel } from '#sync/contract/media.ts';
import { lockNow } from '#sync/extras/idle-lock.ts';
import { isSigningOut, useActiveUser, useEngine } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { device } from '../../device/device.ts';
import { uploadBoard } from '../../device/upload-board.ts';
import { saveWorkFile } from '../../device/work-file.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { counted } from '../../ui/labels.ts';
import { useLeaveGuard } from '../../ui/leave-guard.ts';
import { useNavigate } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { ActButton } from '../account-form.tsx';
import { BusyNote } from '../account-panel.tsx';
import { countUnsentHere, isSignedInHere, type Leaving, readOwnDownloads, signOut, tryToSend } from './sign-out.ts';
import { UploadChoice } from './upload-choice.tsx';

/** What is here of the user: unsent changes and downloads. */
type Own = { unsent: number; courses: number; bytes: number };

type SignOutStage =
  | { is: 'looking' | 'signing-out' }
  | { is: 'uploading'; title: string }
  | { is: 'sending' }
  | ({ is: 'asking' | 'discarding' } & Own);

const changes = (count: number) => counted(count, 'change');
const courses = ({ courses, bytes }: Own) =>
  `${counted(courses, 'course')}${bytes > 0 ? ` (${sizeLabel(bytes)})` : ''}`;

/** The device could not be read or written while signing out: before and after the session was removed. */
const STILL_SIGNED_IN: ToastMessage = {
  title: 'Signing out did not work',
  description: 'This device could not be read or written, so you stayed signed in. Please try again.',
  variant: 'destructive',
};
const LEFT_BEHIND: ToastMessage = {
  title: 'You are signed out',
  description: 'Some of your data could not be removed from this device. Sign in and out again to remove it.',
  variant: 'destructive',
};

type SignOutDialogProps = {
  /** The user has been asked already: only an upload and unsent work are asked about. */
  isAsked?: boolean;
  /** The user stays signed in. */
  onClose: () => void;
};

export function SignOutDialog({ isAsked = false, onClose }: SignOutDialogProps) {
  const engine = useEngine();
  const navigate = useNavigate();
  const toast = useToast();
  const { isOffline } = useConnection();
  const [stage, setStage] = useState<SignOutStage>({ is: 'looking' });

  const finish = async (leaving: Leaving) => {
    setStage({ is: 'signing-out' });
    const { kept } = await signOut(engine, leaving, () => {
      isSigningOut.set(true);
      void navigate(paths.home());
    });
    toast({ title: 'Signed out', description: whatIsLeft(kept, leaving.leavesDownloads) });
    close();
  };
  const close = () => {
    isSigningOut.set(false);
    onClose();
  };
  /** When the device cannot be read or written, the user must know whether they are signed out. */
  const attempt = (work: Promise<void>) =>
    void work.catch(async (error: unknown) => {
      console.warn('account: signing out failed', error);
      if (hasStayed.current) return;
      toast((await isSignedInHere(engine)) ? STILL_SIGNED_IN : LEFT_BEHIND);
      close();
    });

  const hasStayed = useRef(false);
  const stay = () => {
    hasStayed.current = true;
    onClose();
  };
  useLeaveGuard(stage.is !== 'signing-out', stay);
  const start = async () => {
    const upload = uploadBoard.shown();
    if (upload) return setStage({ is: 'uploading', title: upload.title });
    return look();
  };
  const look = async () => {
    let unsent = await countUnsentHere(engine);
    if (unsent > 0 && !isOffline) {
      setStage({ is: 'sending' });
      await tryToSend(engine);
      unsent = await countUnsentHere(engine);
    }
    if (hasStayed.current) return;
    if (isAsked && unsent === 0) return finish({ unsent: 'keep', leavesDownloads: true });
    setStage({ is: 'asking', unsent, ...(await readOwnDownloads(engine.userId)) });
  };
  const hasStarted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when signing out was chosen
  useEffect(() => {
    if (!hasStarted.current) attempt(start());
    hasStarted.current = true;
  }, []);

  switch (stage.is) {
    case 'looking':
    case 'signing-out':
      return null;
    case 'uploading':
      return (
        <Dialog
          open
          onOpenChange={stay}
          title="Sign out during an upload?"
          description={`The video "${stage.title}" is still uploading. Signing out stops it and the videos waiting after it.`}
        >
          <UploadChoice verb="Stop and sign out" onKeep={stay} onStopped={() => attempt(look())} />
        </Dialog>
      );
    case 'sending':
      return (
        <Dialog open onOpenChange={stay} title="Sending your work">
          <BusyNote>Sending your last changes. This takes up to 10 seconds.</BusyNote>
          <Button variant="secondary" onClick={stay}>
            Cancel
          </Button>
        </Dialog>
      );
    case 'discarding':
      return (
        <Dialog
          open
          onOpenChange={stay}
          title={`Discard ${changes(stage.unsent)} for good?`}
          description="Discarded work can't be brought back. Save it as a file first, and you can still upload it from any device."
        >
          <div className="flex flex-col gap-2">
            <SaveFile />
            <Button variant="secondary" onClick={() => setStage({ ...stage, is: 'asking' })}>
              Back
            </Button>
            <Button
              variant="destructive"
              className="mt-4"
              onClick={() => attempt(finish({ unsent: 'discard', leavesDownloads: false }))}
            >
              Discard {changes(stage.unsent)}
            </Button>
          </div>
        </Dialog>
      );
    case 'asking': {
      const Question = isOffline ? AskOffline : AskOnline;
      return (
        <Question
          own={stage}
          onStay={stay}
          onLeave={(leavesDownloads) => attempt(finish({ unsent: 'keep', leavesDownloads }))}
          onDiscard={() => setStage({ ...stage, is: 'discarding' })}
        />
      );
    }
  }
}

function whatIsLeft(kept: number, leavesDownloads: boolean): string {
  if (kept > 0) return `${changes(kept)} ${kept === 1 ? 'is' : 'are'} kept on this device for your next sign-in here.`;
  return leavesDownloads ? 'You are no longer on this device.' : 'You and your downloads are no longer on this device.';
}

type QuestionProps = {
  own: Own;
  onStay: () => void;
  onLeave: (leavesDownloads: boolean) => void;
  onDiscard: () => void;
};

const Discard = ({ onDiscard, className }: Pick<QuestionProps, 'onDiscard'> & { className: string }) => (
  <Button variant="quiet" className={className} onClick={onDiscard}>
    Discard instead...
  </Button>
);

function Kept({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}

/** Whoever signs out without a network stays out: the lock comes first, and nothing is deleted that could not be fetched again. */
function AskOffline({ own, onStay, onLeave, onDiscard }: QuestionProps) {
  const { userId, mayLock } = useActiveUser();
  const { unsent } = own;
  const lock = () => {
    onStay();
    void lockNow(device, userId, Date.now());
  };
  return (
    <Dialog
      open
      shape="sheet"
      onOpenChange={onStay}
      title={
        <span className="flex flex-col items-start gap-4 text-xl">
          <span className="flex size-14 items-center justify-center rounded-full bg-sunken">
            <WifiOff aria-hidden className="size-7" />
          </span>
          You are offline
        </span>
      }
      description="You can't sign in again until you have a connection."
    >
      {(unsent > 0 || own.courses > 0) && (
        <ul className="mb-1 flex flex-col gap-2">
          {unsent > 0 && (
            <Kept icon={CloudUpload}>
              {changes(unsent)} {unsent === 1 ? 'stays saved here and is' : 'stay saved here and are'} sent when you
              sign in again.
            </Kept>
          )}
          {own.courses > 0 && (
            <Kept icon={CircleArrowDown}>
              {courses(own)} {own.courses === 1 ? 'stays' : 'stay'} on this device for you.
            </Kept>
          )}
        </ul>
      )}
      <div className="flex flex-col gap-2">
        {mayLock && (
          <Button size="big" icon={LockKeyhole} onClick={lock}>
            Lock instead
          </Button>
        )}
        <Button size="big" variant={mayLock ? 'secondary' : 'primary'} onClick={onStay}>
          Stay
        </Button>
        {unsent > 0 && <Discard onDiscard={onDiscard} className="text-ink-soft!" />}
        <Button size="big" variant="quiet" className="text-danger-text" onClick={() => onLeave(true)}>
          Sign out anyway
        </Button>
      </div>
    </Dialog>
  );
}

function AskOnline({ own, onStay, onLeave, onDiscard }: QuestionProps) {
  const [leavesDownloads, setLeavesDownloads] = useState(true);
  const { unsent } = own;
  const isAre = unsent === 1 ? "hasn't been sent and exists" : "haven't been sent and exist";
  return (
    <Dialog
      open
      shape="sheet"
      onOpenChange={onStay}
      title={unsent > 0 ? 'Sign out with unsent work?' : 'Sign out?'}
      description={
        unsent > 0 ? `${changes(unsent)} ${isAre} only on this device.` : 'Signing in again needs a connection.'
      }
    >
      {own.courses > 0 && (
        <SwitchField
          label={`Keep ${own.courses === 1 ? '' : 'the '}${courses(own)} on this device for the next person`}
          checked={leavesDownloads}
          onChange={({ target }) => setLeavesDownloads(target.checked)}
        />
      )}
      <div className="flex flex-col gap-2">
        <Button size="big" onClick={() => onLeave(own.courses > 0 && leavesDownloads)}>
          {unsent > 0 ? 'Sign out, keep work' : 'Sign out'}
        </Button>
        {unsent > 0 && (
          <p className="mb-2 text-ink-soft text-sm">
            Your work stays here until you sign in again. No one else can see it.
          </p>
        )}
        <Button size="big" variant="secondary" onClick={onStay}>
          {unsent > 0 ? 'Cancel' : 'Stay'}
        </Button>
        {unsent > 0 && <Discard onDiscard={onDiscard} className="mt-4 text-danger-text" />}
      </div>
    </Dialog>
  );
}

/** The unsent work as a file, which this person can upload elsewhere. */
function SaveFile() {
  const engine = useEngine();
  const { name } = useActiveUser();
  const save = async () => {
    if (!(await saveWorkFile(engine, name))) throw new Error('A file cannot hold unsaved lesson texts.');
    return 'Saved. Upload it on the Sync page of any device.';
  };
  return (
    <ActButton size="big" icon={FileDown} act={save} fallback="The file could not be saved." verb="Save as a file" />
  );
}
