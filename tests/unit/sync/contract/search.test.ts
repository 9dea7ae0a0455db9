import { describe, expect, test } from 'vitest';
import {
  HITS_LIMIT,
  indexLesson,
  markWords,
  quoteLesson,
  rankLessons,
  scoreParagraph,
  searchedWords,
} from '#sync/contract/search.ts';
import { processorMs } from '#tests/fixtures/processor-time.ts';

const aText = (fields: Partial<Parameters<typeof indexLesson>[1]> = {}) => ({
  title: 'A lesson',
  description: '',
  body: '',
  captions: null,
  ...fields,
});

/** The titles that a search finds among lessons, best first. */
const find = (search: string, lessons: Partial<Parameters<typeof indexLesson>[1]>[]) =>
  rankLessons(
    lessons.map((lesson, id) => indexLesson(id, aText(lesson))),
    searchedWords(search),
  ).map(({ id }) => lessons[id]?.title ?? id);
const quote = (search: string, lesson: Partial<Parameters<typeof indexLesson>[1]>) =>
  quoteLesson(aText(lesson), searchedWords(search));

describe('the words of a search', () => {
  test.each([
    ['Révision, ÉTAGES!', ['revision', 'etages']],
    ['e-mail e-mail', ['e', 'mail']],
    ['平面図', ['平面図']],
    ['x', []],
    [' ?! ', []],
    ['', []],
  ])('%j are %j', (search, words) => {
    expect(searchedWords(search)).toEqual(words);
  });

  test('are ten at most', () => {
    expect(searchedWords('a b c d e f g h i j k l')).toHaveLength(10);
  });
});

test('a sentence may go on in the next line; headings, items and rows are for themselves', () => {
  const body = '# Doors\nKeep the tripod\naway from *mirrors*. Then\nwait.\n- a rope\n- a ladder\n\nThe end.';
  expect(quote('tripod mirrors', { body }).excerpt).toBe('Keep the tripod away from mirrors.');
  expect(quote('ladder', { body }).excerpt).toBe('a ladder');
  expect(quote('doors', { body }).excerpt).toBe('Doors');
  expect(scoreParagraph('Keep the tripod\naway from mirrors', ['tripod'])).toBeGreaterThan(0);
});

describe('a search', () => {
  test('finds a lesson by the title of a document beside it, and quotes that', () => {
    const lesson = { description: 'About heights.', body: 'Lean it.', documents: [{ title: 'Ladder check' }] };
    expect(find('ladder lean', [lesson, { body: 'Ladders' }])).toEqual([0]);
    expect(quote('ladder', lesson)).toEqual({ excerpt: 'Ladder check', second: null });
    expect(quote('ladder lean', { ...lesson, body: 'Lean the ladder.' }).excerpt).toBe('Lean the ladder.');
  });

  test('finds a lesson only when it has every word, anywhere', () => {
    const lessons = [{ title: 'Ladders', body: 'Lean them.' }, { body: 'Lean ladders.' }, { title: 'Ladders' }];
    expect(find('lean ladders', lessons)).toEqual(['Ladders', 1]);
  });

  test('puts a title before a text, a whole word before the beginning of one, and that before its inside', () => {
    const lessons = [
      { title: 'inside', body: 'the blueprint' },
      { title: 'beginning', body: 'a printer' },
      { title: 'whole', body: 'fine (print).' },
      { title: 'Blueprints' },
      { title: 'Printing' },
      { title: 'Print it' },
    ];
    expect(find('print', lessons)).toEqual(['Print it', 'Printing', 'Blueprints', 'whole', 'beginning', 'inside']);
  });

  test('folds accents that are written in one letter or in two', () => {
    expect(
      find('senales', [
        { title: 'one', body: 'señales' },
        { title: 'two', body: 'sen\u0303ales' },
      ]),
    ).toHaveLength(2);
    expect(find('SEÑALES', [{ title: 'plain', body: 'senales' }])).toEqual(['plain']);
  });

  test('does not look into addresses', () => {
    expect(find('example', [{ body: 'See [this](https://example.com) and ![a plan](/media/example).' }])).toEqual([]);
  });

  test('finds no more than the limit', () => {
    expect(
      find(
        'many',
        Array.from({ length: HITS_LIMIT + 1 }, () => ({ title: 'Many' })),
      ),
    ).toHaveLength(HITS_LIMIT);
  });

  test('takes no longer for a text that is all brackets or dots', () => {
    const startedAt = processorMs();
    for (const part of ['](', '[', '.', '<', '!['] as const) {
      const lesson = aText({ body: `word ${part.repeat(200_000 / part.length)}` });
      indexLesson(1, lesson);
      quoteLesson(lesson, ['word']);
    }
    expect(processorMs() - startedAt).toBeLessThan(2_000);
  });
});

test('200 long lessons take less than 2 MB, and a search finds and quotes among them', () => {
  const word = (n: number) => `${(n * 7919).toString(36)}ing`;
  const lessons = Array.from({ length: 200 }, (_, id) => {
    const sentences = Array.from({ length: 130 }, (_, n) => `The “${word(id * 90 + n)}” and ${word(n)} of a scanner.`);
    return aText({ body: sentences.join('\n\n') });
  });
  expect(lessons[0]?.body.length).toBeGreaterThan(5_000);
  const index = lessons.map((lesson, id) => indexLesson(id, lesson));
  const characters = index.reduce((sum, { title, text }) => sum + title.length + text.length, 0);
  expect(characters, 'in memory a character may take two bytes').toBeLessThan(1024 * 1024);
  const found = rankLessons(index, ['scann', 'and']);
  for (const { id } of found)
    expect(quoteLesson(lessons[id] ?? aText(), ['scann', 'and']).excerpt).toContain('scanner');
  expect(found).toHaveLength(HITS_LIMIT);
});

describe('the sentence of a lesson', () => {
  test('is the one with the most words, without marks', () => {
    const body = '# Doors\n\nOpen all doors. Keep the **tripod** 1.5 m from [doors](/x)! Then wait.\n\n- tripod';
    expect(quote('tripod door', { body })).toEqual({ excerpt: 'Keep the tripod 1.5 m from doors!', second: null });
    expect(quote('tripods wait', { body }).excerpt).toBe('Then wait.');
  });

  test('keeps the cells of a table apart', () => {
    const body = '| Sign | Action |\n|---|---|\n| Over **5 mm** | Refer to an engineer |';
    expect(quote('engineer', { body }).excerpt).toBe('Over 5 mm · Refer to an engineer');
  });

  test('is the description when only the title has the words', () => {
    expect(quote('lesson', { description: 'What it is about.' })).toEqual({
      excerpt: 'What it is about.',
      second: null,
    });
  });

  test('is a caption with its second, also with a number, a name and two lines', () => {
    const captions =
      'WEBVTT\n\nNOTE no ladder here\n\n7\n01:02:03.900 --> 01:02:05.000 align:start\n<v Ole>Hold the\nladder.\n';
    expect(quote('hold ladder', { captions })).toEqual({ excerpt: 'Hold the ladder.', second: 3723 });
  });

  test('has the letters of a caption, and is not found by the names of its marks', () => {
    const captions = 'WEBVTT\n\n00:01.000 --> 00:02.000\n&gt;&gt; MAREN: Tom &amp; Jerry&#39;s\n';
    expect(quote('jerry', { captions }).excerpt).toBe(">> MAREN: Tom & Jerry's");
    const index = [indexLesson(1, { title: 'A', description: '', body: '', captions })];
    expect(rankLessons(index, searchedWords('jerry'))).toHaveLength(1);
    expect(rankLessons(index, searchedWords('gt'))).toEqual([]);
    expect(rankLessons(index, searchedWords('amp'))).toEqual([]);
  });

  test('is shortened around the first word', () => {
    const { excerpt } = quote('ladder', { body: `${'before '.repeat(60)}ladder ${'after '.repeat(60)}` });
    expect(excerpt.length).toBeLessThan(200);
    expect(excerpt).toMatch(/^…before .*ladder.* after…$/);
  });

  test('leads to its paragraph', () => {
    const paragraphs = ['Open all doors. Mind the tripod.', 'The tripod stands by the doors.', 'Nothing.'];
    const scores = paragraphs.map((text) => scoreParagraph(text, ['tripod', 'door']));
    expect(scores.indexOf(Math.max(...scores))).toBe(1);
    expect(scores[2]).toBe(0);
  });
});

describe('the marked words', () => {
  const marked = (text: string, search: string) =>
    markWords(text, searchedWords(search))
      .map(({ text: piece, isFound }) => (isFound ? `[${piece}]` : piece))
      .join('');

  test.each([
    ['Señales y más', 'senal mas', '[Señal]es y [más]'],
    ['Sen\u0303ales', 'senales', '[Sen\u0303ales]'],
    ['😀 Print 😀', 'print', '😀 [Print] 😀'],
    ['Straße İstanbul', 'istanbul', 'Straße [İstanbul]'],
    ['nothing', 'other', 'nothing'],
    ['', 'other', ''],
  ])('of %j for %j are %j', (text, search, shown) => {
    expect(marked(text, search)).toBe(shown);
  });
});

describe('what a learner does not see of a text', () => {
  const body =
    'Order part_no_7 &amp; read [the manual][1].\n\n- **Never** touch [it](https://law.example/wire)\n\n[1]: https://law.example/manual.pdf\n[Note]: never alone.';

  test.each(['amp', 'https', 'pdf'])('is not found: %s', (word) => {
    expect(find(word, [{ body }])).toEqual([]);
  });

  test('is not quoted, and no letter of what they see is lost', () => {
    expect(find('part_no_7', [{ body }])).toHaveLength(1);
    expect(quote('part_no_7', { body }).excerpt).toBe('Order part_no_7 & read the manual.');
    expect(quote('touch', { body }).excerpt).toBe('Never touch it');
    expect(quote('alone', { body }).excerpt).toBe('[Note]: never alone.');
  });
});
