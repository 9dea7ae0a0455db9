// /admin/courses/{id}: one course for its admins. Its tabs come from the rooms courses, lessons and insights.

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Copy, Download } from 'lucide-react';
import type { AdminLesson } from '#sync/contract/authoring.ts';
import type { AdminCourse, ListedCourse } from '#sync/contract/organization.ts';
import { byId, call } from '../api/client.ts';
import { server } from '../api/session.ts';
import { useApiMutation } from '../api/use-api-mutation.ts';
import { type LoadError, useApiQuery } from '../api/use-api-query.ts';
import { categoryLabel } from '../learn/messages.ts';
import { idInPath, paths } from '../paths.ts';
import { NeedsNetwork } from '../shell/needs-network.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.tsx';
import { useNavigate, useParams } from '../ui/router.ts';
import { Spinner } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/state-view.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { GeneralTab } from './courses/general-tab.tsx';
import { LearnersTab } from './courses/learners-tab.tsx';
import { PublishButton } from './courses/publish-button.tsx';
import { CourseAnalyticsPanel } from './insights/course-analytics-panel.tsx';
import { LessonPanel, LessonPanelTitle } from './lesson-panel.tsx';
import type { RowPanel } from './lessons/lesson-row.tsx';
import { LessonsTab } from './lessons/lessons-tab.tsx';
import { type Admin, gated } from './lists/admin-gate.tsx';
import { StatusBadge } from './lists/course-options.tsx';
import { useConversionEnds, useOutline } from './outline/use-outline.ts';
import { AdminFrame } from './shell/admin-frame.tsx';
import { TranslationsTab } from './translations/translations-tab.tsx';

export const AdminCoursePage = gated('any', function CourseOfAddress(admin) {
  const courseId = idInPath(useParams().courseId);
  if (courseId) return <KnownId key={courseId} courseId={courseId} admin={admin} />;
  return <CourseNotLoaded error={{ kind: 'failed', sentence: t`Course not found` }} />;
});

function KnownId({ courseId, admin }: { courseId: number; admin: Admin }) {
  const { data, error, refetch } = useApiQuery(server.admin.courses[':id'], byId(courseId));
  usePageTitle(data?.course.title ?? t`Course`);
  // A failed refetch keeps the page: it may hold an upload or a half-written title.
  if (error && !data) return <CourseNotLoaded error={error} refetch={refetch} />;
  if (!data) return <Spinner label={t`Loading the course`} />;
  const { course } = data;
  if (!course.isEditable) return <FollowedCourse {...{ admin, course }} />;
  return <CourseView admin={admin} course={course} />;
}

/** A course that others edit, for an admin whose people take it: these people alone. */
function FollowedCourse({ admin, course }: { admin: Admin; course: ListedCourse }) {
  const ours = admin.organization?.name ?? '';
  return (
    <AdminFrame
      title={course.title}
      back={{ to: paths.adminCourses(), label: t`Back to Courses` }}
      actions={
        <Button variant="secondary" to={paths.course(course.id)}>
          <Trans>View course</Trans>
        </Button>
      }
      description={
        course.organization
          ? t`You see the people of ${ours} in it. ${course.organization.name} can edit the course.`
          : t`You see the people of ${ours} in it. Super admins can edit the course.`
      }
    >
      <Tabs label={t`Course`} initial="people" tabs={[peopleTab({ admin, course }), analyticsTab({ admin, course })]} />
    </AdminFrame>
  );
}

type Shown = { admin: Admin; course: AdminCourse };

const analyticsTab = ({ admin, course }: Shown) => ({
  key: 'analytics',
  title: t`Analytics`,
  content: <CourseAnalyticsPanel admin={admin} courseId={course.id} />,
});

const peopleTab = ({ admin, course }: Shown) => ({
  key: 'people',
  title: t`People`,
  content: <LearnersTab admin={admin} course={course} />,
});

function CourseView({ admin, course }: { admin: Admin; course: AdminCourse }) {
  const outline = useOutline(course.id);
  useConversionEnds(course.id, outline.data?.lessons);
  return (
    <AdminFrame
      title={course.title}
      mailsTo={admin.isSuperAdmin ? null : (admin.organization?.id ?? null)}
      back={{ to: paths.adminCourses(), label: t`Back to Courses` }}
      actions={
        <>
          <DuplicateButton courseId={course.id} />
          <ExportButton courseId={course.id} />
          <PublishButton course={course} />
        </>
      }
      description={
        <>
          <span dir="auto" className="block max-w-prose whitespace-pre-line">
            {course.description}
          </span>
          <span className="mt-3 flex flex-wrap gap-2">
            <StatusBadge course={course} />
            <Badge tone="accent">{categoryLabel(course.category)}</Badge>
          </span>
        </>
      }
    >
      <Tabs
        label={t`Course`}
        initial="lessons"
        tabs={[
          { key: 'general', title: t`General`, content: <GeneralTab admin={admin} course={course} /> },
          {
            key: 'lessons',
            title: <LessonsTitle lessons={outline.data?.lessons} />,
            content: <LessonsTab outline={outline} panel={panel} />,
          },
          { key: 'languages', title: t`Languages`, content: <TranslationsTab courseId={course.id} /> },
          analyticsTab({ admin, course }),
          peopleTab({ admin, course }),
        ]}
      />
    </AdminFrame>
  );
}

/** The course once more, as a draft, which opens. */
function DuplicateButton({ courseId }: { courseId: number }) {
  const navigate = useNavigate();
  const { run, isRunning } = useApiMutation({
    send: () => call(server.admin.courses[':id'].duplicate.$post(byId(courseId))),
    successToast: ({ course }) => ({ title: t`Course duplicated`, description: t`${course.title} is a draft.` }),
    errorToast: { title: t`Error duplicating course`, sentence: t`The course could not be duplicated.` },
    onSuccess: ({ course }) => void navigate(paths.adminCourse(course.id)),
  });
  return (
    <Button variant="secondary" icon={Copy} disabled={isRunning} onClick={() => void run(undefined)}>
      {isRunning ? t`Duplicating...` : t`Duplicate`}
    </Button>
  );
}

/** The course as a zip of its files; the browser saves it while it arrives. */
function ExportButton({ courseId }: { courseId: number }) {
  const { run, isRunning } = useApiMutation({
    send: () => call(server.admin.courses[':id'].export.$post(byId(courseId))),
    errorToast: { title: t`Export Failed`, sentence: t`The course could not be exported.` },
  });
  const save = async () => {
    const made = await run(undefined);
    if (made) location.assign(made.url);
  };
  return (
    <Button variant="secondary" icon={Download} disabled={isRunning} onClick={() => void save()}>
      <Trans>Export</Trans>
    </Button>
  );
}

const panel: RowPanel = {
  title: (lesson) => <LessonPanelTitle lesson={lesson} />,
  content: (lesson) => <LessonPanel lesson={lesson} courseId={lesson.courseId} />,
};

/** The tab's title with the number of lessons that have a video. */
function LessonsTitle({ lessons }: { lessons: readonly AdminLesson[] | undefined }) {
  const withVideo = lessons?.filter(({ videoUrl }) => videoUrl !== null).length;
  return (
    <>
      <Trans>Lessons & Videos</Trans>
      {lessons && (
        <>
          <span className="sr-only">
            <Trans>
              , {withVideo} of {lessons.length} with a video
            </Trans>
          </span>
          <span aria-hidden>
            <Badge>
              {withVideo}/{lessons.length}
            </Badge>
          </span>
        </>
      )}
    </>
  );
}

/** Shown in place of a course that could not be loaded; without `refetch` where a retry is pointless. */
export function CourseNotLoaded({ error, refetch }: { error: LoadError; refetch?: () => void }) {
  if (error.kind === 'offline') return <NeedsNetwork {...(refetch && { onRetry: refetch })} />;
  return (
    <ErrorState
      level={1}
      title={t`Failed to load course details`}
      {...(refetch && { onRetry: refetch })}
      action={
        <Button to={paths.admin()}>
          <Trans>Back to Dashboard</Trans>
        </Button>
      }
    >
      {wordsOf(error)}
    </ErrorState>
  );
}

/** The server's message; a fixed one when it sent none; 'unexpected' for anything else, such as a response of another shape. */
function wordsOf(error: Exclude<LoadError, { kind: 'offline' }>): string {
  if (error.kind === 'denied') return t`You do not have permission to view this page.`;
  return error.sentence || (error.statusLine ? t`Failed to fetch course details` : t`An unexpected error occurred`);
}
