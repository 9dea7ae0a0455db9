// Signing out with work that only this device has (Y23): one last attempt to send it, then the user decides. The user is
// also asked about a running upload, which ends with the session.

import { FileDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isSigningOut, useActiveUser, useEngine } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { uploadBoard } from '../../device/upload-board.ts';
import { saveWorkFile } from '../../device/work-file.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { counted } from '../../ui/labels.ts';
import { useNavigate } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { ActButton } from '../account-form.tsx';
import { BusyNote } from '../account-panel.tsx';
import { countUnsentHere, isSignedInHere, signOut, tryToSend } from './sign-out.ts';
import { UploadChoice } from './upload-choice.tsx';

type SignOutStage =
  | { is: 'signing-out' }
  | { is: 'uploading'; title: string }
  | { is: 'sending' }
  | { is: 'asking' | 'discarding'; unsent: number };

const changes = (count: number) => counted(count, 'change');

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

/** Signs out at once when nothing is unsent; `onClose` is called when the user stays signed in. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const engine = useEngine();
  const navigate = useNavigate();
  const toast = useToast();
  const { isOffline } = useConnection();
  const [stage, setStage] = useState<SignOutStage>({ is: 'signing-out' });

  const finish = async (unsent: 'keep' | 'discard') => {
    setStage({ is: 'signing-out' });
    const { kept } = await signOut(engine, unsent, () => {
      isSigningOut.set(true);
      void navigate(paths.home());
    });
    const description =
      kept > 0
        ? `${changes(kept)} ${kept === 1 ? 'is' : 'are'} kept on this device for your next sign-in here.`
        : 'You and your downloads are no longer on this device.';
    toast({ title: 'Signed out', description });
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
  const start = async () => {
    const upload = uploadBoard.shown();
    if (upload) return setStage({ is: 'uploading', title: upload.title });
    return checkUnsent();
  };
  const proceed = () => {
    setStage({ is: 'signing-out' });
    attempt(checkUnsent());
  };
  const checkUnsent = async () => {
    if ((await countUnsentHere(engine)) === 0) return finish('keep');
    setStage({ is: 'sending' });
    await tryToSend(engine);
    if (hasStayed.current) return;
    const unsent = await countUnsentHere(engine);
    if (unsent === 0) return finish('keep');
    setStage({ is: 'asking', unsent });
  };
  const hasStarted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when signing out was chosen
  useEffect(() => {
    if (!hasStarted.current) attempt(start());
    hasStarted.current = true;
  }, []);

  if (stage.is === 'signing-out') return null;
  if (stage.is === 'uploading') {
    return (
      <Dialog
        open
        onOpenChange={stay}
        title="Sign out during an upload?"
        description={`The video "${stage.title}" is still uploading. Signing out stops it and the videos waiting after it.`}
      >
        <UploadChoice verb="Stop and sign out" onKeep={stay} onStopped={proceed} />
      </Dialog>
    );
  }
  if (stage.is === 'sending') {
    return (
      <Dialog open onOpenChange={stay} title="Sending your work">
        <BusyNote>Sending your last changes. This takes up to 10 seconds.</BusyNote>
        <Button variant="secondary" onClick={stay}>
          Cancel
        </Button>
      </Dialog>
    );
  }
  const { unsent } = stage;
  const isAre = unsent === 1 ? "hasn't been sent and exists" : "haven't been sent and exist";
  if (stage.is === 'discarding') {
    return (
      <Dialog
        open
        onOpenChange={stay}
        title={`Discard ${changes(unsent)} for good?`}
        description="Discarded work can't be brought back. Save it as a file first, and you can still upload it from any device."
      >
        <div className="flex flex-col gap-2">
          <SaveFile />
          <Button variant="secondary" onClick={() => setStage({ is: 'asking', unsent })}>
            Back
          </Button>
          <Button variant="destructive" className="mt-4" onClick={() => attempt(finish('discard'))}>
            Discard {changes(unsent)}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={stay}
      title="Sign out with unsent work?"
      description={`${counted(unsent, 'change')} ${isAre} only on this device.`}
    >
      <div className="flex flex-col gap-2">
        <Button size="big" onClick={() => attempt(finish('keep'))}>
          Sign out, keep work
        </Button>
        <p className="mb-2 text-ink-soft text-sm">
          Your work stays here until you sign in again. No one else can see it.
          {isOffline && ' Signing in needs a connection, and you are offline now.'}
        </p>
        <Button variant="secondary" onClick={stay}>
          Cancel
        </Button>
        <Button
          variant="quiet"
          className="mt-4 text-danger-text"
          onClick={() => setStage({ is: 'discarding', unsent })}
        >
          Discard instead...
        </Button>
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
