// An organization as its admins run it (M1): who learns, which courses there are, how the quizzes go, who is invited.
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/state-view.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { InvitationsTab } from './invitations/invitations-tab.tsx';
import { MembersTab } from './organizations/members-tab.tsx';
import { OrganizationCoursesTab } from './organizations/organization-courses-tab.tsx';

type OrganizationAdminProps = {
  organization: { id: string; name: string };
  /** Of the person who looks: super admins manage every course, and read every organization's figures. */
  isSuperAdmin: boolean;
  /** The way back above the heading, for super admins. */
  back?: { to: string; label: string };
};

/** '{organization} Admin Dashboard'; stands inside an AdminGate. The open tab is in the address as `tab`. */
export function OrganizationAdmin({ organization, isSuperAdmin, back }: OrganizationAdminProps) {
  const here = { organization, isSuperAdmin };
  return (
    <AdminFrame title={`${organization.name} Admin Dashboard`} {...(back && { back })}>
      <Tabs
        label={`${organization.name} administration`}
        tabs={[
          { key: 'users', title: 'Users', content: <MembersTab {...here} /> },
          { key: 'courses', title: 'Courses', content: <OrganizationCoursesTab {...here} /> },
          { key: 'quiz-analytics', title: 'Quiz Analytics', content: <QuizAnalytics {...here} /> },
          { key: 'invitations', title: 'Invitations', content: <InvitationsTab {...here} /> },
        ]}
      />
    </AdminFrame>
  );
}

function QuizAnalytics({ organization, isSuperAdmin }: OrganizationAdminProps) {
  const query = isSuperAdmin ? `?organizationId=${organization.id}` : '';
  return (
    <EmptyState
      title="Quiz Analytics"
      action={<Button to={`${paths.organizationQuizAnalytics()}${query}`}>Open quiz analytics</Button>}
    >
      Attempts, scores and pass rates of this organization.
    </EmptyState>
  );
}
