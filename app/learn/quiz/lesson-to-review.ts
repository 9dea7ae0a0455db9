// Which lesson to see again after a wrong answer. Authors name none, so the words decide: the lesson before the quiz that
// shares the most telling words with the question (decision 157).
import { type Lesson, lessonKind } from '#sync/contract/lesson.ts';
import type { QuizQuestion } from '#sync/contract/quiz.ts';
import type { QuizReview } from '#sync/contract/quiz-review.ts';

/** How much better than the next one a lesson must fit; below that, naming one would be a guess. */
const CLEARLY = 1.15;

const stem = (word: string) => word.replace(/(ing|ed|es|s)$/, '');
const wordsOf = (text: string) => new Set((text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).map(stem));

/** The lessons that are asked about: all before an exam, and before a quiz those of its module. */
function lessonsBefore(quiz: Lesson, lessons: readonly Lesson[]): Lesson[] {
  const before = lessons.filter(
    (lesson) => lesson.orderIndex < quiz.orderIndex && ['video', 'text'].includes(lessonKind(lesson)),
  );
  if (lessonKind(quiz) === 'exam') return before;
  const inModule = before.filter(({ module }) => module && module.id === quiz.module?.id);
  return inModule.length > 0 ? inModule : before;
}

type WrongAnswer = Pick<QuizReview, 'explanation' | 'correctAnswerIds'>;
export type LessonToReview = (question: QuizQuestion, review: WrongAnswer) => Lesson | undefined;

/**
 * Returns the function that names the lesson to see again for a wrong answer; undefined when no lesson fits clearly better than
 * the others. The words of the lessons are read once for all answers.
 */
export function lessonsToReview(quiz: Lesson, lessons: readonly Lesson[]): LessonToReview {
  const candidates = lessonsBefore(quiz, lessons).map((lesson) => ({
    lesson,
    title: wordsOf(lesson.title),
    words: wordsOf(`${lesson.title} ${lesson.description} ${lesson.body}`),
  }));
  /** A word that few lessons have tells them apart. */
  const weight = (word: string) =>
    Math.log((candidates.length + 1) / candidates.filter((one) => one.words.has(word)).length);
  return (question, { explanation, correctAnswerIds }) => {
    const correct = question.answers
      .filter(({ id }) => correctAnswerIds.includes(id))
      .map((answer) => answer.answer_text);
    const asked = [...wordsOf([question.question_text, explanation, ...correct].join(' '))];
    const fits = candidates
      .map(({ lesson, title, words }) => ({
        lesson,
        fit: asked.reduce((sum, word) => sum + (words.has(word) ? weight(word) * (title.has(word) ? 2 : 1) : 0), 0),
      }))
      .sort((a, b) => b.fit - a.fit);
    const [best, second] = fits;
    if (!best || best.fit === 0) return undefined;
    return !second || best.fit >= second.fit * CLEARLY ? best.lesson : undefined;
  };
}
