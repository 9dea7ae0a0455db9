import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, CircleCheck, CircleDashed, Copy, TriangleAlert, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Translation, TranslationPart, TranslationText } from '#sync/contract/translation.ts';
import { languageName } from '#sync/contract/words.ts';
import { useUnsavedPart } from '../../device/unsaved-guard.ts';
import { Button } from '../../ui/button.tsx';
import { locale } from '../../ui/language.ts';
import type { ReadTexts } from './translation-files.ts';

type Write = (texts: ReadTexts) => Promise<unknown>;
type PartTextsProps = { part: TranslationPart; translation: Translation; write: Write };

/** The texts of a part beside their translations. */
export function PartTexts({ part, translation, write }: PartTextsProps) {
  const title = part.lessonId === null ? t`Title and description` : `${part.number}. ${part.title}`;
  const source = languageName(translation.source, locale);
  return (
    <section aria-label={title} className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
      <h2 dir="auto" className="border-line border-b px-4 py-3 font-bold text-xl">
        {title}
      </h2>
      <div className="grid grid-cols-2 border-line border-b bg-sunken px-4 py-2 font-semibold text-ink-soft text-sm max-md:hidden">
        <span>
          <Trans>{source}, the source</Trans>
        </span>
        <span>{languageName(translation.language, locale)}</span>
      </div>
      <ul className="divide-y divide-line">
        {part.texts.map((text, at) => (
          <TextRow
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text have their place alone
            key={`${text.key} ${at}`}
            text={text}
            language={translation.language}
            source={source}
            save={(words) =>
              write({ texts: [{ lessonId: part.lessonId, key: text.key, at, of: text.source, text: words }] })
            }
          />
        ))}
      </ul>
    </section>
  );
}

const KINDS: Record<string, string> = {
  title: t`Title`,
  description: t`Description`,
  objective: t`What you'll learn`,
  prerequisite: t`Before you start`,
  module: t`Module`,
  captions: t`Captions`,
  document: t`Document`,
  question: t`Question`,
  answer: t`Answer`,
  explanation: t`Explanation`,
};

type TextRowProps = {
  text: TranslationText;
  language: string;
  source: string;
  save: (words: string) => Promise<unknown>;
};

function TextRow({ text, language, source, save }: TextRowProps) {
  const [typed, setTyped] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const { state } = text;
  const words = typed ?? text.text;
  const isDirty = typed !== undefined && typed.trim() !== text.text;
  useUnsavedPart(isDirty);
  const kind = KINDS[text.key.split('.')[0] ?? ''] ?? t`Text`;
  const put = async (wanted: string) => {
    setIsSaving(true);
    if (await save(wanted)) setTyped(undefined);
    setIsSaving(false);
  };
  return (
    <li
      className={`grid gap-x-6 gap-y-2 border-s-4 p-4 md:grid-cols-2 ${state === 'changed' ? 'border-s-warn-text bg-warn-soft' : state === 'missing' ? 'border-s-line-strong' : 'border-s-transparent'}`}
    >
      <div className="min-w-0">
        <p className="mb-1 text-ink-soft text-sm">{kind}</p>
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {text.source}
        </p>
        {state === 'changed' && (
          <p className="mt-2 text-sm text-warn-text">
            <span className="font-semibold">
              <Trans>Changed in the source since.</Trans>
            </span>{' '}
            <Trans>
              Before: <del className="wrap-anywhere whitespace-pre-wrap">{text.of}</del>
            </Trans>
          </p>
        )}
      </div>
      <div className="min-w-0">
        <div className="flex gap-2">
          <textarea
            dir="auto"
            lang={language}
            aria-label={t`Translation: ${kind}`}
            value={words}
            onChange={({ target }) => setTyped(target.value)}
            rows={Math.min(12, text.source.split('\n').length)}
            className="field-sizing-content min-h-touch w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 py-2"
          />
          <StateIcon state={state} />
        </div>
        <div className="mt-2 flex flex-wrap items-center gap-2 empty:hidden">
          {isDirty ? (
            <>
              <Button icon={Check} variant="secondary" disabled={isSaving} onClick={() => void put(words)}>
                <Trans>Done</Trans>
              </Button>
              <Button icon={Undo2} variant="quiet" disabled={isSaving} onClick={() => setTyped(undefined)}>
                <Trans>Undo</Trans>
              </Button>
            </>
          ) : state === 'changed' ? (
            <Button icon={Check} variant="secondary" disabled={isSaving} onClick={() => void put(text.text)}>
              <Trans>Still right</Trans>
            </Button>
          ) : (
            state === 'missing' && (
              <>
                <Button icon={Copy} variant="secondary" disabled={isSaving} onClick={() => void put(text.source)}>
                  <Trans>Copy the source</Trans>
                </Button>
                <span className="text-ink-soft text-sm">
                  <Trans>Learners read it in {source}.</Trans>
                </span>
              </>
            )
          )}
        </div>
      </div>
    </li>
  );
}

function StateIcon({ state }: Pick<TranslationText, 'state'>) {
  if (state === 'ready')
    return <CircleCheck aria-label={t`Ready`} className="mt-3 size-5 shrink-0 text-complete-text" />;
  if (state === 'changed')
    return <TriangleAlert aria-label={t`Changed`} className="mt-3 size-5 shrink-0 text-warn-text" />;
  return <CircleDashed aria-label={t`Not translated`} className="mt-3 size-5 shrink-0 text-ink-soft" />;
}
