import type { AdminQuestion } from '#sync/contract/quiz-authoring.ts';
import { Button } from '../../ui/button.tsx';
import { AnswerKey } from './answer-key.tsx';

type OtherAuthorProps = { theirs: AdminQuestion; onTakeTheirs: () => void; onKeepMine: () => void };

/** Somebody else was quicker: their question, and which of the two goes on. Nothing that was typed is lost by it. */
export function OtherAuthor({ theirs, onTakeTheirs, onKeepMine }: OtherAuthorProps) {
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-lg bg-accent-soft p-4 text-accent-text">
      <p className="font-semibold">Somebody else has changed this question meanwhile. It reads now:</p>
      <div className="wrap-anywhere flex flex-col gap-2 rounded-md bg-surface p-3 text-ink">
        <p className="font-medium">{theirs.questionText}</p>
        <AnswerKey answers={theirs.answers} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onTakeTheirs}>
          Take theirs
        </Button>
        <Button variant="secondary" onClick={onKeepMine}>
          Go on with mine
        </Button>
      </div>
    </div>
  );
}
