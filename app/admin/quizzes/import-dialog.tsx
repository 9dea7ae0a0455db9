// Imports questions from a file: parsed in the browser, validated by the server, then imported all at once.

import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import type { QuestionImport, QuestionImportAnswer } from '#sync/contract/quiz-authoring.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { counted } from '../../ui/labels.ts';
import { CsvSource } from '../lists/csv-source.tsx';
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

type Read = { found: readonly FoundQuestion[]; unread: readonly string[] };

export function ImportDialog({ lesson, onClose }: { lesson: QuizLesson; onClose: () => void }) {
  const [{ found, unread }, setRead] = useState<Read>({ found: [], unread: [] });
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
  const check = async (text: string) => {
    const { readQuestions } = await import('./read-questions.ts');
    const list = readQuestions(text);
    if (list.error !== undefined) return list.error;
    setRead(list);
    setChecked(await run({ rows: list.found.map(({ row }) => row), dryRun: true }));
  };
  const takeIn = async () => {
    const answer = await run({ rows: found.map(({ row }) => row), dryRun: false });
    // The quiz may have changed since the check: then the reasons are shown.
    if (answer && answer.refused > 0) setChecked(answer);
    else if (answer) onClose();
  };
  if (checked)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={titleOf(checked)}
        description={
          checked.refused > 0
            ? 'Nothing was imported. Fix these rows in your file and choose it again.'
            : 'They will be added after the existing questions.'
        }
      >
        {unread.length > 0 && <p className="text-ink-soft">Not read: {unread.join(', ')}.</p>}
        <CheckedRows checked={checked} found={found} />
        <DialogActions>
          <Button variant="secondary" onClick={() => setChecked(undefined)}>
            Another file
          </Button>
          {checked.refused === 0 && (
            <Button disabled={isRunning} onClick={() => void takeIn()}>
              {isRunning ? 'Importing...' : `Import ${counted(checked.taken, 'question')}`}
            </Button>
          )}
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Import questions"
      description="From a CSV file. You can review before anything is imported."
    >
      <p>
        One question a row, below a row that names the columns: <strong>question</strong>, <strong>correct</strong> (the
        letters of the correct answers, such as A or A; C), <strong>answer 1</strong>, <strong>answer 2</strong> and so
        on; if you like <strong>type</strong>, <strong>points</strong> and <strong>explanation</strong>.
      </p>
      <CsvSource template={TEMPLATE} disabled={isRunning} onText={check} />
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

function titleOf({ taken, refused, rows }: QuestionImportAnswer): string {
  if (refused === 0) return `${counted(taken, 'question')} can be imported`;
  return `${refused} of ${counted(rows.length, 'row')} cannot be imported`;
}

/** The refused rows come first, with the reason. */
function CheckedRows({ checked, found }: { checked: QuestionImportAnswer; found: readonly FoundQuestion[] }) {
  const rows = checked.rows
    .map((row) => ({ ...row, line: found[row.row - 1]?.line ?? row.row }))
    .sort((a, b) => Number(a.reason === null) - Number(b.reason === null));
  return (
    <ul aria-label="Rows of the file" className="flex flex-col gap-2">
      {rows.map(({ row, line, questionText, reason }) => (
        <li key={row} className="flex items-start gap-2">
          {reason ? (
            <CircleX aria-hidden className="mt-0.5 size-5 shrink-0 text-danger-text" />
          ) : (
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-complete-text" />
          )}
          <span className="wrap-anywhere min-w-0">
            <span className="text-ink-soft">Row {line}: </span>
            {questionText || 'no question'}
            {reason && <strong className="block text-danger-text">{reason}</strong>}
          </span>
        </li>
      ))}
    </ul>
  );
}
