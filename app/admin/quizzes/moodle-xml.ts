// Questions of a Moodle question bank, as its export writes them as XML.
import {
  AS_CHOICE,
  choiceOf,
  type ForeignFile,
  type ForeignQuestion,
  leftOut,
  NO_QUESTION,
  NOT_HERE,
  pointsOf,
  trueFalse,
  wordsOf,
} from './foreign-question.ts';
import { childOf, childrenOf, readXml, textOf, type XmlElement } from './xml-tree.ts';

/** Kinds of questions that are none here, with how they are called there. */
const OTHERS: Record<string, [kind: string, why: string]> = {
  shortanswer: ['Short text', AS_CHOICE],
  numerical: ['Number', AS_CHOICE],
  calculated: ['Calculated', AS_CHOICE],
  calculatedsimple: ['Calculated', AS_CHOICE],
  matching: ['Matching', NOT_HERE],
  essay: ['Essay', NOT_HERE],
  cloze: ['Gaps in a text', NOT_HERE],
  ddwtos: ['Words to drag', NOT_HERE],
  gapselect: ['Gaps in a text', NOT_HERE],
  ordering: ['Order', NOT_HERE],
  description: ['Description', NO_QUESTION],
};

export function readMoodle(text: string): ForeignFile {
  const read = readXml(text);
  if (read.error !== undefined) return read;
  const asked = childrenOf(read.root, 'question').filter(({ attributes }) => attributes.type !== 'category');
  return { questions: asked.map((question, at) => readQuestion(question, at + 1)) };
}

/** A text is HTML unless its format says otherwise. */
function saidIn(element: XmlElement | undefined): { text: string; notes: string[] } {
  const format = element?.attributes.format ?? 'html';
  const words = textOf(childOf(element, 'text') ?? element);
  return format === 'plain_text' || format === 'markdown' ? { text: words.trim(), notes: [] } : wordsOf(words);
}

function readQuestion(question: XmlElement, number: number): ForeignQuestion {
  const type = question.attributes.type ?? '';
  const asked = saidIn(childOf(question, 'questiontext'));
  const { points, notes: ofPoints = [] } = pointsOf(textOf(childOf(question, 'defaultgrade')));
  const explanation = saidIn(childOf(question, 'generalfeedback')).text;
  const answers = childrenOf(question, 'answer').map((answer) => ({
    said: saidIn(answer),
    percent: Number(answer.attributes.fraction),
    feedback: saidIn(childOf(answer, 'feedback')).text,
  }));
  const notes = [...new Set([asked, ...answers.map(({ said }) => said)].flatMap((said) => said.notes)), ...ofPoints];
  const known = {
    ...{ number, kind: 'Choice', notes, text: asked.text || saidIn(childOf(question, 'name')).text },
    ...(points && { points }),
    ...(explanation && { explanation }),
  };
  if (type === 'truefalse') {
    const right = answers.find(({ percent }) => percent > 0);
    return trueFalse({ ...known, kind: 'True or false' }, /^true/i.test(right?.said.text ?? ''));
  }
  if (type !== 'multichoice') {
    const [kind, why] = OTHERS[type] ?? [type.slice(0, 40) || 'Unknown', NOT_HERE];
    return leftOut({ ...known, kind }, why);
  }
  const takesOne = textOf(childOf(question, 'single')).trim() !== 'false';
  const scored = answers.map(({ said, percent, feedback }) => ({ text: said.text, percent, feedback }));
  return choiceOf({ ...known, kind: takesOne ? 'Choice' : 'Several answers' }, scored, { takesOne });
}
