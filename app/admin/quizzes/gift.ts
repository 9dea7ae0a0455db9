// Questions in the GIFT format of Moodle.
import {
  AS_CHOICE,
  choiceOf,
  type ForeignQuestion,
  leftOut,
  NO_QUESTION,
  NOT_HERE,
  trueFalse,
  wordsOf,
} from './foreign-question.ts';

/** Blank lines part the questions; a comment or a category is none. */
export function readGift(text: string): ForeignQuestion[] {
  const questions: ForeignQuestion[] = [];
  let [block, line]: [string[], number] = [[], 1];
  const end = () => {
    if (block.length > 0) questions.push(readQuestion(block.join('\n'), { number: questions.length + 1, line }));
    block = [];
  };
  for (const [at, written] of text.split(/\r\n|\r|\n/).entries()) {
    if (/^\s*(\/\/|\$CATEGORY:)/.test(written)) continue;
    if (written.trim() === '') end();
    else {
      if (block.length === 0) line = at + 1;
      block.push(written);
    }
  }
  end();
  return questions;
}

function readQuestion(block: string, place: { number: number; line: number }): ForeignQuestion {
  const [, title, rest] = /^\s*::((?:\\.|[^\\:]|:(?!:))*)::([\s\S]*)$/.exec(block) ?? [undefined, '', block];
  const open = find(rest, '{');
  if (open === -1) return leftOut({ ...place, kind: 'Description', text: spoken(rest).text }, NO_QUESTION);
  const close = find(rest, '}', open);
  const [before, after] = [rest.slice(0, open), close === -1 ? '' : rest.slice(close + 1)];
  const asked = spoken(after.trim() === '' ? before : `${before.trimEnd()} _____ ${after.trim()}`);
  const text = asked.text || (title ?? '').trim();
  const known = { ...place, kind: 'Choice', text, notes: asked.notes };
  if (close === -1) return leftOut(known, 'The brace { is not closed before the next blank line.');
  const [inside = '', general] = splitOnce(rest.slice(open + 1, close), '####');
  const explanation = general && spoken(general).text;
  return readAnswers(inside.trim(), { ...known, ...(explanation && { explanation }) });
}

type Known = Parameters<typeof choiceOf>[0];

function readAnswers(inside: string, known: Known): ForeignQuestion {
  if (inside === '') return leftOut({ ...known, kind: 'Essay' }, NOT_HERE);
  if (inside.startsWith('#')) return leftOut({ ...known, kind: 'Number' }, AS_CHOICE);
  const [, truth] = /^(T|TRUE|F|FALSE)\s*(?:#|$)/i.exec(inside) ?? [];
  if (truth) return trueFalse({ ...known, kind: 'True or false' }, /^T/i.test(truth));
  const marks = findAll(inside, '=~');
  if (marks[0] !== 0) return leftOut(known, 'Each of its answers must begin with = or ~.');
  const answers = marks.map((at, index) => {
    const sign = inside[at];
    const [, percent, words = ''] =
      /^(?:%(-?\d+(?:\.\d+)?)%)?([\s\S]*)$/.exec(inside.slice(at + 1, marks[index + 1]).trim()) ?? [];
    const [text = '', feedback] = splitOnce(words, '#');
    const earned = percent === undefined ? (sign === '=' ? 100 : 0) : Number(percent);
    return {
      sign,
      percent: earned,
      isPair: find(words, '->') !== -1,
      said: spoken(text),
      feedback: feedback && spoken(feedback).text,
    };
  });
  if (answers.every(({ isPair }) => isPair)) return leftOut({ ...known, kind: 'Matching' }, NOT_HERE);
  const right = answers.filter(({ sign }) => sign === '=');
  if (right.length === answers.length) return leftOut({ ...known, kind: 'Short text' }, AS_CHOICE);
  const notes = [...new Set([...(known.notes ?? []), ...answers.flatMap(({ said }) => said.notes)])];
  const scored = answers.map(({ said, percent, feedback }) => ({ text: said.text, percent, feedback }));
  const takesOne = right.length > 0;
  const kind = takesOne ? 'Choice' : 'Several answers';
  return choiceOf({ ...known, kind, notes }, scored, { takesOne });
}

/** A text as it is meant: its format, its HTML and what a backslash stands before. */
function spoken(written: string): { text: string; notes: string[] } {
  const [, format, words = ''] = /^\s*(?:\[(html|moodle|plain|markdown)\])?([\s\S]*)$/.exec(written) ?? [];
  const plain = words.replace(/\\(n|[~=#{}:\\])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
  const isHtml = format === 'html' || (format !== 'plain' && format !== 'markdown' && /<\/?[a-z][^<>]*>/i.test(plain));
  return isHtml ? wordsOf(plain) : { text: plain.replace(/[^\S\n]*\n[^\S\n]*/g, '\n').trim(), notes: [] };
}

/** Where one of the signs stands without a backslash before it. */
function findAll(text: string, signs: string): number[] {
  const found: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (signs.includes(text[at] ?? '')) found.push(at);
  }
  return found;
}

function find(text: string, sign: string, from = 0): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text.startsWith(sign, at)) return at;
  }
  return -1;
}

function splitOnce(text: string, sign: string): [string, string?] {
  const at = find(text, sign);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + sign.length)];
}
