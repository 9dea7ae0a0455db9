import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Award, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { CourseState } from '#sync/store/reads.ts';
import { useEngine } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { Link } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { gradedLater, isSubmitted } from '../modules.ts';

const SHOWN_OPEN = 5;

export function CertificateSkeleton() {
  return (
    <div role="status" className="mx-auto flex w-full max-w-4xl flex-col gap-5 px-4 py-6 md:py-10">
      <span className="sr-only">
        <Trans>Loading your certificate</Trans>
      </span>
      <Skeleton className="h-12 w-60" />
      <Skeleton className="aspect-[297/210] w-full" />
    </div>
  );
}

/** The course is completed on this device; the server issues the certificate once it has received the work (P-25). */
export function SyncNow({ again }: { again: () => void }) {
  const engine = useEngine();
  const [isSyncing, setSyncing] = useState(false);
  const sync = async () => {
    setSyncing(true);
    await engine.syncNow().catch(() => undefined);
    setSyncing(false);
    again();
  };
  return (
    <div className="completion-actions grid">
      <Button size="big" disabled={isSyncing} onClick={() => void sync()}>
        <RefreshCw aria-hidden className={`size-5 ${isSyncing ? 'animate-spin' : ''}`} />
        <Trans>Sync now</Trans>
      </Button>
    </div>
  );
}

export function CourseNotComplete({ state }: { state: CourseState }) {
  const { course, lessons, totals } = state;
  const open = lessons.filter(({ unit }) => unit.status !== 'completed');
  const next = open.find((one) => !isSubmitted(one));
  const count = open.length;
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-6 md:py-10">
      <Card className="flex flex-col gap-4 p-5 text-ink-soft sm:p-6">
        <Award aria-hidden className="size-10 text-accent-text" />
        <h1 className="font-bold text-2xl text-ink tracking-tight">
          <Trans>Not completed yet</Trans>
        </h1>
        <p>
          <Trans>
            The certificate of <bdi>{course.title}</bdi> is issued when every lesson is completed:
          </Trans>{' '}
          {next
            ? plural(lessons.length, { one: `${count} of # lesson left.`, other: `${count} of # lessons left.` })
            : gradedLater(open)}
        </p>
        <ProgressBar percent={totals.percentComplete} label={t`Course progress`} />
        <ul className="flex flex-col">
          {open.slice(0, SHOWN_OPEN).map(({ lesson }) => (
            <li key={lesson.id}>
              <Link
                to={paths.lesson(course.id, lesson.id)}
                className="flex min-h-touch items-center rounded-md font-medium text-accent-text hover:underline"
              >
                {lesson.orderIndex}. <bdi>{lesson.title}</bdi>
              </Link>
            </li>
          ))}
          {open.length > SHOWN_OPEN && (
            <li className="py-2">
              <Plural value={open.length - SHOWN_OPEN} one="…and # more lesson" other="…and # more lessons" />
            </li>
          )}
        </ul>
        <div className="flex flex-wrap gap-2 max-md:*:w-full">
          {next && (
            <Button to={paths.lesson(course.id, next.lesson.id)} size="big">
              <Trans>Continue Learning</Trans>
            </Button>
          )}
          <Button to={paths.course(course.id)} variant="secondary" className="min-h-action">
            <Trans>Back to the course</Trans>
          </Button>
        </div>
      </Card>
    </div>
  );
}
