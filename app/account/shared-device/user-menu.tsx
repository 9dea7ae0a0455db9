import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleArrowDown, LayoutDashboard, LockKeyhole, LogOut, Settings, ShieldCheck, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { initials, isAdmin } from '#sync/contract/profile.ts';
import { lockNow } from '#sync/extras/idle-lock.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { device } from '../../device/device.ts';
import { deviceUserNote } from '../../device/use-device-users.ts';
import { paths } from '../../paths.ts';
import { UserButton } from '../../shell/frame.tsx';
import { THEME_OPTIONS, useTheme } from '../../shell/theme-switch.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Menu, type MenuGroup } from '../../ui/menu.tsx';
import { useNavigate } from '../../ui/router.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { useSwitchUser } from './switch-user.tsx';

/** The menu behind the user's name: their own pages, the other users of this device, signing out. */
export function UserMenu() {
  const { userId, email, profile, mayLock } = useActiveUser();
  const navigate = useNavigate();
  const { isOffline } = useConnection();
  const { others, switchTo, addPerson, dialog } = useSwitchUser();
  const [isSigningOut, setSigningOut] = useState(false);
  const [theme, chooseTheme] = useTheme();
  const go = (to: string) => () => void navigate(to);
  const own = [
    { label: t`Profile Settings`, icon: Settings, onSelect: go(paths.setupProfile({ edit: true })) },
    { label: t`Dashboard`, icon: LayoutDashboard, onSelect: go(paths.dashboard()) },
    { label: t`Downloads`, icon: CircleArrowDown, onSelect: go(paths.downloads()) },
    ...(isAdmin(profile) ? [{ label: t`Admin Dashboard`, icon: ShieldCheck, onSelect: go(paths.admin()) }] : []),
  ];
  // The other users of this device, two taps away (R-O7), and the way to add one.
  const users: MenuGroup = {
    title: t`On this device`,
    items: [
      ...others.map((user) => ({
        key: user.userId,
        label: user.name,
        note: deviceUserNote(user),
        lead: <Avatar size="small" letters={initials(user.name)} />,
        onSelect: () => switchTo(user),
      })),
      {
        label: t`Add another person`,
        note: isOffline ? t`Needs a connection` : '',
        icon: UserPlus,
        onSelect: addPerson,
      },
    ],
  };
  return (
    <>
      <Menu
        trigger={<UserButton />}
        heading={
          <>
            <span className="block text-ink-soft text-sm">
              <Trans>Signed in as</Trans>
            </span>
            <span className="wrap-anywhere block font-medium">{email}</span>
          </>
        }
        choice={{ title: t`Theme`, value: theme, options: THEME_OPTIONS, onChoose: chooseTheme }}
        groups={[
          { items: own },
          users,
          {
            items: [
              ...(mayLock
                ? [{ label: t`Lock`, icon: LockKeyhole, onSelect: () => void lockNow(device, userId, Date.now()) }]
                : []),
              { label: t`Sign Out`, icon: LogOut, onSelect: () => setSigningOut(true) },
            ],
          },
        ]}
      />
      {dialog}
      {isSigningOut && <SignOutDialog onClose={() => setSigningOut(false)} />}
    </>
  );
}
