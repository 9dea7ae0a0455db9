import { type CourseModule, OTHER_GROUP_TITLE } from '#sync/contract/authoring.ts';
import { LESSON_KINDS } from '#sync/contract/lesson.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Choice, Field, fieldsOf, TextArea } from '../../ui/form/field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { KIND_LABELS } from '../../ui/labels.ts';
import type { Writing } from './use-writing.ts';

const KINDS = [
  ['', 'By its title and video'] as const,
  ...LESSON_KINDS.map((kind) => [kind, KIND_LABELS[kind]] as const),
];

type SettingsProps = {
  writing: Writing;
  modules: readonly CourseModule[];
  hasVideo: boolean;
  /** The reading time in minutes. */
  suggested: number;
};

export function Settings({ writing, modules, hasVideo, suggested }: SettingsProps) {
  const { form, errors, change, offered } = writing;
  const disabled = offered !== undefined;
  const fields = fieldsOf(form, change, (name) => errors[name]);
  const text = (name: Parameters<typeof fields.text>[0]) => ({ ...fields.text(name), disabled });
  const places = [...modules].sort((a, b) => a.startLessonIndex - b.startLessonIndex);
  return (
    <section aria-labelledby="lesson-settings" className="flex flex-col gap-3">
      <h2 id="lesson-settings" className="font-semibold text-xl">
        Settings
      </h2>
      <Card className="grid gap-4 p-4 sm:p-6 lg:grid-cols-2">
        <Field label="Title" {...text('title')} className="lg:col-span-2" />
        <TextArea label="Description" rows={3} {...text('description')} className="lg:col-span-2" />
        <Choice
          label="Module"
          disabled={disabled}
          options={[...places.map(({ id, title }) => [String(id), title] as const), ['', OTHER_GROUP_TITLE] as const]}
          {...fields.choice('moduleId')}
        />
        <Choice label="Kind" disabled={disabled} options={KINDS} {...fields.choice('kind')} />
        <Field label="Points" inputMode="numeric" {...text('points')} />
        <Minutes
          field={text('minutes')}
          hasVideo={hasVideo}
          suggested={suggested}
          onTake={(minutes) => change({ minutes })}
        />
        <SwitchField
          label="Free preview"
          note="Once the course is published, everyone who is signed in may take this lesson, even without access to the course."
          checked={form.isPreview}
          disabled={disabled}
          onChange={(event) => change({ isPreview: event.target.checked })}
        />
      </Card>
    </section>
  );
}

type MinutesProps = {
  field: Pick<Parameters<typeof Field>[0], 'value' | 'error' | 'disabled' | 'onChange'>;
  hasVideo: boolean;
  suggested: number;
  onTake: (minutes: string) => void;
};

function Minutes({ field, hasVideo, suggested, onTake }: MinutesProps) {
  const isOffered = !hasVideo && !field.disabled && suggested > 0 && String(suggested) !== field.value;
  return (
    <div>
      <Field label="Minutes" inputMode="decimal" {...field} disabled={hasVideo || (field.disabled ?? false)} />
      {hasVideo && <p className="mt-1.5 text-ink-soft text-sm">The video sets them.</p>}
      {isOffered && (
        <Button variant="quiet" className="mt-1 -ms-4" onClick={() => onTake(String(suggested))}>
          Use the reading time, {suggested} min
        </Button>
      )}
    </div>
  );
}
