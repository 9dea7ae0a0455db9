// The fields of the course forms, and the request bodies made from them. Pure, on plain data.
import { LIST_LIMIT } from '#sync/contract/course-draft.ts';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { adminTexts } from '../forms/messages.ts';
import { type VersionPair, versionPairs } from '../forms/use-edited.ts';
import type { FormErrors } from '../forms/use-form.ts';

/**
 * The fields as typed. `duration` is in minutes, `price` has at most two decimals, '' is not chosen yet; without `validMonths`
 * certificates are valid for good.
 */
export type CourseForm = typeof BLANK;

const BLANK = {
  title: '',
  description: '',
  instructorName: '',
  category: '',
  level: '',
  language: 'English',
  duration: '',
  visibility: 'public',
  organizationId: '',
  price: '0',
  validMonths: '',
  thumbnail: '',
  objectives: [] as readonly string[],
  prerequisites: [] as readonly string[],
  /** The line of either list that is being typed: saved with the others. */
  nextObjective: '',
  nextPrerequisite: '',
};

export const NEW_IN_DIALOG: CourseForm = { ...BLANK, category: 'technology', level: 'beginner' };
export const NEW_ON_SCREEN: CourseForm = { ...BLANK, duration: '0' };

export function formOf(course: AdminCourse): CourseForm {
  const { nextObjective, nextPrerequisite } = BLANK;
  const { title, description, instructorName, category, level, language, visibility } = course;
  return {
    ...{ title, description, instructorName, category, level, language, visibility },
    duration: String(course.duration),
    organizationId: course.organizationId ?? '',
    price: priceText(course.price),
    validMonths: course.validMonths?.toString() ?? '',
    thumbnail: course.thumbnail ?? '',
    objectives: course.objectives,
    prerequisites: course.prerequisites,
    ...{ nextObjective, nextPrerequisite },
  };
}

const NAMES: Record<keyof CourseForm, string> = {
  title: 'Title',
  description: 'Description',
  instructorName: 'Instructor name',
  category: 'Category',
  level: 'Level',
  language: 'Language',
  duration: 'Duration (minutes)',
  visibility: 'Visibility',
  organizationId: 'Organization',
  price: 'Price',
  validMonths: 'Valid for (months)',
  thumbnail: 'Thumbnail',
  objectives: 'Learning objectives',
  prerequisites: 'Prerequisites',
  nextObjective: 'Next learning objective',
  nextPrerequisite: 'Next prerequisite',
};

export function pairsOf(
  mine: CourseForm,
  theirs: CourseForm,
  organizations: readonly { id: string; name: string }[],
): VersionPair[] {
  return versionPairs(NAMES, [mine, theirs], (form, name) => {
    const value = form[name];
    if (typeof value !== 'string') return value.join('\n');
    return name === 'organizationId' ? (organizations.find(({ id }) => id === value)?.name ?? value) : value;
  });
}

const priceText = (cents: number) => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2));

/** Whole minutes from text; 0 if it is no number. */
export const minutesIn = (text: string) => Number.parseInt(text, 10) || 0;

/** Whole cents from '49', '49.9' or '49,90'; NaN from anything else. */
export function centsIn(text: string): number {
  const [, whole, part = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.trim() || '0') ?? [];
  return whole === undefined ? Number.NaN : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** A choice that is still '' is refused by the shapes of the contract, in the form and by the server. */
const textsOf = ({ title, description, instructorName, category, level, language }: CourseForm) => ({
  ...{ title, description, instructorName, category, language },
  level: level as AdminCourse['level'],
});

const reachOf = ({ visibility, organizationId }: CourseForm) => ({
  visibility: visibility as AdminCourse['visibility'],
  organizationId: organizationId || null,
});

/** Body of POST /api/admin/courses. Only super admins set the visibility (P-14). */
export const dialogPayload = (form: CourseForm, isSuperAdmin: boolean) => ({
  ...textsOf(form),
  ...(form.duration.trim() !== '' && { duration: minutesIn(form.duration) }),
  ...(isSuperAdmin
    ? { ...reachOf(form), ...(form.visibility !== 'organization' && { organizationId: null }) }
    : { visibility: 'organization' as const }),
});

/** The fields that every course form shows with their own errors. */
export const COURSE_FIELD_NAMES = [
  'title',
  'description',
  'instructorName',
  'category',
  'level',
  'language',
  'duration',
];

const withNext = (lines: readonly string[], next: string | undefined) =>
  next?.trim() && lines.length < LIST_LIMIT ? [...lines, next.trim()] : lines;

const writtenIn = (form: CourseForm) => ({
  ...textsOf(form),
  duration: minutesIn(form.duration),
  thumbnail: form.thumbnail.trim() || null,
  objectives: withNext(form.objectives, form.nextObjective),
  prerequisites: withNext(form.prerequisites, form.nextPrerequisite),
});

/** Body of POST /api/courses. */
export const screenPayload = (form: CourseForm) => ({
  ...writtenIn(form),
  instructorAvatar: null,
  isPublished: false,
});

/** Body of PUT /api/admin/courses/{id}. */
export const editPayload = (form: CourseForm, isSuperAdmin: boolean) => ({
  ...writtenIn(form),
  price: centsIn(form.price),
  validMonths: form.validMonths.trim() === '' ? null : Number(form.validMonths),
  ...(isSuperAdmin && reachOf(form)),
});

/** The edit dialog requires whole minutes; the creation screen takes 0 for anything else. */
export function durationErrors({ duration }: CourseForm): FormErrors<CourseForm> {
  if (duration.trim() === '') return { duration: adminTexts.fillInRequired };
  return /^-?\d+$/.test(duration.trim()) ? {} : { duration: 'Duration must be a whole number of minutes.' };
}

/** A course for an organization must name it. */
export function reachErrors({ visibility, organizationId }: CourseForm, isSuperAdmin: boolean): FormErrors<CourseForm> {
  const isOpen = isSuperAdmin && visibility === 'organization' && organizationId === '';
  return isOpen ? { organizationId: adminTexts.selectOrganization } : {};
}
