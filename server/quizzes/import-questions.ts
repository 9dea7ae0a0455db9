import type { QuestionImport, QuestionsImported } from '#sync/contract/quiz-authoring.ts';
import { type Db, run } from '../db/client.ts';
import type { Acting } from '../http/admin.ts';
import { noteQuizAct, requireQuiz } from './editable-quiz.ts';
import { type JudgedRow, judgeRows } from './judge-question-rows.ts';
import { addQuestions } from './keep-question.ts';

/**
 * Takes the questions of a file in, all or none: with one row refused nothing is kept, and `taken` is 0. A dry run keeps
 * nothing and tells how many would be taken. Refuses `lesson_not_found`.
 */
export function importQuestions(
  db: Db,
  acting: Acting,
  { lessonId, dryRun, rows }: QuestionImport & { lessonId: number },
): Promise<QuestionsImported> {
  return db.transact(function* (source) {
    const { lesson, questions } = yield* requireQuiz(source, acting.actor, lessonId);
    const judged = judgeRows(rows, questions);
    const drafts = judged.flatMap((one) => (one.wrong ? [] : one.draft));
    const refused = judged.length - drafts.length;
    const isTaken = refused === 0;
    if (isTaken && !dryRun) {
      yield* addQuestions(source, { lessonId, behind: questions, drafts, now: acting.now });
      const details = { questions: drafts.length };
      yield* run(noteQuizAct(source, acting, { lesson, action: 'quiz_imported', details }));
    }
    const taken = isTaken || dryRun ? drafts.length : 0;
    return { dryRun, taken, refused, rows: judged.map((one, at) => outcome(one, at, rows[at]?.questionText)) };
  });
}

function outcome({ wrong }: JudgedRow, at: number, questionText = ''): QuestionsImported['rows'][number] {
  return {
    row: at + 1,
    questionText: questionText.trim().slice(0, 200),
    field: wrong?.field ?? null,
    reason: wrong?.reason ?? null,
  };
}
