import { type FormEvent, useState } from 'react';
import { WrittenCourse } from '#sync/contract/course-draft.ts';
import { paths } from '../../paths.ts';
import { Link, useNavigate, useSearchParams } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useToast } from '../../ui/toast.tsx';
import { adminToasts } from '../words.ts';
import { AfterCreation } from './after-creation.tsx';
import { CourseDetails } from './course-details.tsx';
import { type CourseForm, faultsOf, screenPayload } from './course-form.ts';
import { CoursePreview } from './course-preview.tsx';
import { useCourseForm } from './use-course-form.ts';
import type { KeptCourse } from './use-kept-course.ts';
import { useSaveCourse } from './use-save-course.ts';

export type CreateCourseProps = {
  kept: KeptCourse;
  /** It was begun earlier and never saved. */
  isRestored: boolean;
  type: (next: KeptCourse) => void;
  settle: (next: KeptCourse) => void;
  startOver: () => void;
};

export function CreateCourseForm({ kept, isRestored, type, settle, startOver }: CreateCourseProps) {
  const { form, savedId } = kept;
  const navigate = useNavigate();
  const toast = useToast();
  const [, setParams] = useSearchParams();
  const [isPreviewed, setIsPreviewed] = useState(false);
  const [busy, setBusy] = useState<'creating' | 'saving'>();
  const { save, failure } = useSaveCourse(savedId);
  const typed = useCourseForm(form, (next: CourseForm) => type({ form: next, savedId }), failure);

  const store = async (what: 'creating' | 'saving') => {
    if (busy) return;
    const faults = faultsOf(WrittenCourse, screenPayload(form));
    // The fields that are wrong stand in the first tab.
    if (Object.keys(faults).length > 0) setParams({}, { replace: true });
    if (!typed.isSound(faults)) return;
    setBusy(what);
    const course = await save(form);
    setBusy(undefined);
    if (!course) return;
    settle({ form, savedId: course.id });
    toast(what === 'creating' ? adminToasts.courseCreatedAsDraft : adminToasts.draftSaved);
    if (what === 'creating') void navigate(paths.home());
  };
  const create = (event: FormEvent) => {
    event.preventDefault();
    void store('creating');
  };

  return (
    <form ref={typed.place} noValidate onSubmit={create} className="flex flex-col gap-6">
      {isRestored && <Restored startOver={startOver} />}
      {savedId !== undefined && <Saved courseId={savedId} startOver={startOver} />}
      <Tabs
        label="New course"
        tabs={[
          { key: 'details', title: 'Course Details', content: <CourseDetails typed={typed} /> },
          { key: 'curriculum', title: 'Curriculum', content: <AfterCreation what="Lessons" courseId={savedId} /> },
          { key: 'settings', title: 'Settings', content: <AfterCreation what="Settings" courseId={savedId} /> },
        ]}
      />
      <div className="flex flex-wrap gap-3 border-line border-t pt-6">
        <Button type="submit" size="big" disabled={busy !== undefined} className="max-sm:w-full">
          {busy === 'creating' ? 'Creating...' : 'Create Course'}
        </Button>
        <Button
          variant="secondary"
          size="big"
          disabled={busy !== undefined}
          className="max-sm:grow"
          onClick={() => void store('saving')}
        >
          {busy === 'saving' ? 'Saving...' : 'Save as Draft'}
        </Button>
        <Button variant="secondary" size="big" className="max-sm:grow" onClick={() => setIsPreviewed(true)}>
          Preview
        </Button>
      </div>
      <CoursePreview form={form} open={isPreviewed} onOpenChange={setIsPreviewed} />
    </form>
  );
}

function Restored({ startOver }: { startOver: () => void }) {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-accent-soft px-4 py-2 text-accent-text"
    >
      The course that you began is here again.
      <Button variant="secondary" onClick={startOver}>
        Start over
      </Button>
    </p>
  );
}

function Saved({ courseId, startOver }: { courseId: number; startOver: () => void }) {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-complete-soft px-4 py-2 text-complete-text"
    >
      <span>
        Saved as a draft.{' '}
        <Link to={paths.adminCourse(courseId)} className="inline-block py-3 font-semibold underline">
          Open the course
        </Link>
      </span>
      <Button variant="secondary" onClick={startOver}>
        Write another course
      </Button>
    </p>
  );
}
