import type { CourseModule } from '#sync/contract/authoring.ts';
import { OTHER_GROUP_TITLE } from '#sync/contract/authoring.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { differences, FIELD_NAMES, type LessonForm } from './lesson-form.ts';

type ConflictBoxProps = {
  mine: LessonForm;
  theirs: LessonForm;
  modules: readonly CourseModule[];
  isSaving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Shows two versions of a lesson side by side, and asks which one to keep. Until then nothing is lost. */
export function ConflictBox({ mine, theirs, modules, isSaving, onKeepMine, onTakeTheirs }: ConflictBoxProps) {
  const names = Object.keys(differences(mine, theirs)) as (keyof LessonForm)[];
  const worded = (form: LessonForm, name: keyof LessonForm) => {
    if (name === 'isPreview') return form.isPreview ? 'Yes' : 'No';
    if (name !== 'moduleId') return form[name];
    return modules.find(({ id }) => String(id) === form.moduleId)?.title ?? OTHER_GROUP_TITLE;
  };
  return (
    <section
      role="alert"
      aria-label="Two versions"
      className="flex flex-col gap-4 rounded-lg border border-danger bg-surface p-4 sm:p-5"
    >
      <div>
        <h2 className="font-semibold text-lg">Someone else has changed this lesson in the meantime</h2>
        <p className="mt-1 text-ink-soft">
          Your text is saved here. Compare the versions and choose. Their other changes are kept.
        </p>
      </div>
      {names.map((name) => (
        <div key={name} className="grid gap-3 lg:grid-cols-2">
          <Version label={`${FIELD_NAMES[name]}: yours`} text={worded(mine, name)} />
          <Version label={`${FIELD_NAMES[name]}: theirs`} text={worded(theirs, name)} />
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button disabled={isSaving} onClick={onKeepMine}>
          {isSaving ? 'Saving...' : 'Save mine over theirs'}
        </Button>
        <Button variant="secondary" disabled={isSaving} onClick={onTakeTheirs}>
          Take theirs
        </Button>
        <CopyButton text={mine.body} label="Copy my text" noun="Your text" />
      </div>
    </section>
  );
}

function Version({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1 font-medium text-sm">{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div tabIndex={0} className={VERSION_LOOK}>
        {text || '(empty)'}
      </div>
    </div>
  );
}

const VERSION_LOOK = 'max-h-72 overflow-y-auto whitespace-pre-wrap rounded-md bg-sunken p-3 font-mono text-sm';
