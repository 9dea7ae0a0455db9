import { describe, expect, it } from 'vitest';
import { checkWords, isRightAnswer, readCheck } from '#sync/contract/check-block.ts';

const read = (source: string) => {
  const check = readCheck(source);
  if (typeof check === 'string') throw new Error(check);
  return check;
};

describe('a question in a text', () => {
  it('has one right answer in round brackets, and says why', () => {
    const check = read(
      'Which protection is right\non a flat roof?\n( ) None below 5 m\n(x) Lifeline and harness\nWhy: it catches\na fall.',
    );
    expect(check).toEqual({
      kind: 'single',
      question: 'Which protection is right\non a flat roof?',
      options: ['None below 5 m', 'Lifeline and harness'],
      right: [1],
      why: 'it catches\na fall.',
    });
    expect([isRightAnswer(check, [1]), isRightAnswer(check, [0]), isRightAnswer(check, [])]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('has several in square brackets, all of which belong to the answer', () => {
    const check = read('What do you carry?\n[x] Helmet\n[ ] Radio\n[X] Rope');
    expect(check).toMatchObject({ kind: 'multiple', right: [0, 2], why: '' });
    expect([[2, 0], [0], [0, 1, 2]].map((answer) => isRightAnswer(check, answer))).toEqual([true, false, false]);
  });

  it.each([
    ['= 4,5 ± 0.1 bar', ['4.4', '4,6', '4.61', 'four', ''], [true, true, false, false, false]],
    ['= -3', ['-3', '-3.0', '3'], [true, true, false]],
    ['= 0.2 +- 0.1', ['0.3', '0.1', '0.31'], [true, true, false]],
  ])('asks for a number: %s', (line, typed, right) => {
    const check = read(`How much?\n${line}`);
    expect(check.kind).toBe('number');
    expect(typed.map((answer) => isRightAnswer(check, answer))).toEqual(right);
  });

  it('asks for an order', () => {
    const check = read('In which order?\n1. Lock\n2. Tag\n3) Try');
    expect(check).toMatchObject({ kind: 'order', options: ['Lock', 'Tag', 'Try'] });
    expect(
      [
        [0, 1, 2],
        [1, 0, 2],
        [0, 1],
      ].map((answer) => isRightAnswer(check, answer)),
    ).toEqual([true, false, false]);
  });

  it.each([
    ['(x) Yes\n( ) No', 'no-question'],
    ['What?', 'no-answer'],
    ['', 'no-question'],
    ['What?\n( ) A\n( ) B', 'no-right-one'],
    ['What?\n(x) A\n(x) B', 'two-right'],
    ['What?\n(x) A', 'one-option'],
    ['What?\n(x) A\n( ) A', 'same-twice'],
    ['What?\n(x) A\n[ ] B', 'mixed'],
    ['What?\n(x) A\n( ) B\n= 4', 'mixed'],
    ['What?\n1. A\n( ) B', 'mixed'],
  ])('says what is missing in %j', (source, fault) => {
    expect(readCheck(source)).toBe(fault);
  });

  it('is searched by its words, which do not tell the answer', () => {
    expect(checkWords('What?\n( ) A\n(x) B\nWhy: B it is.\nAnd so.')).toBe('What?\nA\nB\n');
    expect(checkWords('How much?\n= 4 bar\nWhy: so')).not.toMatch(/4|so/);
  });
});
