import type { AdminCourse } from '#sync/contract/organization.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Admin } from '../admin-gate.tsx';
import type { Asked } from '../ask.ts';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';
import { ChecklistView } from './checklist-view.tsx';
import { PeopleUnderWay } from './people-under-way.tsx';
import type { Checklist } from './publish-checklist.ts';
import type { TypedCourse } from './use-course-form.ts';

type PublishSwitchProps = {
  admin: Admin;
  course: AdminCourse;
  typed: TypedCourse;
  /** By what the form says of whom the course is for. */
  checklist: Asked<Checklist>;
  /** Asked when the author goes to mend something. */
  leave: (go: () => void) => void;
};

/** Whether learners see the course. What the button at the top asks before it changes that, is told here beside the box. */
export function PublishSwitch({ admin, course, typed, checklist, leave }: PublishSwitchProps) {
  const { form, change, faults } = typed;
  return (
    <div className="flex flex-col gap-3">
      <label className="flex min-h-touch items-center gap-3">
        <input
          type="checkbox"
          checked={form.isPublished}
          aria-invalid={faults.isPublished !== undefined}
          onChange={(event) => change({ isPublished: event.target.checked })}
          className="size-6 shrink-0 accent-accent"
        />
        <span>
          <span className="block font-medium">Published</span>
          <span className="block text-ink-soft text-sm">Whoever may see the course can take it.</span>
        </span>
      </label>
      {faults.isPublished && (
        <p role="alert" className="text-danger-text">
          {faults.isPublished}
        </p>
      )}
      {form.isPublished && !course.isPublished && <Checked courseId={course.id} asked={checklist} leave={leave} />}
      {!form.isPublished && course.isPublished && (
        <p className="text-ink-soft">
          Learners no longer see the course. <PeopleUnderWay admin={admin} courseId={course.id} />
        </p>
      )}
    </div>
  );
}

type CheckedProps = { courseId: number; asked: Asked<Checklist>; leave: PublishSwitchProps['leave'] };

/** The checklist for a draft that is about to be published. */
function Checked({ courseId, asked, leave }: CheckedProps) {
  const { data: checklist, trouble, again } = asked;
  if (trouble) return <TroubleView title={adminTexts.failedChecklist} trouble={trouble} again={again} />;
  if (!checklist) return <Skeleton className="h-40" />;
  return (
    <div className="rounded-md border border-line p-4">
      <ChecklistView courseId={courseId} checklist={checklist} onLeave={leave} />
    </div>
  );
}
