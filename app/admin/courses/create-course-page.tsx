// /create-course (R-M11): the full form for a new course, saved as a draft; lessons and settings follow on its own page.
import { type FormEvent, type ReactNode, useState } from 'react';
import { WrittenCourse } from '#sync/contract/course-draft.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrors, useApiMutation } from '../../api/use-api-mutation.ts';
import { CourseAbout, CourseGoals, CourseHeading } from '../../learn/course/course-heading.tsx';
import { CourseThumbnail } from '../../learn/course-thumbnail.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Link, useNavigate, useSearchParams } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { gated } from '../lists/admin-gate.tsx';
import { SCREEN_CATEGORIES, SCREEN_LANGUAGES } from '../lists/course-options.tsx';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { CourseFields, TypedList } from './course-fields.tsx';
import { COURSE_FIELD_NAMES, type CourseForm, screenPayload } from './course-form.ts';
import { ThumbnailField } from './thumbnail-field.tsx';
import { useCourseDraft } from './use-course-draft.ts';
import { type TypedCourse, useCourseForm } from './use-course-form.ts';

function CourseDetails({ typed }: { typed: TypedCourse }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card className="flex flex-col gap-4 p-5">
        <h2 className="font-semibold text-lg">Basic information</h2>
        <CourseFields typed={typed} categories={SCREEN_CATEGORIES} languages={SCREEN_LANGUAGES} choosesAll />
      </Card>
      <div className="flex flex-col gap-6">
        <Card className="flex flex-col gap-4 p-5">
          <h2 className="font-semibold text-lg">Thumbnail</h2>
          <ThumbnailField typed={typed} />
        </Card>
        <Card className="p-5">
          <TypedList typed={typed} of="objectives" />
        </Card>
        <Card className="p-5">
          <TypedList typed={typed} of="prerequisites" />
        </Card>
      </div>
    </div>
  );
}

/** A tab that is available after the course was created (P-7). */
function AfterCreation({ what, courseId }: { what: 'Lessons' | 'Settings'; courseId: number | undefined }) {
  return (
    <EmptyState
      title={`${what} come after creation`}
      action={courseId !== undefined && <Button to={paths.adminCourse(courseId)}>Open the course</Button>}
    >
      {what === 'Lessons'
        ? 'Create the course first. Its lessons, videos and quizzes are then added on its own page.'
        : 'Create the course first. Its price, its visibility and its publishing are then set on its own page.'}
    </EmptyState>
  );
}

type Act = 'creating' | 'saving';

/** Saves the form as a draft: the first time a new course, then the same one (`savedId`). */
function CreateCourseForm(draft: NonNullable<ReturnType<typeof useCourseDraft>>) {
  const { form, savedId, isRestored, type, settle, startOver } = draft;
  const navigate = useNavigate();
  const [, setParams] = useSearchParams();
  const [isPreviewed, setIsPreviewed] = useState(false);
  const [busy, setBusy] = useState<Act>();
  const { run, failure } = useApiMutation({
    send: (_: Act) => {
      const payload = screenPayload(form);
      if (savedId === undefined) return call(server.courses.$post({ json: payload }));
      // The course may have been published meanwhile.
      const { isPublished, ...written } = payload;
      return call(server.admin.courses[':id'].$put({ ...byId(savedId), json: written }));
    },
    successToast: ({ course }, act) =>
      act === 'creating'
        ? {
            title: 'Course created successfully!',
            description: 'It is saved as a draft.',
            action: { label: 'Add lessons', onPress: () => void navigate(paths.adminCourse(course.id)) },
          }
        : { title: 'Draft saved', description: 'The course is saved as a draft.' },
    errorToast: { title: 'Failed to create course', sentence: 'The course could not be saved.' },
    fields: COURSE_FIELD_NAMES,
    onSuccess: ({ course }) => settle({ form, savedId: course.id }),
    invalidates: [pathOf(server.admin.courses)],
  });
  const typed = useCourseForm(form, (next) => type({ ...(savedId !== undefined && { savedId }), form: next }), failure);

  const store = async (act: Act) => {
    if (busy) return;
    const errors = fieldErrors(WrittenCourse, screenPayload(form));
    // The invalid fields are on the first tab.
    if (Object.keys(errors).length > 0) setParams({}, { replace: true });
    if (!typed.validate(errors)) return;
    setBusy(act);
    const saved = await run(act);
    setBusy(undefined);
    if (saved && act === 'creating') void navigate(paths.home());
  };
  const create = (event: FormEvent) => {
    event.preventDefault();
    void store('creating');
  };

  return (
    <form ref={typed.place} noValidate onSubmit={create} className="flex flex-col gap-6">
      {isRestored && (
        <Notice tone="bg-accent-soft text-accent-text" action="Start over" onAct={startOver}>
          The course that you began is here again.
        </Notice>
      )}
      {savedId !== undefined && (
        <Notice tone="bg-complete-soft text-complete-text" action="Write another course" onAct={startOver}>
          Saved as a draft.{' '}
          <Link to={paths.adminCourse(savedId)} className="inline-block py-3 font-semibold underline">
            Open the course
          </Link>
        </Notice>
      )}
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
      {isPreviewed && <CoursePreview form={form} onClose={() => setIsPreviewed(false)} />}
    </form>
  );
}

type NoticeProps = { tone: string; action: string; onAct: () => void; children: ReactNode };

function Notice({ tone, action, onAct, children }: NoticeProps) {
  return (
    <p role="status" className={`flex flex-wrap items-center justify-between gap-3 rounded-md px-4 py-2 ${tone}`}>
      <span>{children}</span>
      <Button variant="secondary" onClick={onAct}>
        {action}
      </Button>
    </p>
  );
}

export const CreateCoursePage = gated('any', function CreateCourse() {
  const draft = useCourseDraft();
  return (
    <AdminFrame
      title="Create Course"
      back={{ to: paths.adminCourses(), label: 'Back to Courses' }}
      description="What you type is kept on this device until it is saved."
    >
      {draft ? <CreateCourseForm {...draft} /> : <Skeleton className="h-200 w-full" />}
    </AdminFrame>
  );
});

function CoursePreview({ form, onClose }: { form: CourseForm; onClose: () => void }) {
  const course = {
    ...form,
    title: form.title.trim() || 'Title',
    description: form.description.trim() || 'Description',
    category: form.category || 'Category',
    level: form.level || 'Level',
    instructorName: form.instructorName.trim() || 'Instructor Name',
    instructorAvatar: null,
    validMonths: null,
    enrollmentCount: 0,
    rating: 0,
    reviewCount: 0,
  };
  return (
    <Dialog open onOpenChange={onClose} title="Preview" description="What a learner will see.">
      <CourseThumbnail
        course={{ thumbnail: form.thumbnail.trim() || null, visibility: 'public', isPublished: true }}
        className="rounded-lg"
        first
      />
      <CourseHeading course={course} level={3} />
      <CourseAbout course={course} />
      <CourseGoals course={course} level={4} />
      <section className="flex flex-col gap-3">
        <h4 className="font-semibold text-xl">Course Content</h4>
        <p className="text-ink-soft">This course has no lessons yet.</p>
      </section>
      <Button variant="secondary" onClick={onClose}>
        Back to the Form
      </Button>
    </Dialog>
  );
}
