// Publishes a course after a checklist (R-Z10), or makes it a draft again.

import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { AdminCourse, CourseUse } from '#sync/contract/organization.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { counted } from '../../ui/labels.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { adminTexts } from '../forms/messages.ts';
import { mayPublish } from '../outline/publish-checklist.ts';
import { Use } from './archive-card.tsx';
import { ChecklistView, useChecklist } from './checklist-view.tsx';
import { useCourseChange } from './use-course-change.ts';

const usePublish = (courseId: number) =>
  useCourseChange(courseId, ({ title, isPublished }) =>
    isPublished
      ? { title: 'Course published', description: `${title} can be taken now.` }
      : { title: 'Course is a draft again', description: `Learners no longer see ${title}.` },
  );

/** 'Publish' opens the checklist, 'Unpublish' asks first and says whom it affects. */
export function PublishButton({ course }: { course: AdminCourse }) {
  const [isPublishing, setPublishing] = useState(false);
  const confirm = useConfirm();
  const { run } = usePublish(course.id);
  const unpublish = () =>
    confirm({
      title: 'Unpublish this course?',
      text: (
        <>
          Learners no longer see the course. <Use courseId={course.id}>{partwayThrough}</Use> Their progress and
          certificates are kept, and they can continue once it is published again.
        </>
      ),
      action: 'Unpublish',
      running: 'Unpublishing...',
      variant: 'primary',
      run: () => run({ isPublished: false }),
    });
  const { isPublished } = course;
  return (
    <>
      <Button
        icon={isPublished ? EyeOff : Eye}
        variant={isPublished ? 'secondary' : 'primary'}
        onClick={isPublished ? unpublish : () => setPublishing(true)}
      >
        {isPublished ? 'Unpublish' : 'Publish'}
      </Button>
      {isPublishing && <PublishDialog course={course} onClose={() => setPublishing(false)} />}
    </>
  );
}

const partwayThrough = ({ underWay }: CourseUse) => {
  if (underWay === 0) return 'No one is partway through.';
  return `${counted(underWay, 'person is', 'people are')} partway through.`;
};

function PublishDialog({ course, onClose }: { course: AdminCourse; onClose: () => void }) {
  const { data: checklist, error, refetch } = useChecklist(course);
  const { run, isRunning } = usePublish(course.id);
  const publish = async () => {
    if (await run({ isPublished: true })) onClose();
  };
  const isReady = checklist && mayPublish(checklist);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Publish this course?"
      description="Everyone who can see the course will be able to take it."
    >
      {error ? (
        <ApiErrorView title={adminTexts.failedChecklist} error={error} refetch={refetch} />
      ) : !checklist ? (
        <Skeleton className="h-72" />
      ) : (
        <>
          <ChecklistView courseId={course.id} checklist={checklist} onLeave={onClose} />
          {!isReady && (
            <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger-text">
              {adminTexts.notYetPublishable}
            </p>
          )}
          <DialogActions>
            <Button variant="secondary" onClick={onClose}>
              {isReady ? 'Cancel' : 'Close'}
            </Button>
            {isReady && (
              <Button disabled={isRunning} onClick={() => void publish()}>
                {isRunning ? 'Publishing...' : 'Publish'}
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
