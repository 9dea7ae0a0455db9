import type { QuizEntry } from '#sync/entry.ts';

/** The answers of a quiz that was not taken, in words, so that nothing a person did can only be guessed. */
export function KeptAnswers({ entry }: { entry: QuizEntry }) {
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
