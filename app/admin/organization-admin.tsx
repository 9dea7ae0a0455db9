// An organization as its admins run it (M1): who learns, which courses there are, how the quizzes go, who is invited.
import { paths } from '../paths.ts';
import { useLocation } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { InvitationsTab } from './invitations/invitations-tab.tsx';
import { OrganizationQuizPanel } from './organization-quiz-panel.tsx';
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
  const { pathname } = useLocation();
  const invitations = `${pathname}?tab=invitations`;
  return (
    <AdminFrame
      title={`${organization.name} Admin Dashboard`}
      {...(back && { back })}
      // A super admin's own would not become this organization's.
      {...(!isSuperAdmin && {
        actions: (
          <>
            <Button variant="secondary" to={paths.analytics()}>
              Learning Analytics
            </Button>
            <Button to={paths.createCourse()}>Create Course</Button>
          </>
        ),
      })}
    >
      <Tabs
        label={`${organization.name} administration`}
        tabs={[
          { key: 'users', title: 'Users', content: <MembersTab {...here} invitations={invitations} /> },
          { key: 'courses', title: 'Courses', content: <OrganizationCoursesTab {...here} /> },
          {
            key: 'quiz-analytics',
            title: 'Quiz Analytics',
            content: <OrganizationQuizPanel organizationId={organization.id} />,
          },
          { key: 'invitations', title: 'Invitations', content: <InvitationsTab organization={organization} /> },
        ]}
      />
    </AdminFrame>
  );
}
