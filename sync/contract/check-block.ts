// A question in a lesson's text: a block of code whose language is 'check'. It is answered at once, as often as one likes, and
// never graded, so its answer may be on the device (decision 365).

export const CHECK_LANG = 'check';

/** `right` are places in `options`; in 'order' the options stand as they should be. */
export type Check = { question: string; why: string } & (
  | { kind: 'single' | 'multiple'; options: string[]; right: number[] }
  | { kind: 'order'; options: string[] }
  | { kind: 'number'; value: number; tolerance: number; unit: string }
);

/** What keeps a block from being a question. */
export type CheckFault =
  | 'no-question'
  | 'no-answer'
  | 'mixed'
  | 'no-right-one'
  | 'two-right'
  | 'one-option'
  | 'same-twice';

/** Longer ones are read no further, so that a text of nothing but checks stays quick. */
const OPTIONS_LIMIT = 20;

const CHOICE = /^\s*([([])\s*([xX]?)\s*[)\]]\s+(\S.*)$/;
const STEP = /^\s*\d{1,2}[.)]\s+(\S.*)$/;
const NUMBER = /^\s*=\s*([-+]?\d+(?:[.,]\d+)?)\s*(?:(?:±|\+-|\+\/-)\s*(\d+(?:[.,]\d+)?))?\s*(.*)$/;
const WHY = /^\s*why\s*:\s*(.*)$/i;

const toNumber = (digits: string) => Number(digits.replace(',', '.'));

/** Reads the inside of a block: the question, its answers, and 'Why:' with what is said after an answer. */
export function readCheck(source: string): Check | CheckFault {
  const question: string[] = [];
  const why: string[] = [];
  const choices: { text: string; isRight: boolean; isBox: boolean }[] = [];
  const steps: string[] = [];
  let number: RegExpExecArray | null = null;
  let isWhy = false;
  for (const line of source.split(/\r\n?|\n/)) {
    const said = WHY.exec(line);
    if (said) isWhy = true;
    if (isWhy) {
      why.push(said?.[1] ?? line);
      continue;
    }
    const choice = CHOICE.exec(line);
    const step = STEP.exec(line);
    const value = NUMBER.exec(line);
    if (choice) choices.push({ text: choice[3]?.trim() ?? '', isRight: choice[2] !== '', isBox: choice[1] === '[' });
    else if (step) steps.push(step[1]?.trim() ?? '');
    else if (value) number = value;
    else question.push(line);
  }
  const words = { question: question.join('\n').trim(), why: why.join('\n').trim() };
  if (!words.question) return 'no-question';
  if (Number(choices.length > 0) + Number(steps.length > 0) + Number(number !== null) > 1) return 'mixed';
  if (number) {
    const [, value = '', tolerance = '0', unit = ''] = number;
    return { ...words, kind: 'number', value: toNumber(value), tolerance: toNumber(tolerance), unit: unit.trim() };
  }
  const options = (choices.length > 0 ? choices.map(({ text }) => text) : steps).slice(0, OPTIONS_LIMIT);
  if (options.length === 0) return 'no-answer';
  if (options.length === 1) return 'one-option';
  if (new Set(options).size < options.length) return 'same-twice';
  if (choices.length === 0) return { ...words, kind: 'order', options };
  if (choices.some(({ isBox }) => isBox !== choices[0]?.isBox)) return 'mixed';
  const right = choices.flatMap(({ isRight }, place) => (isRight && place < OPTIONS_LIMIT ? [place] : []));
  if (right.length === 0) return 'no-right-one';
  if (choices[0]?.isBox) return { ...words, kind: 'multiple', options, right };
  return right.length > 1 ? 'two-right' : { ...words, kind: 'single', options, right };
}

/** What a person answered: places of options, in their order for 'order'; or the digits that they typed. */
export type CheckAnswer = number[] | string;

export function isRightAnswer(check: Check, answer: CheckAnswer): boolean {
  if (check.kind === 'number') {
    const typed = String(answer).trim();
    if (!/^[-+]?\d+(?:[.,]\d+)?$/.test(typed)) return false;
    // A hair more than the tolerance: 0.3 - 0.1 is not 0.2 in binary.
    return Math.abs(toNumber(typed) - check.value) <= check.tolerance + 1e-9 * Math.max(1, Math.abs(check.value));
  }
  if (typeof answer === 'string') return false;
  if (check.kind === 'order')
    return answer.length === check.options.length && answer.every((place, at) => place === at);
  return answer.length === check.right.length && check.right.every((place) => answer.includes(place));
}

/** The words of a block without its marks, as they are searched and counted: nothing in them tells the answer. */
export function checkWords(source: string): string {
  return source.replace(/^\s*(?:[([]\s*[xX]?\s*[)\]]|=.*$)\s*/gm, '').replace(/^\s*why\s*:[\s\S]*$/im, '');
}

/** Names a question on this device; a question whose words were changed is another one. */
export const checkKey = (lessonId: number, { question }: Check) => `${lessonId}:check:${question.slice(0, 300)}`;
