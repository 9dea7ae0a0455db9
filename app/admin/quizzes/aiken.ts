// Questions in the Aiken format: a question, its answers as 'A.' or 'A)', and a line 'ANSWER: B'.
import { choiceOf, type ForeignQuestion, leftOut } from './foreign-question.ts';

const KIND = 'Choice';

export function readAiken(text: string): ForeignQuestion[] {
  const questions: ForeignQuestion[] = [];
  let [asked, answers]: [string[], string[]] = [[], []];
  let line = 1;
  const end = (letter: string | undefined) => {
    const known = { number: questions.length + 1, line, kind: KIND, text: asked.join('\n') };
    const place = letter === undefined ? -1 : letter.toUpperCase().charCodeAt(0) - 65;
    const scored = answers.map((answer, at) => ({ text: answer, percent: at === place ? 100 : 0 }));
    if (asked.length === 0)
      questions.push(
        leftOut({ ...known, text: answers.join(' ') }, 'Its question is missing: write it above its answers.'),
      );
    else if (answers.length === 0) questions.push(leftOut(known, 'No answers such as "A. Both hands" follow it.'));
    else if (letter === undefined) questions.push(leftOut(known, 'No line such as "ANSWER: B" follows its answers.'));
    else if (!answers[place])
      questions.push(leftOut(known, `Its line ANSWER names "${letter.slice(0, 20)}", which is none of its answers.`));
    else questions.push(choiceOf(known, scored, { takesOne: true }));
    [asked, answers] = [[], []];
  };
  for (const [at, written] of text.split(/\r\n|\r|\n/).entries()) {
    const words = written.trim();
    const [, key] = /^ANSWER:\s*(.*)$/i.exec(words) ?? [];
    const [, letter, answer] = /^([A-Za-z])[.)]\s+(.+)$/.exec(words) ?? [];
    const isNext = letter !== undefined && letter.toUpperCase().charCodeAt(0) - 65 === answers.length;
    if (key !== undefined) end(key);
    else if (words === '') {
      if (answers.length > 0) end(undefined);
    } else if (isNext && answer && (asked.length > 0 || letter === 'A')) answers.push(answer);
    else if (answers.length > 0) answers[answers.length - 1] += `\n${words}`;
    else {
      if (asked.length === 0) line = at + 1;
      asked.push(words);
    }
  }
  if (asked.length + answers.length > 0) end(undefined);
  return questions;
}
