import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
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
import { newId } from '#sync/new-id.ts';
import { isVisitorWorkPostponed, postponeVisitorWork } from '#sync/store/device.ts';
import { Replica, VISITOR } from '#sync/store/replica.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { agoWords, momentWords } from '../../ui/labels.ts';
import { locale } from '../../ui/language.ts';
import { useLocation } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';

// Progress made on this device without signing in, offered to the user who signed in and never added unasked (R-S10, Y2).

/** Sends the added work at once; offline it waits like all other work. */
const sendAdded = (engine: Engine) => void engine.syncNow().catch(() => undefined);

/** The visitor's database, open while it is shown; undefined until an interrupted adoption has been finished. */
function useVisitorReplica(engine: Engine): Replica | undefined {
  const [visitor, setVisitor] = useState<Replica>();
  useEffect(() => {
    const opened = new Replica(VISITOR);
    let isCurrent = true;
    finishAdoption({ visitor: opened, person: engine.replica })
      .then(
        ({ added }) => added > 0 && sendAdded(engine),
        // The storage may be busy or full: the adoption is finished the next time.
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

const SHOWN = 3;
const STATES: Record<VisitorLesson['status'], string> = {
  completed: t`completed`,
  in_progress: t`in progress`,
  draft: t`with a draft`,
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

/** '3 of 9 lessons: 2 completed, 1 in progress'; without the course's length where this device does not have the course. */
function progressSummary({ lessons, lessonCount }: VisitorCourse): string {
  const worked = lessons.length;
  const share =
    lessonCount > 0
      ? plural(lessonCount, { one: `${worked} of # lesson`, other: `${worked} of # lessons` })
      : t`Lessons`;
  const parts = (['completed', 'in_progress', 'draft'] as const).flatMap((status) => {
    const count = lessons.filter((lesson) => lesson.status === status).length;
    return count > 0 ? `${count.toLocaleString(locale)} ${STATES[status]}` : [];
  });
  return `${share}: ${parts.join(', ')}`;
}

/** The work by course, with the titles of the first few lessons. */
function WorkList({ courses }: { courses: readonly VisitorCourse[] }) {
  return (
    <ul className="space-y-3">
      {courses.map((course) => (
        <li key={course.courseId}>
          <p dir="auto" className="font-medium">
            <bdi>{course.title}</bdi>
          </p>
          <p className="text-ink-soft text-sm">{progressSummary(course)}</p>
          <ul className="mt-1 space-y-1 text-sm">
            {course.lessons.slice(0, SHOWN).map((lesson) => (
              <LessonLine key={lesson.lessonId} lesson={lesson} />
            ))}
            {course.lessons.length > SHOWN && (
              <li className="ps-6 text-ink-soft">
                <Trans>and {course.lessons.length - SHOWN} more</Trans>
              </li>
            )}
          </ul>
        </li>
      ))}
    </ul>
  );
}

const PLACEMENTS = {
  /** Over the page's lower edge, without moving or covering the page. */
  floating:
    'fixed inset-x-2 bottom-2 z-35 safe-m flex max-h-[70dvh] animate-rise flex-col shadow-high sm:end-auto sm:start-4 sm:bottom-4 sm:w-md',
  inPage: 'mt-4',
};

const NOT_ADDED = {
  title: t`Not added`,
  description: t`This device could not save it. Nothing is lost: please try again.`,
  variant: 'destructive',
} as const;

type OfferProps = { placement: keyof typeof PLACEMENTS };
type OfferCardProps = OfferProps & { visitor: Replica; work: VisitorWork; isPutOff: boolean };

function OfferCard({ placement, visitor, work, isPutOff }: OfferCardProps) {
  const engine = useEngine();
  const { name } = useActiveUser();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [isDeleting, setDeleting] = useState(false);

  /** The card closes after the tap, so the page takes the focus. */
  const settle = async (step: () => Promise<void>) => {
    setBusy(true);
    try {
      await step();
      if (placement === 'floating') document.getElementById('main')?.focus({ preventScroll: true });
    } catch (error) {
      console.warn("The visitor's progress could not be changed.", error);
      toast(NOT_ADDED);
      setBusy(false);
    }
  };
  const addAll = () =>
    settle(async () => {
      const { added } = await adoptVisitorWork({ visitor, person: engine.replica, newId, now: Date.now });
      sendAdded(engine);
      const description =
        added > 0
          ? plural(added, { one: '# lesson added to your account.', other: '# lessons added to your account.' })
          : t`All of this was already in your account.`;
      toast({ title: t`Progress added`, description });
    });

  return (
    <section
      aria-labelledby="visitor-work"
      className={`rounded-lg border border-line-strong bg-surface p-4 ${PLACEMENTS[placement]}`}
    >
      <h2 id="visitor-work" className="font-semibold text-lg">
        <Plural
          value={work.lessonCount}
          one="You worked on # lesson before signing in"
          other="You worked on # lessons before signing in"
        />
      </h2>
      <div className={placement === 'floating' ? 'min-h-0 overflow-y-auto' : ''}>
        <p className="mt-1 mb-3 text-ink-soft text-sm">
          <Trans>
            On this device,{' '}
            <time dateTime={work.lastAt} title={momentWords(work.lastAt)}>
              {agoWords(work.lastAt)}
            </time>
            . On a shared device, it may have been someone else. Add it only if it was you,{' '}
            <strong className="text-ink">{name}</strong>.
          </Trans>
        </p>
        <WorkList courses={work.courses} />
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button disabled={isBusy} onClick={() => void addAll()}>
          <Trans>Add to my account</Trans>
        </Button>
        {!isPutOff && (
          <Button
            variant="secondary"
            disabled={isBusy}
            onClick={() => void settle(() => postponeVisitorWork(device, engine.userId))}
          >
            <Trans>Later</Trans>
          </Button>
        )}
        <Button
          variant="quiet"
          // In the narrow card it wraps to its own line: aligns its label with the other buttons.
          className={`text-danger-text ${placement === 'floating' ? '-ms-4' : ''}`}
          disabled={isBusy}
          onClick={() => setDeleting(true)}
        >
          <Trans>Not mine - delete</Trans>
        </Button>
      </div>
      {isDeleting && (
        <ConfirmDialog
          title={t`Delete this progress?`}
          text={plural(work.lessonCount, {
            one: 'The progress in # lesson exists only on this device and will be deleted for good, also for the person who made it.',
            other:
              'The progress in # lessons exists only on this device and will be deleted for good, also for the person who made it.',
          })}
          action={t`Delete`}
          cancel={t`Keep it`}
          onClose={(isConfirmed) => {
            setDeleting(false);
            if (isConfirmed) void settle(() => deleteVisitorWork(visitor));
          }}
        />
      )}
    </section>
  );
}

/** The offer, shown until it is answered; 'inPage' also after 'Later', for the sync status page. */
function VisitorWorkOffer({ placement }: OfferProps) {
  const engine = useEngine();
  const visitor = useVisitorReplica(engine);
  const work = useLiveQuery(() => (visitor ? readVisitorWork(visitor) : null), [visitor]);
  const isPutOff = useLiveQuery(() => isVisitorWorkPostponed(device, engine.userId), [engine]);
  if (!visitor || !work || isPutOff === undefined || (isPutOff && placement === 'floating')) return null;
  return <OfferCard {...{ placement, visitor, work, isPutOff }} />;
}

const SIGN_IN_PAGES = [paths.auth(), paths.invite(), paths.setupProfile()];

/** Over every page except the sign-in pages and the sync status. Drawn once for the whole app. */
export function FloatingVisitorOffer() {
  const { state, userId } = useActiveUser();
  const { pathname } = useLocation();
  const isElsewhere = pathname === paths.syncStatus() || SIGN_IN_PAGES.some((page) => pathname.startsWith(page));
  if (state !== 'known' || isElsewhere) return null;
  return <VisitorWorkOffer key={userId} placement="floating" />;
}

/** On the sync status page, also after 'Later'. */
export function VisitorOfferInPage() {
  const { state } = useActiveUser();
  if (state !== 'known') return null;
  return <VisitorWorkOffer placement="inPage" />;
}
