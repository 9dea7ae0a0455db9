// What becomes of each question of a file: those that stay out come first, then those that become something else.
import { Ban, CircleAlert, CircleCheck, Download, type LucideIcon } from 'lucide-react';
import type { QuestionImportAnswer } from '#sync/contract/quiz-authoring.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { counted } from '../../ui/labels.ts';
import { saveTable } from '../../ui/save-file.ts';
import type { ForeignQuestion } from './foreign-question.ts';
import type { FoundQuestion } from './read-questions.ts';

interface PreviewProps {
  read: {
    found: readonly FoundQuestion[];
    unread: readonly string[];
    /** Of a file of another system: what cannot be imported stays out, where in a table nothing is imported then. */
    foreign?: { format: string; questions: readonly ForeignQuestion[] };
  };
  checked: QuestionImportAnswer;
  isRunning: boolean;
  again: () => void;
  take: () => void;
  onClose: () => void;
}

type Shown = {
  key: number;
  place: string;
  text: string;
  /** How it is called in the file. */
  kind?: string | undefined;
  answers: readonly { text: string; isCorrect: boolean }[];
  explanation?: string | undefined;
  notes: readonly string[];
  reason?: string | null | undefined;
};

const FATES = {
  out: { Icon: Ban, tone: 'text-danger-text' },
  changed: { Icon: CircleAlert, tone: 'text-warn-text' },
  same: { Icon: CircleCheck, tone: 'text-complete-text' },
} satisfies Record<string, { Icon: LucideIcon; tone: string }>;

export function Preview({ read, checked, isRunning, again, take, onClose }: PreviewProps) {
  const rows = rowsOf(read, checked);
  const out = rows.filter(({ reason }) => reason);
  const isForeign = read.foreign !== undefined;
  const canTake = checked.taken > 0 && (isForeign || out.length === 0);
  const all = counted(rows.length, isForeign ? 'question' : 'row');
  const outcome = canTake ? `${checked.taken} of ${all} can` : `${out.length} of ${all} cannot`;
  const title = out.length === 0 ? `${counted(checked.taken, 'question')} can` : outcome;
  const saveOut = () =>
    void saveTable(
      'questions left out',
      ['number', 'kind', 'question', 'why'],
      out.map(({ place, kind, text, reason }) => [place, kind, text, reason]),
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${title} be imported`}
      description={
        canTake
          ? `${read.foreign ? `${read.foreign.format}, ${counted(rows.length, 'question')}. ` : ''}They will be added after the existing questions.`
          : 'Nothing was imported. Fix these rows in your file and choose it again.'
      }
    >
      {read.unread.length > 0 && <p className="text-ink-soft">Not read: {read.unread.join(', ')}.</p>}
      <ul aria-label="Rows of the file" className="flex flex-col gap-2">
        {rows.map(({ key, ...row }) => (
          <Line key={key} {...row} />
        ))}
      </ul>
      <DialogActions>
        <Button variant="secondary" onClick={again}>
          Another file
        </Button>
        {isForeign && out.length > 0 && (
          <Button variant="secondary" icon={Download} onClick={saveOut}>
            What is left out
          </Button>
        )}
        {canTake && (
          <Button disabled={isRunning} onClick={take}>
            {isRunning ? 'Importing...' : `Import ${counted(checked.taken, 'question')}`}
            {!isRunning && out.length > 0 && ` without ${out.length}`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** The refused come first, with the reason, then those that are changed. */
function rowsOf({ found, foreign }: PreviewProps['read'], checked: QuestionImportAnswer): Shown[] {
  const reasons = new Map(found.map(({ line }, at) => [line, checked.rows[at]?.reason]));
  const rows: Shown[] = foreign
    ? foreign.questions.map((question) => ({
        ...question,
        key: question.number,
        place: question.line ? `${question.number} (line ${question.line})` : String(question.number),
        reason: question.leftOut ?? reasons.get(question.number),
      }))
    : found.map(({ line, row }, at) => ({
        key: line,
        place: `Row ${line}`,
        text: checked.rows[at]?.questionText ?? row.questionText,
        answers: [],
        notes: [],
        reason: reasons.get(line),
      }));
  const weight = ({ reason, notes }: Shown) => (reason ? 0 : notes.length > 0 ? 1 : 2);
  return rows.toSorted((a, b) => weight(a) - weight(b));
}

function Line({ place, kind, text, answers, explanation, notes, reason }: Omit<Shown, 'key'>) {
  const { Icon, tone } = FATES[reason ? 'out' : notes.length > 0 ? 'changed' : 'same'];
  const isOpen = !reason && answers.length > 0;
  const heading = (
    <>
      <span className="text-ink-soft">
        {place}
        {kind && `, ${kind}`}:{' '}
      </span>
      {text.slice(0, 200) || 'no question'}
    </>
  );
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${tone}`} />
      <div className="wrap-anywhere min-w-0 grow whitespace-pre-line">
        {isOpen ? (
          <details>
            <summary className="cursor-pointer">{heading}</summary>
            <ul className="my-2 flex flex-col gap-1">
              {answers.map((answer) => (
                <li
                  key={answer.text}
                  className={`rounded-md border px-3 py-1 ${answer.isCorrect ? 'border-complete bg-complete-soft' : 'border-line'}`}
                >
                  {answer.text}
                  {answer.isCorrect && <span className="sr-only"> (correct)</span>}
                </li>
              ))}
            </ul>
            {explanation && <p className="text-ink-soft">{explanation}</p>}
          </details>
        ) : (
          heading
        )}
        {reason && <strong className="block text-danger-text">{reason}</strong>}
        {!reason &&
          notes.map((note) => (
            <span key={note} className="block text-warn-text">
              {note}
            </span>
          ))}
      </div>
    </li>
  );
}
