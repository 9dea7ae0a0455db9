// Every path of the product in the specification's order, each with its guard. Pages are loaded when they are opened.
import { lazy } from 'react';
import { SignInGuard } from './account/sign-in-guard.tsx';
import type { adminPages } from './admin-pages.ts';
import { HomePage } from './catalog/home-page.tsx';
import { NeedsNetwork } from './needs-network.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { patterns } from './paths.ts';
import { Route, Routes } from './router.ts';

const AuthPage = lazy(() => import('./account/auth-page.tsx').then((room) => ({ default: room.AuthPage })));
const CallbackPage = lazy(() => import('./account/callback-page.tsx').then((room) => ({ default: room.CallbackPage })));
const ResetPasswordPage = lazy(() =>
  import('./account/reset-password-page.tsx').then((room) => ({ default: room.ResetPasswordPage })),
);
const InvitePage = lazy(() => import('./account/invite-page.tsx').then((room) => ({ default: room.InvitePage })));
const SetupProfilePage = lazy(() =>
  import('./account/setup-profile-page.tsx').then((room) => ({ default: room.SetupProfilePage })),
);
const DashboardPage = lazy(() =>
  import('./account/dashboard-page.tsx').then((room) => ({ default: room.DashboardPage })),
);
const DownloadsPage = lazy(() =>
  import('./downloads/downloads-page.tsx').then((room) => ({ default: room.DownloadsPage })),
);
const CoursePage = lazy(() => import('./course/course-page.tsx').then((room) => ({ default: room.CoursePage })));
const LessonPage = lazy(() => import('./lesson/lesson-page.tsx').then((room) => ({ default: room.LessonPage })));
const CertificatePage = lazy(() =>
  import('./certificate/certificate-page.tsx').then((room) => ({ default: room.CertificatePage })),
);
const VerifyPage = lazy(() => import('./certificate/verify-page.tsx').then((room) => ({ default: room.VerifyPage })));
const SyncStatusPage = lazy(() =>
  import('./sync-status/sync-status-page.tsx').then((room) => ({ default: room.SyncStatusPage })),
);
/**
 * A page of administration. They lie apart, so that no learner's start carries the list of all their chunks; and the
 * worker does not keep those, so without a network a page may be missing.
 */
const adminPage = (name: keyof typeof adminPages) =>
  lazy(() =>
    import('./admin-pages.ts')
      .then((room) => room.adminPages[name]())
      .then(
        (Page) => ({ default: Page }),
        () => ({ default: () => <NeedsNetwork /> }),
      ),
  );

const AdminPage = adminPage('AdminPage');
const LearningAnalyticsPage = adminPage('LearningAnalyticsPage');
const QuizAnalyticsPage = adminPage('QuizAnalyticsPage');
const OrganizationQuizPage = adminPage('OrganizationQuizPage');
const AdminCoursesPage = adminPage('AdminCoursesPage');
const AdminCoursePage = adminPage('AdminCoursePage');
const WritingPage = adminPage('WritingPage');
const CreateCoursePage = adminPage('CreateCoursePage');
const OrganizationsPage = adminPage('OrganizationsPage');
const OrganizationPage = adminPage('OrganizationPage');
const UsersPage = adminPage('UsersPage');
const EnterprisePage = adminPage('EnterprisePage');
const VideosPage = adminPage('VideosPage');
const AuditLogPage = adminPage('AuditLogPage');

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
