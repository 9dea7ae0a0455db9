// What can be chosen of a course, in forms and filters: each form has its own lists (P-4).
import { t } from '@lingui/core/macro';
import { type Course, LEVELS, VISIBILITIES } from '#sync/contract/course.ts';
import { categoryLabel, levelLabel } from '../../learn/messages.ts';
import { Badge } from '../../ui/badge.tsx';

export type Options = readonly (readonly [value: string, label: string])[];

const labelled = (values: readonly string[], label: (value: string) => string): Options =>
  values.map((value) => [value, label(value)] as const);

export const DIALOG_CATEGORIES = [
  'technology',
  'business',
  'design',
  'marketing',
  'personal-development',
  'software',
  'hardware',
];
export const DIALOG_LANGUAGES = ['English', 'Spanish', 'French', 'German', 'Portuguese', 'Chinese', 'Japanese'];

/** The options of the creation screen, stored in lower case. */
export const SCREEN_CATEGORIES = ['development', 'data science', 'business', 'design', 'marketing', 'it & software'];
export const SCREEN_LANGUAGES = ['English', 'Spanish', 'French', 'German'];

/** Categories as options; always includes the course's current one. */
export const categoryOptions = (categories: readonly string[], present = ''): Options =>
  labelled(withPresent(categories, present), categoryLabel);

export const languageOptions = (languages: readonly string[], present = ''): Options =>
  labelled(withPresent(languages, present), (language) => language);

export const levelOptions: Options = labelled(LEVELS, levelLabel);

export const VISIBILITY_LABELS = { public: t`Public`, organization: t`Organization`, private: t`Private` } as const;
export const visibilityOptions: Options = VISIBILITIES.map((one) => [one, VISIBILITY_LABELS[one]] as const);

function withPresent(values: readonly string[], present: string): readonly string[] {
  return present === '' || values.includes(present) ? values : [...values, present];
}

/** The status of a course, as the key of its filter and as a word. */
export const STATUS_LABELS = { published: t`Published`, draft: t`Draft`, archived: t`Archived` } as const;

type OfStatus = Pick<Course, 'isPublished' | 'isArchived'>;

export function statusOf({ isPublished, isArchived }: OfStatus): keyof typeof STATUS_LABELS {
  if (isArchived) return 'archived';
  return isPublished ? 'published' : 'draft';
}

export function StatusBadge({ course }: { course: OfStatus }) {
  const status = statusOf(course);
  return <Badge tone={status === 'published' ? 'complete' : 'neutral'}>{STATUS_LABELS[status]}</Badge>;
}
