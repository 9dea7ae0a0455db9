// @vitest-environment happy-dom
// A course and its translation side by side, and as files.
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readTexts } from '#app/admin/translations/read-translations.ts';
import { writeCsv, writeXliff } from '#app/admin/translations/translation-files.ts';
import { TranslationsTab } from '#app/admin/translations/translations-tab.tsx';
import type { TextState, Translation } from '#sync/contract/translation.ts';
import { openForAdmin, press } from '#tests/fixtures/admin-screen.tsx';
import { answer } from '#tests/fixtures/auth-service.ts';

const text = (key: string, source: string, words = '', of = words && source) => {
  const state: TextState = words === '' ? 'missing' : of === source ? 'ready' : 'changed';
  return { key, source, of, text: words, state };
};
const translation: Translation = {
  courseId: 7,
  courseTitle: 'Ladders & more',
  source: 'en',
  language: 'es',
  isPublished: false,
  parts: [
    { lessonId: null, number: null, title: 'Ladders & more', texts: [text('title', 'Ladders & more', 'Escaleras')] },
    {
      lessonId: 70,
      number: 1,
      title: 'Climb',
      texts: [
        text('title', 'Climb', 'Subir'),
        text('body', 'Within 1 cm.', 'Menos de 2 cm.', 'Within 2 cm.'),
        text('body', '- a, "b"\n- <c>'),
      ],
    },
  ],
};
const path = '/api/admin/courses/7/translations';
const open = () =>
  openForAdmin(<TranslationsTab courseId={7} />, {
    [`GET ${path}`]: () =>
      answer(200, {
        source: 'en',
        translations: [{ language: 'es', isPublished: false, ready: 2, changed: 1, missing: 1 }],
      }),
    [`GET ${path}/es`]: () => answer(200, { translation }),
    [`GET ${path}/fr`]: () => answer(200, { translation: { ...translation, language: 'fr' } }),
    [`PUT ${path}/es`]: () => answer(200, { taken: 1, unknown: [], parts: [] }),
    [`POST ${path}/es/publish`]: () => answer(200, { isPublished: true }),
  });

test('shows what has changed in the source since, and saves what is still right, written or copied', async () => {
  const { sent } = await open();
  expect(await screen.findByText('2 texts ready, 1 changed, 1 not translated')).toBeDefined();
  await press(/Climb/);
  const part = await screen.findByRole('region', { name: '1. Climb' });
  expect(within(part).getByText('Within 2 cm.').tagName).toBe('DEL');
  fireEvent.click(within(part).getByRole('button', { name: 'Still right' }));
  await waitFor(() => expect(sent(`PUT ${path}/es`)).toHaveLength(1));
  fireEvent.click(within(part).getByRole('button', { name: 'Copy the source' }));
  await waitFor(() => expect(sent(`PUT ${path}/es`)).toHaveLength(2));
  const [field] = within(part).getAllByLabelText('Translation: Title');
  fireEvent.change(field as HTMLElement, { target: { value: 'Trepar' } });
  fireEvent.click(within(part).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(sent(`PUT ${path}/es`)).toHaveLength(3));
  expect(sent(`PUT ${path}/es`)).toEqual(
    [
      { lessonId: 70, key: 'body', at: 1, of: 'Within 1 cm.', text: 'Menos de 2 cm.' },
      { lessonId: 70, key: 'body', at: 2, of: '- a, "b"\n- <c>', text: '- a, "b"\n- <c>' },
      { lessonId: 70, key: 'title', at: 0, of: 'Climb', text: 'Trepar' },
    ].map((one) => ({ texts: [one] })),
  );
  await press('Publish translation');
  await waitFor(() => expect(sent(`POST ${path}/es/publish`)).toEqual([{ isPublished: true }]));
});

test('another language is begun by choosing it', async () => {
  await open();
  fireEvent.change(await screen.findByLabelText('Language'), { target: { value: 'fr' } });
  expect(await screen.findByText('French')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Publish translation' })).toBeNull();
});

const sentTexts = [
  { lessonId: null, key: 'title', at: 0, of: 'Ladders & more', text: 'Escaleras' },
  { lessonId: 70, key: 'title', at: 0, of: 'Climb', text: 'Subir' },
  { lessonId: 70, key: 'body', at: 1, of: 'Within 1 cm.', text: 'Menos de 2 cm.' },
];

test.each([
  ['XLIFF', writeXliff, 'state="needs-review-translation"', 'state="final"'],
  ['CSV', writeCsv, ',changed', ','],
])('a %s file comes back without what is not translated, or what nobody looked at since it changed', (...kind) => {
  const [, write, mark, seen] = kind;
  const file = write(translation);
  const [title, climb, body] = sentTexts;
  expect(readTexts(file, translation)).toEqual({ courseId: 7, texts: [title, climb] });
  expect(readTexts(file.replace(mark, seen), translation)).toEqual({ courseId: 7, texts: [title, climb, body] });
  const mended = file.replace('Menos de 2 cm.', 'Menos de 1 cm.');
  expect(readTexts(mended, translation)).toMatchObject({ texts: [title, climb, { ...body, text: 'Menos de 1 cm.' }] });
});

test('a suggestion in an XLIFF file is no translation', () => {
  const empty = '<target state="new"></target>';
  const suggested = '<alt-trans><target>Otra cosa</target></alt-trans>';
  const file = writeXliff(translation);
  expect(file).toContain(empty);
  for (const written of [suggested, `${empty}${suggested}`, `${suggested}${empty}`])
    expect(readTexts(file.replace(empty, written), translation)).toMatchObject({ texts: sentTexts.slice(0, 2) });
});

test.each([
  [writeXliff({ ...translation, language: 'fr' }), 'This file is a translation into French, not into Spanish.'],
  ['<xliff><file/></xliff>', 'This is no XLIFF file of a course.'],
  ['<?xml version="1.0"?><xliff', 'This is no XLIFF file of a course.'],
  ['a,b\n1,2', 'The first row must name the columns: course, language, id, source, translation.'],
  ['course,language,id,source,translation\nx,es,a,b,c', 'Line 2: the column course has no number.'],
  [
    'course,language,id,source,translation\n7,es,course/title/0,b,c\n8,es,course/title/0,b,c',
    'Line 3: this row is of another course or language than the one above.',
  ],
  ['course,language,id,source,translation\n7,es,course/title/0,b,', 'This file has no translated text.'],
])('a file that cannot be read says why: %#', (file, sentence) => {
  expect(readTexts(file, translation)).toBe(sentence);
});
