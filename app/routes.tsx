// Every path of the product, with its guard. Pages are loaded when they are opened.
import { t } from '@lingui/core/macro';
import { type ComponentType, useEffect } from 'react';
import { type ActiveUser, isSigningOut, useActiveUser } from './device/active-user.tsx';
import { sessionEndedJustNow } from './device/active-user-channel.ts';
import { useOpenedOffline } from './device/connection.ts';
import { chosenUser } from './device/use-device-users.ts';
import { useValue } from './device/value.ts';
import { HomePage } from './learn/home/home-page.tsx';
import { paths, returningTo } from './paths.ts';
import { NeedsNetwork } from './shell/needs-network.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { loadSentences } from './ui/language.ts';
import { lazyPart } from './ui/lazy-part.ts';
import { matchPath, Navigate, Outlet, Route, Routes, useLocation } from './ui/router.ts';
import { Spinner } from './ui/skeleton.tsx';

/** A page that is loaded when it is opened: the component of this name in a file. */
function page<Name extends string>(name: Name, load: () => Promise<{ [key in Name]: ComponentType }>) {
  return lazyPart(() => load().then((file) => file[name]));
}

/** A page of the admin area. The worker does not cache their chunks, so offline a page may be missing. */
const adminPage: typeof page = (name, load) =>
  lazyPart(
    () =>
      loadSentences('admin')
        .then(load)
        .then((file) => file[name]),
    NeedsNetwork,
  );

type PageTable = readonly (readonly [at: readonly { pattern: string }[], Page: ComponentType])[];

const CoursePage = page('CoursePage', () => import('./learn/course/course-page.tsx'));
const LessonPage = page('LessonPage', () => import('./learn/lesson/lesson-page.tsx'));

const LedGroupsPage = adminPage('LedGroupsPage', () => import('./admin/led-groups-page.tsx'));
const KeptCrew = page('KeptCrew', () => import('./account/profile/kept-crew.tsx'));
/** A lead is on the site, mostly without a network: what was last seen is kept there. */
const CrewPage = () => (useOpenedOffline() ? <KeptCrew /> : <LedGroupsPage />);

const OPEN_PAGES: PageTable = [
  [[paths.home], HomePage],
  [[paths.auth, paths.signIn], page('AuthPage', () => import('./account/sign-in/auth-page.tsx'))],
  [[paths.authCallback], page('CallbackPage', () => import('./account/sign-in/callback-page.tsx'))],
  [[paths.resetPassword], page('ResetPasswordPage', () => import('./account/sign-in/reset-password-page.tsx'))],
  [[paths.invite], page('InvitePage', () => import('./account/sign-in/invite-page.tsx'))],
  [[paths.card], page('CardPage', () => import('./account/sign-in/card-page.tsx'))],
  [[paths.publicCourse], CoursePage],
  [[paths.publicLesson], LessonPage],
  [[paths.verify, paths.verifySerial], page('VerifyPage', () => import('./learn/certificate/verify-page.tsx'))],
  [[paths.syncStatus], page('SyncStatusPage', () => import('./learn/sync-status/sync-status-page.tsx'))],
];

const SIGNED_IN_PAGES: PageTable = [
  [[paths.twoStep], page('TwoStepPage', () => import('./account/two-step/two-step-page.tsx'))],
  [[paths.setupProfile], page('SetupProfilePage', () => import('./account/profile/setup-profile-page.tsx'))],
  [[paths.dashboard], page('DashboardPage', () => import('./account/profile/dashboard-page.tsx'))],
  [[paths.language], page('LanguagePage', () => import('./account/profile/language-page.tsx'))],
  [[paths.downloads], page('DownloadsPage', () => import('./learn/downloads/downloads-page.tsx'))],
  [[paths.groups], CrewPage],
  [[paths.groupPerson], adminPage('LedPersonPage', () => import('./admin/led-groups-page.tsx'))],
  [[paths.course], CoursePage],
  [[paths.lesson], LessonPage],
  [[paths.practice], page('PracticePage', () => import('./learn/practice-page.tsx'))],
  [[paths.certificate], page('CertificatePage', () => import('./learn/certificate/certificate-page.tsx'))],
  [[paths.gate], page('GatePage', () => import('./learn/certificate/gate-page.tsx'))],
  [[paths.admin, paths.adminDashboard], adminPage('AdminPage', () => import('./admin/admin-page.tsx'))],
  [
    [paths.adminQuizAnalytics],
    adminPage('QuizAnalyticsPage', () => import('./admin/insights/quiz-analytics-page.tsx')),
  ],
  [
    [paths.organizationQuizAnalytics],
    adminPage('OrganizationQuizPage', () => import('./admin/insights/organization-quiz-page.tsx')),
  ],
  [[paths.analytics], adminPage('LearningAnalyticsPage', () => import('./admin/insights/learning-analytics-page.tsx'))],
  [[paths.adminReport], adminPage('ReportPage', () => import('./admin/insights/report-page.tsx'))],
  [[paths.adminCourses], adminPage('AdminCoursesPage', () => import('./admin/courses/courses-page.tsx'))],
  [[paths.adminCourse], adminPage('AdminCoursePage', () => import('./admin/admin-course-page.tsx'))],
  [[paths.adminLesson], adminPage('WritingPage', () => import('./admin/writing/writing-page.tsx'))],
  [[paths.createCourse], adminPage('CreateCoursePage', () => import('./admin/courses/create-course-page.tsx'))],
  [[paths.adminOrganizations], adminPage('OrganizationsPage', () => import('./admin/people/organizations-page.tsx'))],
  [[paths.adminOrganization], adminPage('OrganizationPage', () => import('./admin/people/organization-page.tsx'))],
  [[paths.organizationGroups], adminPage('OrganizationGroupsPage', () => import('./admin/people/groups-page.tsx'))],
  [[paths.adminGroups], adminPage('OwnGroupsPage', () => import('./admin/people/groups-page.tsx'))],
  [[paths.adminUsers], adminPage('UsersPage', () => import('./admin/people/users-page.tsx'))],
  [[paths.adminPeople], adminPage('OwnPeoplePage', () => import('./admin/people/organization-page.tsx'))],
  [[paths.addPeople], adminPage('AddPeoplePage', () => import('./admin/crew/add-people-page.tsx'))],
  [[paths.newCards], adminPage('CardsPage', () => import('./admin/crew/cards-page.tsx'))],
  [[paths.adminPerson], adminPage('PersonPage', () => import('./admin/person-page.tsx'))],
  [[paths.adminInvitations], adminPage('OwnInvitationsPage', () => import('./admin/people/organization-page.tsx'))],
  [[paths.adminEnterprise], adminPage('EnterprisePage', () => import('./admin/people/enterprise-page.tsx'))],
  [[paths.adminTablets], adminPage('TabletsPage', () => import('./admin/people/tablets-page.tsx'))],
  [
    [paths.adminIntegrations],
    adminPage('IntegrationsPage', () => import('./admin/integrations/integrations-page.tsx')),
  ],
  [[paths.adminVideos], adminPage('VideosPage', () => import('./admin/videos/videos-page.tsx'))],
  [[paths.adminAuditLog], adminPage('AuditLogPage', () => import('./admin/insights/audit-log-page.tsx'))],
];

/** Whether the page at this path is only for people who are signed in. */
export const needsSignIn = (pathname: string): boolean =>
  SIGNED_IN_PAGES.some(([at]) => at.some(({ pattern }) => matchPath(pattern, pathname)));

/** Someone was let in by this page; the guard itself is drawn anew for another user. */
let lastIn: ActiveUser | undefined;

/** Lets the active user in without the network (Y21), sends visitors to /auth, which leads back here, and follows changes. */
export function SignInGuard() {
  const user = useActiveUser();
  const { state } = user;
  const location = useLocation();
  useEffect(() => {
    if (state === 'known') lastIn = user;
    // The way to the sign-in has been taken.
    return () => {
      if (state === 'visitor') lastIn = undefined;
    };
  }, [state, user]);
  const isLeaving = useValue(isSigningOut);
  if (state === 'checking') return <Spinner label={t`Checking your sign-in`} />;
  // A user who signs out is already on the way home; this page may notice first that they have gone.
  if (state === 'visitor' && isLeaving) return <Spinner label={t`Signing out`} />;
  if (state === 'visitor') {
    const hasEnded = sessionEndedJustNow();
    const back = { ...returningTo(location), ...(lastIn && chosenUser(lastIn)), hasEnded };
    return <Navigate to={paths.auth({ mode: 'signin' })} state={lastIn && !hasEnded ? null : back} replace />;
  }
  return <Outlet />;
}

/** One element for all paths of a page, so that it stays when one of them leads to another. */
const routesOf = (pages: PageTable) =>
  pages.flatMap(([at, Page]) => at.map(({ pattern }) => <Route key={pattern} path={pattern} element={<Page />} />));

export function AppRoutes() {
  return (
    <Routes>
      {routesOf(OPEN_PAGES)}
      <Route element={<SignInGuard />}>{routesOf(SIGNED_IN_PAGES)}</Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
