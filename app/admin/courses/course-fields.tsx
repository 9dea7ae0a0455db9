import { DESCRIPTION_LIMIT, TITLE_LIMIT } from '#sync/contract/course-draft.ts';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { categoryOptions, languageOptions, levelOptions, type Options } from './option-lists.ts';
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
  const { form, change, faults } = typed;
  const offered = (options: Options, what: string): Options =>
    choosesAll ? [['', `Select ${what}`], ...options] : options;
  return (
    <>
      <Field
        label="Title"
        required
        maxLength={TITLE_LIMIT}
        value={form.title}
        error={faults.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextArea
        label="Description"
        required
        maxLength={DESCRIPTION_LIMIT}
        value={form.description}
        error={faults.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <Field
        label="Instructor Name"
        required
        maxLength={NAME_LIMIT}
        value={form.instructorName}
        error={faults.instructorName}
        onChange={(event) => change({ instructorName: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label="Category"
          labelled="above"
          value={form.category}
          options={offered(categoryOptions(categories, present?.category), 'a category')}
          error={faults.category}
          onChange={(category) => change({ category })}
        />
        <Choice
          label="Level"
          labelled="above"
          value={form.level}
          options={offered(levelOptions, 'a level')}
          error={faults.level}
          onChange={(level) => change({ level })}
        />
        <Choice
          label="Language"
          labelled="above"
          value={form.language}
          options={languageOptions(languages, present?.language)}
          error={faults.language}
          onChange={(language) => change({ language })}
        />
        <Field
          label={durationLabel}
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          value={form.duration}
          error={faults.duration}
          onChange={(event) => change({ duration: event.target.value })}
        />
      </div>
    </>
  );
}
