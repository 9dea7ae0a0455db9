// One course: its description, the user's progress and its lessons. The public page is the same without a sign-in.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { PullOutcome } from '#sync/engine.ts';
import { readCourse } from '#sync/store/reads.ts';
import { progressLoadFailed, texts } from '../../api/messages.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { usePull, useRepeatedly } from '../../device/use-pull.ts';
import { idInPath, paths } from '../../paths.ts';
import { CourseNotFound } from '../../shell/not-found-page.tsx';
import { PullErrorView } from '../../shell/pull-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useParams } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { DownloadControl } from '../downloads/download-control.tsx';
import { CourseView } from './course-view.tsx';

function CourseSkeleton() {
  return (
    <div
      role="status"
      aria-label={t`Loading course`}
      className="mx-auto flex w-full max-w-page flex-col gap-6 px-4 pt-4 lg:grid lg:grid-cols-[minmax(0,1fr)_23.5rem] lg:gap-x-12 lg:py-8"
    >
      <div className="flex flex-col gap-3">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-9 w-4/5" />
        <Skeleton className="h-5 w-3/5" />
      </div>
      <Skeleton className="-order-1 -mx-4 -mt-4 aspect-video md:mx-0 md:mt-0 md:max-lg:aspect-[3] lg:order-none lg:row-span-2" />
      <Skeleton className="h-24 lg:hidden" />
      <Skeleton className="h-96" />
    </div>
  );
}

type CourseLoadErrorProps = { courseId: number; outcome: PullOutcome | undefined; again: () => void };

/** Shown while the course is not on this device: it is loading, or could not be loaded. */
function CourseLoadError({ courseId, outcome, again }: CourseLoadErrorProps) {
  const isVisitor = useActiveUser().state !== 'known';
  if (!outcome || outcome.kind === 'fresh') return <CourseSkeleton />;
  return (
    <PullErrorView
      level={1}
      outcome={outcome}
      again={again}
      failed={isVisitor ? texts.failedPublicCourse : texts.failedCourse}
      absent={t`This course is not on this device`}
      action={
        <Button to={paths.home()} variant="quiet">
          <Trans>Back to Catalog</Trans>
        </Button>
      }
    >
      <Trans>Open it once with a connection; after that it works offline.</Trans>
      <span className="mx-auto mt-4 flex max-w-md justify-center">
        <DownloadControl courseId={courseId} lessons={[]} />
      </span>
    </PullErrorView>
  );
}

function CourseById({ courseId }: { courseId: number }) {
  const engine = useEngine();
  const toast = useToast();
  // Null for a course that is not on this device.
  const read = useLiveQuery(async () => (await readCourse(engine.replica, courseId)) ?? null, [engine, courseId]);
  const { outcome, again } = usePull(() => engine.pullCourse(courseId), [engine, courseId]);
  const isMissing = outcome?.kind === 'refused' && outcome.status === 404;
  const hasEnded = isMissing && outcome.code === 'access_ended';
  usePageTitle(hasEnded ? t`Access ended` : isMissing ? t`Course not found` : (read?.course.title ?? t`Course`));
  const isHere = Boolean(read);
  useRepeatedly(again);
  useWhenGone(isHere, again);
  const refusal = outcome?.kind === 'refused' && outcome.part === 'progress' ? outcome : undefined;
  useEffect(() => {
    if (isHere && refusal) toast(progressLoadFailed(refusal.message));
  }, [isHere, refusal, toast]);
  if (isMissing) return <CourseNotFound hasEnded={hasEnded} />;
  if (read === undefined) return <CourseSkeleton />;
  if (!read) return <CourseLoadError courseId={courseId} outcome={outcome} again={again} />;
  return <CourseView state={read} outcome={outcome} again={again} />;
}

/** Asks the server why a course that was here is gone: another page or tab may have learned of it. */
function useWhenGone(isHere: boolean, again: () => void): void {
  const wasHere = useRef(false);
  useEffect(() => {
    if (wasHere.current && !isHere) again();
    wasHere.current = isHere;
  }, [isHere, again]);
}

/** The page of /course/{id} and of /public-course/{id}. */
export function CoursePage() {
  const courseId = idInPath(useParams().courseId);
  if (courseId === undefined) return <CourseNotFound />;
  return <CourseById key={courseId} courseId={courseId} />;
}
