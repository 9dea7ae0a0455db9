// What the tabs of Integrations are built from.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { agoWords } from '../../ui/labels.ts';

type PartProps = { title: string; about: string; act: ReactNode; children: ReactNode };

/** A tab: its heading with what it is for, and its main act. */
export function Part({ title, about, act, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-prose">
          <h2 id={id} className="font-semibold text-xl">
            {title}
          </h2>
          <p className="text-ink-soft">{about}</p>
        </div>
        {act}
      </div>
      {children}
    </section>
  );
}

type SecretDialogProps = { title: string; secret: string; noun: string; onClose: () => void };

/** Shows a secret, which is never shown again. */
export function SecretDialog({ title, secret, noun, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={t`Copy it now: it is shown once and cannot be retrieved again.`}
    >
      <p className="select-all break-all rounded-sm bg-sunken px-2 py-1 font-mono text-sm">{secret}</p>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
        <CopyButton label={t`Copy`} text={secret} noun={noun} variant="primary" />
      </DialogActions>
    </Dialog>
  );
}

type CheckListProps<Key extends string> = {
  legend: string;
  options: readonly Key[];
  words: Record<Key, string>;
  chosen: readonly Key[];
  onChange: (chosen: readonly Key[]) => void;
  error: string | undefined;
};

/** What may be chosen, each in words and as the API names it. */
export function CheckList<Key extends string>({ legend, options, words, error, ...choice }: CheckListProps<Key>) {
  const { chosen, onChange } = choice;
  const errorId = useId();
  const toggle = (key: Key) => onChange(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className="flex flex-col gap-2">
        {options.map((key) => (
          <label
            key={key}
            className="flex min-h-touch items-center gap-3 rounded-md border border-line-strong px-3 py-1.5 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="checkbox"
              className="size-5 shrink-0"
              checked={chosen.includes(key)}
              onChange={() => toggle(key)}
            />
            <span className="flex flex-col">
              {words[key]}
              <span className="font-mono text-ink-soft text-sm">{key}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 text-danger-text text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type SentProps = {
  sent: { type: string; about: string | null; createdAt: string; outcome: string | null };
  /** Behind its type. */
  mark?: ReactNode;
  /** Before what it was answered. */
  note?: string;
  onAgain: () => void;
};

/** An event that was sent to another system, and the button that sends it again. */
export function Sent({ sent: { type, about, createdAt, outcome }, mark, note, onAgain }: SentProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="flex min-w-0 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-sm">{type}</span>
          {mark}
        </span>
        {about && <span>{about}</span>}
        <span className="break-words text-ink-soft text-sm">
          {[agoWords(createdAt), note, outcome].filter(Boolean).join(', ')}
        </span>
      </span>
      <Button variant="secondary" aria-label={t`Send ${type} again`} onClick={onAgain}>
        <Trans>Send again</Trans>
      </Button>
    </li>
  );
}
