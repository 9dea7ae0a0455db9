import { RefreshCw } from 'lucide-react';

/** Says that the quiz was changed under the person's hands, what became of their answers, and what to do. */
export function QuizChanged({ marked }: { marked: number }) {
  const todo =
    marked > 0
      ? 'Answers that still fit are kept; look at the questions marked new or changed, then submit again.'
      : 'Your answers are kept. Please look at them, then submit again.';
  return (
    <div role="alert" className="flex gap-3 rounded-lg bg-accent-soft p-4 text-accent-text sm:p-5">
      <RefreshCw aria-hidden className="mt-0.5 size-6 shrink-0" />
      <div>
        <p className="font-semibold">This quiz was changed while you were answering.</p>
        <p>{todo}</p>
      </div>
    </div>
  );
}
