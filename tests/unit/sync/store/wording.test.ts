import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lessonKind } from '#sync/contract/lesson.ts';
import { createEngine, type Engine } from '#sync/engine.ts';
import { readLessons } from '#sync/extras/lesson-search.ts';
import { openDevice } from '#sync/store/device.ts';
import { readCatalog, readCourse, readLesson } from '#sync/store/reads.ts';
import { replicaName } from '#sync/store/replica.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { EngineSetup, MAREN, responseOf } from '../engine-setup.ts';

const words = { title: 'Examen', description: 'Corto.', body: 'Mira arriba.' };
const lessons = [
  aLesson({
    id: 101,
    title: 'Quiz: ladders',
    captionsUrl: '/media/a/captions.vtt?v=1',
    words: { es: { ...words, captions: 'WEBVTT' } },
  }),
  aLesson({ id: 102, orderIndex: 2, title: 'Look up', words: { es: { ...words, isPartial: true } } }),
  aLesson({ id: 103, orderIndex: 3, title: 'Stand firm' }),
];
const course = aCourse({
  lessonCount: 3,
  languages: ['es'],
  words: { es: { title: 'Escaleras', description: 'Cómo subir.', objectives: ['Subir'], prerequisites: [] } },
});

let engine: Engine;
let setup: EngineSetup;
beforeEach(async () => {
  setup = new EngineSetup();
  engine = createEngine({ userId: MAREN, ports: setup.ports() });
  await engine.replica.saveContent({ catalog: [course], lessonsOf: { courseId: 4, lessons } });
});
afterEach(async () => {
  engine.replica.close();
  await Dexie.delete(replicaName(MAREN));
});

const shown = async () => {
  const state = await readCourse(engine.replica, 4);
  return {
    title: state?.course.title,
    lessons: state?.lessons.map(({ lesson }) => lesson.title),
    wording: state?.wording,
  };
};

test('[Y32] a person reads their own language where it is there, and what they chose for a course before it', async () => {
  expect(await shown()).toEqual({
    title: course.title,
    lessons: ['Quiz: ladders', 'Look up', 'Stand firm'],
    wording: { shown: 'en', languages: ['en', 'es'] },
  });
  expect(await engine.chooseLanguage('es')).toBe(true);
  expect(await engine.chooseLanguage('es')).toBe(false);
  expect(await shown()).toEqual({
    title: 'Escaleras',
    lessons: ['Examen', 'Examen', 'Stand firm'],
    wording: { shown: 'es', languages: ['en', 'es'] },
  });
  expect((await readCatalog(engine.replica))[0]?.title).toBe('Escaleras');
  await engine.chooseLanguage('en', 4);
  expect((await shown()).title).toBe(course.title);
});

test('[Y32] what is not there in their language is the source, and says so', async () => {
  await engine.chooseLanguage('es');
  const wordings = await Promise.all(
    [101, 102, 103].map(async (id) => (await readLesson(engine.replica, id))?.wording),
  );
  expect(wordings.map((wording) => [wording?.shown, wording?.isPartial, wording?.isOther])).toEqual([
    ['es', undefined, undefined],
    ['es', true, undefined],
    ['en', undefined, true],
  ]);
  await engine.chooseLanguage('fr');
  expect(await shown()).toMatchObject({ title: course.title, wording: { shown: 'en', isOther: true } });
  // Without any translation there is nothing to choose, and the mark all the same.
  await engine.replica.saveContent({ course: aCourse({ id: 5 }) });
  expect((await readCourse(engine.replica, 5))?.wording).toEqual({ shown: 'en', languages: ['en'], isOther: true });
});

test("[Y32] the kind of a lesson stays the source's", async () => {
  await engine.chooseLanguage('es');
  const read = await readLesson(engine.replica, 101);
  expect(read?.lesson.title).toBe('Examen');
  expect(read && lessonKind(read.lesson)).toBe('quiz');
});

test('[Y32] the search reads the words that are shown, with the captions of that language', async () => {
  await engine.chooseLanguage('es');
  const found = (await readLessons(engine.replica)).get(101);
  expect(found?.lesson).toMatchObject({ title: 'Examen', body: 'Mira arriba.', captions: 'WEBVTT' });
  expect(found?.index.text).toContain('mira arriba');
});

test('[Y32] pulls ask for the languages that are read here, and downloads are looked at again', async () => {
  const kept = { userId: MAREN, courseId: 4, lessonId: 101, title: 'Q', courseTitle: 'C', orderIndex: 1, files: [] };
  const device = openDevice();
  await device.keptLessons.put({ ...kept, wantedAt: 1, checkedAt: 99, isPaused: false, refusal: null });
  await engine.chooseLanguage('es');
  await engine.chooseLanguage('fr', 9);
  expect(await device.keptLessons.toCollection().first()).toMatchObject({ checkedAt: 0 });
  setup.respond = () => responseOf(404, {});
  await engine.pullLesson(101);
  expect(setup.requests.at(-1)?.headers['Accept-Language']).toBe('es,fr');
});
