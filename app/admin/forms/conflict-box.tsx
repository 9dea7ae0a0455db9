import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { VersionPair } from './use-edited.ts';

/** What both have edited. */
const CHANGED = {
  course: t`Someone else has changed this course in the meantime`,
  lesson: t`Someone else has changed this lesson in the meantime`,
  question: t`Someone else has changed this question in the meantime`,
  organization: t`Someone else has changed this organization in the meantime`,
};

type ConflictBoxProps = {
  noun: keyof typeof CHANGED;
  pairs: readonly VersionPair[];
  isSaving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  children?: ReactNode;
};

/** Shows two versions side by side, and asks which one to keep. Until then nothing is lost. */
export function ConflictBox({ noun, pairs, isSaving, onKeepMine, onTakeTheirs, children }: ConflictBoxProps) {
  return (
    <section
      ref={reveal}
      role="alert"
      aria-label={t`Two versions`}
      className="@container flex flex-col gap-4 rounded-lg border border-danger bg-surface p-4 sm:p-5"
    >
      <div>
        <h2 className="font-semibold text-lg">{CHANGED[noun]}</h2>
        <p className="mt-1 text-ink-soft">
          {pairs.length === 0
            ? t`Both versions say the same.`
            : t`What you wrote is still here. Compare the versions and choose. Their other changes are kept.`}
        </p>
      </div>
      {pairs.map(({ label, mine, theirs }) => (
        <div key={label} className="grid gap-3 @2xl:grid-cols-2">
          <Version label={t`${label}: yours`} text={mine} />
          <Version label={t`${label}: theirs`} text={theirs} />
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button disabled={isSaving} onClick={onKeepMine}>
          {isSaving ? t`Saving...` : t`Save mine over theirs`}
        </Button>
        <Button variant="secondary" disabled={isSaving} onClick={onTakeTheirs}>
          <Trans>Take theirs</Trans>
        </Button>
        {children}
      </div>
    </section>
  );
}

/** The box may appear above what the person sees of a long form. */
const reveal = (box: HTMLElement | null) => box?.scrollIntoView({ block: 'nearest' });

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

const VERSION_LOOK =
  'wrap-anywhere max-h-72 overflow-y-auto whitespace-pre-wrap rounded-md bg-sunken p-3 font-mono text-sm';
