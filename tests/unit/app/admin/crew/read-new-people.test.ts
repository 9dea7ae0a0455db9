import { describe, expect, test } from 'vitest';
import { readNewPeople } from '#app/admin/crew/read-new-people.ts';
import { NEW_PEOPLE_LIMIT, readCardCode } from '#sync/contract/crew.ts';

describe('people without an email address, as they are pasted', () => {
  test('are one on each line, whatever is in it', () => {
    const { people } = readNewPeople(' Amina Yılmaz \r\n\nRuiz, Carlos;\n') as { people: object[] };
    expect(people).toEqual([{ name: 'Amina Yılmaz' }, { name: 'Ruiz, Carlos;' }]);
    expect(readNewPeople('')).toEqual({ people: [], unread: [] });
  });

  test('are a table by its heading, in any order of columns', () => {
    const text = 'Number;Full name;Groups;Course;Shoe size\n7;Amina Yılmaz;"Crew 1, Night";Roofs;41\n;Hung Tran;;;';
    expect(readNewPeople(text)).toEqual({
      people: [
        { name: 'Amina Yılmaz', number: '7', course: 'Roofs', groups: ['Crew 1', 'Night'] },
        { name: 'Hung Tran' },
      ],
      unread: ['Shoe size'],
    });
  });

  test('are not endless', () => {
    const list = readNewPeople('Lea\n'.repeat(NEW_PEOPLE_LIMIT + 1));
    expect(list.error).toContain('please split the list');
  });
});

describe('the code of a card', () => {
  test('is read as it is typed and scanned', () => {
    for (const text of ['KR7M4TQX', ' kr7m 4tqx', 'KR7M-4TQX', 'https://learn.example/card#KR7M4TQX'])
      expect(readCardCode(text)).toBe('KR7M4TQX');
  });

  test('is nothing else: too short, with a letter that no card has, or the code of something else', () => {
    for (const text of [
      '',
      'KR7M4TQ',
      'KR7M4TQ0',
      'https://learn.example/verify/GW-1A2B',
      'https://other.example/menu',
    ])
      expect(readCardCode(text)).toBeUndefined();
  });
});
