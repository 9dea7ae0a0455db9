// Signing out with work that only this device has (Y23): one last try to send it, then the person decides. The same with a
// file that is being uploaded: it does not outlive the session.

import { useEffect, useRef, useState } from 'react';
import { useEngine } from '../../device/active-user.tsx';
import { signingOut } from '../../device/signing-out.ts';
import { uploadBoard } from '../../device/upload-board.ts';
import { counted } from '../../learn/messages.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useNavigate } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { BusyNote } from '../notes.tsx';
import { isSignedInHere, signOut, tryToSend, unsentHere } from './sign-out.ts';
import { UploadChoice } from './upload-choice.tsx';

type Stage =
  | { is: 'leaving' }
  | { is: 'uploading'; title: string }
  | { is: 'sending' }
  | { is: 'asking'; unsent: number };

const items = (count: number) => counted(count, 'item');

/** This device could not be read or written while signing out, before and after the session was gone. */
const STILL_SIGNED_IN: ToastMessage = {
  title: 'Signing out did not work',
  description: 'This device could not be read or written, so you stayed signed in. Please try again.',
  variant: 'destructive',
};
const LEFT_BEHIND: ToastMessage = {
  title: 'You are signed out',
  description: 'Not everything on this device could be put in order. Sign in and out again to tidy up.',
  variant: 'destructive',
};

/** Signs out at once when nothing is unsent; `onClose` is called when the person stays after all. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const engine = useEngine();
  const navigate = useNavigate();
  const toast = useToast();
  const [stage, setStage] = useState<Stage>({ is: 'leaving' });

  const leave = async (unsent: 'keep' | 'discard') => {
    setStage({ is: 'leaving' });
    const { kept } = await signOut(engine, unsent, () => {
      signingOut.set(true);
      void navigate(paths.home());
    });
    if (kept > 0) {
      const description = `${items(kept)} ${kept === 1 ? 'is' : 'are'} kept on this device for your next sign-in here.`;
      toast({ title: 'Signed out', description });
    }
    close();
  };
  const close = () => {
    signingOut.set(false);
    onClose();
  };
  /** A device that cannot be read or written: the person must know whether they are signed out. */
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
  const begin = async () => {
    const upload = uploadBoard.shown();
    if (upload) return setStage({ is: 'uploading', title: upload.title });
    return lookForUnsent();
  };
  const goOn = () => {
    setStage({ is: 'leaving' });
    attempt(lookForUnsent());
  };
  const lookForUnsent = async () => {
    if ((await unsentHere(engine)) === 0) return leave('keep');
    setStage({ is: 'sending' });
    await tryToSend(engine);
    if (hasStayed.current) return;
    const unsent = await unsentHere(engine);
    if (unsent === 0) return leave('keep');
    setStage({ is: 'asking', unsent });
  };
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when signing out was chosen
  useEffect(() => {
    if (!begun.current) attempt(begin());
    begun.current = true;
  }, []);

  if (stage.is === 'leaving') return null;
  if (stage.is === 'uploading') {
    return (
      <Dialog
        open
        onOpenChange={stay}
        title="Sign out during an upload?"
        description={`The video of "${stage.title}" is still on its way. Signing out stops it, and those that wait after it.`}
      >
        <UploadChoice verb="Stop and sign out" onKeep={stay} onStopped={goOn} />
      </Dialog>
    );
  }
  if (stage.is === 'sending') {
    return (
      <Dialog open onOpenChange={stay} title="Sending your work">
        <BusyNote>Your last changes are on their way. This takes up to 10 seconds.</BusyNote>
        <Button variant="secondary" onClick={stay}>
          Cancel
        </Button>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={stay}
      title="Sign out with unsent work?"
      description={`${items(stage.unsent)} ${stage.unsent === 1 ? 'is' : 'are'} not on the server and ${stage.unsent === 1 ? 'exists' : 'exist'} only on this device.`}
    >
      <div className="flex flex-col gap-2">
        <Button size="big" onClick={() => attempt(leave('keep'))}>
          Keep on this device
        </Button>
        <p className="mb-2 text-ink-soft text-sm">
          Your work waits here until you sign in again. Nobody else can see it.
        </p>
        <Button variant="secondary" onClick={stay}>
          Cancel
        </Button>
        <Button variant="destructive" className="mt-4" onClick={() => attempt(leave('discard'))}>
          Discard {items(stage.unsent)}
        </Button>
      </div>
    </Dialog>
  );
}
