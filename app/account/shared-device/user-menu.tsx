import { Download, LayoutDashboard, LogOut, Settings, ShieldCheck, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { initials, isAdmin } from '#sync/contract/profile.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { uploadBoard } from '../../device/upload-board.ts';
import { type DeviceUserEntry, deviceUserNote, switchUser, useDeviceUsers } from '../../device/use-device-users.ts';
import { paths } from '../../paths.ts';
import { useTheme } from '../../shell/theme.ts';
import { THEME_OPTIONS } from '../../shell/theme-switch.tsx';
import { UserButton } from '../../shell/user-button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Menu, type MenuGroup } from '../../ui/menu.tsx';
import { useNavigate } from '../../ui/router.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { SwitchDialog } from './switch-dialog.tsx';

/** Whoever wants to go on; without a person somebody whom this device does not know yet. */
type Asked = { person?: DeviceUserEntry };

/** The other people of this device, two taps away (O7), and the way to add one. */
function usePeopleGroup(onAsk: (asked: Asked) => void): MenuGroup {
  const navigate = useNavigate();
  const others = useDeviceUsers();
  const { isOffline } = useConnection();
  const sitDown = async (person: DeviceUserEntry) => {
    const { userId, email, isSignedIn, pin } = person;
    if (uploadBoard.shown()) return onAsk({ person });
    if (!isSignedIn) return void navigate(paths.signIn({ add: true }), { state: { email } });
    if (pin) return onAsk({ person });
    await switchUser(userId);
    void navigate(paths.home());
  };
  const items = others.map((person) => ({
    key: person.userId,
    label: person.name,
    note: deviceUserNote(person),
    lead: <Avatar size="small" letters={initials(person.name)} />,
    onSelect: () => void sitDown(person),
  }));
  const add = {
    label: 'Add another person',
    note: isOffline ? 'Needs the network' : '',
    icon: UserPlus,
    onSelect: () => (uploadBoard.shown() ? onAsk({}) : void navigate(paths.signIn({ add: true }))),
  };
  return { title: 'On this device', items: [...items, add] };
}

/** What stands behind the person's name: their own pages, the other people of the device, the way out. */
export function UserMenu() {
  const { email, profile } = useActiveUser();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();
  const [isLeaving, setLeaving] = useState(false);
  const people = usePeopleGroup(setAsked);
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
          people,
          { items: [{ label: 'Sign Out', icon: LogOut, onSelect: () => setLeaving(true) }] },
        ]}
      />
      {asked && <SwitchDialog person={asked.person} onClose={() => setAsked(undefined)} />}
      {isLeaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </>
  );
}
