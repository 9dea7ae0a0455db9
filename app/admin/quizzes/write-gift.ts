// The questions of a quiz as GIFT, which Moodle and others read. Points have no place in it.
import { takesOne } from '#sync/contract/quiz.ts';
import type { AdminQuestion } from '#sync/contract/quiz-authoring.ts';

const escaped = (text: string) => text.replace(/[\\~=#{}:]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

export function giftOf(questions: readonly AdminQuestion[]): string {
  return `${questions.map(writeQuestion).join('\n\n')}\n`;
}

function writeQuestion({ questionText, questionType, explanation, answers }: AdminQuestion): string {
  const told = explanation ? `\n####${escaped(explanation)}` : '';
  const right = answers.filter((answer) => answer.is_correct);
  const inWords = answers.map(({ answer_text }) => answer_text.trim().toLowerCase()).join();
  const isPlain = questionType === 'true_false' && (inWords === 'true,false' || inWords === 'false,true');
  if (isPlain) return `[plain]${escaped(questionText)} {${right[0]?.answer_text.trim().toUpperCase()}${told}}`;
  const share = (100 / right.length).toFixed(5).replace(/\.?0+$/, '');
  const signOf = (isRight: boolean) => {
    if (takesOne(questionType)) return isRight ? '=' : '~';
    return isRight ? `~%${share}%` : '~%-100%';
  };
  const lines = answers.map((answer) => `\n${signOf(answer.is_correct)}${escaped(answer.answer_text)}`);
  return `[plain]${escaped(questionText)} {${lines.join('')}${told}\n}`;
}

/** The same as a table, with the columns that an import reads. */
export function tableOf(questions: readonly AdminQuestion[]): { heading: string[]; rows: (string | number)[][] } {
  const most = Math.max(2, ...questions.map(({ answers }) => answers.length));
  const columns = Array.from({ length: most }, (_, at) => `answer ${at + 1}`);
  return {
    heading: ['question', 'type', 'points', 'explanation', 'correct', ...columns],
    rows: questions.map(({ questionText, questionType, points, explanation, answers }) => {
      const isLettered = answers.some(({ answer_text }) => /^[a-z]$/i.test(answer_text.trim()));
      const right = answers.flatMap(({ is_correct }, at) =>
        is_correct ? (isLettered ? String(at + 1) : String.fromCharCode(65 + at)) : [],
      );
      const texts = answers.map(({ answer_text }) => answer_text);
      return [questionText, questionType, points, explanation ?? '', right.join('; '), ...texts];
    }),
  };
}
