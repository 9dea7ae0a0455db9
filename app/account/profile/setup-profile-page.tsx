// The person's name: chosen once after the first sign-in, or changed later with edit=true (A9).

import { useActiveUser } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Navigate, useSearchParams } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState, OfflineState } from '../../ui/state-view.tsx';
import { AccountPanel } from '../account-panel.tsx';
import { hasRealName } from '../sign-in/arrive.ts';
import { ProfileForm } from './profile-form.tsx';
import { useOwnProfile } from './use-own-profile.ts';

/** The page of /setup-profile. Without edit mode, someone who has a name already goes on to the dashboard. */
export function SetupProfilePage() {
  const [query] = useSearchParams();
  const isEditing = query.get('edit') === 'true';
  const title = isEditing ? 'Edit Your Profile' : 'Set Up Your Profile';
  usePageTitle(title);
  const { email } = useActiveUser();
  const { loaded, again } = useOwnProfile('Failed to load profile');

  if (loaded?.kind === 'offline')
    return (
      <OfflineState level={1} title={title} onRetry={again}>
        The server cannot be reached. Your profile opens here as soon as it can.
      </OfflineState>
    );
  if (loaded?.kind === 'failed') return <ErrorState level={1} title={loaded.words} onRetry={again} />;
  const profile = loaded?.kind === 'loaded' ? loaded.profile : undefined;
  if (profile && !isEditing && hasRealName(profile)) return <Navigate to={paths.dashboard()} replace />;
  const isReady = loaded?.kind === 'loaded' || loaded?.kind === 'none';
  return (
    <AccountPanel
      title={title}
      intro={
        <p>
          Signed in as <span className="font-medium text-ink">{profile?.email ?? email}</span>
        </p>
      }
    >
      {isReady ? (
        <ProfileForm isEditing={isEditing} name={profile && isEditing ? (profile.full_name ?? '') : ''} />
      ) : (
        <div role="status">
          <span className="sr-only">Loading your profile</span>
          <Skeleton className="mb-1.5 h-6 w-24" />
          <Skeleton className="mb-10 h-12" />
          <Skeleton className="h-14" />
        </div>
      )}
    </AccountPanel>
  );
}
