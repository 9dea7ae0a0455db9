import { describe, expect, test } from 'vitest';
import { readFile, textOf } from '#app/admin/lists/read-file.ts';
import { groupNames, namesOfGroups } from '#app/admin/people/group-names.ts';
import { readGuests } from '#app/admin/people/read-guests.ts';
import { csvOf } from '#sync/contract/csv.ts';
import { processorMs } from '#tests/fixtures/processor-time.ts';

const read = (text: string) => {
  const { guests, error } = { guests: undefined, ...readGuests(text) };
  return error ?? guests;
};

describe('[Z6] a list of people', () => {
  test.each([
    ['commas', 'ada@x.example,admin,3\nben@x.example,,'],
    ['semicolons', 'ada@x.example;admin;3\nben@x.example;;'],
    ['tabs', 'ada@x.example\tadmin\t3\nben@x.example\t\t'],
    ['carriage returns and an empty line at the end', 'ada@x.example,admin,3\r\nben@x.example\r\n\r\n'],
    ['quotation marks', '"ada@x.example","admin","3"\n"ben@x.example"'],
    ['spaces around', ' ada@x.example , admin , 3 \n ben@x.example '],
  ])('is read with %s', (_, text) => {
    expect(read(text)).toEqual([
      { line: 1, email: 'ada@x.example', role: 'admin', courseId: '3' },
      { line: 2, email: 'ben@x.example' },
    ]);
  });

  test('takes its columns in the order of a heading, and leaves others out', () => {
    const text = '\uFEFFCourse ID;Name;E-Mail;Role\n7;Ada;ada@x.example;member\n\n;Ben;ben@x.example;';
    expect(read(text)).toEqual([
      { line: 2, email: 'ada@x.example', role: 'member', courseId: '7' },
      { line: 4, email: 'ben@x.example' },
    ]);
  });

  test('says which columns of a list of people it has not read', () => {
    const list = readGuests('Name,Email,Role,Groups,Last activity\nAda,ada@x.example,Member,"North, South (lead)",');
    expect(list).toEqual({
      guests: [{ line: 2, email: 'ada@x.example', role: 'Member', groups: ['North', 'South'] }],
      unread: ['Name', 'Last activity'],
    });
  });

  test('may lead people into groups, in the fourth column or under a heading', () => {
    expect(read('ada@x.example,,,North\nben@x.example')).toEqual([
      { line: 1, email: 'ada@x.example', groups: ['North'] },
      { line: 2, email: 'ben@x.example' },
    ]);
    // One group, whatever is in its name.
    expect(read('Group,Email\n"North, East",ada@x.example')).toEqual([
      { line: 2, email: 'ada@x.example', group: 'North, East' },
    ]);
    expect(read('Group;Email\nNight shift;ada@x.example')).toEqual([
      { line: 2, email: 'ada@x.example', group: 'Night shift' },
    ]);
  });

  test('reads the groups of people as the list of people writes them', () => {
    const names = ['North', 'North, East', 'The 5" pipe', 'Crew (lead)', '"', '=1', "O'Hara; site", 'a""b,'];
    const groups = names.map((name, n) => ({ id: `${n}`, name, isLead: n % 2 === 1 }));
    const people = [groups, groups.slice(2, 3), [], groups.toReversed()];
    const rows = people.map((theirs, n) => [`p${n}@x.example`, groupNames(theirs)]);
    expect(read(csvOf(['Email', 'Groups'], rows))).toEqual(
      people.map((theirs, n) => ({
        ...{ line: n + 2, email: `p${n}@x.example` },
        ...(theirs.length > 0 && { groups: theirs.map(({ name }) => name) }),
      })),
    );
    expect(groupNames(groups.slice(0, 2))).toBe('North, "North, East" (lead)');
  });

  test('written by hand may have any spaces and forgotten quotation marks, and names all of very many groups', () => {
    expect(namesOfGroups(' North ,, "South" ,"Crew, 1"(lead), The 5" pipe ')).toEqual([
      ...['North', 'South', '"Crew', '1"(lead)', 'The 5" pipe'],
    ]);
    const many = Array.from({ length: 700 }, (_, n) => `Crew ${n}`.padEnd(80, 'x'));
    const read = readGuests(csvOf(['Email', 'Groups'], [['ada@x.example', many.join(', ')]]));
    if (read.error !== undefined) throw new Error(read.error);
    expect(read.guests[0]?.groups, 'one more than there can be').toEqual(many.slice(0, 501));
  });

  test('may be one column of addresses, with or without a heading', () => {
    expect(read('Email\nada@x.example')).toEqual([{ line: 2, email: 'ada@x.example' }]);
    expect(read('ada@x.example')).toEqual([{ line: 1, email: 'ada@x.example' }]);
  });

  test('keeps a formula as it is, for the server to refuse as an address', () => {
    expect(read('=cmd|calc!A1,member')).toEqual([{ line: 1, email: '=cmd|calc!A1', role: 'member' }]);
  });

  test('cuts a cell that would have the server refuse every row', () => {
    expect(read(`${'a'.repeat(5000)},member`)).toEqual([{ line: 1, email: 'a'.repeat(1000), role: 'member' }]);
  });

  test('of 50,000 rows names the limit, and one of 10,000 is taken', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@x.example`).join('\n');
    expect(read(rows(50_000))).toMatch(/^These are 50,000 rows\. At most 10,000 people can be invited at a time/);
    expect(read(`email\n${rows(10_000)}`)).toHaveLength(10_000);
    expect(read(`email\n${rows(10_001)}`)).toMatch(/^These are 10,001 rows/);
  });

  test.each([
    ['', 'There are no rows in it.'],
    ['email,role\n', 'There are no rows in it.'],
    ['ada@x.example\n"ben@x.example,member', 'Line 2: the quotation mark before ben@x.example,member is not closed.'],
    [
      'Email,Group\r\nada@x.example,"Night\r\nshift"\r\nben@x.example,"North\r\n"cy@x.example",South\r\n',
      'Line 4: the quotation mark before North is not closed.',
    ],
  ])('%j says what is wrong', (text, error) => {
    expect(read(text)).toBe(error);
  });
});

const bytes = (...parts: (number[] | string)[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'utf8')] : part)));
const utf16 = (text: string) => [...Buffer.from(text, 'utf16le')];
const swapped = (text: string) => [...Buffer.from(text, 'utf16le').swap16()];

describe('[Z6] the characters of a file', () => {
  test.each([
    ['UTF-8', bytes('zoë@x.example')],
    ['UTF-8 with its mark', bytes([0xef, 0xbb, 0xbf], 'zoë@x.example')],
    ['UTF-16, little end first', bytes([0xff, 0xfe], utf16('zoë@x.example'))],
    ['UTF-16, big end first', bytes([0xfe, 0xff], swapped('zoë@x.example'))],
    ['Windows-1252', bytes('zo', [0xeb], '@x.example')],
  ])('are read from %s', (_, file) => {
    expect(textOf(file)).toMatchObject({ text: 'zoë@x.example' });
  });

  test.each([
    ['a picture', bytes([0x89], 'PNG', [0x0d, 0x0a, 0x1a, 0x0a]), /a picture and not a list/],
    ['UTF-16 without its mark', bytes(utf16('zoe@x.example')), /cannot be read/],
    ['half a UTF-16 character', bytes([0xff, 0xfe, 0x61]), /cannot be read/],
    ['half a zip file', bytes([0x50, 0x4b, 0x03, 0x04, 0x14]), /a zip file and not a list/],
  ])('are not guessed from %s', (_, file, error) => {
    expect(textOf(file).error).toMatch(error);
  });

  test('are not even looked at in a file that is no list of people', async () => {
    expect(await readFile(new Blob(['x'.repeat(20_000_001)]))).toEqual({ error: 'The file is larger than 20 MB.' });
    expect(await readFile(new Blob(['ada@x.example']))).toEqual({ text: 'ada@x.example' });
  });
});

describe('[Z6] a list as other programs write it', () => {
  const emails = (text: string) => {
    const list = readGuests(text);
    return list.error ?? list.guests.map(({ email }) => email);
  };
  const ada = 'ada@x.example';
  const ben = 'ben@x.example';

  test.each([
    [
      'the line of recipients',
      'Anna Müller <anna@firma.example>; Ben Groß <ben@firma.example>',
      ['anna@firma.example', 'ben@firma.example'],
    ],
    [
      'names in quotation marks',
      '"Müller, Anna" <anna@firma.example>, Ben <ben@firma.example>',
      ['anna@firma.example', 'ben@firma.example'],
    ],
    ['one name and address', 'Ada <a@x.example>', ['a@x.example']],
    ['addresses alone in a line', `${ada}, ${ben}; ${ada}`, [ada, ben, ada]],
    ['a bar between columns', `${ada}|member\n${ben}|admin`, [ada, ben]],
    ['a line that names the separator', `sep=;\r\nEmail;Role\r\n${ada};member`, [ada]],
    ['a heading below the title of a report', `Training 2027\nPrinted on 3 March\n\nName,Email\nAda,${ada}`, [ada]],
    ['a heading in German', `Vorname;Nachname;E-Mail-Adresse\nAda;L;${ada}\nBen;M;${ben}`, [ada, ben]],
    ['a heading in no language that is known', `Etunimi;Osoite\nAda;${ada}\nBen;${ben}`, [ada, ben]],
    ['another column with the word in its title', `Email sent on,Email address\n2027-01-01,${ada}`, [ada]],
    ['mixed separators, of which no row is lost', `${ada},x;b\n${ben};x`, [`${ada},x`, ben]],
    ['a typing error in the first row of addresses', `ada(at)x.example\n${ben}`, ['ada(at)x.example', ben]],
  ])('is read with %s', (_, text, found) => {
    expect(emails(text)).toEqual(found);
  });

  test('counts the line that names the separator among those that an author looks for', () => {
    const list = readGuests(`sep=;\r\nEmail;Role\r\n\r\n${ada};member`);
    expect(list).toMatchObject({ guests: [{ email: ada, line: 4 }] });
  });

  test('says which columns there are when none holds addresses, and which were not read', () => {
    expect(emails('Vorname;Nachname;Abteilung\nAda;Lovelace;North')).toBe(
      'No column is called email; yours are Vorname, Nachname, Abteilung.',
    );
    expect(readGuests(`Vorname;E-Mail-Adresse\nAda;${ada}`)).toMatchObject({ unread: ['Vorname'] });
  });

  test('words without end are no list of recipients, and are not looked at for long', () => {
    const begun = processorMs();
    for (const text of ['a '.repeat(95_000), 'a'.repeat(190_000), ' '.repeat(190_000)]) readGuests(`<${text}`);
    expect(processorMs() - begun).toBeLessThan(3000);
  });

  test('says when the characters of a file were guessed', () => {
    const windows1251 = Uint8Array.of(0xd1, 0xe5, 0xe2, 0xe5, 0xf0);
    expect(textOf(windows1251)).toEqual({ text: 'Ñåâåð', note: expect.stringContaining('not UTF-8') });
    // As LibreOffice writes "Œ’–" in German.
    expect(textOf(Uint8Array.of(0x8c, 0x92, 0x96, 0xfc))).toMatchObject({ text: 'Œ’–ü' });
    expect(textOf(new TextEncoder().encode('Север'))).toEqual({ text: 'Север' });
  });

  test('names the cells that no column holds, by their line', () => {
    const groups = 'Crew 1, Night shift';
    expect(readGuests(`email,role,course,groups\n${ada},member,Ladders,${groups}\n`)).toMatchObject({
      guests: [{ email: ada, groups: ['Crew 1'] }],
      unread: ['Night shift (line 2)'],
    });
    expect(readGuests(`${ada},member,Ladders,${groups}\nben@x.example`)).toMatchObject({
      unread: ['Night shift (line 1)'],
    });
    const many = Array.from({ length: 7 }, (_, at) => `p${at}@x.example;member;;;beyond`).join('\n');
    const { unread } = readGuests(many) as { unread: string[] };
    expect(unread.slice(4)).toEqual(['beyond (line 5)', 'and 2 more']);
  });
});
