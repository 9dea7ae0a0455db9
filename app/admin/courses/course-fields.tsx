import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import {
  DESCRIPTION_LIMIT,
  INSTRUCTOR_NAME_LIMIT,
  LIST_ITEM_LIMIT,
  LIST_LIMIT,
  TITLE_LIMIT,
} from '#sync/contract/course-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, Field, TextArea } from '../../ui/form/field.tsx';
import {
  categoryOptions,
  languageOptions,
  levelOptions,
  type Options,
  visibilityOptions,
} from '../frame/course-options.tsx';
import { OrganizationChoice } from '../frame/searched-choices.tsx';
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

type ReachFieldsProps = {
  typed: TypedCourse;
  /** Shows the organization for every visibility; otherwise only for 'Organization'. */
  alwaysOwned?: boolean;
};

/** The visibility and the owner of a course, for super admins only (P-14). */
export function ReachFields({ typed, alwaysOwned = false }: ReachFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Choice label="Visibility" options={visibilityOptions} {...typed.choice('visibility')} />
      {(alwaysOwned || typed.form.visibility === 'organization') && <OrganizationField typed={typed} />}
    </div>
  );
}

function OrganizationField({ typed: { form, choice } }: { typed: TypedCourse }) {
  const none = form.visibility === 'organization' ? undefined : ([['', 'No organization']] as const);
  return <OrganizationChoice {...(none && { others: none })} {...choice('organizationId')} />;
}

type TextListProps = {
  title: string;
  /** The label of the field that adds an item. */
  label: string;
  items: readonly string[];
  /** The item that is being typed. */
  text: string;
  onChange: (items: readonly string[], text: string) => void;
  error?: string | undefined;
};

/** A list of texts; Enter or the button adds one, trimmed, never empty. */
function TextList({ title, label, items, text, onChange, error }: TextListProps) {
  const place = useRef<HTMLFieldSetElement>(null);
  const isFull = items.length >= LIST_LIMIT;
  const add = () => {
    const item = text.trim();
    if (item === '' || isFull) return;
    onChange([...items, item], '');
  };
  const addByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  const remove = (at: number) => {
    onChange(
      items.filter((_, index) => index !== at),
      text,
    );
    // The button that had the focus is gone.
    place.current?.querySelector('input')?.focus();
  };
  return (
    <fieldset ref={place} className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold text-lg">{title}</legend>
      {items.length > 0 && (
        <ul className="flex flex-col gap-2">
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand twice
            <li key={index} className="flex items-center gap-2 rounded-md bg-sunken pl-3">
              <span className="min-w-0 grow py-2">{item}</span>
              <button
                type="button"
                aria-label={`Remove ${item}`}
                onClick={() => remove(index)}
                className="inline-flex size-touch shrink-0 items-center justify-center rounded-md text-ink-soft hover:text-ink"
              >
                <X aria-hidden className="size-5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-end gap-2">
        <Field
          label={label}
          className="min-w-0 grow"
          maxLength={LIST_ITEM_LIMIT}
          value={text}
          disabled={isFull}
          error={error}
          onChange={(event) => onChange(items, event.target.value)}
          onKeyDown={addByEnter}
        />
        <Button icon={Plus} variant="secondary" aria-label={`Add to ${title}`} onClick={add} disabled={isFull}>
          Add
        </Button>
      </div>
      {isFull && <p className="text-ink-soft text-sm">At most {LIST_LIMIT} lines.</p>}
    </fieldset>
  );
}

const WORDS = {
  objectives: { title: 'Learning objectives', label: 'Add a learning objective', next: 'nextObjective' },
  prerequisites: { title: 'Prerequisites', label: 'Add a prerequisite', next: 'nextPrerequisite' },
} as const;

/** One of the two lists of a course form. */
export function TypedList({ typed, of }: { typed: TypedCourse; of: keyof typeof WORDS }) {
  const { form, change, errorOf } = typed;
  const { next, ...words } = WORDS[of];
  const onChange = (items: readonly string[], text: string) => change({ [of]: items, [next]: text });
  return <TextList {...words} items={form[of]} text={form[next]} error={errorOf(of)} onChange={onChange} />;
}
