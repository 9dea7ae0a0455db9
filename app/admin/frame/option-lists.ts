// What the course forms offer to choose from: each form its own lists (decisions 4).
import { LEVELS, VISIBILITIES } from '#sync/contract/course.ts';
import { categoryLabel, levelLabel } from '../../learn/messages.ts';

export type Options = readonly (readonly [value: string, label: string])[];

const labelled = (values: readonly string[], label: (value: string) => string): Options =>
  values.map((value) => [value, label(value)] as const);

/** Of the admin dialogs. */
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

/** Of the creation screen; stored in lower case as everywhere. */
export const SCREEN_CATEGORIES = ['development', 'data science', 'business', 'design', 'marketing', 'it & software'];
export const SCREEN_LANGUAGES = ['English', 'Spanish', 'French', 'German'];

/** A list of categories as a choice; the course's present one is among them whatever it is. */
export const categoryOptions = (categories: readonly string[], present = ''): Options =>
  labelled(withPresent(categories, present), categoryLabel);

export const languageOptions = (languages: readonly string[], present = ''): Options =>
  labelled(withPresent(languages, present), (language) => language);

export const levelOptions: Options = labelled(LEVELS, levelLabel);

/** A visibility as people read it. */
export const VISIBILITY_LABELS = { public: 'Public', organization: 'Organization', private: 'Private' } as const;
export const visibilityOptions: Options = VISIBILITIES.map((one) => [one, VISIBILITY_LABELS[one]] as const);

function withPresent(values: readonly string[], present: string): readonly string[] {
  return present === '' || values.includes(present) ? values : [...values, present];
}
