// Which lesson to see again after a wrong answer. Authors name none, so the words decide: the lesson before the quiz that
// shares the most telling words with the question (decision 157).
import { type Lesson, lessonKind } from '#sync/contract/lesson.ts';
import type { QuizQuestion, QuizReview } from '#sync/contract/quiz.ts';

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

/** The lesson to see again for a wrong answer; undefined when no lesson fits clearly better than the others. */
export function lessonToReview(
  { quiz, lessons }: { quiz: Lesson; lessons: readonly Lesson[] },
  question: QuizQuestion,
  { explanation, correctAnswerIds }: Pick<QuizReview, 'explanation' | 'correctAnswerIds'>,
): Lesson | undefined {
  const candidates = lessonsBefore(quiz, lessons).map((lesson) => ({
    lesson,
    title: wordsOf(lesson.title),
    words: wordsOf(`${lesson.title} ${lesson.description} ${lesson.body}`),
  }));
  const correct = question.answers
    .filter(({ id }) => correctAnswerIds.includes(id))
    .map((answer) => answer.answer_text);
  const asked = [...wordsOf([question.question_text, explanation, ...correct].join(' '))];
  /** A word that few lessons have tells them apart. */
  const weight = (word: string) =>
    Math.log((candidates.length + 1) / candidates.filter((one) => one.words.has(word)).length);
  const fits = candidates
    .map(({ lesson, title, words }) => ({
      lesson,
      fit: asked.reduce((sum, word) => sum + (words.has(word) ? weight(word) * (title.has(word) ? 2 : 1) : 0), 0),
    }))
    .sort((a, b) => b.fit - a.fit);
  const [best, second] = fits;
  if (!best || best.fit === 0) return undefined;
  return !second || best.fit >= second.fit * CLEARLY ? best.lesson : undefined;
}
