// /admin/courses/{id}: one course for those who run it. What stands in its tabs comes from the rooms courses and analytics.

import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { type AdminCourse, CourseKept } from '#sync/contract/organization.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { categoryLabel } from '../learn/messages.ts';
import { idInPath, paths } from '../paths.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { usePageTitle } from '../ui/page-title.tsx';
import { useParams } from '../ui/router.ts';
import { Spinner } from '../ui/spinner.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { CourseNotLoaded } from './courses/course-not-loaded.tsx';
import { GeneralTab } from './courses/general-tab.tsx';
import { LearnersTab } from './courses/learners-tab.tsx';
import { PeopleUnderWay } from './courses/people-under-way.tsx';
import { PublishDialog } from './courses/publish-dialog.tsx';
import { usePublish } from './courses/use-publish.ts';
import { AdminFrame } from './frame/admin-frame.tsx';
import { type Admin, AdminGate } from './frame/admin-gate.tsx';
import { PublishedBadge } from './frame/published-badge.tsx';
import { useOutline } from './frame/use-outline.ts';
import { CourseAnalyticsPanel } from './insights/course-analytics-panel.tsx';
import { LessonPanel, LessonPanelTitle } from './lesson-panel.tsx';
import type { RowPanel } from './lessons/lesson-row.tsx';
import { LessonsTab } from './lessons/lessons-tab.tsx';

/** Asks before a course is taken away from its learners, saying whom it meets. */
function UnpublishDialog({ admin, course, onClose }: { admin: Admin; course: AdminCourse; onClose: () => void }) {
  const { run } = usePublish(course.id);
  return (
    <ConfirmDialog
      title="Make this course a draft again?"
      description={
        <>
          Learners no longer see the course. <PeopleUnderWay admin={admin} courseId={course.id} /> Their progress and
          their certificates stay, and they go on where they were once it is published again.
        </>
      }
      verb="Unpublish"
      running="Unpublishing..."
      variant="primary"
      onConfirm={async () => (await run(false)) !== undefined}
      onClose={onClose}
    />
  );
}

/** Asks before it shows the course to its learners, or takes it away from them; the other word takes it back. */
function PublishButton({ admin, course }: { admin: Admin; course: AdminCourse }) {
  const [asked, setAsked] = useState<'publish' | 'unpublish'>();
  const close = () => setAsked(undefined);
  const { isPublished } = course;
  const Icon = isPublished ? EyeOff : Eye;
  return (
    <>
      <Button
        variant={isPublished ? 'secondary' : 'primary'}
        onClick={() => setAsked(isPublished ? 'unpublish' : 'publish')}
      >
        <Icon aria-hidden className="size-5" />
        {isPublished ? 'Unpublish' : 'Publish'}
      </Button>
      {asked === 'publish' && <PublishDialog course={course} onClose={close} />}
      {asked === 'unpublish' && <UnpublishDialog admin={admin} course={course} onClose={close} />}
    </>
  );
}

export function AdminCoursePage() {
  const courseId = idInPath(useParams().courseId);
  return (
    <AdminGate opens="any">
      {(admin) =>
        courseId === undefined ? (
          <CourseNotLoaded trouble={{ kind: 'failed', sentence: 'Course not found' }} />
        ) : (
          <KnownId key={courseId} courseId={courseId} admin={admin} />
        )
      }
    </AdminGate>
  );
}

function KnownId({ courseId, admin }: { courseId: number; admin: Admin }) {
  const { data, trouble, again } = useApiQuery(`/api/admin/courses/${courseId}`, CourseKept);
  usePageTitle(data?.course.title ?? 'Course');
  // What is there stays: an upload or a half-written title must not go because the course could not be asked for again.
  if (trouble && !data) return <CourseNotLoaded trouble={trouble} again={again} />;
  if (!data) return <Spinner label="Loading the course" />;
  return <CourseView admin={admin} course={data.course} />;
}

function CourseView({ admin, course }: { admin: Admin; course: AdminCourse }) {
  const outline = useOutline(course.id);
  return (
    <AdminFrame
      title={course.title}
      back={{ to: paths.adminCourses(), label: 'Back to Courses' }}
      actions={<PublishButton admin={admin} course={course} />}
      description={
        <>
          <span className="block max-w-prose whitespace-pre-line">{course.description}</span>
          <span className="mt-3 flex flex-wrap gap-2">
            <PublishedBadge isPublished={course.isPublished} />
            <Badge tone="accent">{categoryLabel(course.category)}</Badge>
          </span>
        </>
      }
    >
      <Tabs
        label="Course"
        initial="lessons"
        tabs={[
          { key: 'general', title: 'General', content: <GeneralTab admin={admin} course={course} /> },
          {
            key: 'lessons',
            title: <LessonsTitle lessons={outline.data?.lessons} />,
            content: <LessonsTab outline={outline} panel={panel} />,
          },
          { key: 'analytics', title: 'Analytics', content: <CourseAnalyticsPanel courseId={course.id} /> },
          { key: 'people', title: 'People', content: <LearnersTab admin={admin} course={course} /> },
        ]}
      />
    </AdminFrame>
  );
}

const panel: RowPanel = {
  title: (lesson) => <LessonPanelTitle lesson={lesson} />,
  content: (lesson) => <LessonPanel lesson={lesson} courseId={lesson.courseId} />,
};

/** With how many of the lessons have a video. */
function LessonsTitle({ lessons }: { lessons: readonly AdminLesson[] | undefined }) {
  const withVideo = lessons?.filter(({ videoUrl }) => videoUrl !== null).length;
  return (
    <>
      Lessons & Videos
      {lessons && (
        <>
          <span className="sr-only">
            , {withVideo} of {lessons.length} with a video
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
