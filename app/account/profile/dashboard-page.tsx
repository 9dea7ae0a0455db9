// Me, in the order of use (R-A10): who the user is here, how to hand this device on, certificates, ways on, this device, and behind one row
// the account. Signing out is the end of it.

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  Award,
  BookOpen,
  ChevronDown,
  ChevronRight,
  Globe,
  LockKeyhole,
  LogOut,
  ScanLine,
  Settings,
  ShieldCheck,
  UserPlus,
  UsersRound,
} from 'lucide-react';
import { useCallback, useState } from 'react';
import { initials, isAdmin, type Profile } from '#sync/contract/profile.ts';
import { lockNow } from '#sync/extras/idle-lock.ts';
import { readCatalog, readCertificates } from '#sync/store/reads.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { device, setTabText, tabText } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { ValidityMark } from '../../learn/validity-mark.tsx';
import { paths } from '../../paths.ts';
import { ownName, useLanguages } from '../../shell/chosen-language.ts';
import { ThemeSwitch } from '../../shell/theme-switch.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, TitledCard } from '../../ui/card.tsx';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import { certificateDate } from '../../ui/course-labels.ts';
import { i18n, locale } from '../../ui/language.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Link, Navigate } from '../../ui/router.ts';
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx';
import { ErrorState, OfflineState } from '../../ui/state-view.tsx';
import { SignOutDialog } from '../shared-device/sign-out-dialog.tsx';
import { useSwitchUser } from '../shared-device/switch-user.tsx';
import { UserRow } from '../shared-device/user-row.tsx';
import { ChangePassword } from '../sign-in/change-password.tsx';
import { TwoStep, useTwoStepCard } from '../two-step/two-step-card.tsx';
import { CalendarCard } from './calendar-card.tsx';
import { DataCard } from './data-card.tsx';
import { DeviceCard } from './device-card.tsx';
import { ListCard } from './list-card.tsx';
import { useOwnProfile } from './own-profile.ts';
import { SessionsCard } from './sessions-card.tsx';

const ROW = 'flex min-h-action items-center gap-3 rounded-md border border-line px-4 py-2 hover:bg-sunken';
const chevron = <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />;

function AvailableCourses() {
  const engine = useEngine();
  const courses = useLiveQuery(() => readCatalog(engine.replica), [engine]);
  return (
    <ListCard
      title={t`Available Courses`}
      noun="courses"
      rows={courses}
      pull={useCallback(() => engine.pullCatalog(), [engine])}
      empty={t`You don't have access to any courses yet.`}
      row={({ id, title, percentComplete }) => (
        <li key={id}>
          <Link to={paths.course(id)} className={`${ROW} font-medium`}>
            <span className="min-w-0 grow">{title}</span>
            {Boolean(percentComplete) && (
              <span
                className={`shrink-0 text-sm ${percentComplete === 100 ? 'text-complete-text' : 'text-accent-text'}`}
              >
                {percentComplete}%
              </span>
            )}
            {chevron}
          </Link>
        </li>
      )}
    />
  );
}

/** The user's certificates. One of a deleted course leads to its public page. */
function CertificatesCard() {
  const engine = useEngine();
  const certificates = useLiveQuery(() => readCertificates(engine.replica), [engine]);
  return (
    <ListCard
      title={t`Certificates`}
      noun="certificates"
      rows={certificates}
      pull={useCallback(() => engine.pullCertificates(), [engine])}
      empty={t`Finish a course and your certificate appears here.`}
      row={({ courseId, serial, courseTitle, issuedAt, validUntil, revokedAt }) => (
        <li key={serial}>
          <Link
            to={courseId === null ? paths.verifySerial(serial) : paths.certificate(courseId, { serial })}
            className={ROW}
          >
            <Award aria-hidden className="size-5 shrink-0 text-complete-text" />
            <span className="min-w-0 grow">
              <span dir="auto" className="block font-medium">
                <bdi>{courseTitle}</bdi>
              </span>
              <span className="block text-ink-soft text-sm">{certificateDate(issuedAt)}</span>
              <ValidityMark certificate={{ validUntil, revokedAt }} />
            </span>
            {chevron}
          </Link>
        </li>
      )}
    />
  );
}

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });

function ProfileCard({ profile }: { profile: Profile }) {
  const name = profile.full_name?.trim();
  return (
    <TitledCard title={t`Your Profile`}>
      <div className="flex items-start gap-4">
        <Avatar src={profile.avatar_url} letters={initials(name || profile.email)} tone="strong" />
        <div className="min-w-0">
          <p dir="auto" className="font-semibold text-lg leading-snug">
            {name || t`Not set`}
          </p>
          <p className="wrap-anywhere text-ink-soft">{profile.email}</p>
          {profile.organization_id && (
            <div className="mt-2">
              <p className="font-medium">
                <Trans>Organization: Member</Trans>
              </p>
              <p className="text-ink-soft">
                {profile.organization?.name}
                {profile.is_org_admin && t` - Administrator`}
              </p>
            </div>
          )}
          <p className="mt-2 text-ink-soft text-sm">
            <Trans>Profile created {day.format(new Date(profile.created_at))}</Trans>
          </p>
        </div>
      </div>
      <Button to={paths.setupProfile({ edit: true })} variant="secondary">
        <Trans>Edit Profile</Trans>
      </Button>
    </TitledCard>
  );
}

function ProfileCardSkeleton() {
  return (
    <TitledCard title={t`Your Profile`}>
      <Skeletons label={t`Loading your profile`} heights={['h-11', 'h-11', 'h-11']} />
      <Skeleton className="h-12" />
    </TitledCard>
  );
}

/** The ways on that the specification names (R-A10); on a phone the only one to the admin pages. */
function QuickActions({ profile }: { profile: Profile | null }) {
  const actions = [
    isAdmin(profile) && { to: paths.admin(), label: t`Admin Dashboard`, icon: ShieldCheck },
    profile?.leads_group && { to: paths.groups(), label: t`Your Group`, icon: UsersRound },
    (isAdmin(profile) || profile?.leads_group) && { to: paths.gate(), label: t`Gate check`, icon: ScanLine },
    { to: paths.home(), label: t`Browse All Courses`, icon: BookOpen },
    { to: paths.setupProfile({ edit: true }), label: t`Account Settings`, icon: Settings },
  ].filter((action) => typeof action === 'object');
  return (
    <TitledCard title={t`Quick Actions`}>
      <ul className="-mx-2 -mb-2 divide-y divide-line">
        {actions.map(({ to, label, icon: Icon }) => (
          <li key={label}>
            <Link to={to} className="flex min-h-action items-center gap-3 rounded-md px-2 font-medium hover:bg-sunken">
              <Icon aria-hidden className="size-5 text-ink-soft" />
              <span className="grow">{label}</span>
              {chevron}
            </Link>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

/** Hands this device to another of its users. */
function PeopleCard() {
  const { userId, mayLock } = useActiveUser();
  const { isOffline } = useConnection();
  const { others, switchTo, addPerson, dialog } = useSwitchUser();
  return (
    <TitledCard title={t`People on This Device`}>
      {mayLock && (
        <Button variant="secondary" icon={LockKeyhole} onClick={() => void lockNow(device, userId, Date.now())}>
          <Trans>Lock</Trans>
        </Button>
      )}
      {others.length > 0 && (
        <ul className="flex flex-col gap-2">
          {others.map((user) => (
            <li key={user.userId}>
              <UserRow user={user} onChoose={() => switchTo(user)} />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button variant="secondary" icon={UserPlus} className="w-full" onClick={addPerson}>
          <Trans>Add another person</Trans>
        </Button>
        {isOffline && (
          <p className="mt-1.5 text-ink-soft text-sm">
            <Trans>Needs a connection</Trans>
          </p>
        )}
      </div>
      {dialog}
    </TitledCard>
  );
}

/** In this tab: the row was opened, and is found open after a way through another page. */
const ACCOUNT_OPEN = 'groundwork.account';

/** What is needed a few times a year: password, second step, other devices, calendar, a copy of everything, the end of the account. */
function AccountPart({ withTwoStep }: { withTwoStep: boolean }) {
  const [isOpen, setOpen] = useState(() => tabText(ACCOUNT_OPEN) !== null);
  const toggle = () => {
    setOpen(!isOpen);
    setTabText(ACCOUNT_OPEN, isOpen ? null : 'open');
  };
  return (
    <>
      <Card>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={toggle}
          className="flex min-h-18 w-full items-center gap-3 rounded-lg px-5 py-3 text-start hover:bg-sunken"
        >
          <span className="min-w-0 grow">
            <span className="block font-semibold text-lg">
              <Trans>Account and data</Trans>
            </span>
            <span className="block text-ink-soft text-sm">
              {withTwoStep
                ? t`Password, two-step sign-in, other devices, your data`
                : t`Password, other devices, your data`}
            </span>
          </span>
          <ChevronDown
            aria-hidden
            className={`size-5 shrink-0 text-ink-soft transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </Card>
      {isOpen && (
        <>
          <TitledCard title={t`Password`}>
            <ChangePassword />
          </TitledCard>
          {withTwoStep && (
            <TitledCard title={t`Two-Step Sign-In`}>
              <TwoStep />
            </TitledCard>
          )}
          <SessionsCard />
          <CalendarCard />
          <DataCard />
        </>
      )}
    </>
  );
}

function LanguageLink() {
  if (useLanguages().length < 2) return null;
  return (
    <Card>
      <Link to={paths.language()} className="flex min-h-18 items-center gap-3 rounded-lg px-5 py-3 hover:bg-sunken">
        <Globe aria-hidden className="size-5 shrink-0 text-ink-soft" />
        <span className="min-w-0 grow">
          <span className="block font-semibold text-lg">
            <Trans>Language</Trans>
          </span>
          <span className="block text-ink-soft text-sm">{ownName(i18n.locale)}</span>
        </span>
        {chevron}
      </Link>
    </Card>
  );
}

function SignOutPart() {
  const [isSigningOut, setSigningOut] = useState(false);
  return (
    <>
      <Button variant="secondary" icon={LogOut} className="w-full" onClick={() => setSigningOut(true)}>
        <Trans>Sign Out</Trans>
      </Button>
      {isSigningOut && <SignOutDialog onClose={() => setSigningOut(false)} />}
    </>
  );
}

const COLUMN = 'flex min-w-0 flex-col gap-4';

/** The page of /dashboard. Offline it shows the profile stored on this device. */
export function DashboardPage() {
  usePageTitle(t`Dashboard`);
  const user = useActiveUser();
  const { loaded, again } = useOwnProfile(t`Failed to fetch profile`);
  const withTwoStep = useTwoStepCard(isAdmin(user.profile));
  if (loaded?.kind === 'none') return <Navigate to={paths.setupProfile()} replace />;
  const profile = loaded?.kind === 'loaded' ? loaded.profile : user.profile;
  const fullName = profile?.full_name?.trim();
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-6 px-4 pt-2 pb-8 md:pt-4 lg:pt-8">
      <h1 className="font-bold text-2xl">{fullName ? t`Welcome back, ${fullName}!` : t`Welcome back, there!`}</h1>
      {loaded?.kind === 'failed' && <ErrorState title={loaded.message} onRetry={again} />}
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2 md:max-lg:grid-rows-[auto_1fr] lg:grid-cols-3">
        <div className={COLUMN}>
          {profile ? (
            <ProfileCard profile={profile} />
          ) : loaded?.kind === 'offline' ? (
            <OfflineState title={t`Your profile is not on this device`} onRetry={again}>
              <Trans>It appears here when you're back online.</Trans>
            </OfflineState>
          ) : (
            loaded?.kind !== 'failed' && <ProfileCardSkeleton />
          )}
          <PeopleCard />
        </div>
        <div className={`${COLUMN} md:max-lg:row-span-2`}>
          <CertificatesCard />
          <QuickActions profile={profile} />
          <AvailableCourses />
        </div>
        <div className={COLUMN}>
          <ConfirmProvider key={user.userId}>
            <DeviceCard />
            <LanguageLink />
            <Card className="p-5">
              <ThemeSwitch />
            </Card>
            <AccountPart withTwoStep={withTwoStep} />
          </ConfirmProvider>
          <SignOutPart />
        </div>
      </div>
    </div>
  );
}
