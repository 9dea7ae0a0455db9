// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshUnit } from '#sync/contract/progress.ts';
import { aCourse, aLesson, aQuestion } from '#tests/factories.ts';
import { lessonPages } from '#tests/fixtures/lesson-pages.tsx';
import { openApp } from '#tests/fixtures/opened-app.tsx';

const lesson = aLesson({
  id: 301,
  title: 'Quiz: colours',
  questionCount: 2,
  words: { es: { title: 'Cuestionario: colores', description: '', body: 'Dos preguntas.' } },
});
const course = aCourse({ lessonCount: 1, languages: ['es'] });
const quiz = {
  lessonId: 301,
  quizVersion: 'v1',
  questions: [aQuestion(1, 'Which is complete?', ['Green', 'Red']), aQuestion(2, 'Which is late?', ['Blue', 'Amber'])],
  words: {
    es: { 'question.1': '¿Cuál está completo?', 'answer.11': 'Verde', 'answer.12': 'Rojo', 'answer.22': 'Ámbar' },
  },
};

let opened: Awaited<ReturnType<typeof openApp>>;
beforeEach(async () => {
  opened = await openApp({
    content: [{ course, lessonsOf: { courseId: 4, lessons: [lesson] }, quiz }],
    screen: lessonPages,
    at: '/course/4/lesson/301',
  });
});
afterEach(() => opened.close());

const read = async (language: string) =>
  fireEvent.change(await screen.findByLabelText('Language of this course'), { target: { value: language } });

describe('a quiz in two languages', () => {
  test('is begun in one and finished in the other without a network: answers are known by their ids', async () => {
    fireEvent.click(await screen.findByLabelText('Green'));
    await read('es');
    expect(await screen.findByRole('heading', { level: 1, name: 'Cuestionario: colores' })).toBeDefined();
    expect(await screen.findByText(/¿Cuál está completo\?/)).toBeDefined();
    // Chosen in English, and neither new nor changed in Spanish.
    expect(screen.getByLabelText<HTMLInputElement>('Verde').checked).toBe(true);
    expect(screen.queryByText(/Changed question|was changed/)).toBeNull();
    // What is not translated is asked in the source's words.
    expect(screen.getByText(/Which is late\?/)).toBeDefined();
    fireEvent.click(screen.getByLabelText('Ámbar'));
    fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText(/^Saved\./);
    const [entry] = await opened.engine.replica.outbox.toArray();
    expect(entry?.body).toMatchObject({ answers: { 1: '11', 2: '22' }, quizVersion: 'v1' });

    const review = [
      { questionId: 1, chosenAnswerIds: [11], correctAnswerIds: [11], explanation: 'Yes.', words: { es: 'Sí.' } },
      { questionId: 2, chosenAnswerIds: [22], correctAnswerIds: [21], explanation: 'No.' },
    ];
    opened.setNetwork(({ path }) =>
      path.endsWith('/quiz/submit')
        ? { body: { score: 50, passed: false, review, unit: freshUnit(301), changed: false, dataEpoch: 'e1' } }
        : undefined,
    );
    await opened.engine.syncNow();
    expect(await screen.findByText('Sí.')).toBeDefined();
    expect(screen.getByText('Ámbar')).toBeDefined();
    await read('en');
    await waitFor(() => expect(screen.queryByText('Sí.')).toBeNull());
    expect(screen.getByText('Yes.')).toBeDefined();
  });
});
