import { initials, type Profile } from '#sync/contract/profile.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { DashboardCard } from './dashboard-card.tsx';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

/** Who the person is to the product. */
export function ProfileCard({ profile }: { profile: Profile }) {
  const name = profile.full_name?.trim();
  return (
    <DashboardCard title="Your Profile">
      <div className="flex items-start gap-4">
        <Avatar src={profile.avatar_url} letters={initials(name || profile.email)} tone="strong" />
        <div className="flex min-w-0 flex-col gap-3">
          <dl className="flex flex-col gap-3">
            <Fact name="Name">{name || 'Not set'}</Fact>
            <Fact name="Email">{profile.email}</Fact>
            <Fact name="Profile created">{day.format(new Date(profile.created_at))}</Fact>
          </dl>
          {profile.organization_id && <p className="font-medium">Organization: Member</p>}
        </div>
      </div>
      <Button to={paths.setupProfile({ edit: true })} variant="secondary">
        Edit Profile
      </Button>
    </DashboardCard>
  );
}

/** The card's place while the profile is on its way. */
export function ProfileCardSkeleton() {
  return (
    <DashboardCard title="Your Profile">
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">Loading your profile</span>
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
      <Skeleton className="h-12" />
    </DashboardCard>
  );
}
