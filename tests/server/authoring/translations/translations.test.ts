import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Lesson } from '#sync/contract/lesson.ts';
import type { Translation, TranslationAnswer, TranslationPart } from '#sync/contract/translation.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { type OpenCourse, openCourse } from '#tests/fixtures/rooms.ts';

const spanish = { 'Accept-Language': 'es' };
const WORDS: Record<string, string> = {
  Ladders: 'Escaleras',
  'How to climb.': 'Cómo subir.',
  'Stand firm': 'Ponte firme',
  Boots: 'Botas',
  'On the ground': 'En el suelo',
  'Module quiz': 'Cuestionario',
  'Look up.': 'Mira arriba.',
  '- one\n- two': '- uno\n- dos',
  'Which?': '¿Cuál?',
  'Answer 0': 'Respuesta 0',
  'Answer 1': 'Respuesta 1',
  'So.': 'Así.',
};

onEveryEngine('a course in several languages', (openDb) => {
  let { db, rooms, plant, me } = {} as OpenCourse;
  let author: string;
  beforeAll(async () => {
    ({ db, rooms, plant, me } = await openCourse(openDb));
    author = await plant.person({ isSuperAdmin: true });
  });

  /** A course with a module and a quiz. */
  const newCourse = async () => {
    const courseId = await plant.course({
      title: 'Ladders',
      description: 'How to climb.',
      objectives: ['Stand firm'],
      prerequisites: ['Boots'],
    });
    await plant.module(courseId, { title: 'On the ground', startLessonIndex: 1, endLessonIndex: 9 });
    const body = 'Look up.\n\n- one\n- two\n';
    const lessonId = await plant.lesson(courseId, { title: 'Module quiz', description: '', body });
    const question = await plant.question(lessonId, [true, false]);
    const path = `/api/admin/courses/${courseId}/translations/es`;
    const read = async () => (await rooms.ask(author, path)).body.translation as Translation;
    const write = (texts: object[], more: object = {}) =>
      rooms.ask(author, path, { method: 'PUT', body: { texts, ...more } });
    const publish = (isPublished = true) => rooms.post(author, `${path}/publish`, { isPublished });
    return { courseId, lessonId, question, path, read, write, publish };
  };

  /** What a translator sends back. */
  const inSpanish = ({ parts }: Translation) =>
    parts.flatMap(({ lessonId, texts }) =>
      texts.map(({ key, source }, at) => ({ lessonId, key, at, of: source, text: WORDS[source] ?? '' })),
    );
  const textOf = (parts: TranslationPart[], key: string) =>
    parts.flatMap(({ texts }) => texts).filter((text) => text.key.split('.')[0] === key);

  test('learners get its words in the languages they ask for once they are published, and its kind and version stay', async () => {
    const { courseId, lessonId, question, read, write, publish } = await newCourse();
    const quizPath = `/api/lessons/${lessonId}/quiz`;
    const before = (await rooms.ask(me, quizPath)).body;
    const sent = inSpanish(await read());
    expect((await write(sent)).body).toMatchObject({ taken: sent.length, unknown: [] });
    expect((await rooms.ask(me, `/api/courses/${courseId}`, { headers: spanish })).body).not.toHaveProperty('words');
    await publish();

    const course = (await rooms.ask(me, `/api/courses/${courseId}`, { headers: spanish })).body;
    expect(course).toMatchObject({ title: 'Ladders', languages: ['es'] });
    expect(course.words.es).toEqual({
      title: 'Escaleras',
      description: 'Cómo subir.',
      objectives: ['Ponte firme'],
      prerequisites: ['Botas'],
    });
    const listed = (await rooms.ask(null, '/api/public/courses', { headers: spanish })).body.courses;
    expect(listed.find(({ id }: { id: number }) => id === courseId).words.es.title).toBe('Escaleras');
    const [lesson] = (await rooms.ask(me, `/api/courses/${courseId}/lessons`, { headers: spanish })).body
      .lessons as Lesson[];
    expect(lesson).toMatchObject({ title: 'Module quiz', questionCount: 1 });
    expect(lesson?.words?.es).toEqual({
      title: 'Cuestionario',
      description: '',
      body: 'Mira arriba.\n\n- uno\n- dos',
      module: 'En el suelo',
    });
    expect((await rooms.ask(me, `/api/lessons/${lessonId}`, { headers: spanish })).body).toEqual(lesson);

    const quiz = (await rooms.ask(me, quizPath, { headers: spanish })).body;
    expect(quiz.quizVersion).toBe(before.quizVersion);
    expect(quiz.words.es).toEqual({
      [`question.${question.id}`]: '¿Cuál?',
      [`answer.${question.answers[0]}`]: 'Respuesta 0',
      [`answer.${question.answers[1]}`]: 'Respuesta 1',
    });
    const answers = { [question.id]: `${question.answers[0]}` };
    const graded = await rooms.post(me, `${quizPath}/submit`, { answers, quizVersion: before.quizVersion });
    expect(graded.body).toMatchObject({ passed: true, review: [{ explanation: 'So.', words: { es: 'Así.' } }] });

    // Whoever asks for no language, or for another one, gets the source alone.
    const plain = (await rooms.ask(me, `/api/lessons/${lessonId}`)).body;
    expect(plain).not.toHaveProperty('words');
    await publish(false);
    expect((await rooms.ask(me, `/api/courses/${courseId}`, { headers: spanish })).body).not.toHaveProperty(
      'languages',
    );
  });

  test('what the source has changed since is read in the source, and marked for its authors until they have looked', async () => {
    const { lessonId, read, write, publish } = await newCourse();
    await write(inSpanish(await read()));
    await publish();
    const body = 'Ask first.\n\nLook up!\n\n- one\n- two\n';
    await db.update(db.tables.lessons).set({ body }).where(eq(db.tables.lessons.id, lessonId));
    const { words } = (await rooms.ask(me, `/api/lessons/${lessonId}`, { headers: spanish })).body;
    expect(words.es).toMatchObject({ body: 'Ask first.\n\nLook up!\n\n- uno\n- dos', isPartial: true });
    const { parts } = await read();
    expect(textOf(parts, 'body').map(({ state, of, text }) => ({ state, of, text }))).toEqual([
      { state: 'changed', of: 'Look up.', text: 'Mira arriba.' },
      { state: 'missing', of: '', text: '' },
      { state: 'ready', of: '- one\n- two', text: '- uno\n- dos' },
    ]);
    const answer = (await write([{ lessonId, key: 'body', of: 'Look up!', text: '¡Mira arriba!' }]))
      .body as TranslationAnswer;
    expect(answer.taken).toBe(1);
    expect(textOf(answer.parts, 'body').map(({ state }) => state)).toEqual(['changed', 'ready', 'ready']);
    const list = (await rooms.ask(author, `/api/admin/courses/${(await read()).courseId}/translations`)).body;
    expect(list).toMatchObject({
      source: 'en',
      translations: [{ language: 'es', isPublished: true, changed: 1, missing: 0 }],
    });
  });

  test('a file of another course is refused by its name, and what the course does not say is left out', async () => {
    const { courseId, read, write } = await newCourse();
    const other = await plant.course({ title: 'Roofs' });
    const [first] = inSpanish(await read());
    const refused = await write([first as object], { courseId: other });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      field: 'courseId',
      message: 'This file is a translation of "Roofs", not of "Ladders".',
    });
    const unknown = { lessonId: 999_999, key: 'title', of: 'A', text: 'B' };
    const answer = await write([first as object, unknown, { ...first, key: 'nonsense' }], { courseId });
    expect(answer.body).toMatchObject({ taken: 1, unknown: [1, 2] });
  });

  test.each([
    [{ texts: [] }, 'texts'],
    [{ texts: [{ lessonId: null, key: 'title', of: 'Ladders', text: 'x'.repeat(201) }] }, 'texts.0.text'],
    [{ texts: [{ lessonId: null, key: '', of: '', text: '' }] }, 'texts.0.key'],
    [{ texts: [{ lessonId: 'one', key: 'title', of: '', text: '' }] }, 'texts.0.lessonId'],
  ])('bad input is refused by its field: %#', async (body, field) => {
    const { path } = await newCourse();
    const told = await rooms.ask(author, path, { method: 'PUT', body });
    expect({ status: told.status, field: told.body.field }).toEqual({ status: 400, field });
  });

  test.each(['en', 'xx', 'english', 'ES'])('%s is no language to translate into', async (language) => {
    const { courseId } = await newCourse();
    const told = await rooms.ask(author, `/api/admin/courses/${courseId}/translations/${language}`);
    expect({ status: told.status, field: told.body.field }).toEqual({ status: 400, field: 'language' });
  });

  test('nothing is published before something is translated, and a deleted translation is gone', async () => {
    const { lessonId, path, read, write, publish } = await newCourse();
    expect((await publish()).status).toBe(400);
    await write(inSpanish(await read()));
    await publish();
    expect((await rooms.ask(author, path, { method: 'DELETE' })).status).toBe(200);
    expect((await rooms.ask(me, `/api/lessons/${lessonId}`, { headers: spanish })).body).not.toHaveProperty('words');
    expect((await read()).parts.flatMap(({ texts }) => texts).every(({ state }) => state === 'missing')).toBe(true);
  });
});
