// Every path of the product in the specification's order, each with its guard. Pages are loaded when they are opened.
import { lazy } from 'react';
import { SignInGuard } from './account/sign-in-guard.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { patterns } from './paths.ts';
import { Route, Routes } from './router.ts';

const HomePage = lazy(() => import('./catalog/home-page.tsx').then((room) => ({ default: room.HomePage })));
const SignInPage = lazy(() => import('./account/sign-in-page.tsx').then((room) => ({ default: room.SignInPage })));
const CoursePage = lazy(() => import('./course/course-page.tsx').then((room) => ({ default: room.CoursePage })));
const LessonPage = lazy(() => import('./lesson/lesson-page.tsx').then((room) => ({ default: room.LessonPage })));
const SyncStatusPage = lazy(() =>
  import('./sync-status/sync-status-page.tsx').then((room) => ({ default: room.SyncStatusPage })),
);

/** The page for the address. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path={patterns.home} element={<HomePage />} />
      <Route path={patterns.auth} element={<SignInPage />} />
      <Route path={patterns.signIn} element={<SignInPage />} />
      <Route path={patterns.publicCourse} element={<CoursePage isPublic />} />
      <Route path={patterns.publicLesson} element={<LessonPage />} />
      <Route element={<SignInGuard />}>
        <Route path={patterns.course} element={<CoursePage />} />
        <Route path={patterns.lesson} element={<LessonPage />} />
      </Route>
      <Route path={patterns.syncStatus} element={<SyncStatusPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
