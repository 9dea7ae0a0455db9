import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  BookOpen,
  ChevronLeft,
  CircleCheck,
  CirclePlay,
  CloudUpload,
  FileText,
  Headphones,
  House,
  List,
  ListChecks,
  type LucideIcon,
} from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { type Lesson, type LessonKind, lessonKind, needsPassedAttempt, ownDocument } from '#sync/contract/lesson.ts';
import { type CourseState, isComplete, type LessonState } from '#sync/store/reads.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { COMPLETED, type LessonFamily, lessonFamily, paths } from '../../paths.ts';
import { PageBar } from '../../shell/page-bar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { lessonLabel } from '../../ui/course-labels.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useHistoryLayer } from '../../ui/history-layer.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Link, useLocation, useNavigate } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CourseLanguage } from '../course-language.tsx';
import { OnThisDevice } from '../device-mark.tsx';
import { Documents } from '../documents/documents.tsx';
import { DownloadControl } from '../downloads/download-control.tsx';
import type { LessonProps } from '../lesson-parts.tsx';
import { groupByModule, isSubmitted, kindLabel, type ModuleGroup } from '../modules.ts';
import { VisitorNote } from '../visitor-note.tsx';
import { LessonEnd, NextStep } from './lesson-end.tsx';
import { listOf, SideList } from './side-list.tsx';
import { TextLesson } from './text-lesson.tsx';
import { useLessonProgress } from './use-lesson-progress.ts';

const VideoLesson = lazyPart(() => import('../player/video-lesson.tsx').then((file) => file.VideoLesson));
const QuizLesson = lazyPart(() => import('../quiz/quiz-lesson.tsx').then((file) => file.QuizLesson));
const CapstoneLesson = lazyPart(() => import('./capstone-lesson.tsx').then((file) => file.CapstoneLesson));

const waiting = <Skeleton className="aspect-video w-full" />;

/** The view that a lesson's kind asks for (R-S3). */
function LessonContent(props: LessonProps) {
  const { lesson } = props.view;
  switch (lessonKind(lesson)) {
    case 'video':
    case 'audio':
      // Until its file is there, it is read.
      if (lesson.videoUrl === null) return <TextLesson {...props} />;
      return (
        // Without the heading: it has the focus, and would lose it when the player takes its place.
        <Suspense fallback={waiting}>
          <VideoLesson {...props} />
        </Suspense>
      );
    case 'quiz':
    case 'exam':
      return (
        <>
          {props.heading}
          <Suspense fallback={waiting}>
            <QuizLesson {...props} />
          </Suspense>
          {props.documents}
          {props.nextStep}
        </>
      );
    case 'capstone':
      return (
        <>
          {props.heading}
          {props.download}
          <Suspense fallback={waiting}>
            <CapstoneLesson {...props} />
          </Suspense>
        </>
      );
    default:
      return <TextLesson {...props} />;
  }
}

/** A video has its own below the picture; an opened text is stored, its pictures and documents may not be. */
const offersDownload = (lesson: Lesson): boolean =>
  lesson.videoUrl === null &&
  (needsPassedAttempt(lesson) || lesson.documents !== undefined || lesson.body.includes('](/media/'));

const KIND_ICONS: Record<LessonKind, LucideIcon> = {
  ...{ video: CirclePlay, text: FileText, quiz: ListChecks, exam: ListChecks, capstone: House },
  ...{ document: BookOpen, audio: Headphones },
};

function LessonHeading({ view }: { view: LessonState }) {
  const { lesson, unit, waiting } = view;
  const kind = lessonKind(lesson);
  const KindIcon = KIND_ICONS[kind];
  const number = lesson.orderIndex;
  // Beside it, a video and a text have 'Completed', and a quiz has its result below.
  const isTagged = unit.status === 'completed' && kind === 'capstone';
  const { isOffline } = useConnection();
  const isKept = useActiveUser().state === 'known' && kind === 'text' && !offersDownload(lesson);
  return (
    <header className="min-w-0">
      <h1 dir="auto" className="font-bold text-2xl tracking-tight">
        {lesson.title}
      </h1>
      <div className="mt-1.5 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
        <span className="inline-flex items-center gap-2">
          <KindIcon aria-hidden className="size-5" />
          <span>
            <span className="paged:hidden">
              <Trans>Lesson {number}</Trans> ·{' '}
            </span>
            {/* The label of a project names its kind. */}
            {kind !== 'capstone' && `${kindLabel(lesson)} · `}
            {lessonLabel(lesson)}
          </span>
        </span>
        {isTagged && (
          <Badge tone="complete">
            <CircleCheck aria-hidden className="size-4" />
            <Trans>Completed</Trans>
          </Badge>
        )}
        {unit.status === 'in_progress' && (
          <Badge tone="accent">
            <Trans>In progress</Trans>
          </Badge>
        )}
        {isKept && <OnThisDevice />}
        {waiting && isOffline && (
          <Badge>
            <CloudUpload aria-hidden className="size-4" />
            <Trans>Not sent yet</Trans>
          </Badge>
        )}
      </div>
      <CourseLanguage
        className="mt-4"
        courseId={lesson.courseId}
        wording={view.wording}
        quizId={needsPassedAttempt(lesson) ? lesson.id : undefined}
      />
    </header>
  );
}

/** The module's lessons below the header of the finger's frame: completed ones, answered ones, and the current one as far as it is read. */
function ModuleSegments({ lessons, currentId }: { lessons: LessonState[]; currentId: number }) {
  return (
    <span aria-hidden className="absolute inset-x-4 bottom-1.5 flex gap-1.5 md:inset-x-6 md:bottom-2 low:bottom-1">
      {lessons.map((state) => (
        <span
          key={state.lesson.id}
          className="h-1.5 flex-1 overflow-hidden md:h-2 rounded-full bg-sunken outline outline-line -outline-offset-1"
        >
          {state.unit.status === 'completed' ? (
            <span className="block h-full bg-complete" />
          ) : isSubmitted(state) ? (
            <span className="block h-full bg-accent" />
          ) : (
            state.lesson.id === currentId && <span className="read-along block h-full w-1/3 bg-accent" />
          )}
        </span>
      ))}
    </span>
  );
}

function BackLink({ to, title }: { to: string; title: string }) {
  return (
    <Link
      to={to}
      className="-ms-2 flex min-h-touch min-w-0 items-center gap-1 rounded-md px-2 font-medium text-accent-text hover:bg-accent-soft"
    >
      <ChevronLeft aria-hidden className="size-5 shrink-0" />
      <span dir="auto" className="min-w-0">
        {title}
      </span>
    </Link>
  );
}

/** The drawer's entry of the history: Back closes it, and a chosen lesson takes its place. */
const LIST_OPEN = 'lessons';

/** Before a text lesson would open the next one. */
const CELEBRATE_AFTER_MS = 450;

/** Leads from the tap that completes a course to its certificate. */
function useCompletion(isWhole: boolean, { lesson: { courseId } }: LessonState): void {
  const navigate = useNavigate();
  const { isPublic } = lessonFamily(useLocation().pathname);
  useEffect(() => {
    if (!isWhole || isPublic) return;
    const timer = setTimeout(() => navigate(paths.certificate(courseId), { state: COMPLETED }), CELEBRATE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isWhole, isPublic, courseId, navigate]);
}

/** '2 of 5 in this module': which one it is. */
function placeWords({ title, lessons }: ModuleGroup, place: number): string {
  const count = lessons.length;
  return title ? t`${place} of ${count} in this module` : t`${place} of ${count} in this course`;
}

/** '2 of 5 in this module done.': how many. */
function doneWords({ title, lessons }: ModuleGroup, done: number): string {
  const count = lessons.length;
  return title ? t`${done} of ${count} in this module done.` : t`${done} of ${count} in this course done.`;
}

type LessonScreenProps = {
  view: LessonState;
  course: CourseState | undefined;
  family: LessonFamily;
  /** Undefined where the list has no room beside the text, or stands there. */
  showListBeside: (() => void) | undefined;
  hasListBeside: boolean;
  /** A note about the list of lessons. */
  children?: ReactNode;
};

/** A lesson that is on the device, with the list of lessons. */
export function LessonScreen(props: LessonScreenProps) {
  const { view: stored, course, family, showListBeside, hasListBeside, children } = props;
  const progress = useLessonProgress(stored);
  const view = progress.saved ? { ...stored, unit: progress.saved } : stored;
  const { lesson } = view;
  const { courseId, id, documents = [], orderIndex: number } = lesson;
  const beside = documents.filter((one) => one !== ownDocument(lesson));
  usePageTitle(lesson.title);
  const drawer = useHistoryLayer();
  const isListOpen = drawer.opened === LIST_OPEN;
  const openList = showListBeside ?? (() => isListOpen || drawer.open(LIST_OPEN));
  const lessons = course?.lessons ?? [];
  const next = lessons.find(({ lesson }) => lesson.orderIndex > view.lesson.orderIndex);
  // With the tap that was just saved, as the lesson itself.
  const open = lessons.filter((one) => (one.lesson.id === id ? view : one).unit.status !== 'completed');
  const isCompleted = view.unit.status === 'completed';
  const isKnown = course !== undefined && isComplete(course);
  const isWhole = isKnown && open.length === 0;
  // Completing it leads to the certificate, and to nothing else.
  const isOnlyOpen = isKnown && !family.isPublic && open.every(({ lesson }) => lesson.id === id);
  useCompletion(progress.completedBy === 'tap' && isWhole, view);
  const wasWhole = useRef<boolean>(undefined);
  if (course) wasWhole.current ??= isWhole;
  // Any lesson may be the one that completes the course; to see one again leads to the next, as ever.
  const endsCourse = isWhole && !wasWhole.current && !family.isPublic;
  const isLast = endsCourse || (!next && isKnown);
  // Of lessons that are not here, nothing is counted.
  const group = isKnown
    ? groupByModule(lessons).find((one) => one.lessons.some(({ lesson }) => lesson.id === id))
    : undefined;
  const place = group && placeWords(group, group.lessons.findIndex(({ lesson }) => lesson.id === id) + 1);
  const done =
    group &&
    doneWords(group, group.lessons.filter((one) => !open.some(({ lesson }) => lesson.id === one.lesson.id)).length);
  const list = course && listOf(course, id, family);

  return (
    <div className="mx-auto grid w-full max-w-page grow gap-x-6 px-4 pt-4 hand:md:pt-8 low:pt-3! desk:grid-cols-[minmax(0,1fr)_17.5rem] desk:pt-2 desk:lg:grid-cols-[minmax(0,1fr)_21rem] desk:lg:pt-1">
      <article className="flex min-w-0 flex-col gap-5 hand:mx-auto hand:w-full hand:max-w-[42.5rem] across:in-data-has-quiz-question:max-w-[62rem] low:in-data-has-quiz-question:max-w-none">
        <PageBar>
          <p className="min-w-0 grow leading-tight low:flex low:items-baseline low:gap-3">
            <span className="block truncate font-semibold md:text-lg md:leading-tight @max-[15rem]:text-sm">
              <Trans>Lesson {number}</Trans>
            </span>
            <span className="block truncate text-ink-soft text-sm @max-[15rem]:hidden">{place}</span>
          </p>
          {list && !hasListBeside && (
            <Button icon={List} variant="quiet" className="shrink-0 px-3! max-md:text-ink" onClick={openList}>
              <span className="max-md:hidden @max-[34rem]:hidden">
                <Trans>All lessons</Trans>
              </span>
              <span className="sr-only md:@min-[34rem]:hidden">
                <Trans>Lessons</Trans>
              </span>
            </Button>
          )}
          {group?.title && <ModuleSegments lessons={group.lessons} currentId={id} />}
        </PageBar>
        <div className="-mb-3 flex items-center justify-between gap-2 paged:hidden">
          <BackLink to={family.course(courseId)} title={course?.course.title ?? t`Course`} />
          {list && !hasListBeside && (
            <Button icon={List} variant="secondary" className="shrink-0 desk:hidden" onClick={openList}>
              <Trans>Lessons</Trans>
            </Button>
          )}
        </div>
        {children}
        <LessonContent
          view={view}
          nextAddress={next && !isOnlyOpen ? family.lesson(courseId, next.lesson.id) : null}
          progress={progress}
          courseTitle={course?.course.title ?? ''}
          next={next}
          heading={<LessonHeading view={view} />}
          download={offersDownload(lesson) && <DownloadControl courseId={courseId} lessonId={id} lessons={[lesson]} />}
          documents={<Documents title={t`Documents`} documents={beside} />}
          givesCertificate={
            isKnown && !family.isPublic && open.every((one) => one.lesson.id === id || isSubmitted(one))
          }
          endsCourse={isWhole && isLast}
          end={
            // Always there, because a status is read out when it is filled; the margin takes back the gap of an empty one.
            <div role="status" className="empty:-mt-5">
              {isCompleted && (
                <LessonEnd
                  done={done}
                  points={lesson.points}
                  open={open}
                  isLast={isLast}
                  completedBy={progress.completedBy}
                  hasVerdict={needsPassedAttempt(lesson)}
                />
              )}
            </div>
          }
          nextStep={
            isCompleted && (
              <NextStep
                courseId={courseId}
                next={endsCourse ? undefined : next}
                open={open}
                isLast={isLast}
                family={family}
                isNews={endsCourse}
              />
            )
          }
        />
        <VisitorNote courseId={courseId} />
      </article>
      {list && (
        <aside className="hidden desk:block print:hidden!">
          <div className="sticky top-[calc(5rem+var(--safe-top))] overflow-hidden rounded-lg border border-line bg-surface shadow-low">
            <SideList {...list} />
          </div>
        </aside>
      )}
      {list && isListOpen && !hasListBeside && (
        <Dialog open onOpenChange={(open) => !open && drawer.close()} title={t`Lessons`} shape="drawer">
          <SideList {...list} isTall closeDrawer={drawer.close} />
        </Dialog>
      )}
    </div>
  );
}
