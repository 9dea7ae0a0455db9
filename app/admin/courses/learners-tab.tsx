// Who takes the course and how far they are, those furthest behind first; people are enrolled and removed by hand (M14).
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { CourseLearners } from '#sync/contract/analytics.ts';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import type { Admin } from '../admin-gate.tsx';
import { useAskAll } from '../ask.ts';
import { TableSkeleton } from '../table-skeleton.tsx';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';
import { EnrollDialog } from './enroll-dialog.tsx';
import { type Learner, learnerColumns } from './learner-columns.tsx';
import { useUnenroll } from './use-unenroll.ts';

export function LearnersTab({ admin, course }: { admin: Admin; course: AdminCourse }) {
  const [isEnrolling, setIsEnrolling] = useState(false);
  const path = `/api/admin/courses/${course.id}/learners`;
  const { data, trouble, again } = useAskAll(path, CourseLearners, ({ learners }): Learner[] => learners);
  const { unenroll, isRunning } = useUnenroll(course.id);
  if (trouble) return <TroubleView title={adminTexts.failedLearners} trouble={trouble} again={again} />;
  if (!data) return <TableSkeleton label="Loading learners" />;
  const enrollPeople = (
    <Button onClick={() => setIsEnrolling(true)}>
      <UserPlus aria-hidden className="size-5" />
      Enroll people
    </Button>
  );
  return (
    <>
      <DataTable
        label="Learners"
        noun="learner"
        rows={data}
        rowKey={({ userId }) => userId}
        columns={learnerColumns((learner) => void unenroll(learner), isRunning)}
        actions={data.length > 0 && enrollPeople}
        empty={
          <EmptyState title="Nobody is enrolled yet" action={enrollPeople}>
            Whoever starts the course stands here, and whom you enroll.
          </EmptyState>
        }
      />
      {isEnrolling && (
        <EnrollDialog admin={admin} course={course} learners={data} onClose={() => setIsEnrolling(false)} />
      )}
    </>
  );
}
