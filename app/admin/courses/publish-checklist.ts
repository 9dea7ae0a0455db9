// What stands between a course and its learners, found in its outline alone (Z10).
import type { AdminLesson, Outline } from '#sync/contract/authoring.ts';
import { isOwnAddress } from '#sync/contract/lesson-pictures.ts';
import { lessonDurationLabel } from '#sync/contract/lesson-rules.ts';
import { sizeLabel } from '../../size-label.ts';
import type { ChecklistItem } from './checklist-item.ts';
import { LESSON_RULES, number } from './lesson-checks.ts';

/** A course above this, in bytes, is more than many phones have to spare. */
export const LARGE_COURSE_BYTES = 2e9;

export type Checklist = {
  items: readonly ChecklistItem[];
  /** What a learner gets; `bytes` are films and texts, a film that several lessons show counted once. */
  facts: { lessons: number; seconds: number; bytes: number };
};

/** What the checklist asks of the course itself; `duration` in minutes. */
type Reach = { visibility: string; organizationId: string | null; duration: number; thumbnail: string | null };
type OfCourse = ChecklistItem | false;

/** Everything an author should know before learners see the course; what must be mended comes first. */
export function checkCourse(course: Reach, { lessons }: Pick<Outline, 'lessons'>): Checklist {
  const seen = lessons.filter(({ isVisible }) => isVisible);
  const facts = factsOf(seen);
  const ofLessons = LESSON_RULES.map(({ concerns, says, ...rule }): OfCourse => {
    const concerned = seen.filter((lesson) => concerns(lesson, seen));
    return concerned.length > 0 && { ...rule, sentence: says(concerned.length), lessons: concerned };
  });
  const all = [...whatIsThere(lessons, seen), ...ofLessons, ...size(course, facts), ...reach(course), picture(course)];
  const rank = { must: 0, should: 1, note: 2 };
  const items = all.filter((item) => item !== false).sort((a, b) => rank[a.severity] - rank[b.severity]);
  return { items, facts };
}

/** True when nothing keeps the course from its learners. */
export const mayPublish = ({ items }: Pick<Checklist, 'items'>) => items.every(({ severity }) => severity !== 'must');

function factsOf(seen: readonly AdminLesson[]): Checklist['facts'] {
  const films = new Map(seen.map(({ videoUrl, videoBytes }) => [videoUrl, videoBytes ?? 0]));
  const texts = seen.map(({ title, description, body }) => title.length + description.length + body.length);
  const seconds = sumOf(seen.map(({ duration }) => duration));
  return { lessons: seen.length, seconds, bytes: sumOf([...films.values(), ...texts]) };
}

/** Without lessons, or with all of them out of sight, there is nothing to take. */
function whatIsThere(lessons: readonly AdminLesson[], seen: readonly AdminLesson[]): OfCourse[] {
  const shared = { about: 'missing', mends: 'lessons' } as const;
  if (lessons.length === 0)
    return [{ ...shared, key: 'none', severity: 'must', sentence: 'The course has no lessons yet.', lessons: [] }];
  const hidden = lessons.filter(({ isVisible }) => !isVisible);
  if (seen.length === 0) {
    const sentence = 'Learners would see no lesson: all of them are hidden. Switch a module on.';
    return [{ ...shared, key: 'all_hidden', severity: 'must', sentence, lessons: hidden }];
  }
  const sentence = `${number(hidden.length, 'lesson is', 'lessons are')} hidden from learners.`;
  return [hidden.length > 0 && { ...shared, key: 'hidden', severity: 'note', sentence, lessons: hidden }];
}

function size({ duration }: Reach, { seconds, bytes }: Checklist['facts']): OfCourse[] {
  const label = lessonDurationLabel(seconds);
  return [
    duration === 0 &&
      seconds > 0 && {
        ...({ key: 'no_duration', about: 'missing', severity: 'note', mends: 'general', lessons: [] } as const),
        sentence: `The course names no duration; its lessons take ${label}.`,
      },
    bytes > LARGE_COURSE_BYTES && {
      ...({ key: 'large_course', about: 'offline', severity: 'should', mends: 'lessons', lessons: [] } as const),
      sentence: `The whole course is ${sizeLabel(bytes)}: many devices have no room to keep all of it.`,
    },
  ];
}

function reach({ visibility, organizationId }: Reach): OfCourse[] {
  const shared = { about: 'reach', mends: 'general', lessons: [] } as const;
  return [
    visibility === 'private' && {
      ...({ ...shared, key: 'private', severity: 'note' } as const),
      sentence: 'Only people whom an admin enrolls, and organizations that were granted the course, will see it.',
    },
    visibility === 'organization' &&
      organizationId === null && {
        ...({ ...shared, key: 'no_organization', severity: 'should' } as const),
        sentence: 'It is for an organization and belongs to none: only organizations that were granted it will see it.',
      },
  ];
}

function picture({ thumbnail }: Reach): OfCourse {
  return (
    thumbnail !== null &&
    !isOwnAddress(thumbnail) && {
      ...({ key: 'external_thumbnail', about: 'offline', severity: 'should', mends: 'general', lessons: [] } as const),
      sentence: "The course's picture lies on another website and is not kept on a device. Upload it instead.",
    }
  );
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
