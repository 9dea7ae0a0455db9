import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleCheck, CircleDashed, RefreshCw, RotateCcw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Entry, QuizEntry } from '#sync/store/entry.ts';
import { readEntriesFrom } from '#sync/store/reads.ts';
import { toasts } from '../../api/messages.ts';
import { useEngine } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { useCopy } from '../../ui/copy-button.tsx';
import { useKeepFocus } from '../../ui/keep-focus.ts';
import { agoWords, momentWords } from '../../ui/labels.ts';
import { Link } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import { actionLabel, entryDetails, outcomeLabel } from './entry-messages.ts';

function StateIcon({ state, result }: Pick<Entry, 'state' | 'result'>) {
  const look = 'size-6 shrink-0';
  if (result?.outcome === 'not_passed') return <RotateCcw aria-hidden className={`${look} text-ink-soft`} />;
  if (state === 'done') return <CircleCheck aria-hidden className={`${look} fill-complete-text stroke-surface`} />;
  if (state === 'blocked') return <TriangleAlert aria-hidden className={`${look} text-danger-text`} />;
  if (state === 'sending') return <RefreshCw aria-hidden className={`${look} animate-spin text-accent-text`} />;
  return <CircleDashed aria-hidden className={`${look} text-ink-soft`} />;
}

const NO_CONTACT = ['network', 'timeout', 'unmarked'];

/** The sentence below the title: the outcome, or why it is still waiting. */
function outcomeText(entry: Entry): string | null {
  if (entry.state === 'done') return outcomeLabel(entry);
  if (entry.state === 'sending') return t`Sending…`;
  if (!entry.lastError) return null;
  const { code, text } = entry.lastError;
  if (entry.state === 'blocked') return text;
  return NO_CONTACT.includes(code) ? t`Waiting for a connection` : `${t`Will be tried again.`} ${text}`;
}

function outcomeTone(entry: Entry): string {
  if (entry.state === 'blocked') return 'text-danger-text';
  return entry.result?.outcome === 'passed' ? 'font-semibold text-complete-text' : '';
}

type EntryRowProps = {
  entry: Entry;
  /** Replaces the entry's label when the row stands for several entries. */
  label?: string;
  actions?: ReactNode;
};

/** One change: what, when, and its outcome, with `actions` below. */
export function EntryRow({ entry, label = actionLabel(entry), actions }: EntryRowProps) {
  const row = useRef<HTMLLIElement>(null);
  useKeepFocus(row);
  const outcome = outcomeText(entry);
  const { lessonId } = entry;
  const title = entry.title || (lessonId ? t`Lesson ${lessonId}` : t`Course`);
  const at = entry.state === 'done' ? (entry.endedAt ?? entry.createdAt) : entry.createdAt;
  return (
    <li ref={row} className={`flex min-h-17 gap-3 px-4 py-3 ${actions ? 'items-start' : 'items-center'}`}>
      <StateIcon {...entry} />
      <div className="min-w-0 grow">
        <p className="font-semibold">
          {entry.kind === 'quiz' && entry.result?.outcome === 'not_passed' ? (
            <Link
              to={paths.lesson(entry.courseId, entry.lessonId)}
              className="-my-3 inline-block py-3 underline underline-offset-4"
            >
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p className="text-ink-soft text-sm">
          {label}
          {outcome && ' · '}
          {outcome && <span className={outcomeTone(entry)}>{outcome}</span>}
          {' · '}
          <time dateTime={at} title={momentWords(at)}>
            {agoWords(at)}
          </time>
        </p>
        {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </li>
  );
}

/** The answers of a refused quiz as text, so that the user can read what they had chosen. */
function SavedAnswers({ entry }: { entry: QuizEntry }) {
  const { asked = [], body } = entry;
  if (asked.length === 0) return null;
  const chosen = (questionId: number) => [body.answers[String(questionId)] ?? []].flat();
  return (
    <details className="w-full">
      <summary className="min-h-touch py-3 font-medium text-accent-text">
        <Trans>Your answers</Trans>
      </summary>
      <dl className="wrap-anywhere space-y-2 pb-2">
        {asked.map(({ id, question_text, answers }) => (
          <div key={id}>
            <dt dir="auto" className="text-ink-soft">
              {question_text}
            </dt>
            {answers
              .filter((answer) => chosen(id).includes(String(answer.id)))
              .map((answer) => (
                <dd key={answer.id} className="font-medium">
                  {answer.answer_text}
                </dd>
              ))}
          </div>
        ))}
      </dl>
    </details>
  );
}

/** A change that the server refused for good: the user decides what to do with it (R-O6). */
export function BlockedRow({ entry }: { entry: Entry }) {
  const engine = useEngine();
  const toast = useToast();
  const copy = useCopy();
  const [isAsking, setIsAsking] = useState(false);
  const { title } = entry;

  /** The device may fail to save the decision; then the row stays. */
  const decide = (step: Promise<unknown>) =>
    step.catch((error: unknown) => {
      console.warn('A decision could not be saved on this device.', error);
      toast(toasts.progressUpdateFailed);
    });
  /** A row that is refused again comes back at once; the toast says what happened. */
  const retry = async () => {
    await engine.retry(entry.seq);
    await engine.syncNow();
    const [tried] = await readEntriesFrom(engine.replica, entry.seq, entry.seq);
    if (tried?.state !== 'blocked') return;
    toast({ title: t`Refused again`, description: tried.lastError?.text, variant: 'destructive' });
  };

  return (
    <>
      <EntryRow
        entry={entry}
        actions={
          <>
            {entry.kind === 'quiz' && (
              <Button variant="secondary" to={paths.lesson(entry.courseId, entry.lessonId)}>
                <Trans>Open the quiz</Trans>
              </Button>
            )}
            {/* The same answers to removed questions would be refused again. */}
            {entry.lastError?.code !== 'quiz_changed' && (
              <Button variant="secondary" onClick={() => void decide(retry())}>
                <Trans>Retry</Trans>
              </Button>
            )}
            <Button variant="quiet" onClick={() => void copy(entryDetails(entry), { title: t`Details copied` })}>
              <Trans>Copy details</Trans>
            </Button>
            <Button variant="quiet" className="text-danger-text" onClick={() => setIsAsking(true)}>
              <Trans>Discard</Trans>
            </Button>
            {entry.kind === 'quiz' && <SavedAnswers entry={entry} />}
          </>
        }
      />
      {isAsking && (
        <ConfirmDialog
          title={t`Discard this change?`}
          text={t`${title}: it has not reached the server and will be gone for good.`}
          action={t`Discard`}
          cancel={t`Keep it`}
          run={() => decide(engine.discard(entry.seq).then(() => true))}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
