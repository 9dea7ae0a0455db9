import { Download, LayoutDashboard, LogOut, Settings, ShieldCheck, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { initials, isAdmin } from '#sync/contract/profile.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { uploadBoard } from '../../device/upload-board.ts';
import { type DeviceUserEntry, deviceUserNote, switchUser, useDeviceUsers } from '../../device/use-device-users.ts';
import { paths } from '../../paths.ts';
import { UserButton } from '../../shell/frame.tsx';
import { THEME_OPTIONS, useTheme } from '../../shell/theme-switch.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu, type MenuGroup } from '../../ui/menu.tsx';
import { useNavigate } from '../../ui/router.ts';
import { PinForm } from './pin-form.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { UploadChoice } from './upload-choice.tsx';

type SwitchDialogProps = {
  /** Undefined for someone whom this device does not know yet. */
  user?: DeviceUserEntry | undefined;
  onClose: () => void;
};

/** Asks about a running upload and for the user's PIN, then switches to them (O7, Y30); `onClose` is always called at the end. */
function SwitchDialog({ user, onClose }: SwitchDialogProps) {
  const navigate = useNavigate();
  const [upload, setUpload] = useState(uploadBoard.shown);
  const signIn = () => {
    onClose();
    void navigate(paths.signIn({ add: true }), { state: { email: user?.email } });
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

/** The user to switch to; without one, someone whom this device does not know yet. */
type SwitchTarget = { user?: DeviceUserEntry };

/** The other users of this device, two taps away (O7), and the way to add one. */
function useUsersGroup(onSwitch: (target: SwitchTarget) => void): MenuGroup {
  const navigate = useNavigate();
  const others = useDeviceUsers();
  const { isOffline } = useConnection();
  const switchTo = async (user: DeviceUserEntry) => {
    const { userId, email, isSignedIn, pin } = user;
    if (uploadBoard.shown()) return onSwitch({ user });
    if (!isSignedIn) return void navigate(paths.signIn({ add: true }), { state: { email } });
    if (pin) return onSwitch({ user });
    await switchUser(userId);
    void navigate(paths.home());
  };
  const items = others.map((user) => ({
    key: user.userId,
    label: user.name,
    note: deviceUserNote(user),
    lead: <Avatar size="small" letters={initials(user.name)} />,
    onSelect: () => void switchTo(user),
  }));
  const add = {
    label: 'Add another person',
    note: isOffline ? 'Needs a connection' : '',
    icon: UserPlus,
    onSelect: () => (uploadBoard.shown() ? onSwitch({}) : void navigate(paths.signIn({ add: true }))),
  };
  return { title: 'On this device', items: [...items, add] };
}

/** The menu behind the user's name: their own pages, the other users of this device, signing out. */
export function UserMenu() {
  const { email, profile } = useActiveUser();
  const navigate = useNavigate();
  const [switchTarget, setSwitchTarget] = useState<SwitchTarget>();
  const [isSigningOut, setSigningOut] = useState(false);
  const users = useUsersGroup(setSwitchTarget);
  const [theme, chooseTheme] = useTheme();
  const go = (to: string) => () => void navigate(to);
  const own = [
    { label: 'Profile Settings', icon: Settings, onSelect: go(paths.setupProfile({ edit: true })) },
    { label: 'Dashboard', icon: LayoutDashboard, onSelect: go(paths.dashboard()) },
    { label: 'Downloads', icon: Download, onSelect: go(paths.downloads()) },
    ...(isAdmin(profile) ? [{ label: 'Admin Dashboard', icon: ShieldCheck, onSelect: go(paths.admin()) }] : []),
  ];
  return (
    <>
      <Menu
        trigger={<UserButton />}
        heading={
          <>
            <span className="block text-ink-soft text-sm">Signed in as</span>
            <span className="block truncate font-medium">{email}</span>
          </>
        }
        choice={{ title: 'Theme', value: theme, options: THEME_OPTIONS, onChoose: chooseTheme }}
        groups={[
          { items: own },
          users,
          { items: [{ label: 'Sign Out', icon: LogOut, onSelect: () => setSigningOut(true) }] },
        ]}
      />
      {switchTarget && <SwitchDialog user={switchTarget.user} onClose={() => setSwitchTarget(undefined)} />}
      {isSigningOut && <SignOutDialog onClose={() => setSigningOut(false)} />}
    </>
  );
}
