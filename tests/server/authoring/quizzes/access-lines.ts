// The lines of the access matrix for those who write quizzes.
import { eq } from 'drizzle-orm';
import { forOwnPeople, type Line, ofOrganization, type World } from '../../access-statuses.ts';

export const QUIZ_LINES: Record<string, Line> = {
  'GET /api/admin/lessons/:id/quiz': [ofOrganization(), ({ quiz: id }) => ({ at: { id } })],
  'POST /api/admin/lessons/:id/quiz/questions': [
    ofOrganization(201),
    async (world) => ({ at: await newQuiz(world), body: NEW_QUESTION }),
  ],
  'PUT /api/admin/lessons/:id/quiz/order': [
    ofOrganization(),
    async (world) => {
      const { id, question } = await newQuiz(world);
      return { at: { id }, body: { questionIds: [question] } };
    },
  ],
  'POST /api/admin/lessons/:id/quiz/import': [
    ofOrganization(),
    async (world) => ({
      at: await newQuiz(world),
      body: { dryRun: false, rows: [{ questionText: 'New', answers: ['a', 'b'], correct: '1' }] },
    }),
  ],
  'GET /api/admin/lessons/:id/quiz/regrade': [ofOrganization(), ({ quiz: id }) => ({ at: { id } })],
  'POST /api/admin/lessons/:id/quiz/regrade': [
    ofOrganization(),
    async (world) => {
      const { id, question } = await newQuiz(world);
      const { db } = world.server;
      const content = [
        { id: question, questionText: 'Deleted', questionType: 'single_choice', points: 1, answers: [] },
      ];
      await db.insert(db.tables.quizVersions).values({ lessonId: id, version: 'before', content });
      await db
        .update(db.tables.quizQuestions)
        .set({ retiredAt: new Date() })
        .where(eq(db.tables.quizQuestions.id, question));
      return { at: { id }, body: { questions: [{ id: question, seen: 'deleted', by: 'leave' }] } };
    },
  ],
  'GET /api/admin/lessons/:id/quiz/analysis': [forOwnPeople, ({ quiz: id }) => ({ at: { id } })],
  'GET /api/admin/lessons/:id/quiz/attempts': [ofOrganization(), ({ quiz: id }) => ({ at: { id } })],
  'GET /api/admin/lessons/:id/quiz/attempts/:attemptId': [
    [401, 403, 404, 404, 404],
    ({ quiz: id }) => ({ at: { id, attemptId: 4711 } }),
  ],
  'PUT /api/admin/quiz/questions/:id': [
    ofOrganization(),
    async (world) => ({ at: { id: (await newQuiz(world)).question }, body: { points: 2 } }),
  ],
  'DELETE /api/admin/quiz/questions/:id': [
    ofOrganization(),
    async (world) => ({ at: { id: (await newQuiz(world)).question } }),
  ],
  'POST /api/admin/quiz/questions/:id/answers': [
    ofOrganization(201),
    async (world) => ({ at: { id: (await newQuiz(world)).question }, body: { answerText: 'New', isCorrect: false } }),
  ],
  'PUT /api/admin/quiz/answers/:id': [
    ofOrganization(),
    async (world) => ({ at: { id: (await newQuiz(world)).answer }, body: { answerText: 'New', isCorrect: false } }),
  ],
  'DELETE /api/admin/quiz/answers/:id': [
    ofOrganization(),
    async (world) => ({ at: { id: (await newQuiz(world)).answer } }),
  ],
};

const NEW_QUESTION = {
  questionText: 'New',
  questionType: 'single_choice',
  answers: [
    { text: 'a', isCorrect: true },
    { text: 'b', isCorrect: false },
  ],
};

/** A quiz of the course with one question of three answers; `answer` is a wrong one. */
async function newQuiz({ plant, course: courseId }: World) {
  const id = await plant.lesson(courseId, { title: 'Quiz', orderIndex: 3 });
  const question = await plant.question(id, [true, false, false]);
  return { id, question: question.id, answer: question.answers[2] ?? 0 };
}
