// A question being written: plain data, and the rules for it (R-U9).
import { QUESTION_KINDS, type QuestionType, takesOne } from '#sync/contract/quiz.ts';
import {
  type AdminQuestion,
  MOST_POINTS,
  type NewQuestion,
  type QuestionChange,
  sameAnswers,
} from '#sync/contract/quiz-authoring.ts';
import { adminTexts } from '../forms/messages.ts';
import { type VersionPair, versionPairs } from '../forms/use-edited.ts';

/** `key` identifies an answer that has no id yet. */
export type AnswerLine = { key: number; id?: number; text: string; isCorrect: boolean };
export type QuestionForm = typeof NEW_FORM;

export const POINTS_ERROR = `Points must be a whole number from 1 to ${MOST_POINTS}.`;

const lines = (...texts: string[]): AnswerLine[] => texts.map((text, key) => ({ key, text, isCorrect: false }));
const wordsOf = (answers: readonly AnswerLine[]) => answers.map(({ text }) => text.trim()).join('/');

/** A new question: a single choice with two empty answers. */
export const NEW_FORM = {
  questionText: '',
  questionType: 'single_choice' as QuestionType,
  points: '1',
  explanation: '',
  answers: lines('', '') as readonly AnswerLine[],
};

export function formOf({ questionText, questionType, points, explanation, answers }: AdminQuestion): QuestionForm {
  return {
    questionText,
    questionType,
    points: String(points),
    explanation: explanation ?? '',
    answers: answers.map((one, key) => ({ key, id: one.id, text: one.answer_text, isCorrect: one.is_correct })),
  };
}

/** The form with another type: True/False fills in empty answers, a type with one correct answer keeps only the first mark. */
export function withType(form: QuestionForm, questionType: QuestionType): QuestionForm {
  const written = wordsOf(form.answers).replaceAll('/', '');
  const isPlainPair = wordsOf(form.answers) === 'True/False' && form.answers.every(({ id }) => id === undefined);
  let { answers } = form;
  if (questionType === 'true_false' && written === '') answers = lines('True', 'False');
  else if (questionType !== 'true_false' && isPlainPair) answers = lines('', '');
  if (takesOne(questionType)) {
    const first = answers.find(({ isCorrect }) => isCorrect);
    answers = answers.map((answer) => ({ ...answer, isCorrect: answer === first }));
  }
  return { ...form, questionType, answers };
}

/** Marks or unmarks an answer as correct; in a single choice the others lose their mark. */
export function withMark(form: QuestionForm, key: number, isCorrect: boolean): QuestionForm {
  const answers = form.answers.map((answer) => {
    if (answer.key === key) return { ...answer, isCorrect };
    return isCorrect && takesOne(form.questionType) ? { ...answer, isCorrect: false } : answer;
  });
  return { ...form, answers };
}

export function withText(form: QuestionForm, key: number, text: string): QuestionForm {
  return { ...form, answers: form.answers.map((answer) => (answer.key === key ? { ...answer, text } : answer)) };
}

export function withNewAnswer(form: QuestionForm): QuestionForm {
  const key = Math.max(-1, ...form.answers.map((answer) => answer.key)) + 1;
  return { ...form, answers: [...form.answers, { key, text: '', isCorrect: false }] };
}

export function withoutAnswer(form: QuestionForm, key: number): QuestionForm {
  if (form.answers.length <= 2) return form;
  return { ...form, answers: form.answers.filter((answer) => answer.key !== key) };
}

/** Why the form cannot be sent. Empty answers of a new question are dropped if at least two others are left. */
export function formError(form: QuestionForm, isNew: boolean): string | undefined {
  if (pointsOf(form) === undefined) return POINTS_ERROR;
  if (!form.answers.some(({ isCorrect }) => isCorrect)) return adminTexts.markOneCorrect;
  const written = form.answers.filter(({ text }) => text.trim() !== '');
  const isMarkedWritten = form.answers.every(({ isCorrect, text }) => !isCorrect || text.trim() !== '');
  const validate = isNew ? written.length >= 2 && isMarkedWritten : written.length === form.answers.length;
  return validate ? sameAnswers(written.map(({ text }) => text)) : adminTexts.answersNeedText;
}

/** The points as a number; undefined unless a whole number from 1 to 10. */
export function pointsOf({ points }: Pick<QuestionForm, 'points'>): number | undefined {
  const text = points.trim();
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_POINTS ? Number(text) : undefined;
}

export function newPayload(form: QuestionForm): NewQuestion {
  const { questionText, questionType, explanation, answers } = form;
  return {
    questionText,
    questionType,
    points: pointsOf(form) ?? 1,
    explanation,
    answers: answers.map(({ text, isCorrect }) => ({ text, isCorrect })),
  };
}

/** The whole question, based on `seen`; an answer that another author has deleted meanwhile is added again. */
export function changePayload(form: QuestionForm, seen: Pick<AdminQuestion, 'answers' | 'updatedAt'>): QuestionChange {
  const known = new Set(seen.answers.map(({ id }) => id));
  const answers = form.answers.map(({ id, text, isCorrect }) => ({
    ...(id !== undefined && known.has(id) && { id }),
    text,
    isCorrect,
  }));
  return { ...newPayload(form), answers, seenUpdatedAt: seen.updatedAt };
}

const NAMES: Record<keyof QuestionForm, string> = {
  questionText: 'Question',
  questionType: 'Question Type',
  points: 'Points',
  answers: 'Answers',
  explanation: 'Explanation',
};

export const pairsOf = (mine: QuestionForm, theirs: QuestionForm): VersionPair[] =>
  versionPairs(NAMES, [mine, theirs], (form, name) => {
    if (name === 'questionType') return QUESTION_KINDS[form.questionType].name;
    if (name !== 'answers') return form[name];
    return form.answers.map(({ text, isCorrect }) => (isCorrect ? `Correct: ${text}` : text)).join('\n');
  });
