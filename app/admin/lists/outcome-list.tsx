import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { BulkOutcome } from '#sync/contract/organization.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { locale } from '../../ui/language.ts';
import { nameOf } from './people.ts';

type LeftOutProps = Pick<BulkOutcome, 'left'> & {
  /** Those of whom the names are known. */
  people: readonly { id: string; email: string; full_name: string | null }[];
};

const MOST_NAMED = 10;
const conjunction = new Intl.ListFormat(locale);

/** Who is left out, by reason; so many are only counted. */
export function LeftOut({ left, people }: LeftOutProps) {
  const names = new Map(people.map((person) => [person.id, nameOf(person)]));
  const wordsFor = (reason: string) => {
    const some = left.filter((one) => one.reason === reason);
    const named = some.flatMap(({ userId }) => names.get(userId) ?? []);
    if (named.length < some.length || named.length > MOST_NAMED)
      return plural(some.length, {
        one: `# person is left out: ${reason}`,
        other: `# people are left out: ${reason}`,
      });
    const who = conjunction.format(named);
    return named.length === 1 ? t`${who} is left out: ${reason}` : t`${who} are left out: ${reason}`;
  };
  const reasons = [...new Set(left.map(({ reason }) => reason))];
  return (
    <ul aria-label={t`Left out`} className="text-ink-soft">
      {reasons.map((reason) => (
        <li key={reason}>{wordsFor(reason)}</li>
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
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
