// What was learned here without signing in, offered to whoever signed in and never given to them unasked (S10, Y2).
import { CircleCheck, CircleDashed, PencilLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Engine } from '#sync/engine.ts';
import { adoptVisitorWork, finishAdoption } from '#sync/extras/adopt-visitor-work.ts';
import {
  deleteVisitorWork,
  readVisitorWork,
  type VisitorCourse,
  type VisitorLesson,
  type VisitorWork,
} from '#sync/extras/visitor-work.ts';
import { askLater, isAskedLater } from '#sync/store/device.ts';
import { Replica, VISITOR } from '#sync/store/replica.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { counted } from '../../learn/messages.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { agoWords, momentWords } from '../../ui/labels.ts';
import { useToast } from '../../ui/toast.tsx';

/** A visitor's work and what its finder may do with it. `isPutOff`: the person wants to be asked at their next sign-in. */
type FoundWork = {
  work: VisitorWork;
  isPutOff: boolean;
  /** Answers how many lessons were news to the account. Rejects when this device could not keep it. */
  add: () => Promise<number>;
  remove: () => Promise<void>;
  later: () => Promise<void>;
};

/** What was tapped here goes out at once; without a network it waits like everything else. */
const send = (engine: Engine) => void engine.syncNow().catch(() => undefined);

/** The visitor's database, open while it is looked at; undefined until a Yes that was cut short has been seen to. */
function useVisitorReplica(engine: Engine): Replica | undefined {
  const [visitor, setVisitor] = useState<Replica>();
  useEffect(() => {
    const opened = new Replica(VISITOR);
    let isCurrent = true;
    finishAdoption({ visitor: opened, person: engine.replica })
      .then(
        ({ added }) => added > 0 && send(engine),
        // The storage may be busy or full: what was begun is brought to its end the next time.
        () => undefined,
      )
      .finally(() => isCurrent && setVisitor(opened));
    return () => {
      isCurrent = false;
      setVisitor(undefined);
      opened.close();
    };
  }, [engine]);
  return visitor;
}

/** The work of whoever learned here without signing in, live; undefined where there is none, or it was not read yet. */
function useVisitorWork(): FoundWork | undefined {
  const engine = useEngine();
  const { replica: person, userId } = engine;
  const visitor = useVisitorReplica(engine);
  const work = useLiveQuery(() => (visitor ? readVisitorWork(visitor) : null), [visitor]);
  const isPutOff = useLiveQuery(() => isAskedLater(device, userId), [userId]);
  if (!visitor || !work || isPutOff === undefined) return undefined;
  return {
    work,
    isPutOff,
    async add() {
      const { added } = await adoptVisitorWork({ visitor, person, newId: () => crypto.randomUUID(), now: Date.now });
      send(engine);
      return added;
    },
    remove: () => deleteVisitorWork(visitor),
    later: () => askLater(device, userId),
  };
}

const SHOWN = 3;
const STATES: Record<VisitorLesson['status'], string> = {
  completed: 'completed',
  in_progress: 'in progress',
  draft: 'with a text begun',
};
const ICONS = { completed: CircleCheck, in_progress: CircleDashed, draft: PencilLine };

function LessonLine({ lesson: { title, status } }: { lesson: VisitorLesson }) {
  const Icon = ICONS[status];
  return (
    <li className="flex items-center gap-2">
      <Icon
        aria-hidden
        className={`size-4 shrink-0 ${status === 'completed' ? 'text-complete-text' : 'text-accent-text'}`}
      />
      <span className="min-w-0 truncate">{title}</span>
      <span className="sr-only">, {STATES[status]}</span>
    </li>
  );
}

/** '3 of 9 lessons: 2 completed, 1 in progress'; without the course's length where the course itself is not known here. */
function shareWords({ lessons, lessonCount }: VisitorCourse): string {
  const share = lessonCount > 0 ? `${lessons.length} of ${lessonCount} lessons` : `Lessons`;
  const parts = (['completed', 'in_progress', 'draft'] as const).flatMap((status) => {
    const count = lessons.filter((lesson) => lesson.status === status).length;
    return count > 0 ? `${count} ${STATES[status]}` : [];
  });
  return `${share}: ${parts.join(', ')}`;
}

/** What was done without signing in: course by course, the first few lessons by name. */
function WorkList({ courses }: { courses: readonly VisitorCourse[] }) {
  return (
    <ul className="space-y-3">
      {courses.map((course) => (
        <li key={course.courseId}>
          <p className="font-medium">{course.title}</p>
          <p className="text-ink-soft text-sm">{shareWords(course)}</p>
          <ul className="mt-1 space-y-1 text-sm">
            {course.lessons.slice(0, SHOWN).map((lesson) => (
              <LessonLine key={lesson.lessonId} lesson={lesson} />
            ))}
            {course.lessons.length > SHOWN && (
              <li className="pl-6 text-ink-soft">and {course.lessons.length - SHOWN} more</li>
            )}
          </ul>
        </li>
      ))}
    </ul>
  );
}

const LOOKS = {
  /** Over the page's lower edge, without moving or covering all of it. */
  floating:
    'fixed inset-x-2 bottom-2 z-35 safe-m flex max-h-[70dvh] animate-rise flex-col shadow-high sm:right-auto sm:left-4 sm:bottom-4 sm:w-md',
  inPage: 'mt-4',
};

const lessonsWords = (count: number) => counted(count, 'lesson');
const NOT_KEPT = {
  title: 'Not added',
  description: 'This device could not keep it. Nothing is lost: please try again.',
  variant: 'destructive',
} as const;

type Asking = { look: keyof typeof LOOKS; found: FoundWork };

function Question({ look, found }: Asking) {
  const { name } = useActiveUser();
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
        <ConfirmDialog
          title="Delete this progress?"
          text={`The progress in ${lessonsWords(work.lessonCount)} lies only on this device and will be gone for good, also for the person who made it.`}
          action="Delete"
          cancel="Keep it"
          onClose={(isConfirmed) => {
            setDeleting(false);
            if (isConfirmed) void settle(remove);
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
