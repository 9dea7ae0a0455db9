// Before somebody else goes on: a file that is being uploaded would not outlive it, and some people have a PIN (O7, Y30).
import { useState } from 'react';
import { uploadBoard } from '../../device/upload-board.ts';
import { type DeviceUserEntry, switchUser } from '../../device/use-device-users.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useNavigate } from '../../ui/router.ts';
import { PinForm } from './pin-form.tsx';
import { UploadChoice } from './upload-choice.tsx';

type SwitchDialogProps = {
  /** Left out for somebody whom this device does not know yet. */
  person?: DeviceUserEntry | undefined;
  onClose: () => void;
};

/** Asks what must be asked, and lets the person sit down; `onClose` is called in the end, whatever came of it. */
export function SwitchDialog({ person, onClose }: SwitchDialogProps) {
  const navigate = useNavigate();
  const [upload, setUpload] = useState(uploadBoard.shown);
  const signIn = () => {
    onClose();
    void navigate(paths.signIn({ add: true }), { state: { email: person?.email } });
  };
  const sitDown = async ({ userId }: DeviceUserEntry) => {
    await switchUser(userId);
    onClose();
    void navigate(paths.home());
  };
  const goOn = () => {
    if (!person?.isSignedIn) return signIn();
    if (!person.pin) return void sitDown(person);
    setUpload(undefined);
  };
  if (upload) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="Switch during an upload?"
        description={`The video of "${upload.title}" is still on its way. It stops when ${person?.name ?? 'somebody else'} goes on, and so do those that wait after it.`}
      >
        <UploadChoice verb="Stop and switch" onKeep={onClose} onStopped={goOn} />
      </Dialog>
    );
  }
  if (!person) return null;
  return (
    <Dialog open onOpenChange={onClose} title={`Go on as ${person.name}`}>
      <PinForm person={person} onRight={() => void sitDown(person)} onPassword={signIn} />
    </Dialog>
  );
}
