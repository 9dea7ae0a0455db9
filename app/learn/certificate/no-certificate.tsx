import { Award, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Course } from '#sync/contract/course.ts';
import type { CourseState } from '#sync/store/reads.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { counted } from '../../ui/labels.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Link } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

const SHOWN_OPEN = 5;

export function CertificateSkeleton() {
  return (
    <div role="status" className="mx-auto flex w-full max-w-4xl flex-col gap-5 px-4 py-6 md:py-10">
      <span className="sr-only">Loading your certificate</span>
      <Skeleton className="h-12 w-60" />
      <Skeleton className="aspect-[297/210] w-full" />
    </div>
  );
}

/** The course is completed on this device; the server issues the certificate once it has received the work (decisions 25). */
export function PendingCertificate({ course, again }: { course: Course; again: () => void }) {
  const engine = useEngine();
  const { isOffline } = useConnection();
  const [isSyncing, setSyncing] = useState(false);
  const sync = async () => {
    setSyncing(true);
    await engine.syncNow().catch(() => undefined);
    setSyncing(false);
    again();
  };
  return (
    <CertificateNotice title="Course completed! Great job!">
      <p>You have completed every lesson of {course.title}.</p>
      <p role="status" className="font-medium text-ink">
        Your certificate will be issued at the next sync.
        {isOffline ? " You're offline. It appears here when you're back online." : ''}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="big" disabled={isSyncing} onClick={() => void sync()}>
          <RefreshCw aria-hidden className={`size-5 ${isSyncing ? 'animate-spin' : ''}`} />
          Sync now
        </Button>
        <Button to={paths.course(course.id)} variant="secondary" className="min-h-action">
          Back to the course
        </Button>
      </div>
    </CertificateNotice>
  );
}

export function CourseNotComplete({ state }: { state: CourseState }) {
  const { course, lessons, totals } = state;
  const open = lessons.filter(({ unit }) => unit.status !== 'completed');
  const [next] = open;
  return (
    <CertificateNotice title="Not completed yet">
      <p>
        The certificate of {course.title} is issued when every lesson is completed: {open.length} of{' '}
        {counted(lessons.length, 'lesson')} left.
      </p>
      <ProgressBar percent={totals.percentComplete} label="Course progress" />
      <ul className="flex flex-col">
        {open.slice(0, SHOWN_OPEN).map(({ lesson }) => (
          <li key={lesson.id}>
            <Link
              to={paths.lesson(course.id, lesson.id)}
              className="flex min-h-touch items-center rounded-md font-medium text-accent-text hover:underline"
            >
              {lesson.title}
            </Link>
          </li>
        ))}
        {open.length > SHOWN_OPEN && <li className="py-2">…and {counted(open.length - SHOWN_OPEN, 'more lesson')}</li>}
      </ul>
      <div className="flex flex-wrap gap-2">
        {next && (
          <Button to={paths.lesson(course.id, next.lesson.id)} size="big">
            Continue Learning
          </Button>
        )}
        <Button to={paths.course(course.id)} variant="secondary" className="min-h-action">
          Back to the course
        </Button>
      </div>
    </CertificateNotice>
  );
}

function CertificateNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-6 md:py-10">
      <Card className="flex flex-col gap-4 p-5 text-ink-soft sm:p-6">
        <Award aria-hidden className="size-10 text-accent-text" />
        <h1 className="font-bold text-2xl text-ink tracking-tight">{title}</h1>
        {children}
      </Card>
    </div>
  );
}
