import { useState } from 'react';
import type { Entry, QuizEntry } from '#sync/store/entry.ts';
import { readEntry } from '#sync/store/reads.ts';
import { toasts } from '../../api/messages.ts';
import { useEngine } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { useToast } from '../../ui/toast.tsx';
import { EntryRow } from './entry-row.tsx';
import { entryDetails } from './entry-words.ts';

/** The answers of a quiz that was not taken, in words, so that nothing a person did can only be guessed. */
function KeptAnswers({ entry }: { entry: QuizEntry }) {
  const { asked = [], body } = entry;
  if (asked.length === 0) return null;
  const chosen = (questionId: number) => [body.answers[String(questionId)] ?? []].flat();
  return (
    <details className="w-full">
      <summary className="min-h-touch py-3 font-medium text-accent-text">Your answers</summary>
      <dl className="wrap-anywhere space-y-2 pb-2">
        {asked.map(({ id, question_text, answers }) => (
          <div key={id}>
            <dt className="text-ink-soft">{question_text}</dt>
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

/** Work that the server refused for good: the person decides what becomes of it (O6). */
export function BlockedRow({ entry }: { entry: Entry }) {
  const engine = useEngine();
  const toast = useToast();
  const [isAsking, setIsAsking] = useState(false);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(entryDetails(entry));
      toast({ title: 'Details copied' });
    } catch {
      toast({ title: 'The details could not be copied', variant: 'destructive' });
    }
  };
  /** The device itself may fail to keep the decision; the row stays, and so may the person's. */
  const decide = (step: Promise<void>) =>
    step.catch((error: unknown) => {
      console.warn('A decision could not be kept on this device.', error);
      toast(toasts.progressUpdateFailed);
    });
  /** The row leaves for a moment and stands there again: without a word a press would seem to do nothing. */
  const retry = async () => {
    await engine.retry(entry.seq);
    await engine.syncNow();
    const tried = await readEntry(engine.replica, entry.seq);
    if (tried?.state !== 'blocked') return;
    toast({ title: 'Refused again', description: tried.lastError?.text, variant: 'destructive' });
  };
  const discard = () => {
    setIsAsking(false);
    void decide(engine.discard(entry.seq));
  };

  return (
    <>
      <EntryRow
        entry={entry}
        actions={
          <>
            {entry.kind === 'quiz' && (
              <Button variant="secondary" to={paths.lesson(entry.courseId, entry.lessonId)}>
                Open the quiz
              </Button>
            )}
            {/* The same answers to questions that are no more would be refused again. */}
            {entry.lastError?.code !== 'quiz_changed' && (
              <Button variant="secondary" onClick={() => void decide(retry())}>
                Retry
              </Button>
            )}
            <Button variant="quiet" onClick={() => void copy()}>
              Copy details
            </Button>
            <Button variant="quiet" className="text-danger-text" onClick={() => setIsAsking(true)}>
              Discard
            </Button>
            {entry.kind === 'quiz' && <KeptAnswers entry={entry} />}
          </>
        }
      />
      {isAsking && (
        <ConfirmDialog
          title="Discard this change?"
          text={`${entry.title}: it has not reached the server and will be gone for good.`}
          action="Discard"
          cancel="Keep it"
          onClose={(isConfirmed) => (isConfirmed ? discard() : setIsAsking(false))}
        />
      )}
    </>
  );
}
