// Every path of the product in the specification's order, with its guard. Pages are loaded when they are opened.
import { type ComponentType, lazy, useEffect } from 'react';
import { isSigningOut, useActiveUser } from './device/active-user.tsx';
import { sessionEndedJustNow } from './device/active-user-channel.ts';
import { useValue } from './device/value.ts';
import { HomePage } from './learn/home/home-page.tsx';
import { paths, returningTo } from './paths.ts';
import { NeedsNetwork } from './shell/needs-network.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Navigate, Outlet, Route, Routes, useLocation } from './ui/router.ts';
import { Spinner } from './ui/spinner.tsx';

/** A page that is loaded when it is opened: the component of this name in a file. */
function page<Name extends string>(name: Name, load: () => Promise<{ [key in Name]: ComponentType }>) {
  return lazy(() => load().then((file) => ({ default: file[name] })));
}

const AuthPage = page('AuthPage', () => import('./account/sign-in/auth-page.tsx'));
const CallbackPage = page('CallbackPage', () => import('./account/sign-in/callback-page.tsx'));
const ResetPasswordPage = page('ResetPasswordPage', () => import('./account/sign-in/reset-password-page.tsx'));
const TwoStepPage = page('TwoStepPage', () => import('./account/two-step/two-step-page.tsx'));
const InvitePage = page('InvitePage', () => import('./account/sign-in/invite-page.tsx'));
const SetupProfilePage = page('SetupProfilePage', () => import('./account/profile/setup-profile-page.tsx'));
const DashboardPage = page('DashboardPage', () => import('./account/profile/dashboard-page.tsx'));
const DownloadsPage = page('DownloadsPage', () => import('./learn/downloads/downloads-page.tsx'));
const CoursePage = page('CoursePage', () => import('./learn/course/course-page.tsx'));
const LessonPage = page('LessonPage', () => import('./learn/lesson/lesson-page.tsx'));
const CertificatePage = page('CertificatePage', () => import('./learn/certificate/certificate-page.tsx'));
const VerifyPage = page('VerifyPage', () => import('./learn/certificate/verify-page.tsx'));
const SyncStatusPage = page('SyncStatusPage', () => import('./learn/sync-status/sync-status-page.tsx'));

/** A page of the admin area. The worker does not cache their chunks, so offline a page may be missing. */
const adminPage: typeof page = (name, load) =>
  lazy(() =>
    load().then(
      (file) => ({ default: file[name] }),
      () => ({ default: NeedsNetwork as ComponentType }),
    ),
  );

const AdminPage = adminPage('AdminPage', () => import('./admin/admin-page.tsx'));
const LearningAnalyticsPage = adminPage(
  'LearningAnalyticsPage',
  () => import('./admin/insights/learning-analytics-page.tsx'),
);
const QuizAnalyticsPage = adminPage('QuizAnalyticsPage', () => import('./admin/insights/quiz-analytics-page.tsx'));
const OrganizationQuizPage = adminPage(
  'OrganizationQuizPage',
  () => import('./admin/insights/organization-quiz-page.tsx'),
);
const AdminCoursesPage = adminPage('AdminCoursesPage', () => import('./admin/courses/courses-page.tsx'));
const AdminCoursePage = adminPage('AdminCoursePage', () => import('./admin/admin-course-page.tsx'));
const WritingPage = adminPage('WritingPage', () => import('./admin/writing/writing-page.tsx'));
const CreateCoursePage = adminPage('CreateCoursePage', () => import('./admin/courses/create-course-page.tsx'));
const OrganizationsPage = adminPage('OrganizationsPage', () => import('./admin/people/organizations-page.tsx'));
const OrganizationPage = adminPage('OrganizationPage', () => import('./admin/people/organization-page.tsx'));
const UsersPage = adminPage('UsersPage', () => import('./admin/people/users-page.tsx'));
const EnterprisePage = adminPage('EnterprisePage', () => import('./admin/people/enterprise-page.tsx'));
const VideosPage = adminPage('VideosPage', () => import('./admin/videos/videos-page.tsx'));
const AuditLogPage = adminPage('AuditLogPage', () => import('./admin/insights/audit-log-page.tsx'));

/** Someone was let in by this page; the guard itself is drawn anew for another user. */
let wasIn = false;

/**
 * Lets the active user in without asking the network (Y21) and sends visitors to /auth, which leads back here. It follows later
 * changes: a sign-out in any tab redirects, for good, and a sign-in lets in.
 */
export function SignInGuard() {
  const { state } = useActiveUser();
  const location = useLocation();
  useEffect(() => {
    if (state === 'known') wasIn = true;
    // The way to the sign-in has been taken.
    return () => {
      if (state === 'visitor') wasIn = false;
    };
  }, [state]);
  const isLeaving = useValue(isSigningOut);
  if (state === 'checking') return <Spinner label="Checking your sign-in" />;
  // A user who signs out is already on the way home; this page may notice first that they have gone.
  if (state === 'visitor' && isLeaving) return <Spinner label="Signing out" />;
  if (state === 'visitor') {
    const hasSignedOut = wasIn && !sessionEndedJustNow();
    return <Navigate to={paths.auth({ mode: 'signin' })} state={hasSignedOut ? null : returningTo(location)} replace />;
  }
  return <Outlet />;
}

export function AppRoutes() {
  return (
    <Routes>
      <Route path={paths.home.pattern} element={<HomePage />} />
      <Route path={paths.auth.pattern} element={<AuthPage />} />
      <Route path={paths.signIn.pattern} element={<AuthPage />} />
      <Route path={paths.authCallback.pattern} element={<CallbackPage />} />
      <Route path={paths.resetPassword.pattern} element={<ResetPasswordPage />} />
      <Route path={paths.invite.pattern} element={<InvitePage />} />
      <Route path={paths.publicCourse.pattern} element={<CoursePage />} />
      <Route path={paths.publicLesson.pattern} element={<LessonPage />} />
      <Route element={<SignInGuard />}>
        <Route path={paths.twoStep.pattern} element={<TwoStepPage />} />
        <Route path={paths.setupProfile.pattern} element={<SetupProfilePage />} />
        <Route path={paths.dashboard.pattern} element={<DashboardPage />} />
        <Route path={paths.downloads.pattern} element={<DownloadsPage />} />
        <Route path={paths.course.pattern} element={<CoursePage />} />
        <Route path={paths.lesson.pattern} element={<LessonPage />} />
        <Route path={paths.certificate.pattern} element={<CertificatePage />} />
        <Route path={paths.admin.pattern} element={<AdminPage />} />
        <Route path={paths.adminDashboard.pattern} element={<AdminPage />} />
        <Route path={paths.adminQuizAnalytics.pattern} element={<QuizAnalyticsPage />} />
        <Route path={paths.organizationQuizAnalytics.pattern} element={<OrganizationQuizPage />} />
        <Route path={paths.analytics.pattern} element={<LearningAnalyticsPage />} />
        <Route path={paths.adminCourses.pattern} element={<AdminCoursesPage />} />
        <Route path={paths.adminCourse.pattern} element={<AdminCoursePage />} />
        <Route path={paths.adminLesson.pattern} element={<WritingPage />} />
        <Route path={paths.createCourse.pattern} element={<CreateCoursePage />} />
        <Route path={paths.adminOrganizations.pattern} element={<OrganizationsPage />} />
        <Route path={paths.adminOrganization.pattern} element={<OrganizationPage />} />
        <Route path={paths.adminUsers.pattern} element={<UsersPage />} />
        <Route path={paths.adminEnterprise.pattern} element={<EnterprisePage />} />
        <Route path={paths.adminVideos.pattern} element={<VideosPage />} />
        <Route path={paths.adminAuditLog.pattern} element={<AuditLogPage />} />
      </Route>
      <Route path={paths.verify.pattern} element={<VerifyPage />} />
      <Route path={paths.verifySerial.pattern} element={<VerifyPage />} />
      <Route path={paths.syncStatus.pattern} element={<SyncStatusPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
