import { describe, expect, test } from 'vitest';
import { readQuestions } from '#app/admin/quizzes/read-questions.ts';

const HEADING = 'question,type,points,explanation,correct,answer 1,answer 2';

describe('[U9] questions out of a file', () => {
  test('columns may stand in any order and by other names, separated by what the spreadsheet likes', () => {
    expect(readQuestions('answer1;Correct Answer;Question Text;Answer 2\nyes;A;"Which; one?";no\n\n')).toEqual({
      found: [{ line: 2, row: { questionText: 'Which; one?', correct: 'A', answers: ['yes', 'no'] } }],
      unread: [],
    });
  });

  test('empty rows are left out and each row knows its line', () => {
    const read = readQuestions(`${HEADING}\n,,,,,,\nWhich?,single_choice,2,So.,B,yes,no\n`);
    expect(read).toEqual({
      found: [
        {
          line: 3,
          row: {
            questionText: 'Which?',
            questionType: 'single_choice',
            points: '2',
            explanation: 'So.',
            correct: 'B',
            answers: ['yes', 'no'],
          },
        },
      ],
      unread: [],
    });
  });

  test('a row may have fewer cells than are named, and one of more is refused by its line', () => {
    const read = readQuestions(`${HEADING}\nShort?\n`);
    expect('found' in read && read.found.map(({ row }) => row.answers)).toEqual([[]]);
    expect(readQuestions(`${HEADING}\nShort?\nLong, then?,,,,A,yes,no\n`).error).toBe(
      'The first row names no column for no (line 3). Put texts that hold the separator in quotation marks.',
    );
  });

  test('columns that are not read are named', () => {
    const read = readQuestions('Question,Correct,Answer 1,Answer 2,Answer three,Feedback\nQ?,A,x,y,z,f\n');
    expect('unread' in read && read.unread).toEqual(['Answer three', 'Feedback']);
  });

  test.each([
    ['nothing', '', 'The first row must name the columns'],
    ['no heading', 'Which?,A,yes,no', 'The first row must name the columns'],
    ['no column for the key', 'question,answer 1\nWhich?,yes', 'The first row must name the columns'],
    ['a heading alone', HEADING, 'The file has no rows.'],
    [
      'an open quotation mark',
      `${HEADING}\n"Which?,,,,A,yes,no`,
      'Line 2: the quotation mark before Which?,,,,A,yes,no is not closed.',
    ],
    ['201 questions', `${HEADING}\n${'Which?,,,,A,yes,no\n'.repeat(201)}`, 'These are 201 rows.'],
  ])('%s is not sent', (_what, text, words) => {
    expect(readQuestions(text).error).toContain(words);
  });
});
