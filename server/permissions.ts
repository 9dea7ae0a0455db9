// All rights on one page: who sees a course (P-13), who may do what (P-14). Rooms call `may(viewer, verb, thing)` and respond with 404 when the viewer
// may not see the thing at all, with 403 `access_denied` when their role has no such right.
import type { ApiScope } from '#sync/contract/api-token.ts';

/** A signed-in person. Rights come from our own rows, never from the token's metadata. */
export interface Actor {
  id: string;
  /** Lower-case. */
  email: string;
  organizationId: string | null;
  isOrgAdmin: boolean;
  isSuperAdmin: boolean;
  /** False where the auth service confirms no addresses and this session did not begin with a mail. */
  hasProvenEmail?: boolean;
  /** The account of the sign-in, where it was merged into this one; it hands in unsent work alone. */
  mergedFrom?: string;
  /** The second step of this sign-in is still to be taken. Until then admin rights judge own sent work alone (decision 140). */
  mustStepUp?: boolean;
  /** They act by an API token: what it may do, within their own rights, and the name that the audit log gives it. */
  token?: { id: string; name: string; scopes: readonly ApiScope[] };
}

/** A person, as far as rights go. */
export type Person = Pick<Actor, 'id' | 'organizationId' | 'isOrgAdmin' | 'isSuperAdmin' | 'mustStepUp' | 'token'>;
/** Whoever sends a request; null is a visitor. */
export type Viewer = Person | null;

/** What decides about a course. `granted` and `enrolledByAdmin` concern the viewer. */
export interface CourseFacts {
  organizationId: string | null;
  /** False when the owning organization is switched off: its courses are hidden (P-16). */
  ownerIsActive: boolean;
  isPublished: boolean;
  /** False for an archived course in which the viewer is not enrolled (decision 128). */
  isOffered: boolean;
  visibility: 'public' | 'organization' | 'private';
  /** The viewer's organization is active and holds a grant for this course. */
  granted: boolean;
  enrolledByAdmin: boolean;
}

export interface LessonFacts {
  course: CourseFacts;
  isPreview: boolean;
}

/** The verbs, and what each of them concerns. */
export interface Things {
  see_course: CourseFacts;
  see_lesson: LessonFacts;
  /** Reading the quiz of a lesson, and one's own attempts. */
  take_lesson: LessonFacts;
  /** Own progress and answers. Also in an archived course: a device may have held it since before (decision 128). */
  record_lesson: LessonFacts;
  /** Handing in answers, whose result names the correct ones: never by the admin rights that wait for a second step. */
  submit_quiz: LessonFacts;
  /** Enrolling oneself, and reading one's own progress. */
  take_course: CourseFacts;
  /** Handing in work in a course that the viewer may no longer take: what they did before their right ended counts. */
  hand_in_work: { course: CourseFacts; endedAt: Date; workedAt: Date; now: Date };
  edit_course: CourseFacts;
  /** Enrolling one's own people, with due dates, rules and renewals, where they see the course, and ending that; super admins anybody. */
  assign_course: CourseFacts;
  /** Users, invitations, quiz analytics and courses of one organization. */
  run_organization: { organizationId: string | null };
  /** The people of one group and their progress, for whoever leads it as well. */
  see_group: { organizationId: string; isLed: boolean };
  /** Reminding the people of one group of what is due; leads change nothing else (decision 180). */
  remind_group: { organizationId: string; isLed: boolean };
  /** Organizations, all users, grants, clean-up, global analytics, storage set-up. */
  run_installation: null;
  /** Making and removing admins, by whoever may do so with members: an API token only when it says so. */
  change_admins: null;
  /** A call of the public API, for tokens alone; null: one that every token may make. */
  use_api: ApiScope | null;
}
export type Verb = keyof Things;

const RULES: { [V in Verb]: (viewer: Viewer, thing: Things[V]) => boolean } = {
  see_course: (viewer, course) => (isOpen(course) && reaches(viewer, course)) || edits(viewer, course),
  see_lesson: seesLesson,
  take_lesson: (viewer, lesson) => viewer !== null && seesLesson(viewer, lesson),
  record_lesson: (viewer, { course, isPreview }) =>
    viewer !== null && seesLesson(viewer, { isPreview, course: { ...course, isOffered: true } }),
  submit_quiz: (viewer, lesson) =>
    RULES.record_lesson(viewer?.mustStepUp ? { ...viewer, isOrgAdmin: false, isSuperAdmin: false } : viewer, lesson),
  take_course: (viewer, course) => viewer !== null && RULES.see_course(viewer, course),
  hand_in_work: (viewer, { course, endedAt, workedAt, now }) =>
    viewer !== null &&
    isOpen({ ...course, isOffered: true }) &&
    workedAt <= endedAt &&
    now.getTime() - endedAt.getTime() <= HAND_IN_MS,
  edit_course: edits,
  assign_course: (viewer, course) =>
    edits(viewer, course) || (viewer?.isOrgAdmin === true && isOpenToMembers(viewer, course)),
  run_organization: (viewer, { organizationId }) => runs(viewer, organizationId),
  see_group: leads,
  remind_group: leads,
  run_installation: (viewer) => viewer?.isSuperAdmin === true,
  change_admins: (viewer) => viewer !== null && (!viewer.token || viewer.token.scopes.includes('admins:write')),
  use_api: (viewer, scope) => viewer?.token !== undefined && (scope === null || viewer.token.scopes.includes(scope)),
};

/** As long as a device keeps unsent and sent work in order (Y5b). */
const HAND_IN_MS = 90 * 86_400_000;

/** True when the viewer may do this with that thing. */
export function may<V extends Verb>(viewer: Viewer, verb: V, thing: Things[V]): boolean {
  return RULES[verb](viewer, thing);
}

function isOpen(course: CourseFacts): boolean {
  return course.isPublished && course.ownerIsActive && course.isOffered;
}

/** Public courses reach everyone, others by membership (organization), enrollment (private) or grant. */
function reaches(viewer: Viewer, course: CourseFacts): boolean {
  if (course.visibility === 'public') return true;
  if (!viewer) return false;
  if (course.granted) return true;
  if (course.visibility === 'private') return course.enrolledByAdmin;
  return course.organizationId !== null && course.organizationId === viewer.organizationId;
}

/** All people of the viewer's organization can take the course while it is published (decision 288). */
function isOpenToMembers({ organizationId }: Person, course: CourseFacts): boolean {
  return organizationId !== null && (course.visibility === 'public' || course.granted);
}

/** A preview of a published course is open to everyone who is signed in. */
function seesLesson(viewer: Viewer, lesson: LessonFacts): boolean {
  if (RULES.see_course(viewer, lesson.course)) return true;
  return lesson.isPreview && viewer !== null && isOpen(lesson.course);
}

function edits(viewer: Viewer, course: CourseFacts): boolean {
  if (viewer?.isSuperAdmin) return true;
  return course.ownerIsActive && course.organizationId !== null && runs(viewer, course.organizationId);
}

/** Whoever runs the organization leads all its groups. */
function leads(viewer: Viewer, { organizationId, isLed }: Things['see_group']): boolean {
  if (runs(viewer, organizationId)) return true;
  return isLed && viewer !== null && !viewer.mustStepUp && viewer.organizationId === organizationId;
}

function runs(viewer: Viewer, organizationId: string | null): boolean {
  if (!viewer) return false;
  if (viewer.isSuperAdmin) return true;
  return viewer.isOrgAdmin && organizationId !== null && viewer.organizationId === organizationId;
}
