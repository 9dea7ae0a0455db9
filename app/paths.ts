// Every path of the product in the specification's order (R-R1). Addresses are built here and never typed elsewhere.
import { MAX_ID, PAGE_LIMIT } from '#sync/contract/fields.ts';
import { isOwnAddress } from '#sync/contract/lesson-pictures.ts';

type Query = Record<string, string | number | boolean | undefined>;

type Route<Given extends unknown[]> = ((...given: Given) => string) & {
  /** As the router reads it. */
  pattern: string;
};

/** A path that is built from its parameters in their order and, last, a query; empty values of the query are left out. */
function route<Given extends unknown[] = []>(pattern: string): Route<Given> {
  const build = (...given: Given) => {
    const rest: unknown[] = [...given];
    const path = pattern.replace(/:\w+/g, () => encodeURIComponent(String(rest.shift())));
    const query = Object.entries((rest[0] ?? {}) as Query).filter(
      ([, value]) => value !== undefined && value !== '' && value !== false,
    );
    const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString();
    return search ? `${path}?${search}` : path;
  };
  return Object.assign(build, { pattern });
}

/** Who stopped at a lesson of a course, in a list of people. */
type Stopped = { course?: number; stopped?: number };
type OfCourse = { courseId?: number | undefined };

/** Builds addresses: `paths.lesson(4, 12)` is '/course/4/lesson/12'. `add`: to add another user to this device. */
export const paths = {
  home: route<[filter?: { search?: string; category?: string; level?: string }]>('/'),
  auth: route<[query?: OfCourse & { mode?: 'signin' | 'signup' | 'reset'; add?: boolean }]>('/auth'),
  signIn: route<[query?: OfCourse & { add?: boolean; token?: string }]>('/auth/signin'),
  /** `next` is the page that asked for a sign-in, opened after it. */
  authCallback:
    route<[query?: OfCourse & { invitation?: string | undefined; next?: string | undefined }]>('/auth/callback'),
  resetPassword: route('/auth/reset-password'),
  twoStep: route<[query?: { next?: string }]>('/auth/two-step'),
  invite: route<[query?: { token?: string }]>('/invite'),
  /** For people without an email address; the code of a card stands behind the #. */
  card: route('/card'),
  publicCourse: route<[courseId: number]>('/public-course/:courseId'),
  publicLesson: route<[courseId: number, lessonId: number]>('/public-course/:courseId/lesson/:lessonId'),
  setupProfile: route<[query?: { edit?: boolean }]>('/setup-profile'),
  dashboard: route('/dashboard'),
  language: route('/language'),
  downloads: route('/downloads'),
  /** For whoever leads a group. */
  groups: route<[query?: { of?: string }]>('/groups'),
  groupPerson: route<[groupId: string, userId: string]>('/groups/:groupId/people/:userId'),
  course: route<[courseId: number]>('/course/:courseId'),
  /** `find` opens a text at the paragraph with these words, `t` a video at this second. */
  lesson: route<[courseId: number, lessonId: number, found?: { find?: string; t?: number | undefined }]>(
    '/course/:courseId/lesson/:lessonId',
  ),
  /** What was answered wrong in a course, to be practised. */
  practice: route<[courseId: number]>('/course/:courseId/practice'),
  certificate: route<[courseId: number, query?: { serial?: string }]>('/course/:courseId/certificate'),
  verify: route('/verify'),
  verifySerial: route<[serial: string]>('/verify/:serial'),
  /** For leads and admins. */
  gate: route('/gate'),
  syncStatus: route('/sync'),
  admin: route('/admin'),
  adminDashboard: route('/admin/dashboard'),
  adminQuizAnalytics: route('/admin/quiz-analytics'),
  organizationQuizAnalytics: route('/admin/organization/quiz-analytics'),
  analytics: route('/analytics'),
  adminCourses: route('/admin/courses'),
  adminCourse:
    route<
      [
        courseId: number,
        query?: { tab?: 'people' | 'analytics'; question?: number | undefined } & {
          [narrowedBy in `learner-${'state' | 'group' | 'organizationId'}`]?: string | undefined;
        },
      ]
    >('/admin/courses/:courseId'),
  adminLesson: route<[courseId: number, lessonId: number]>('/admin/courses/:courseId/lessons/:lessonId'),
  createCourse: route('/create-course'),
  adminReport: route<[query?: { organizationId?: string }]>('/admin/report'),
  /** `organization` for super admins. */
  addPeople: route<[query?: { organization?: string | undefined }]>('/admin/people/add'),
  newCards: route<[query?: { organization?: string | undefined }]>('/admin/people/cards'),
  adminOrganizations: route('/admin/organizations'),
  adminOrganization: route<
    [id: string, query?: Stopped & { group?: string | undefined; sort?: '-activity' | undefined }]
  >('/admin/organizations/:organizationId'),
  /** The groups of one organization, and of one's own. */
  organizationGroups: route<[id: string]>('/admin/organizations/:organizationId/groups'),
  /** `act` begins at once. */
  adminGroups: route<[query?: { act?: 'add' }]>('/admin/groups'),
  adminUsers: route<[query?: { act?: 'export' }]>('/admin/users'),
  adminPeople:
    route<
      [
        query?: Stopped & {
          group?: string | undefined;
          standing?: 'overdue';
          certificates?: 'unrenewed';
          sort?: '-activity' | undefined;
          act?: 'remind' | 'renew' | 'export';
        },
      ]
    >('/admin/people'),
  adminPerson: route<[userId: string, query?: { act?: 'enroll' | 'remind' }]>('/admin/people/:userId'),
  adminInvitations: route('/admin/invitations'),
  adminEnterprise: route('/admin/enterprise'),
  adminTablets: route('/admin/tablets'),
  adminIntegrations: route('/admin/integrations'),
  adminAuditLog: route('/admin/audit-log'),
  adminVideos: route('/admin/videos'),
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

/** Whether a page is one of these or lies below one of them. */
export const isInside = (pathname: string, ...places: string[]): boolean =>
  places.some((place) => pathname === place || pathname.startsWith(`${place}/`));

/** Whether a page is part of signing in or joining. */
export const isSignInPath = (pathname: string): boolean =>
  isInside(pathname, paths.auth(), paths.invite(), paths.card());

/** Whether a page belongs to administration. */
export const isAdminPath = (pathname: string): boolean =>
  isInside(pathname, paths.admin(), paths.analytics(), paths.createCourse());

/** The page that the arrow at the top of a phone leads back to. */
export function parentPath(pathname: string): string {
  const course = /^\/course\/(\d+)\/./.exec(pathname);
  if (course) return paths.course(Number(course[1]));
  if (isInside(pathname, paths.groups())) return pathname === paths.groups() ? paths.dashboard() : paths.groups();
  if (isAdminPath(pathname) && pathname !== paths.admin()) return paths.admin();
  return [paths.admin(), paths.setupProfile(), paths.gate(), paths.language()].includes(pathname)
    ? paths.dashboard()
    : paths.home();
}

/** The history state of a search from the header: the page scrolls to the results. */
export const SEARCHED = 'searched';

/** The history state of a sign-in page that another page led to: that page, to return to. No link can bring it along. */
export const returningTo = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }) => ({
  from: pathname + search + hash,
});

/** The page in such a state; undefined for none, and for one that is not ours or too long for the address of a link. */
export function pageToReturnTo(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state) || typeof state.from !== 'string')
    return undefined;
  return isOwnAddress(state.from) && encodeURIComponent(state.from).length <= PAGE_LIMIT ? state.from : undefined;
}

/** The id in an address; undefined when it is not a valid id. */
export function idInPath(text: string | undefined): number | undefined {
  const id = text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= MAX_ID ? id : undefined;
}

/** The history state of the first visit after joining: home leads on to its featured course, unless one was begun. */
export const FIRST_RUN = 'first-run';

/** The history state of the step from a course's last lesson: its end is celebrated. */
export const COMPLETED = 'completed';
