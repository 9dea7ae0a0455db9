// What the server says in a person's language: ICU messages from a catalog, dates and direction, and what is wrong with a catalog.
import { describe, expect, test } from 'vitest';
import { accountMail } from '#server/mail/account-mails.ts';
import { compileCatalog } from '#server/words/catalogs.ts';
import { firstOffered } from '#server/words/languages.ts';
import { checkCatalogs, makeWords } from '#server/words/words.ts';

const message = (id: string, translation: string) =>
  `msgid ${JSON.stringify(id)}\nmsgstr ${JSON.stringify(translation)}\n`;

const wordsOf = (language: string, po: string) => makeWords(language, compileCatalog(po, `${language}.po`));

const OVERDUE = '{count, plural, one {Overdue: # course} other {Overdue: # courses}}';
const spanish = wordsOf(
  'es',
  [
    'msgid ""\nmsgstr ""\n"Language: es\\n"\n',
    '#. js-lingui-explicit-id\n#: server/mail/words-of-training.ts',
    message(OVERDUE, '{count, plural, one {Vencido: # curso} other {Vencidos: # cursos}}'),
    message('Hello {name},', 'Hola, {name}:'),
    message('Your training is overdue', 'Tu formación está vencida'),
    message('“{title}” was due on {day}.', '«{title}» vencía el {day}.'),
    'msgid "Stop these "\n"reminders"\nmsgstr "No enviar "\n"más avisos"\n',
    message('Open your courses', ''),
    '#~ msgid "Gone"\n#~ msgstr "Ya no está"',
  ].join('\n'),
);

const due = [
  { title: 'Roofs', dueOn: '2026-03-02', round: 1 },
  { title: 'Ladders', dueOn: '2026-03-09', round: 1 },
];
const reminder = { language: 'es', link: 'https://learn.example/', name: 'Inés', organization: 'Acme' };

describe('words', () => {
  test('a mail speaks the language of its receiver: plurals, dates, and English for what has no translation', () => {
    const about = { ...reminder, due, today: '2026-03-10', unsubscribe: 'https://learn.example/stop' };
    const { subject, text, html } = accountMail('reminder', about, spanish);
    expect(subject).toBe('Vencidos: 2 cursos');
    expect(text).toContain(
      'Hola, Inés:\n\n«Roofs» vencía el 2 de marzo de 2026.\n\n«Ladders» vencía el 9 de marzo de 2026.',
    );
    expect(text).toContain('Open your courses:\nhttps://learn.example/');
    expect(text).toContain('No enviar más avisos:');
    expect(html).toContain('<html lang="es" dir="ltr">');
  });

  test('a mail in Arabic is set from right to left, and a foreign name in it stands for itself', () => {
    const arabic = wordsOf('ar', message('Hello {name},', 'مرحبًا {name}،'));
    const { text, html } = accountMail('signup', { ...reminder, language: 'ar', name: 'Lena (Demo)' }, arabic);
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('<table role="presentation" dir="rtl"');
    expect(text).toContain('مرحبًا \u2068Lena (Demo)\u2069،');
  });

  test('what people wrote stays as they wrote it', () => {
    const name = "{count} # '' \\u0041 <b>";
    expect(spanish._('Hello {name},', { name })).toBe(`Hola, ${name}:`);
    expect(makeWords('en', new Map())._('Hello {name},', { name: 'constructor' })).toBe('Hello constructor,');
  });

  test('plurals have the forms of their language', () => {
    const polish = wordsOf(
      'pl',
      message(OVERDUE, '{count, plural, one {# kurs} few {# kursy} many {# kursów} other {# kursu}}'),
    );
    expect([1, 3, 5, 22].map((count) => polish._(OVERDUE, { count }))).toEqual([
      '1 kurs',
      '3 kursy',
      '5 kursów',
      '22 kursy',
    ]);
    expect(spanish._(OVERDUE, { count: 12_345 })).toBe('Vencidos: 12.345 cursos');
  });

  test.each([
    ['a line that is none', 'msgid "A"\nmsgstr "B"\nnonsense\n', 'es.po:3: this is not a line of a catalog: nonsense'],
    ['a quote that is open', 'msgid "A"\nmsgstr "B"x"\n', 'es.po:2: this text is not quoted right: "B"x"'],
    ['a translation of nothing', 'msgstr "B"\n', 'es.po:1: a msgstr follows a msgid'],
    ['a plural that is cut off', `\n${message(OVERDUE, '{count, plural, one {x}')}`, 'es.po:2: '],
    ['a strange name', message('Hello {name},', 'Hola, {nombre}:'), 'es.po:1: the English has no {nombre}'],
  ])('a catalog with %s is refused by its line', (_, po, wrong) => {
    expect(() => compileCatalog(po, 'es.po')).toThrow(wrong);
  });

  test('all catalogs that are here can be read', () => {
    expect(checkCatalogs).not.toThrow();
  });

  test('the first language that is offered is spoken, else the default', () => {
    const offer = { languages: ['en', 'es', 'ar'], defaultLanguage: 'es' };
    expect(firstOffered(offer, 'ar', 'en')).toBe('ar');
    expect(firstOffered(offer, null, 'en')).toBe('en');
    expect(firstOffered(offer, 'fr', undefined)).toBe('es');
  });
});
