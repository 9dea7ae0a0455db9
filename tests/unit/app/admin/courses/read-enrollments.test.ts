import { expect, test } from 'vitest';
import { readEnrollments } from '#app/admin/courses/read-enrollments.ts';
import { BULK_LIMIT } from '#sync/contract/organization.ts';

test('reads addresses with due dates, with a heading or without', () => {
  const lines = [
    { line: 2, email: 'ada@x.example', due: '2027-01-31' },
    { line: 3, email: 'ben@x.example' },
  ];
  expect(readEnrollments('email,due\nada@x.example,2027-01-31\nben@x.example,')).toEqual({ lines, unread: [] });
  expect(
    readEnrollments('Name;Email;Due;By\nAda;ada@x.example;2027-01-31;An admin\n;ben@x.example;;Themselves'),
  ).toEqual({
    lines: lines.map((one, at) => (at === 1 ? { ...one, isOwn: true } : one)),
    unread: ['Name'],
  });
  expect(readEnrollments('ada@x.example\t2027-01-31\nben@x.example\t2027-02-28')).toMatchObject({
    lines: [{ line: 1, due: '2027-01-31' }, { line: 2 }],
  });
  expect(readEnrollments('email\nada@x.example')).toEqual({ lines: [{ line: 2, email: 'ada@x.example' }], unread: [] });
});

test('says why a list cannot be used', () => {
  expect(readEnrollments('email,due\n')).toEqual({ error: 'There are no rows in it.' });
  expect(readEnrollments('"ada').error).toBe('Line 1: the quotation mark before ada is not closed.');
  const many = Array.from({ length: BULK_LIMIT + 1 }, (_, n) => `p${n}@x.example`).join('\n');
  expect(readEnrollments(many).error).toContain('These are 5,001 rows.');
});

test('no column is dropped without a word, and a deadline is a due date', () => {
  expect(readEnrollments('Email,Deadline\nlearner@demo.example,2027-01-31')).toEqual({
    lines: [{ line: 2, email: 'learner@demo.example', due: '2027-01-31' }],
    unread: [],
  });
  expect(readEnrollments('Email,Frist\nlearner@demo.example,2027-01-31')).toMatchObject({ unread: ['Frist'] });
  expect(readEnrollments('ada@x.example;2027-01-31;late\nben@x.example')).toMatchObject({ unread: ['late (line 1)'] });
  expect(readEnrollments('Email,Due,\nada@x.example,2027-01-31,late')).toMatchObject({ unread: ['late (line 2)'] });
});
