// The same person at another device, without a browser: calls to the server itself, whatever the wire does.
import type { Lesson } from '#sync/contract/lesson.ts';
import type { LessonStatus } from '#sync/contract/progress.ts';
import { answerKeyOf } from './database.ts';
import { LEARNER, PASSWORD, type Product } from './product.ts';

export type OtherDevice = {
  /** Records a status; answers the HTTP status. */
  record: (lesson: Lesson, status: LessonStatus, more?: { reflection?: string }) => Promise<number>;
  /** Completes lessons of any kind, quizzes by answering them right. */
  completeAll: (lessons: Lesson[]) => Promise<void>;
};

/** Signs in once more and answers what that device can do. */
export async function otherDevice(product: Product, email = LEARNER): Promise<OtherDevice> {
  const origin = `http://127.0.0.1:${product.port}`;
  const post = (path: string, body: object, token?: string) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token && { Authorization: `Bearer ${token}`, 'Idempotency-Key': crypto.randomUUID() }),
      },
      body: JSON.stringify(body),
    });
  const answer = await post('/auth/v1/token?grant_type=password', { email, password: PASSWORD });
  if (!answer.ok) throw new Error(`${email} cannot sign in: ${answer.status} ${await answer.text()}`);
  const { access_token: token } = (await answer.json()) as { access_token: string };

  const record: OtherDevice['record'] = async (lesson, status, more) =>
    (await post('/api/progress/unit', { lessonId: lesson.id, status, ...more }, token)).status;
  return {
    record,
    completeAll: async (lessons) => {
      for (const lesson of lessons) {
        const answers = await answerKeyOf(product, lesson.id);
        const isQuiz = Object.keys(answers).length > 0;
        const status = isQuiz
          ? (await post(`/api/lessons/${lesson.id}/quiz/submit`, { answers }, token)).status
          : await record(lesson, 'completed');
        if (status !== 200) throw new Error(`${lesson.title} was not completed: ${status}`);
      }
    },
  };
}
