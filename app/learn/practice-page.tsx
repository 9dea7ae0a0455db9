// /course/{id}/practice: what was answered wrong in a course, again, at the person's own pace (decision 365). Works offline.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowRight, CircleCheck, Repeat } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { notePractised, type PracticeItem, readPractice } from '#sync/extras/practice.ts';
import { useEngine } from '../device/active-user.tsx';
import { idInPath, paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { CheckCard } from '../ui/check-card.tsx';
import { locale } from '../ui/language.ts';
import { usePageTitle } from '../ui/page-title.tsx';
import { Link, useParams } from '../ui/router.ts';
import { Spinner } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/state-view.tsx';

/** As many questions are a round; more would tire. */
const ROUND = 20;

export function PracticePage() {
  usePageTitle(t`Practice`);
  const { replica } = useEngine();
  const courseId = idInPath(useParams().courseId) ?? 0;
  const [items, setItems] = useState<PracticeItem[] | 'failed'>();
  const [queue, setQueue] = useState<PracticeItem[]>([]);
  const [tries, setTries] = useState(0);
  // Read once and at each new round: what is practised must not change under the finger.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try reads again
  useEffect(() => {
    let isCurrent = true;
    readPractice(replica, courseId).then(
      (read) => {
        if (!isCurrent) return;
        setItems(read);
        setQueue(read.filter(({ due }) => due <= new Date()).slice(0, ROUND));
      },
      () => isCurrent && setItems('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [replica, courseId, tries]);
  const back = (
    <Link to={paths.course(courseId)} className="text-accent-text underline underline-offset-4">
      <Trans>Back to the course</Trans>
    </Link>
  );
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-5 px-4 py-6 md:py-10">
      <div>
        <h1 className="font-bold text-2xl tracking-tight">
          <Trans>Practice</Trans>
        </h1>
        <p className="text-ink-soft">
          <Trans>
            What you once answered wrong. Nothing here is graded, and it stays on this device until you sign out.
          </Trans>
        </p>
      </div>
      {items === undefined && <Spinner label={t`Looking for your questions`} />}
      {items === 'failed' && (
        <ErrorState title={t`Your questions could not be read`} onRetry={() => setTries(tries + 1)} />
      )}
      {Array.isArray(items) && items.length === 0 && (
        <EmptyState icon={CircleCheck} title={t`Nothing to practice`} action={back}>
          <Trans>Questions that you answer wrong in texts, and in quizzes that you have passed, come here.</Trans>
        </EmptyState>
      )}
      {Array.isArray(items) && items.length > 0 && (
        <Round
          key={`${tries} ${queue.map(({ key }) => key).join()}`}
          courseId={courseId}
          all={items}
          queue={queue}
          onAll={() => setQueue(items.slice(0, ROUND))}
        />
      )}
      {Array.isArray(items) && items.length > 0 && <p>{back}</p>}
    </div>
  );
}

type RoundProps = { courseId: number; all: PracticeItem[]; queue: PracticeItem[]; onAll: () => void };

/** One question after the other; what is wrong comes once more at the end. Only the first answer counts. */
function Round({ courseId, all, queue, onAll }: RoundProps) {
  const { replica } = useEngine();
  const [left, setLeft] = useState(queue);
  const [turn, setTurn] = useState(0);
  const [isAnswered, setIsAnswered] = useState(false);
  const [isKept, setIsKept] = useState(true);
  const counted = useRef(new Set<string>());
  const item = left[0];
  if (!item) return <RoundEnd all={all} wasEmpty={queue.length === 0} onAll={onAll} />;
  const { key, lessonId, lessonTitle, check } = item;
  const hear = (isRight: boolean) => {
    if (!isAnswered && !isRight) setLeft([...left, item]);
    setIsAnswered(true);
    if (counted.current.has(key)) return;
    counted.current.add(key);
    notePractised(replica, { key, courseId, lessonId, isRight, now: new Date() }).catch(() => setIsKept(false));
  };
  const next = () => {
    setLeft(left.slice(1));
    setTurn(turn + 1);
    setIsAnswered(false);
  };
  return (
    <section aria-label={t`Question`} className="space-y-3">
      <p className="flex flex-wrap justify-between gap-x-4 text-ink-soft">
        <span>{plural(left.length, { one: '# question left', other: '# questions left' })}</span>
        <Link to={paths.lesson(courseId, lessonId)} className="underline underline-offset-4">
          <bdi>{lessonTitle}</bdi>
        </Link>
      </p>
      <CheckCard
        key={turn}
        check={check}
        onAnswered={hear}
        after={
          <Button onClick={next}>
            <Trans>Next</Trans>
            <ArrowRight aria-hidden className="size-5 rtl:-scale-x-100" />
          </Button>
        }
      />
      {!isKept && (
        <p role="alert" className="text-danger-text">
          <Trans>This device could not keep when this question comes next.</Trans>
        </p>
      )}
    </section>
  );
}

function RoundEnd({ all, wasEmpty, onAll }: { all: PracticeItem[]; wasEmpty: boolean; onAll: () => void }) {
  const [first] = all;
  const day = wasEmpty && first?.due.toLocaleDateString(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <EmptyState
      icon={CircleCheck}
      title={wasEmpty ? t`Nothing is due` : t`That was all for now`}
      action={
        <Button variant="secondary" icon={Repeat} onClick={onAll}>
          <Trans>Practice anyway</Trans>
        </Button>
      }
    >
      {day ? <Trans>The next question comes on {day}.</Trans> : <Trans>What was right comes back in some days.</Trans>}
    </EmptyState>
  );
}
