// Handing this device to another of its users, from the menu of the name and from Me (R-O7).
import { useState } from 'react';
import { uploadBoard } from '../../device/upload-board.ts';
import { chosenUser, type DeviceUserEntry, switchUser, useDeviceUsers } from '../../device/use-device-users.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useNavigate } from '../../ui/router.ts';
import { PinForm } from './pin-form.tsx';
import { UploadChoice } from './upload-choice.tsx';

type SwitchDialogProps = {
  /** Undefined for someone whom this device does not know yet. */
  user?: DeviceUserEntry | undefined;
  onClose: () => void;
};

/** Asks about a running upload and for the user's PIN, then switches to them (R-O7, Y30); `onClose` is always called at the end. */
function SwitchDialog({ user, onClose }: SwitchDialogProps) {
  const navigate = useNavigate();
  const [upload, setUpload] = useState(uploadBoard.shown);
  const signIn = () => {
    onClose();
    void navigate(paths.signIn({ add: true }), { state: user && chosenUser(user) });
  };
  const switchTo = async ({ userId }: DeviceUserEntry) => {
    await switchUser(userId);
    onClose();
    void navigate(paths.home());
  };
  const proceed = () => {
    if (!user?.isSignedIn) return signIn();
    if (!user.pin) return void switchTo(user);
    setUpload(undefined);
  };
  if (upload) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="Switch during an upload?"
        description={`The video "${upload.title}" is still uploading. It stops when ${user?.name ?? 'someone else'} continues, and so do the videos waiting after it.`}
      >
        <UploadChoice verb="Stop and switch" onKeep={onClose} onStopped={proceed} />
      </Dialog>
    );
  }
  if (!user) return null;
  return (
    <Dialog open onOpenChange={onClose} title={`Continue as ${user.name}`}>
      <PinForm user={user} onRight={() => void switchTo(user)} onPassword={signIn} />
    </Dialog>
  );
}

/** The other users of this device, and the acts on them; `dialog` has to be drawn. */
export function useSwitchUser() {
  const navigate = useNavigate();
  const others = useDeviceUsers();
  /** Without a user: someone whom this device does not know yet. */
  const [target, setTarget] = useState<{ user?: DeviceUserEntry }>();
  const switchTo = async (user: DeviceUserEntry) => {
    const { userId, isSignedIn, pin } = user;
    if (uploadBoard.shown()) return setTarget({ user });
    if (!isSignedIn) return void navigate(paths.signIn({ add: true }), { state: chosenUser(user) });
    if (pin) return setTarget({ user });
    await switchUser(userId);
    void navigate(paths.home());
  };
  const addPerson = () => (uploadBoard.shown() ? setTarget({}) : void navigate(paths.signIn({ add: true })));
  const dialog = target && <SwitchDialog user={target.user} onClose={() => setTarget(undefined)} />;
  return { others, switchTo, addPerson, dialog };
}
