// Every path of the product in the specification's order. Addresses are built here and never typed elsewhere.

import { MAX_ID } from '#sync/contract/fields.ts';

type Query = Record<string, string | number | boolean | undefined>;

function withQuery(path: string, query: Query): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '' && value !== false);
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

/** Route patterns as the router reads them. */
export const patterns = {
  home: '/',
  auth: '/auth',
  signIn: '/auth/signin',
  authCallback: '/auth/callback',
  resetPassword: '/auth/reset-password',
  invite: '/invite',
  publicCourse: '/public-course/:courseId',
  publicLesson: '/public-course/:courseId/lesson/:lessonId',
  setupProfile: '/setup-profile',
  dashboard: '/dashboard',
  downloads: '/downloads',
  course: '/course/:courseId',
  lesson: '/course/:courseId/lesson/:lessonId',
  certificate: '/course/:courseId/certificate',
  verify: '/verify',
  verifySerial: '/verify/:serial',
  syncStatus: '/sync',
  admin: '/admin',
  adminDashboard: '/admin/dashboard',
  adminQuizAnalytics: '/admin/quiz-analytics',
  organizationQuizAnalytics: '/admin/organization/quiz-analytics',
  analytics: '/analytics',
  adminCourses: '/admin/courses',
  adminCourse: '/admin/courses/:courseId',
  adminLesson: '/admin/courses/:courseId/lessons/:lessonId',
  createCourse: '/create-course',
  adminOrganizations: '/admin/organizations',
  adminOrganization: '/admin/organizations/:organizationId',
  adminUsers: '/admin/users',
  adminEnterprise: '/admin/enterprise',
  adminAuditLog: '/admin/audit-log',
  adminVideos: '/admin/videos',
} as const;

/** Builds addresses: `paths.lesson(4, 12)` is '/course/4/lesson/12'. */
export const paths = {
  home: (filter: { search?: string; category?: string; level?: string } = {}) => withQuery('/', filter),
  auth: (query: { mode?: 'signin' | 'signup' | 'reset'; courseId?: number | undefined; add?: boolean } = {}) =>
    withQuery('/auth', query),
  /** `add`: to add another user to this device, beside the active one. */
  signIn: (query: { courseId?: number | undefined; add?: boolean } = {}) => withQuery('/auth/signin', query),
  authCallback: (query: { courseId?: number | undefined; invitation?: string | undefined } = {}) =>
    withQuery('/auth/callback', query),
  resetPassword: () => '/auth/reset-password',
  invite: (query: { token?: string } = {}) => withQuery('/invite', query),
  publicCourse: (courseId: number) => `/public-course/${courseId}`,
  publicLesson: (courseId: number, lessonId: number) => `/public-course/${courseId}/lesson/${lessonId}`,
  setupProfile: (query: { edit?: boolean } = {}) => withQuery('/setup-profile', query),
  dashboard: () => '/dashboard',
  downloads: () => '/downloads',
  course: (courseId: number) => `/course/${courseId}`,
  lesson: (courseId: number, lessonId: number) => `/course/${courseId}/lesson/${lessonId}`,
  certificate: (courseId: number) => `/course/${courseId}/certificate`,
  verify: (serial?: string) => (serial === undefined ? '/verify' : `/verify/${encodeURIComponent(serial)}`),
  syncStatus: () => '/sync',
  createCourse: () => '/create-course',
  analytics: () => '/analytics',
  admin: () => '/admin',
  adminOrganizations: () => '/admin/organizations',
  adminOrganization: (id: string) => `/admin/organizations/${encodeURIComponent(id)}`,
  adminUsers: () => '/admin/users',
  adminCourses: () => '/admin/courses',
  adminCourse: (courseId: number) => `/admin/courses/${courseId}`,
  /** Where a lesson's text and settings are written. */
  adminLesson: (courseId: number, lessonId: number) => `/admin/courses/${courseId}/lessons/${lessonId}`,
  adminEnterprise: () => '/admin/enterprise',
  adminAuditLog: () => '/admin/audit-log',
  adminQuizAnalytics: () => '/admin/quiz-analytics',
  organizationQuizAnalytics: () => '/admin/organization/quiz-analytics',
  adminVideos: () => '/admin/videos',
} as const;

/** The addresses of a course and its lessons in one of the two route families: a lesson never leads out of its own. */
export type LessonFamily = {
  isPublic: boolean;
  course: (courseId: number) => string;
  lesson: (courseId: number, lessonId: number) => string;
};

const PUBLIC: LessonFamily = { isPublic: true, course: paths.publicCourse, lesson: paths.publicLesson };
const SIGNED_IN: LessonFamily = { isPublic: false, course: paths.course, lesson: paths.lesson };

/** The family without sign-in below /public-course/, the other one everywhere else. */
export const lessonFamily = (pathname: string): LessonFamily =>
  pathname.startsWith('/public-course/') ? PUBLIC : SIGNED_IN;

/** The history state of a search from the header: the page scrolls to the results. */
export const SEARCHED = 'searched';

/** The id in an address; undefined when it is not a valid id. */
export function idInPath(text: string | undefined): number | undefined {
  const id = text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= MAX_ID ? id : undefined;
}
