// The answers of a quiz while they are chosen: question id to answer id, or to a list of ids where several may be correct.
import { type Quiz, type QuizQuestion, type QuizSubmission, takesOne } from '#sync/contract/quiz.ts';

export type Answers = QuizSubmission['answers'];

/** An attempt: what was chosen, for which questions, and for how long. */
export interface Attempt {
  answers: Answers;
  /** The questions as they were when they were answered. */
  asked: QuizQuestion[];
  /** The version of the quiz when the attempt began. */
  quizVersion?: string | undefined;
  spentMs: number;
}

/** How a question has changed since it was answered, or since the attempt began. */
export type QuestionChange = 'new' | 'changed';

/** The chosen answer ids of one question. */
export function chosenOf(answers: Answers, questionId: number): string[] {
  const chosen = answers[String(questionId)];
  if (chosen === undefined) return [];
  return typeof chosen === 'string' ? [chosen] : chosen;
}

/** The answers after one was pressed: a radio button replaces, a checkbox toggles. */
export function choose(answers: Answers, question: QuizQuestion, answerId: string): Answers {
  const key = String(question.id);
  if (takesOne(question.question_type)) return { ...answers, [key]: answerId };
  const chosen = chosenOf(answers, question.id);
  const next = chosen.includes(answerId) ? chosen.filter((id) => id !== answerId) : [...chosen, answerId];
  return { ...answers, [key]: next };
}

/** The questions without an answer, in their order; the quiz may be submitted when there is none. */
export function unanswered(quiz: Quiz, answers: Answers): QuizQuestion[] {
  return quiz.questions.filter((question) => chosenOf(answers, question.id).length === 0);
}

/** The text the user read: a corrected answer key behind the same text is no change. */
const shownText = ({ question_text, question_type, answers }: QuizQuestion) =>
  JSON.stringify([question_text, question_type, answers.map((answer) => [answer.id, answer.answer_text]).sort()]);

/** The questions that are new or have changed since they were answered. */
export function marksOf(quiz: Quiz, asked: QuizQuestion[]): Map<number, QuestionChange> {
  const before = new Map(asked.map((question) => [question.id, shownText(question)]));
  const marks = quiz.questions.flatMap((question): [number, QuestionChange][] => {
    const text = before.get(question.id);
    if (text === undefined) return [[question.id, 'new']];
    return text === shownText(question) ? [] : [[question.id, 'changed']];
  });
  return new Map(marks);
}

/** Only the answers that still fit this version of the quiz: the same question, and an answer with the same text. */
export function fittingAnswers(quiz: Quiz, { answers, asked }: Pick<Attempt, 'answers' | 'asked'>): Answers {
  const kept = quiz.questions.flatMap((question) => {
    const chosen = chosenOf(answers, question.id).filter((id) => stillFits(question, id, asked));
    const [first] = chosen;
    if (first === undefined) return [];
    return [[String(question.id), takesOne(question.question_type) ? first : chosen] as const];
  });
  return Object.fromEntries(kept);
}

function stillFits(question: QuizQuestion, answerId: string, asked: QuizQuestion[]): boolean {
  const textOf = (one: QuizQuestion) => one.answers.find((answer) => String(answer.id) === answerId)?.answer_text;
  const before = asked.find(({ id }) => id === question.id);
  if (before?.question_text !== question.question_text || before.question_type !== question.question_type) return false;
  const text = textOf(question);
  return text !== undefined && textOf(before) === text;
}
