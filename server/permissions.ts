// Who may do what: decisions 13 and 14 as one page. Rooms ask `may(actor, verb, thing)` and answer 404 when a person
// may not see the thing at all, 403 `access_denied` when the person's role has no such call.

/** A signed-in person. Rights come from our own rows, never from the token's metadata (I5). */
export interface Actor {
  id: string;
  /** Lower-case. */
  email: string;
  organizationId: string | null;
  isOrgAdmin: boolean;
  isSuperAdmin: boolean;
}

/** The person asking, as far as rights go. */
export type Person = Pick<Actor, 'id' | 'organizationId' | 'isOrgAdmin' | 'isSuperAdmin'>;
/** Null is a visitor. */
export type Asking = Person | null;

/** What decides about a course. `granted` and `enrolledByAdmin` are about the person asking. */
export interface CourseFacts {
  organizationId: string | null;
  /** False when the owning organization is switched off: its courses are nowhere (decision 16). */
  ownerIsActive: boolean;
  isPublished: boolean;
  visibility: 'public' | 'organization' | 'private';
  /** The person's organization is active and holds a grant for this course. */
  granted: boolean;
  enrolledByAdmin: boolean;
}

export interface LessonFacts {
  course: CourseFacts;
  isPreview: boolean;
}

/** The verbs and what each is asked about. */
export interface Things {
  see_course: CourseFacts;
  see_lesson: LessonFacts;
  /** Own progress and quizzes of a lesson. */
  take_lesson: LessonFacts;
  /** Enrolling oneself, and reading one's own progress. */
  take_course: CourseFacts;
  edit_course: CourseFacts;
  /** Users, invitations, quiz analytics and courses of one organization. */
  run_organization: { organizationId: string | null };
  /** Organizations, all users, grants, clean-up, global analytics, storage set-up. */
  run_installation: null;
}
export type Verb = keyof Things;

const RULES: { [V in Verb]: (asking: Asking, thing: Things[V]) => boolean } = {
  see_course: (asking, course) => (isOpen(course) && reaches(asking, course)) || edits(asking, course),
  see_lesson: seesLesson,
  take_lesson: (asking, lesson) => asking !== null && seesLesson(asking, lesson),
  take_course: (asking, course) => asking !== null && RULES.see_course(asking, course),
  edit_course: edits,
  run_organization: (asking, { organizationId }) => runs(asking, organizationId),
  run_installation: (asking) => asking?.isSuperAdmin === true,
};

/** True when the asking person may do this with that thing. */
export function may<V extends Verb>(asking: Asking, verb: V, thing: Things[V]): boolean {
  return RULES[verb](asking, thing);
}

function isOpen(course: CourseFacts): boolean {
  return course.isPublished && course.ownerIsActive;
}

/** A published course: public to everyone, organization to its members and by grant, private by enrollment and by grant. */
function reaches(asking: Asking, course: CourseFacts): boolean {
  if (course.visibility === 'public') return true;
  if (!asking) return false;
  if (course.granted) return true;
  if (course.visibility === 'private') return course.enrolledByAdmin;
  return course.organizationId !== null && course.organizationId === asking.organizationId;
}

/** A preview of a published course is open to everyone who is signed in. */
function seesLesson(asking: Asking, lesson: LessonFacts): boolean {
  if (RULES.see_course(asking, lesson.course)) return true;
  return lesson.isPreview && asking !== null && isOpen(lesson.course);
}

function edits(asking: Asking, course: CourseFacts): boolean {
  if (asking?.isSuperAdmin) return true;
  return course.ownerIsActive && course.organizationId !== null && runs(asking, course.organizationId);
}

function runs(asking: Asking, organizationId: string | null): boolean {
  if (!asking) return false;
  if (asking.isSuperAdmin) return true;
  return asking.isOrgAdmin && organizationId !== null && asking.organizationId === organizationId;
}
