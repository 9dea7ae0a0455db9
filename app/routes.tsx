// Every path of the product in the specification's order, with its guard. Pages are loaded when they are opened.
import { type ComponentType, lazy } from 'react';
import { isSigningOut, useActiveUser } from './device/active-user.tsx';
import { useValue } from './device/value.ts';
import { HomePage } from './learn/home/home-page.tsx';
import { paths, patterns } from './paths.ts';
import { NeedsNetwork } from './shell/needs-network.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Navigate, Outlet, Route, Routes } from './ui/router.ts';
import { Spinner } from './ui/spinner.tsx';

const AuthPage = lazy(() => import('./account/sign-in/auth-page.tsx').then((room) => ({ default: room.AuthPage })));
const CallbackPage = lazy(() =>
  import('./account/sign-in/callback-page.tsx').then((room) => ({ default: room.CallbackPage })),
);
const ResetPasswordPage = lazy(() =>
  import('./account/sign-in/reset-password-page.tsx').then((room) => ({ default: room.ResetPasswordPage })),
);
const InvitePage = lazy(() =>
  import('./account/sign-in/invite-page.tsx').then((room) => ({ default: room.InvitePage })),
);
const SetupProfilePage = lazy(() =>
  import('./account/profile/setup-profile-page.tsx').then((room) => ({ default: room.SetupProfilePage })),
);
const DashboardPage = lazy(() =>
  import('./account/profile/dashboard-page.tsx').then((room) => ({ default: room.DashboardPage })),
);
const DownloadsPage = lazy(() =>
  import('./learn/downloads/downloads-page.tsx').then((room) => ({ default: room.DownloadsPage })),
);
const CoursePage = lazy(() => import('./learn/course/course-page.tsx').then((room) => ({ default: room.CoursePage })));
const LessonPage = lazy(() => import('./learn/lesson/lesson-page.tsx').then((room) => ({ default: room.LessonPage })));
const CertificatePage = lazy(() =>
  import('./learn/certificate/certificate-page.tsx').then((room) => ({ default: room.CertificatePage })),
);
const VerifyPage = lazy(() =>
  import('./learn/certificate/verify-page.tsx').then((room) => ({ default: room.VerifyPage })),
);
const SyncStatusPage = lazy(() =>
  import('./learn/sync-status/sync-status-page.tsx').then((room) => ({ default: room.SyncStatusPage })),
);

/** A page of the admin area. The worker does not cache their chunks, so offline a page may be missing. */
const adminPage = (load: () => Promise<ComponentType>) =>
  lazy(() =>
    load().then(
      (Page) => ({ default: Page }),
      () => ({ default: () => <NeedsNetwork /> }),
    ),
  );

const AdminPage = adminPage(() => import('./admin/admin-page.tsx').then((room) => room.AdminPage));
const LearningAnalyticsPage = adminPage(() =>
  import('./admin/insights/learning-analytics-page.tsx').then((room) => room.LearningAnalyticsPage),
);
const QuizAnalyticsPage = adminPage(() =>
  import('./admin/insights/quiz-analytics-page.tsx').then((room) => room.QuizAnalyticsPage),
);
const OrganizationQuizPage = adminPage(() =>
  import('./admin/insights/organization-quiz-page.tsx').then((room) => room.OrganizationQuizPage),
);
const AdminCoursesPage = adminPage(() =>
  import('./admin/courses/courses-page.tsx').then((room) => room.AdminCoursesPage),
);
const AdminCoursePage = adminPage(() => import('./admin/course-page.tsx').then((room) => room.AdminCoursePage));
const WritingPage = adminPage(() => import('./admin/writing/writing-page.tsx').then((room) => room.WritingPage));
const CreateCoursePage = adminPage(() =>
  import('./admin/courses/create-course-page.tsx').then((room) => room.CreateCoursePage),
);
const OrganizationsPage = adminPage(() =>
  import('./admin/people/organizations-page.tsx').then((room) => room.OrganizationsPage),
);
const OrganizationPage = adminPage(() =>
  import('./admin/people/organization-page.tsx').then((room) => room.OrganizationPage),
);
const UsersPage = adminPage(() => import('./admin/people/users-page.tsx').then((room) => room.UsersPage));
const EnterprisePage = adminPage(() =>
  import('./admin/people/enterprise-page.tsx').then((room) => room.EnterprisePage),
);
const VideosPage = adminPage(() => import('./admin/videos/videos-page.tsx').then((room) => room.VideosPage));
const AuditLogPage = adminPage(() => import('./admin/insights/audit-log-page.tsx').then((room) => room.AuditLogPage));

/**
 * Lets the active user in without asking the network (Y21) and sends visitors to /auth. It follows later changes: a sign-out
 * in any tab redirects, a sign-in lets in.
 */
export function SignInGuard() {
  const { state } = useActiveUser();
  const isLeaving = useValue(isSigningOut);
  if (state === 'checking') return <Spinner label="Checking your sign-in" />;
  // A user who signs out is already on the way home; this page may notice first that they have gone.
  if (state === 'visitor' && isLeaving) return <Spinner label="Signing out" />;
  if (state === 'visitor') return <Navigate to={paths.auth()} replace />;
  return <Outlet />;
}

/** The page for the address. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path={patterns.home} element={<HomePage />} />
      <Route path={patterns.auth} element={<AuthPage byPath="signup" />} />
      <Route path={patterns.signIn} element={<AuthPage byPath="signin" />} />
      <Route path={patterns.authCallback} element={<CallbackPage />} />
      <Route path={patterns.resetPassword} element={<ResetPasswordPage />} />
      <Route path={patterns.invite} element={<InvitePage />} />
      <Route path={patterns.publicCourse} element={<CoursePage isPublic />} />
      <Route path={patterns.publicLesson} element={<LessonPage />} />
      <Route element={<SignInGuard />}>
        <Route path={patterns.setupProfile} element={<SetupProfilePage />} />
        <Route path={patterns.dashboard} element={<DashboardPage />} />
        <Route path={patterns.downloads} element={<DownloadsPage />} />
        <Route path={patterns.course} element={<CoursePage />} />
        <Route path={patterns.lesson} element={<LessonPage />} />
        <Route path={patterns.certificate} element={<CertificatePage />} />
        <Route path={patterns.admin} element={<AdminPage />} />
        <Route path={patterns.adminDashboard} element={<AdminPage />} />
        <Route path={patterns.adminQuizAnalytics} element={<QuizAnalyticsPage />} />
        <Route path={patterns.organizationQuizAnalytics} element={<OrganizationQuizPage />} />
        <Route path={patterns.analytics} element={<LearningAnalyticsPage />} />
        <Route path={patterns.adminCourses} element={<AdminCoursesPage />} />
        <Route path={patterns.adminCourse} element={<AdminCoursePage />} />
        <Route path={patterns.adminLesson} element={<WritingPage />} />
        <Route path={patterns.createCourse} element={<CreateCoursePage />} />
        <Route path={patterns.adminOrganizations} element={<OrganizationsPage />} />
        <Route path={patterns.adminOrganization} element={<OrganizationPage />} />
        <Route path={patterns.adminUsers} element={<UsersPage />} />
        <Route path={patterns.adminEnterprise} element={<EnterprisePage />} />
        <Route path={patterns.adminVideos} element={<VideosPage />} />
        <Route path={patterns.adminAuditLog} element={<AuditLogPage />} />
      </Route>
      <Route path={patterns.verify} element={<VerifyPage />} />
      <Route path={patterns.verifySerial} element={<VerifyPage />} />
      <Route path={patterns.syncStatus} element={<SyncStatusPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
