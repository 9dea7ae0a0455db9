import type { BulkOutcome } from '#sync/contract/organization.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { counted } from '../../ui/labels.ts';
import { nameOf } from './people.ts';

type LeftOutProps = Pick<BulkOutcome, 'left'> & {
  /** Those of whom the names are known. */
  people: readonly { id: string; email: string; full_name: string | null }[];
};

const MOST_NAMED = 10;
const conjunction = new Intl.ListFormat('en');

/** Who is left out, by reason; so many are only counted. */
export function LeftOut({ left, people }: LeftOutProps) {
  const names = new Map(people.map((person) => [person.id, nameOf(person)]));
  const who = (some: BulkOutcome['left']) => {
    const named = some.flatMap(({ userId }) => names.get(userId) ?? []);
    if (named.length < some.length || named.length > MOST_NAMED) return counted(some.length, 'person is', 'people are');
    return `${conjunction.format(named)} ${named.length === 1 ? 'is' : 'are'}`;
  };
  const reasons = [...new Set(left.map(({ reason }) => reason))];
  return (
    <ul aria-label="Left out" className="text-ink-soft">
      {reasons.map((reason) => (
        <li key={reason}>
          {who(left.filter((one) => one.reason === reason))} left out: {reason}
        </li>
      ))}
    </ul>
  );
}

type OutcomeDialogProps = LeftOutProps & Pick<BulkOutcome, 'message'> & { title: string; onClose: () => void };

/** In which an act ends that is no job and has left somebody out. */
export function OutcomeDialog({ title, message, onClose, ...list }: OutcomeDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={title} description={message}>
      <LeftOut {...list} />
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}
