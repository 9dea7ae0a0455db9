// The questions of a quiz or exam, as an author writes them below '# Questions' in the lesson's own file.
import * as z from 'zod/mini';
import { QUESTION_TYPES, type QuestionType } from '#sync/contract/quiz.ts';
import { MOST_QUESTIONS, NewQuestion } from '#sync/contract/quiz-authoring.ts';
import { draftOf, newQuestionFault, type QuestionDraft } from '../quizzes/question-draft.ts';
import { BEGINS_SOMETHING, readLines } from './text-lines.ts';

/** A question as far as it has been read. */
interface Found {
  line: number;
  questionText: string;
  type?: string;
  points?: string;
  explanation: string;
  answers: { text: string; isCorrect: boolean }[];
}

/** A line that is not empty, and those that go on with it. */
type Item = { line: number; parts: [string, ...string[]] };

/** Called with the line, counted from 1, and what is wrong with it. */
type Tell = (line: number, message: string) => void;

/**
 * Reads the lines below '# Questions'. A question is '## Its text', its answers are '- [x] right' and '- [ ] wrong', its
 * explanation is quoted with '>'. 'Points: 2' or 'Type: multiple choice' below the text changes what else follows from
 * the answers: one right answer makes a single choice, several a multiple choice, True and False a true or false.
 */
export function parseQuestions(lines: readonly string[], firstLine: number, tell: Tell): QuestionDraft[] {
  if (lines.length > MOST_LINES) {
    tell(firstLine, `There are more than ${MOST_LINES.toLocaleString('en')} lines below # Questions.`);
    return [];
  }
  const found: Found[] = [];
  const explanations: string[][] = [];
  for (const { line, parts } of unwrapped(lines, firstLine)) {
    const [first, ...more] = parts;
    const question = found.at(-1);
    const heading = /^##(?!\S)/.test(first) ? first.slice(2).trim() : undefined;
    const [, mark, answer = ''] = /^[-*]\s*\[([ xX]?)\]\s*(.*)$/s.exec(first) ?? [];
    const [, setting, value = ''] = /^(points|type):\s*(.*)$/is.exec(first) ?? [];
    if (heading !== undefined) {
      found.push({ line, questionText: readLines([heading, ...more]), explanation: '', answers: [] });
      explanations.push([]);
    } else if (!question) tell(line, 'A question must begin with ##.');
    else if (mark !== undefined)
      question.answers.push({ text: readLines([answer, ...more]), isCorrect: mark.toLowerCase() === 'x' });
    else if (first.startsWith('>')) explanations.at(-1)?.push(...quoted(first), ...more);
    else if (setting !== undefined) question[setting.toLowerCase() as 'points' | 'type'] = readLines([value, ...more]);
    else tell(line, 'An answer must begin with - [ ] or - [x], an explanation with >, a question with ##.');
  }
  for (const [at, lines] of explanations.entries()) if (found[at]) found[at].explanation = readLines(lines).trim();
  if (found.length > MOST_QUESTIONS) tell(firstLine, `A quiz may have at most ${MOST_QUESTIONS} questions.`);
  return found.flatMap((question) => checked(question, tell));
}

/** Nothing of an empty line. */
const quoted = (line: string) => [line.slice(1).trim()].filter((text) => text !== '');

/** Enough for every quiz that can be stored, each answer with an empty line around it. */
const MOST_LINES = 10_000;

/** The lines that are not empty, each with those that it was written in. */
function unwrapped(lines: readonly string[], firstLine: number): Item[] {
  const whole: Item[] = [];
  let follows = false;
  for (const [at, full] of lines.entries()) {
    const text = full.trim();
    const before = whole.at(-1);
    if (before && follows && text !== '' && !BEGINS_SOMETHING.test(text)) before.parts.push(text);
    else if (text !== '') whole.push({ line: firstLine + at, parts: [text] });
    follows = text !== '';
  }
  return whole;
}

function checked({ line, type, points, ...written }: Found, tell: Tell): QuestionDraft[] {
  const parsed = z.safeParse(NewQuestion, {
    ...written,
    questionType: type?.toLowerCase().replaceAll(/[ -]/g, '_') ?? typeOfAnswers(written.answers),
    ...(points === undefined ? {} : { points: /^\d+$/.test(points) ? Number(points) : Number.NaN }),
  });
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues)
      tell(line, path[0] === 'questionType' ? `The type must be one of ${QUESTION_TYPES.join(', ')}.` : message);
    return [];
  }
  const draft = draftOf(parsed.data);
  const isBlank = parsed.data.answers.some(({ text }) => text === '');
  const broken = isBlank ? 'All answers must have text.' : newQuestionFault(draft);
  if (broken) tell(line, broken);
  return [draft];
}

/** The type of a question that says none. */
export function typeOfAnswers(answers: Found['answers']): QuestionType {
  if (answers.map(({ text }) => text.toLowerCase()).join() === 'true,false') return 'true_false';
  return answers.filter(({ isCorrect }) => isCorrect).length > 1 ? 'multiple_choice' : 'single_choice';
}
