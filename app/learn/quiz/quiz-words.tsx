// A quiz is kept and judged in its source's words; only what is drawn is in the reader's language. So an attempt that was begun in one
// language goes on in another.
import { createContext, type ReactNode, useContext } from 'react';
import type { QuizQuestion } from '#sync/contract/quiz.ts';
import type { QuizReview } from '#sync/contract/quiz-review.ts';
import type { QuizWords } from '#sync/contract/words.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';

type Wanted = { language?: string | undefined; words?: QuizWords | undefined };

const QuizLanguage = createContext<Wanted>({});

type InQuizLanguageProps = { lessonId: number; language: string | undefined; children: ReactNode };

export function InQuizLanguage({ lessonId, language, children }: InQuizLanguageProps) {
  const { replica } = useEngine();
  const words = useLiveQuery(
    async () => language && (await replica.quizzes.get(lessonId))?.words?.[language],
    [replica, lessonId, language],
  );
  return <QuizLanguage value={{ language, words: words || undefined }}>{children}</QuizLanguage>;
}

/** The texts of a quiz as they are drawn. */
export function useQuizTexts() {
  const { language, words } = useContext(QuizLanguage);
  return {
    question: ({ id, question_text }: QuizQuestion) => words?.[`question.${id}`] ?? question_text,
    answer: ({ id, answer_text }: QuizQuestion['answers'][number]) => words?.[`answer.${id}`] ?? answer_text,
    explanation: ({ words, explanation }: QuizReview) => words?.[language ?? ''] ?? explanation,
  };
}
