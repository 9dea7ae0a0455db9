import { describe, expect, test } from 'vitest';
import { type MemberRow, STANDINGS } from '#sync/contract/organization.ts';

const NOW = Date.parse('2026-06-30T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();

type Wishes = { percent?: number; courses?: [completed: number, begun: number, left: number]; seen?: number | null };

/** Joined a hundred days ago unless told otherwise. */
const aMember = ({ percent = 0, courses = [0, 0, 3], seen = 1 }: Wishes, joined = 100): MemberRow => ({
  id: 'm',
  email: 'm@company.example',
  full_name: 'Mia',
  isOrgAdmin: false,
  createdAt: daysAgo(joined),
  groups: [],
  dueOn: null,
  certificateEnds: null,
  lastActivityAt: seen === null ? null : daysAgo(seen),
  progressStats: {
    averageCompletion: percent,
    completedCourses: courses[0],
    inProgressCourses: courses[1],
    notStartedCourses: courses[2],
  },
});

const statesOf = (member: MemberRow) =>
  Object.entries(STANDINGS)
    .filter(([, holds]) => holds(member, NOW))
    .map(([key]) => key);

describe('[M5] who has not started, and who is inactive', () => {
  test.each<[string, MemberRow, string[]]>([
    ['nothing begun', aMember({}), ['not-started']],
    ['a little done', aMember({ percent: 49, courses: [0, 1, 2] }), []],
    ['half done', aMember({ percent: 50, courses: [1, 0, 1] }), []],
    ['everything done', aMember({ percent: 100, courses: [3, 0, 0] }), []],
    ['all done, although a lesson came later', aMember({ percent: 40, courses: [3, 0, 0] }), []],
    ['no course to take', aMember({ courses: [0, 0, 0] }), []],
    ['silent for 31 days', aMember({ percent: 80, courses: [2, 1, 0], seen: 31 }), ['inactive']],
    ['silent for exactly 30 days', aMember({ percent: 80, courses: [2, 1, 0], seen: 30 }), []],
    ['never active since joining', aMember({ seen: null }), ['not-started', 'inactive']],
    ['joined yesterday', aMember({ seen: null }, 1), ['not-started']],
  ])('%s', (_, member, expected) => {
    expect(statesOf(member)).toEqual(expected);
  });
});
