import { CircleCheck, CircleX, Download } from 'lucide-react';
import { csvOf } from '#sync/contract/csv.ts';
import { BULK_LIMIT, type BulkOutcome } from '#sync/contract/organization.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { counted } from '../../ui/labels.ts';
import { Link } from '../../ui/router.ts';
import { saveFile } from '../../ui/save-file.ts';

type OutcomeListProps = {
  /** Everyone the act was about. */
  people: readonly { id: string; name: string; email: string }[];
  outcome: BulkOutcome;
  /** The outcome of those who were not left out, such as 'Enrolled'. */
  done: string;
  /** Name of the exported file, without its extension. */
  file: string;
};

const MOST_DRAWN = 100;

/** The outcome of an act for each person; those left out come first, with the reason. */
export function OutcomeList({ people, outcome, done, file }: OutcomeListProps) {
  const reasons = new Map(outcome.left.map(({ userId, reason }) => [userId, reason]));
  const notes = new Map(outcome.notes?.map(({ userId, note }) => [userId, note]));
  const lines = people
    .map((person) => ({ ...person, reason: reasons.get(person.id), told: notes.get(person.id) ?? done }))
    .sort((a, b) => Number(a.reason === undefined) - Number(b.reason === undefined));
  const save = () =>
    saveFile(
      `${file}.csv`,
      csvOf(
        ['Name', 'Email', 'Outcome'],
        lines.map(({ name, email, reason, told }) => [name, email, reason ?? told]),
      ),
    );
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Outcome per person" className="flex flex-col gap-2">
        {lines.slice(0, MOST_DRAWN).map(({ id, name, reason, told }) => (
          <li key={id} className="flex items-start gap-2">
            {reason ? (
              <CircleX aria-hidden className="mt-0.5 size-5 shrink-0 text-danger-text" />
            ) : (
              <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-complete-text" />
            )}
            <span className="min-w-0">
              <strong>{name}</strong>: {reason ?? told}
            </span>
          </li>
        ))}
      </ul>
      {lines.length > MOST_DRAWN && <p className="text-ink-soft">And {lines.length - MOST_DRAWN} more in the file.</p>}
      <Button icon={Download} variant="secondary" onClick={save} className="self-start">
        Download the outcome
      </Button>
    </div>
  );
}

/** In which every act on chosen people ends that has something to tell of them. */
export function OutcomeDialog({ title, onClose, ...list }: OutcomeListProps & { title: string; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title={title} description={list.outcome.message}>
      <OutcomeList {...list} />
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}

type TooManyProps = {
  people: number;
  /** So many are accepted. */
  most?: number;
  /** The list that acts on all who match, however many. */
  elsewhere?: string | undefined;
  /** What else helps, as a sentence. */
  advice?: string | undefined;
  onClose: () => void;
};

/** Shown when more people are selected than the server accepts. */
export function TooMany({ people, most = BULK_LIMIT, elsewhere, advice, onClose }: TooManyProps) {
  const sentence = [`At most ${most.toLocaleString('en')} at a time.`, advice].filter(Boolean).join(' ');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${counted(people, 'person', 'people')} are too many`}
      description={sentence}
    >
      {elsewhere && (
        <p>
          <Link to={elsewhere} className="font-medium text-accent-text underline">
            List them among the people of the organization
          </Link>
          , where an act can go to all of them at once.
        </p>
      )}
      <Button variant="secondary" onClick={onClose} className="self-end">
        Close
      </Button>
    </Dialog>
  );
}
