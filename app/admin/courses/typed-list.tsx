import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { LIST_ITEM_LIMIT, LIST_LIMIT } from '#sync/contract/course-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import type { TypedCourse } from './use-course-form.ts';

type TextListProps = {
  /** Above the list. */
  title: string;
  /** Of the field for one more. */
  label: string;
  items: readonly string[];
  onChange: (items: readonly string[]) => void;
  error?: string | undefined;
};

/** Lines that are added one by one: by Enter or the button, trimmed, never a blank one. */
function TextList({ title, label, items, onChange, error }: TextListProps) {
  const [text, setText] = useState('');
  const place = useRef<HTMLFieldSetElement>(null);
  const isFull = items.length >= LIST_LIMIT;
  const add = () => {
    const item = text.trim();
    if (item === '' || isFull) return;
    onChange([...items, item]);
    setText('');
  };
  const addByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  const remove = (at: number) => {
    onChange(items.filter((_, index) => index !== at));
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
          onChange={(event) => setText(event.target.value)}
          onKeyDown={addByEnter}
        />
        <Button variant="secondary" aria-label={`Add to ${title}`} onClick={add} disabled={isFull}>
          <Plus aria-hidden className="size-5" />
          Add
        </Button>
      </div>
      {isFull && <p className="text-ink-soft text-sm">At most {LIST_LIMIT} lines.</p>}
    </fieldset>
  );
}

const WORDS = {
  objectives: { title: 'Learning objectives', label: 'Add a learning objective' },
  prerequisites: { title: 'Prerequisites', label: 'Add a prerequisite' },
} as const;

/** One of the two lists of a course form. */
export function TypedList({ typed, of }: { typed: TypedCourse; of: keyof typeof WORDS }) {
  const { form, change, faults } = typed;
  return <TextList {...WORDS[of]} items={form[of]} error={faults[of]} onChange={(items) => change({ [of]: items })} />;
}
