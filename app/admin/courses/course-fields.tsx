import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import {
  DESCRIPTION_LIMIT,
  INSTRUCTOR_NAME_LIMIT,
  LIST_ITEM_LIMIT,
  LIST_LIMIT,
  TITLE_LIMIT,
} from '#sync/contract/course-draft.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Choice, Field, TextArea } from '../../ui/form/field.tsx';
import {
  categoryOptions,
  languageOptions,
  levelOptions,
  type Options,
  visibilityOptions,
} from '../lists/course-options.tsx';
import { OrganizationChoice } from '../lists/searched-choices.tsx';
import type { TypedCourse } from './use-course-form.ts';

type CourseFieldsProps = {
  typed: TypedCourse;
  categories: readonly string[];
  languages: readonly string[];
  /** The course's current values, always among the options. */
  present?: { category: string; language: string };
  durationLabel?: string;
  /** Category and level start empty. */
  choosesAll?: boolean;
};

export function CourseFields(props: CourseFieldsProps) {
  const { typed, categories, languages, present, durationLabel = 'Duration (minutes)', choosesAll = false } = props;
  const { text, choice } = typed;
  const offered = (options: Options, what: string): Options =>
    choosesAll ? [['', `Select ${what}`], ...options] : options;
  return (
    <>
      <Field label="Title" required maxLength={TITLE_LIMIT} {...text('title')} />
      <TextArea label="Description" required maxLength={DESCRIPTION_LIMIT} {...text('description')} />
      <Field label="Instructor Name" required maxLength={INSTRUCTOR_NAME_LIMIT} {...text('instructorName')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label="Category"
          options={offered(categoryOptions(categories, present?.category), 'a category')}
          {...choice('category')}
        />
        <Choice label="Level" options={offered(levelOptions, 'a level')} {...choice('level')} />
        <Choice label="Language" options={languageOptions(languages, present?.language)} {...choice('language')} />
        <Field label={durationLabel} type="number" inputMode="numeric" min={0} step={1} {...text('duration')} />
      </div>
    </>
  );
}

/**
 * The visibility and the owner of a course, for super admins only (P-14). A new course (`isNew`) has an owner only where that is its
 * visibility.
 */
export function ReachFields({ typed, isNew = false }: { typed: TypedCourse; isNew?: boolean }) {
  const isOwned = typed.form.visibility === 'organization';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Choice label="Visibility" options={visibilityOptions} {...typed.choice('visibility')} />
      {(isOwned || !isNew) && (
        <OrganizationChoice others={isOwned ? [] : [['', 'No organization']]} {...typed.choice('organizationId')} />
      )}
    </div>
  );
}

const LISTS = {
  objectives: { title: 'Learning objectives', label: 'Add a learning objective', next: 'nextObjective' },
  prerequisites: { title: 'Prerequisites', label: 'Add a prerequisite', next: 'nextPrerequisite' },
} as const;

/** A list of texts; Enter or the button adds the one that is being typed (`next`), trimmed, never empty. */
export function TypedList({ typed, of }: { typed: TypedCourse; of: keyof typeof LISTS }) {
  const { title, label, next } = LISTS[of];
  const place = useRef<HTMLFieldSetElement>(null);
  const items = typed.form[of];
  const item = typed.form[next].trim();
  const isFull = items.length >= LIST_LIMIT;
  const add = () => {
    if (item !== '' && !isFull) typed.change({ [of]: [...items, item], [next]: '' });
  };
  const addByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  const remove = (at: number) => {
    typed.change({ [of]: items.toSpliced(at, 1) });
    // The button that had the focus is gone.
    place.current?.querySelector('input')?.focus();
  };
  return (
    <fieldset ref={place} className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold text-lg">{title}</legend>
      {items.length > 0 && (
        <ul className="flex flex-col gap-2">
          {items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand twice
            <li key={at} className="flex items-center gap-2 rounded-md bg-sunken ps-3">
              <span className="min-w-0 grow py-2">{item}</span>
              <IconButton icon={X} aria-label={`Remove ${item}`} onClick={() => remove(at)} />
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-end gap-2">
        <Field
          label={label}
          className="min-w-0 grow"
          maxLength={LIST_ITEM_LIMIT}
          disabled={isFull}
          onKeyDown={addByEnter}
          {...typed.text(next)}
          error={typed.errorOf(of)}
        />
        <Button
          icon={Plus}
          variant="secondary"
          className="shrink-0"
          aria-label={`Add to ${title}`}
          onClick={add}
          disabled={isFull}
        >
          Add
        </Button>
      </div>
      {isFull && <p className="text-ink-soft text-sm">At most {LIST_LIMIT} lines.</p>}
    </fieldset>
  );
}
