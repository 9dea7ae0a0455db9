import { DESCRIPTION_LIMIT, TITLE_LIMIT } from '#sync/contract/course-draft.ts';
import { Choice } from '../../ui/form/choice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { categoryOptions, languageOptions, levelOptions, type Options } from '../frame/option-lists.ts';
import type { TypedCourse } from './use-course-form.ts';

type CourseFieldsProps = {
  typed: TypedCourse;
  /** The form's own lists. */
  categories: readonly string[];
  languages: readonly string[];
  /** Of the course as it is: a choice even when the list has it not. */
  present?: { category: string; language: string };
  durationLabel?: string;
  /** Category and level begin unchosen. */
  choosesAll?: boolean;
};

const NAME_LIMIT = 100;

/** The fields that every course form has. */
export function CourseFields(props: CourseFieldsProps) {
  const { typed, categories, languages, present, durationLabel = 'Duration (minutes)', choosesAll = false } = props;
  const { text, choice } = typed;
  const offered = (options: Options, what: string): Options =>
    choosesAll ? [['', `Select ${what}`], ...options] : options;
  return (
    <>
      <Field label="Title" required maxLength={TITLE_LIMIT} {...text('title')} />
      <TextArea label="Description" required maxLength={DESCRIPTION_LIMIT} {...text('description')} />
      <Field label="Instructor Name" required maxLength={NAME_LIMIT} {...text('instructorName')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label="Category"
          labelled="above"
          options={offered(categoryOptions(categories, present?.category), 'a category')}
          {...choice('category')}
        />
        <Choice label="Level" labelled="above" options={offered(levelOptions, 'a level')} {...choice('level')} />
        <Choice
          label="Language"
          labelled="above"
          options={languageOptions(languages, present?.language)}
          {...choice('language')}
        />
        <Field label={durationLabel} type="number" inputMode="numeric" min={0} step={1} {...text('duration')} />
      </div>
    </>
  );
}
