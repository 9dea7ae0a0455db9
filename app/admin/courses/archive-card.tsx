// Takes a course out of use: archived, it stays with the people who have it; deleted, it is gone, and says before for whom.
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react';
import type { AdminCourse, CourseUse } from '#sync/contract/organization.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { counted } from '../../ui/labels.ts';
import { useNavigate } from '../../ui/router.ts';
import { useCourseChange } from './use-course-change.ts';

export function ArchiveCard({ course }: { course: AdminCourse }) {
  const confirm = useConfirm();
  const archiving = useCourseChange(course.id, ({ title, isArchived }) =>
    isArchived
      ? { title: 'Course archived', description: `${title} is no longer offered.` }
      : { title: 'Course restored', description: `${title} is offered again.` },
  );
  const deleting = useDelete(course);
  const archive = () =>
    confirm({
      title: 'Archive this course?',
      text: <WhatArchivingMeans courseId={course.id} />,
      action: 'Archive',
      running: 'Archiving...',
      variant: 'primary',
      run: () => archiving.run({ isArchived: true }),
    });
  const remove = () =>
    confirm({
      title: `Delete "${course.title}"?`,
      text: <WhatDeletingMeans course={course} />,
      action: 'Delete course',
      running: 'Deleting...',
      run: () => deleting.run(),
    });
  return (
    <Card className="flex flex-col gap-4 p-5">
      <h2 className="font-semibold text-xl">{course.isArchived ? 'Archived' : 'Archive or delete'}</h2>
      <p className="max-w-prose text-ink-soft">
        {course.isArchived
          ? 'Only people who have already begun this course still have it. Restore it to offer it again.'
          : 'An archived course leaves the catalog; people who have begun it keep it. A deleted course is gone for everyone.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {course.isArchived ? (
          <Button
            icon={ArchiveRestore}
            variant="secondary"
            disabled={archiving.isRunning}
            onClick={() => void archiving.run({ isArchived: false })}
          >
            Restore course
          </Button>
        ) : (
          <Button icon={Archive} variant="secondary" onClick={() => void archive()}>
            Archive course
          </Button>
        )}
        <Button
          icon={Trash2}
          variant="quiet"
          className="text-danger-text hover:bg-danger-soft"
          onClick={() => void remove()}
        >
          Delete course
        </Button>
      </div>
    </Card>
  );
}

function useDelete(course: AdminCourse) {
  const navigate = useNavigate();
  return useApiMutation({
    send: () => call(server.admin.courses[':id'].$delete(byId(course.id))),
    successToast: () => ({ title: 'Course deleted', description: course.title }),
    errorToast: { title: 'Error deleting course', sentence: 'The course could not be deleted.' },
    onSuccess: () => void navigate(paths.adminCourses()),
  });
}

/** The numbers of the course's use in a sentence, and what stands there until they are known. */
export function Use({ courseId, children }: { courseId: number; children: (use: CourseUse) => string }) {
  const { data, error } = useApiQuery(server.admin.courses[':id'].use, byId(courseId));
  if (error) return <>How many people this concerns isn't available right now.</>;
  if (!data) return <>Counting the people who have this course...</>;
  return <strong className="font-semibold text-ink">{children(data)}</strong>;
}

function WhatArchivingMeans({ courseId }: { courseId: number }) {
  return (
    <>
      The course leaves the catalog, and no one new can begin it or be enrolled. <Use courseId={courseId}>{keptBy}</Use>{' '}
      They can finish it and earn the certificate. You can restore it at any time.
    </>
  );
}

const keptBy = ({ learners, underWay }: CourseUse) =>
  learners === 0
    ? 'No one has begun it.'
    : `${people(learners)} ${learners === 1 ? 'keeps' : 'keep'} it, ${underWay} of them partway through.`;

function WhatDeletingMeans({ course }: { course: AdminCourse }) {
  return (
    <>
      <Use courseId={course.id}>{lostBy}</Use> Work that devices have not sent yet can't be counted any more. This
      action cannot be undone.{' '}
      {!course.isArchived && 'To keep everything for the people who have begun, archive the course instead.'}
    </>
  );
}

function lostBy({ lessons, learners, underWay, completed, certificates }: CourseUse): string {
  const progress =
    learners === 0
      ? 'No one loses progress.'
      : `${people(learners)} ${learners === 1 ? 'loses' : 'lose'} their progress: ${underWay} partway through, ${completed} completed.`;
  const kept =
    certificates === 0
      ? ''
      : ` ${counted(certificates, 'certificate')} ${certificates === 1 ? 'stays' : 'stay'} valid and can still be verified.`;
  return `${counted(lessons, 'lesson')} with quizzes and videos ${lessons === 1 ? 'is' : 'are'} deleted. ${progress}${kept}`;
}

const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en')} people`);
