// Publishes a course after a checklist (R-Z10), or makes it a draft again.

import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { counted } from '../../ui/labels.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Admin } from '../frame/admin-gate.tsx';
import { adminFailures, adminTexts } from '../frame/messages.ts';
import { mayPublish } from '../frame/publish-checklist.ts';
import { ChecklistView, useChecklist } from './checklist-view.tsx';

/** Publishes the course (`run(true)`), or makes it a draft again. */
function usePublish(courseId: number) {
  return useApiMutation({
    send: (isPublished: boolean) =>
      call(server.admin.courses[':id'].$put({ ...byId(courseId), json: { isPublished } })),
    successToast: ({ course: { title, isPublished } }) => ({
      title: isPublished ? 'Course published' : 'Course is a draft again',
      description: isPublished ? `${title} can be taken now.` : `Learners no longer see ${title}.`,
    }),
    errorToast: adminFailures.updateCourse,
    invalidates: [pathOf(server.admin.courses)],
  });
}

/** 'Publish' opens the checklist, 'Unpublish' asks first and says whom it affects. */
export function PublishButton({ admin, course }: { admin: Admin; course: AdminCourse }) {
  const [isPublishing, setPublishing] = useState(false);
  const confirm = useConfirm();
  const { isPublished } = course;
  const { run } = usePublish(course.id);
  const unpublish = () =>
    confirm({
      title: 'Unpublish this course?',
      text: (
        <>
          Learners no longer see the course. <PeopleUnderWay admin={admin} courseId={course.id} /> Their progress and
          certificates are kept, and they can continue once it is published again.
        </>
      ),
      action: 'Unpublish',
      running: 'Unpublishing...',
      variant: 'primary',
      run: async () => (await run(false)) !== undefined,
    });
  const Icon = isPublished ? EyeOff : Eye;
  return (
    <>
      <Button
        icon={Icon}
        variant={isPublished ? 'secondary' : 'primary'}
        onClick={isPublished ? unpublish : () => setPublishing(true)}
      >
        {isPublished ? 'Unpublish' : 'Publish'}
      </Button>
      {isPublishing && <PublishDialog course={course} onClose={() => setPublishing(false)} />}
    </>
  );
}

function PublishDialog({ course, onClose }: { course: AdminCourse; onClose: () => void }) {
  const { data: checklist, error, refetch } = useChecklist(course);
  const { run, isRunning } = usePublish(course.id);
  const publish = async () => {
    if (await run(true)) onClose();
  };
  const leave = (go: () => void) => {
    onClose();
    go();
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
          <ChecklistView courseId={course.id} checklist={checklist} onLeave={leave} />
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

/** How many people have begun the course and not finished it, in a sentence; org admins see only their own people. */
export function PeopleUnderWay({ admin, courseId }: { admin: Admin; courseId: number }) {
  const { data, error } = useApiQuery(server.admin.courses[':id'].analytics, byId(courseId));
  if (error) return <>The number of people partway through isn't available right now.</>;
  if (!data) return <>Counting people who are partway through...</>;
  const open = data.enrollments - data.completions;
  const whose = !admin.isSuperAdmin && admin.organization ? ` of ${admin.organization.name}` : '';
  if (open <= 0) return <>No one{whose} is partway through.</>;
  const people = counted(open, 'person', 'people');
  return (
    <strong className="font-semibold text-ink">
      {people}
      {whose} {open === 1 ? 'is' : 'are'} partway through.
    </strong>
  );
}
