// What an author's client can get wrong, asked of every call of authoring: a plain answer each time, never a 500.
import { expect, test } from 'vitest';
import { RefusalBody } from '#sync/contract/refusal.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { openOutline } from '#tests/fixtures/outline.ts';

type Body = Record<string, unknown>;

const WRONG_VALUES = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  '',
  'Ground',
  '\0',
  '\ud800',
  '\u202e<script>',
  'x'.repeat(250_000),
  [],
  [null],
  {},
  { id: -1 },
];
/** Words of a schema, and names of fields: a person reads the sentence. */
const NO_SENTENCE = /^[a-z]|Invalid input|expected|received|\b[a-z]+[A-Z]/;

const WRONG_IDS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '2147483648',
  '99999999999999999999',
  'word',
  '%00',
  '%ED%A0%80',
  '__proto__',
];
const WRONG_BODIES = ['', '{', 'null', '[]', '"', '4', '\ufffd', `${'['.repeat(5_000)}${']'.repeat(5_000)}`];

onEveryEngine('nonsense from an author', (openDb) => {
  async function started() {
    const all = await openOutline(openDb);
    const { plant, courseId, courseAt, lay } = all;
    const video = await plant.asset();
    const { lessons, modules } = await lay([[1, 5]], [1, 2, 3]);
    const quiz = await plant.lesson(courseId, { title: 'Quiz', orderIndex: 9, assetId: video });
    const { id: question, answers } = await plant.question(quiz, [true, false, false]);
    const { id: other } = await plant.question(quiz, [true, false], { questionText: 'Where?', orderIndex: 2 });
    const orders = [...lessons, quiz].map((lessonId, n) => ({ lessonId, orderIndex: n === 3 ? 9 : n + 1 }));
    const settings = { description: 'd', body: 'b', isPreview: true, points: 5, duration: 60, moduleId: modules[0] };
    const row = {
      questionText: 'New',
      questionType: '',
      points: '1',
      explanation: '',
      answers: ['a', 'b'],
      correct: '1',
    };
    const draft = { questionText: 'New', questionType: 'multiple_choice', points: 2, explanation: 'So.' };
    const calls: [method: string, path: string, id: number, body: Body][] = [
      ['POST', '/api/admin/courses/:id/lessons', courseId, { title: 'New', ...settings }],
      ['PUT', '/api/admin/lessons/:id', quiz, { title: 'Quiz', ...settings, seenRev: 0 }],
      ['PUT', '/api/admin/courses/:id/lessons/reorder', courseId, { lessonOrders: orders, seenRev: 0 }],
      ['POST', '/api/admin/courses/:id/modules', courseId, { title: 'New', description: 'd', size: 2 }],
      [
        'PUT',
        '/api/admin/modules/:id',
        modules[0] ?? 0,
        { title: 'M', description: 'd', isEnabled: true, startLessonIndex: 1, endLessonIndex: 5, seenRev: 0 },
      ],
      ['POST', '/api/admin/lessons/:id/quiz/questions', quiz, { ...draft, answers: [{ text: 'a', isCorrect: true }] }],
      ['PUT', '/api/admin/lessons/:id/quiz/order', quiz, { questionIds: [question, other] }],
      ['POST', '/api/admin/lessons/:id/quiz/import', quiz, { dryRun: true, rows: [row] }],
      [
        'PUT',
        '/api/admin/quiz/questions/:id',
        question,
        { ...draft, answers: [{ id: answers[0], text: 'a', isCorrect: true }], seenUpdatedAt: 'then' },
      ],
      ['POST', '/api/admin/quiz/questions/:id/answers', question, { answerText: 'New', isCorrect: true }],
      ['PUT', '/api/admin/quiz/answers/:id', answers[0] ?? 0, { answerText: 'a', isCorrect: true }],
      ['PUT', '/api/admin/lessons/:id/captions', quiz, { captions: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n' }],
      [
        'POST',
        '/api/videos/signed-upload',
        0,
        { lessonId: quiz, courseId, filename: 'a.mp4', contentType: 'video/mp4', size: 10 },
      ],
      [
        'POST',
        '/api/videos/upload-complete',
        0,
        { lessonId: quiz, filePath: 'videos/1/a.mp4', fileName: 'a.mp4', durationSeconds: 2.5, isPlayable: true },
      ],
      ['POST', '/api/admin/lessons/:id/documents', quiz, { filePath: 'documents/1/a.pdf', title: 'A' }],
      [
        'PUT',
        '/api/admin/courses/:id',
        courseId,
        { title: 'Ground', thumbnail: '/media/a', duration: 5, objectives: ['a'] },
      ],
    ];
    return { ...all, calls, courseAt };
  }
  const at = (path: string, id: number | string) => path.replace(':id', String(id));

  test('any value in any field is accepted, or refused in a sentence', async () => {
    const { calls, send, author, rooms } = await started();
    for (const [method, path, id, body] of calls) {
      for (const changed of broken(body)) {
        const answer = await send(author, method, at(path, id), changed);
        const about = `${method} ${path} ${JSON.stringify(changed).slice(0, 300)}`;
        expect(answer.status, about).toBeLessThan(500);
        if (answer.status >= 400) expect(RefusalBody.parse(answer.body).message, about).not.toMatch(NO_SENTENCE);
      }
    }
    expect(rooms.complaints).toEqual([]);
  }, 120_000);

  test('invalid bodies and ids are refused with what is wrong', async () => {
    const { calls, rooms, author } = await started();
    for (const [method, path, id, body] of calls) {
      for (const text of WRONG_BODIES) {
        const answer = await rooms.ask(author, at(path, id), { method, body: text });
        expect([400, 422], `${method} ${path} ${text.slice(0, 20)}`).toContain(answer.status);
      }
      const plain = await rooms.ask(author, at(path, id), { method, body, headers: { 'Content-Type': 'text/plain' } });
      expect([plain.status, plain.body.code]).toEqual([415, 'wrong_content_type']);
      const large = { body: JSON.stringify({ ...body, more: 'x'.repeat(10_000_000) }) };
      expect((await rooms.ask(author, at(path, id), { method, ...large })).status, path).toBe(413);
      if (!path.includes(':id')) continue;
      for (const wrong of WRONG_IDS)
        expect((await rooms.ask(author, at(path, wrong), { method, body })).status, `${path} ${wrong}`).toBe(404);
    }
    expect(rooms.complaints).toEqual([]);
  });

  test('the admin of another organization reaches and changes nothing of ours', async () => {
    const { calls, send, people, outline, acts } = await started();
    const before = await outline();
    for (const [method, path, id, body] of calls)
      expect((await send(people.otherAdmin, method, at(path, id), body)).status, `${method} ${path}`).toBe(404);
    expect(await outline()).toEqual(before);
    expect(await acts()).toEqual([]);
  });
});

/** The body with one value of it replaced, wherever it lies, for each wrong value. */
function* broken(body: unknown): Generator<unknown> {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    const withValue = (changed: unknown) => {
      if (!Array.isArray(body)) return { ...body, [name]: changed };
      return body.map((one, place) => (String(place) === name ? changed : one));
    };
    for (const wrong of WRONG_VALUES) yield withValue(wrong);
    for (const inner of broken(value)) yield withValue(inner);
  }
}
