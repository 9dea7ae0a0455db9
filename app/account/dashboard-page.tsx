// The learner's own page: who they are here, their courses, and where to go next (A10).

import { isAdmin } from '#sync/contract/profile.ts';
import { paths } from '../paths.ts';
import { usePerson } from '../person.tsx';
import { Navigate } from '../router.ts';
import { usePageTitle } from '../ui/page-title.tsx';
import { ErrorState, OfflineState } from '../ui/state-view.tsx';
import { AvailableCourses } from './available-courses.tsx';
import { CertificatesCard } from './certificates-card.tsx';
import { DeviceCard } from './device-card.tsx';
import { ProfileCard, ProfileCardSkeleton } from './profile-card.tsx';
import { QuickActions } from './quick-actions.tsx';
import { useOwnProfile } from './use-own-profile.ts';
import { texts } from './words.ts';

/** The page of /dashboard. Without a network it shows the profile that this device knows. */
export function DashboardPage() {
  usePageTitle('Dashboard');
  const person = usePerson();
  const { loaded, again } = useOwnProfile(texts.profileNotFetched);
  if (loaded?.kind === 'none') return <Navigate to={paths.setupProfile()} replace />;
  const profile = loaded?.kind === 'loaded' ? loaded.profile : person.profile;
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-6 px-4 py-6 md:py-10">
      <h1 className="font-bold text-2xl tracking-tight">Welcome back, {profile?.full_name?.trim() || 'there'}!</h1>
      {loaded?.kind === 'failed' && <ErrorState title={loaded.words} onRetry={again} />}
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2 lg:grid-cols-3">
        {profile ? (
          <ProfileCard profile={profile} />
        ) : loaded?.kind === 'offline' ? (
          <OfflineState title="Your profile is not on this device" onRetry={again}>
            It is shown here as soon as the server can be reached.
          </OfflineState>
        ) : (
          loaded?.kind !== 'failed' && <ProfileCardSkeleton />
        )}
        <AvailableCourses />
        <CertificatesCard />
        <QuickActions withAdmin={isAdmin(profile)} />
        <DeviceCard key={person.userId} />
      </div>
    </div>
  );
}
