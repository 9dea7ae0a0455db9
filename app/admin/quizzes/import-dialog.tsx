// Imports questions from a file: parsed in the browser, validated by the server, then imported all at once.

import { useState } from 'react';
import type { ForeignFile } from '#sync/contract/foreign-file.ts';
import type { QuestionImport, QuestionImportAnswer } from '#sync/contract/quiz-authoring.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { counted } from '../../ui/labels.ts';
import { CsvSource } from '../lists/csv-source.tsx';
import type { ForeignQuestion } from './foreign-question.ts';
import { holdsQuestions } from './formats.ts';
import { Preview } from './import-preview.tsx';
import type { QuestionsIn } from './read-question-file.ts';
import type { FoundQuestion } from './read-questions.ts';
import { type QuizLesson, useQuizAct } from './use-quiz-act.ts';

const TEMPLATE = {
  name: 'questions-template.csv',
  rows: [
    ['question', 'type', 'points', 'explanation', 'correct', 'answer 1', 'answer 2', 'answer 3', 'answer 4'],
    ['Which tool measures a long wall?', 'single_choice', '1', 'A tape sags.', 'B', 'Tape', 'Laser', 'Ruler', ''],
    ['What do you wear on a roof?', 'multiple_choice', '2', '', 'A; C', 'Helmet', 'Sandals', 'Harness', ''],
    ['Rain makes a roof slippery.', 'true_false', '1', '', 'A', 'True', 'False', '', ''],
  ],
};

/** The rows that can be checked, with their places in the file, and in a file of another system what cannot be. */
type Read = {
  found: readonly FoundQuestion[];
  unread: readonly string[];
  foreign?: { format: string; questions: readonly ForeignQuestion[] };
};

export function ImportDialog({ lesson, onClose }: { lesson: QuizLesson; onClose: () => void }) {
  const [read, setRead] = useState<Read>({ found: [], unread: [] });
  const [checked, setChecked] = useState<QuestionImportAnswer>();
  const { run, isRunning } = useQuizAct(lesson, {
    send: ({ rows, dryRun }: { rows: QuestionImport['rows']; dryRun: boolean }) =>
      call(server.admin.lessons[':id'].quiz.import.$post({ ...byId(lesson.id), json: { dryRun, rows } })),
    successToast: ({ dryRun, taken }) => {
      if (dryRun || taken === 0) return undefined;
      const description = `${counted(taken, 'question was', 'questions were')} added to the quiz.`;
      return { title: 'Questions Imported', description };
    },
    errorToast: { title: 'Import Failed', sentence: 'No question was imported.' },
  });
  const check = async (list: Read) => {
    setRead(list);
    const rows = list.found.map(({ row }) => row);
    setChecked(rows.length > 0 ? await run({ rows, dryRun: true }) : NOTHING);
  };
  const checkForeign = (list: QuestionsIn, rowOf: (question: ForeignQuestion) => FoundQuestion['row']) => {
    if (list.error !== undefined) return list.error;
    const taken = list.questions.filter(({ leftOut }) => !leftOut);
    return check({ found: taken.map((one) => ({ line: one.number, row: rowOf(one) })), unread: [], foreign: list });
  };
  const checkText = async (text: string) => {
    const [{ readQuestions }, { questionsInText, rowOf }] = await Promise.all([
      import('./read-questions.ts'),
      import('./read-question-file.ts'),
    ]);
    const list = readQuestions(text);
    if (list.error === undefined) return void (await check(list));
    const other = questionsInText(text);
    return (other && (await checkForeign(other, rowOf))) ?? (other ? undefined : list.error);
  };
  const checkBytes = async (kind: ForeignFile['kind'], bytes: Uint8Array) => {
    const { readQuestionFile, rowOf } = await import('./read-question-file.ts');
    return holdsQuestions(kind) ? (await checkForeign(readQuestionFile(kind, bytes), rowOf)) || undefined : undefined;
  };
  const takeIn = async (answered: QuestionImportAnswer) => {
    const rows = read.found.flatMap(({ row }, at) => (answered.rows[at]?.reason ? [] : row));
    const answer = await run({ rows, dryRun: false });
    // The quiz may have changed since the check: then the reasons are shown.
    if (answer && answer.refused > 0) await check(read);
    else if (answer) onClose();
  };
  if (checked) {
    const again = () => setChecked(undefined);
    const take = () => void takeIn(checked);
    return <Preview {...{ read, checked, isRunning, again, take, onClose }} />;
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Import questions"
      description="From a CSV or Excel file, or from Moodle XML, GIFT, Aiken or QTI. You can review before anything is imported."
    >
      <p>
        In a table one question a row, below a row that names the columns: <strong>question</strong>,{' '}
        <strong>correct</strong> (the letters of the correct answers, such as A or A; C), <strong>answer 1</strong>,{' '}
        <strong>answer 2</strong> and so on; if you like <strong>type</strong>, <strong>points</strong> and{' '}
        <strong>explanation</strong>.
      </p>
      <CsvSource
        template={TEMPLATE}
        disabled={isRunning}
        onText={checkText}
        foreign={{
          label: 'File of questions',
          accept: ',.xml,.gift,.zip',
          isTaken: holdsQuestions,
          onBytes: checkBytes,
        }}
      />
      <p role="status" className="text-ink-soft empty:hidden">
        {isRunning && 'Checking the file...'}
      </p>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const NOTHING: QuestionImportAnswer = { dryRun: true, taken: 0, refused: 0, rows: [] };
