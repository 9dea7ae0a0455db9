import { expect, test } from 'vitest';
import { type CourseFacts, may, type Viewer } from '#server/permissions.ts';

// The table of who may do what alone (P-14); who sees which course (P-13) is walked over HTTP in catalog/access.test.ts.

const person = (rights: Partial<NonNullable<Viewer>> = {}): NonNullable<Viewer> => ({
  id: 'someone',
  organizationId: 'ours',
  isOrgAdmin: false,
  isSuperAdmin: false,
  ...rights,
});
const visitor = null;
const learner = person();
const orgAdmin = person({ isOrgAdmin: true });
const superAdmin = person({ organizationId: null, isSuperAdmin: true });
const everyone: [string, Viewer][] = [
  ['visitor', visitor],
  ['learner', learner],
  ['org admin', orgAdmin],
  ['super admin', superAdmin],
];

const course = (more: Partial<CourseFacts> = {}): CourseFacts => ({
  organizationId: 'ours',
  ownerIsActive: true,
  isPublished: true,
  isOffered: true,
  visibility: 'public',
  granted: false,
  enrolledByAdmin: false,
  ...more,
});

const whoMay = (judge: (asking: Viewer) => boolean) =>
  everyone.filter(([, asking]) => judge(asking)).map(([name]) => name);

test('[M12] public reads are everyone’s, own work is everyone’s who signed in', () => {
  expect(whoMay((asking) => may(asking, 'see_course', course()))).toHaveLength(4);
  expect(whoMay((asking) => may(asking, 'take_course', course()))).toEqual(['learner', 'org admin', 'super admin']);
  const lesson = { course: course(), isPreview: true };
  expect(whoMay((asking) => may(asking, 'take_lesson', lesson))).toEqual(['learner', 'org admin', 'super admin']);
});

test('[M12] an archived course is its editors’ alone, but late work in its lessons is recorded', () => {
  const archived = course({ isOffered: false });
  expect(whoMay((asking) => may(asking, 'see_course', archived))).toEqual(['org admin', 'super admin']);
  const lesson = { course: archived, isPreview: true };
  expect(whoMay((asking) => may(asking, 'see_lesson', lesson))).toEqual(['org admin', 'super admin']);
  expect(whoMay((asking) => may(asking, 'take_lesson', lesson))).toEqual(['org admin', 'super admin']);
  expect(whoMay((asking) => may(asking, 'record_lesson', lesson))).toEqual(['learner', 'org admin', 'super admin']);
});

test('[M12] an organization is run by its own admins and by super admins', () => {
  const runs = (organizationId: string | null) =>
    whoMay((asking) => may(asking, 'run_organization', { organizationId }));
  expect(runs('ours')).toEqual(['org admin', 'super admin']);
  expect(runs('theirs')).toEqual(['super admin']);
  expect(runs(null)).toEqual(['super admin']);
});

test.each(['see_group', 'remind_group'] as const)(
  '[M12] %s: its lead while they are of its organization, and whoever runs it',
  (verb) => {
    const seen = (organizationId: string, isLed: boolean) =>
      whoMay((asking) => may(asking, verb, { organizationId, isLed }));
    expect(seen('ours', false)).toEqual(['org admin', 'super admin']);
    expect(seen('ours', true)).toEqual(['learner', 'org admin', 'super admin']);
    expect(seen('theirs', true)).toEqual(['super admin']);
    expect(may(person({ mustStepUp: true }), verb, { organizationId: 'ours', isLed: true })).toBe(false);
  },
);

test('[M12] a course is edited by its organization’s admins and by super admins, also as a draft', () => {
  const edits = (more: Partial<CourseFacts>) => whoMay((asking) => may(asking, 'edit_course', course(more)));
  expect(edits({ isPublished: false })).toEqual(['org admin', 'super admin']);
  expect(edits({ organizationId: 'theirs' })).toEqual(['super admin']);
  expect(edits({ organizationId: null })).toEqual(['super admin']);
  expect(edits({ ownerIsActive: false })).toEqual(['super admin']);
});

test('[M12] people are enrolled in a course by its editors, and by org admins whose people can take it', () => {
  const assigns = (more: Partial<CourseFacts>) => whoMay((asking) => may(asking, 'assign_course', course(more)));
  expect(assigns({ isPublished: false })).toEqual(['org admin', 'super admin']);
  for (const owner of ['theirs', null]) {
    expect(assigns({ organizationId: owner })).toEqual(['org admin', 'super admin']);
    // As a draft again: what was given can still be taken back.
    expect(assigns({ organizationId: owner, isPublished: false })).toEqual(['org admin', 'super admin']);
    expect(assigns({ organizationId: owner, visibility: 'private' })).toEqual(['super admin']);
    expect(assigns({ organizationId: owner, visibility: 'private', granted: true })).toEqual([
      'org admin',
      'super admin',
    ]);
    expect(assigns({ organizationId: owner, visibility: 'private', enrolledByAdmin: true })).toEqual(['super admin']);
  }
  expect(may(person({ isOrgAdmin: true, organizationId: null }), 'assign_course', course())).toBe(false);
});

test('[M12] the installation is run by super admins alone', () => {
  expect(whoMay((asking) => may(asking, 'run_installation', null))).toEqual(['super admin']);
});

test('[M12] an admin without an organization runs none', () => {
  const lost = person({ isOrgAdmin: true, organizationId: null });
  expect(may(lost, 'run_organization', { organizationId: null })).toBe(false);
  expect(may(lost, 'edit_course', course({ organizationId: null }))).toBe(false);
});
