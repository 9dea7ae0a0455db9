// Handing this device to another of its users, from the menu of the name and from Me (R-O7).
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { uploadBoard } from '../../device/upload-board.ts';
import { chosenUser, type DeviceUserEntry, switchUser, useDeviceUsers } from '../../device/use-device-users.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useNavigate } from '../../ui/router.ts';
import { PinForm } from './pin-form.tsx';
import { UploadChoice } from './upload-choice.tsx';

/** Whom the device is handed to, undefined for someone whom it does not know yet, and the upload that this would stop. */
type Asked = { user: DeviceUserEntry | undefined; upload: ReturnType<typeof uploadBoard.shown> };

/**
 * The other users of this device, and the acts on them: a running upload and the user's PIN are asked about first (R-O7, Y30).
 * `dialog` has to be drawn.
 */
export function useSwitchUser() {
  const navigate = useNavigate();
  const others = useDeviceUsers();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const signIn = (user?: DeviceUserEntry) => {
    close();
    void navigate(paths.signIn({ add: true }), { state: user && chosenUser(user) });
  };
  const continueAs = async ({ userId }: DeviceUserEntry) => {
    await switchUser(userId);
    close();
    void navigate(paths.home());
  };
  const proceed = (user?: DeviceUserEntry) => {
    if (!user?.isSignedIn) return signIn(user);
    if (!user.pin) return void continueAs(user);
    setAsked({ user, upload: undefined });
  };
  const switchTo = (user?: DeviceUserEntry) => {
    const upload = uploadBoard.shown();
    if (upload) setAsked({ user, upload });
    else proceed(user);
  };
  const { user, upload } = asked ?? {};
  const dialog = upload ? (
    <Dialog
      open
      onOpenChange={close}
      title={t`Switch during an upload?`}
      description={
        user
          ? t`The video "${upload.title}" is still uploading. It stops when ${user.name} continues, and so do the videos waiting after it.`
          : t`The video "${upload.title}" is still uploading. It stops when someone else continues, and so do the videos waiting after it.`
      }
    >
      <UploadChoice verb={t`Stop and switch`} onKeep={close} onStopped={() => proceed(user)} />
    </Dialog>
  ) : (
    user && (
      <Dialog open onOpenChange={close} title={t`Continue as ${user.name}`}>
        <PinForm user={user} onRight={() => void continueAs(user)} onPassword={() => signIn(user)} />
      </Dialog>
    )
  );
  return { others, switchTo, addPerson: () => switchTo(), dialog };
}
