// What was learned here without signing in, offered to whoever signed in and never given to them unasked (S10, Y2).
import { useState } from 'react';
import { agoWords, momentWords } from '../moments.ts';
import { usePerson } from '../person.tsx';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { type FoundWork, useVisitorWork } from './use-visitor-work.ts';
import { WorkList } from './work-list.tsx';

const LOOKS = {
  /** Over the page's lower edge, without moving or covering all of it. */
  floating:
    'fixed inset-x-2 bottom-2 z-35 safe-m flex max-h-[70dvh] animate-rise flex-col shadow-high sm:right-auto sm:left-4 sm:bottom-4 sm:w-md',
  inPage: 'mt-4',
};

const lessonsWords = (count: number) => (count === 1 ? '1 lesson' : `${count} lessons`);
const NOT_KEPT = {
  title: 'Not added',
  description: 'This device could not keep it. Nothing is lost: please try again.',
  variant: 'destructive',
} as const;

type Asking = { look: keyof typeof LOOKS; found: FoundWork };

function Question({ look, found }: Asking) {
  const { name } = usePerson();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const { work, add, remove, later } = found;

  /** The question goes away under the hands of the person: the page gets the focus. */
  const settle = async (step: () => Promise<void>) => {
    setBusy(true);
    try {
      await step();
      if (look === 'floating') document.getElementById('main')?.focus({ preventScroll: true });
    } catch (error) {
      console.warn("The visitor's progress could not be changed.", error);
      toast(NOT_KEPT);
      setBusy(false);
    }
  };
  const addAll = () =>
    settle(async () => {
      const added = await add();
      const said = added > 0 ? `${lessonsWords(added)} added to your account.` : 'Your account had all of it already.';
      toast({ title: 'Progress added', description: said });
    });

  return (
    <section
      aria-labelledby="visitor-work"
      className={`rounded-lg border border-line-strong bg-surface p-4 ${LOOKS[look]}`}
    >
      <h2 id="visitor-work" className="font-semibold text-lg">
        You took {lessonsWords(work.lessonCount)} before you signed in
      </h2>
      <div className={look === 'floating' ? 'min-h-0 overflow-y-auto' : ''}>
        <p className="mt-1 mb-3 text-ink-soft text-sm">
          On this device,{' '}
          <time dateTime={work.lastAt} title={momentWords(work.lastAt)}>
            {agoWords(work.lastAt)}
          </time>
          . On a shared device it may have been somebody else: add it only if it was you,{' '}
          <strong className="text-ink">{name}</strong>.
        </p>
        <WorkList courses={work.courses} />
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button disabled={isBusy} onClick={() => void addAll()}>
          Add to my account
        </Button>
        {!found.isPutOff && (
          <Button variant="secondary" disabled={isBusy} onClick={() => void settle(later)}>
            Later
          </Button>
        )}
        <Button
          variant="quiet"
          // In the narrow box it begins a line: its words stand under those of the others.
          className={`text-danger-text ${look === 'floating' ? '-ml-4' : ''}`}
          disabled={isBusy}
          onClick={() => setDeleting(true)}
        >
          Not mine, delete
        </Button>
      </div>
      {isDeleting && (
        <DeleteDialog
          lessons={lessonsWords(work.lessonCount)}
          onKeep={() => setDeleting(false)}
          onDelete={() => {
            setDeleting(false);
            void settle(remove);
          }}
        />
      )}
    </section>
  );
}

/** The question over any page until it is answered; with 'inPage' also after a 'Later', for the sync status. */
export function Offer({ look }: { look: keyof typeof LOOKS }) {
  const found = useVisitorWork();
  if (!found || (found.isPutOff && look === 'floating')) return null;
  return <Question look={look} found={found} />;
}
