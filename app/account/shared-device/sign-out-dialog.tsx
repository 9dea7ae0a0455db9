// Signing out always asks (Y23): with unsent work after one last attempt to send it, without a network because nobody can come
// back in, else about the downloads. A running upload, which ends with the session, is asked about first.

import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { CircleArrowDown, CloudUpload, FileDown, LockKeyhole, type LucideIcon, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { lockNow } from '#sync/extras/idle-lock.ts';
import { isSigningOut, useActiveUser, useEngine } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { device } from '../../device/device.ts';
import { uploadBoard } from '../../device/upload-board.ts';
import { saveWorkFile } from '../../device/work-file.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { sizeLabel } from '../../ui/course-labels.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
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

/** How much the downloads are, behind the number of courses. */
const sizeOf = ({ bytes }: Own) => (bytes > 0 ? ` (${sizeLabel(bytes)})` : '');

function staysHere(own: Own): string {
  const size = sizeOf(own);
  return plural(own.courses, {
    one: `# course${size} stays on this device for you.`,
    other: `# courses${size} stay on this device for you.`,
  });
}

function keepForNext(own: Own): string {
  const size = sizeOf(own);
  return plural(own.courses, {
    one: `Keep # course${size} on this device for the next person`,
    other: `Keep the # courses${size} on this device for the next person`,
  });
}

/** The device could not be read or written while signing out: before and after the session was removed. */
const STILL_SIGNED_IN: ToastMessage = {
  title: t`Signing out did not work`,
  description: t`This device could not be read or written, so you stayed signed in. Please try again.`,
  variant: 'destructive',
};
const LEFT_BEHIND: ToastMessage = {
  title: t`You are signed out`,
  description: t`Some of your data could not be removed from this device. Sign in and out again to remove it.`,
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
    toast({ title: t`Signed out`, description: whatIsLeft(kept, leaving.leavesDownloads) });
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
          title={t`Sign out during an upload?`}
          description={t`The video "${stage.title}" is still uploading. Signing out stops it and the videos waiting after it.`}
        >
          <UploadChoice verb={t`Stop and sign out`} onKeep={stay} onStopped={() => attempt(look())} />
        </Dialog>
      );
    case 'sending':
      return (
        <Dialog open onOpenChange={stay} title={t`Sending your work`}>
          <BusyNote>
            <Trans>Sending your last changes. This takes up to 10 seconds.</Trans>
          </BusyNote>
          <Button variant="secondary" onClick={stay}>
            <Trans>Cancel</Trans>
          </Button>
        </Dialog>
      );
    case 'discarding':
      return (
        <Dialog
          open
          onOpenChange={stay}
          title={plural(stage.unsent, { one: 'Discard # change for good?', other: 'Discard # changes for good?' })}
          description={t`Discarded work can't be brought back. Save it as a file first, and you can still upload it from any device.`}
        >
          <div className="flex flex-col gap-2">
            <SaveFile />
            <Button variant="secondary" onClick={() => setStage({ ...stage, is: 'asking' })}>
              <Trans>Back</Trans>
            </Button>
            <Button
              variant="destructive"
              className="mt-4"
              onClick={() => attempt(finish({ unsent: 'discard', leavesDownloads: false }))}
            >
              <Plural value={stage.unsent} one="Discard # change" other="Discard # changes" />
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
  if (kept > 0)
    return plural(kept, {
      one: '# change is kept on this device for your next sign-in here.',
      other: '# changes are kept on this device for your next sign-in here.',
    });
  return leavesDownloads
    ? t`You are no longer on this device.`
    : t`You and your downloads are no longer on this device.`;
}

type QuestionProps = {
  own: Own;
  onStay: () => void;
  onLeave: (leavesDownloads: boolean) => void;
  onDiscard: () => void;
};

const Discard = ({ onDiscard, className }: Pick<QuestionProps, 'onDiscard'> & { className: string }) => (
  <Button variant="quiet" className={className} onClick={onDiscard}>
    <Trans>Discard instead...</Trans>
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
          <Trans>You are offline</Trans>
        </span>
      }
      description={t`You can't sign in again until you have a connection.`}
    >
      {(unsent > 0 || own.courses > 0) && (
        <ul className="mb-1 flex flex-col gap-2">
          {unsent > 0 && (
            <Kept icon={CloudUpload}>
              <Plural
                value={unsent}
                one="# change stays saved here and is sent when you sign in again."
                other="# changes stay saved here and are sent when you sign in again."
              />
            </Kept>
          )}
          {own.courses > 0 && <Kept icon={CircleArrowDown}>{staysHere(own)}</Kept>}
        </ul>
      )}
      <div className="flex flex-col gap-2">
        {mayLock && (
          <Button size="big" icon={LockKeyhole} onClick={lock}>
            <Trans>Lock instead</Trans>
          </Button>
        )}
        <Button size="big" variant={mayLock ? 'secondary' : 'primary'} onClick={onStay}>
          <Trans>Stay</Trans>
        </Button>
        {unsent > 0 && <Discard onDiscard={onDiscard} className="text-ink-soft!" />}
        <Button size="big" variant="quiet" className="text-danger-text" onClick={() => onLeave(true)}>
          <Trans>Sign out anyway</Trans>
        </Button>
      </div>
    </Dialog>
  );
}

function AskOnline({ own, onStay, onLeave, onDiscard }: QuestionProps) {
  const [leavesDownloads, setLeavesDownloads] = useState(true);
  const { unsent } = own;
  return (
    <Dialog
      open
      shape="sheet"
      onOpenChange={onStay}
      title={unsent > 0 ? t`Sign out with unsent work?` : t`Sign out?`}
      description={
        unsent > 0
          ? plural(unsent, {
              one: "# change hasn't been sent and exists only on this device.",
              other: "# changes haven't been sent and exist only on this device.",
            })
          : t`Signing in again needs a connection.`
      }
    >
      {own.courses > 0 && (
        <SwitchField
          label={keepForNext(own)}
          checked={leavesDownloads}
          onChange={({ target }) => setLeavesDownloads(target.checked)}
        />
      )}
      <div className="flex flex-col gap-2">
        <Button size="big" onClick={() => onLeave(own.courses > 0 && leavesDownloads)}>
          {unsent > 0 ? t`Sign out, keep work` : t`Sign out`}
        </Button>
        {unsent > 0 && (
          <p className="mb-2 text-ink-soft text-sm">
            <Trans>Your work stays here until you sign in again. No one else can see it.</Trans>
          </p>
        )}
        <Button size="big" variant="secondary" onClick={onStay}>
          {unsent > 0 ? t`Cancel` : t`Stay`}
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
    if (!(await saveWorkFile(engine, name))) throw new Error(t`A file cannot hold unsaved lesson texts.`);
    return t`Saved. Upload it on the Sync page of any device.`;
  };
  return (
    <ActButton
      size="big"
      icon={FileDown}
      act={save}
      fallback={t`The file could not be saved.`}
      verb={t`Save as a file`}
    />
  );
}
