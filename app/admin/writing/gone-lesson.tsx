import type { CourseModule, NewLesson, Outline } from '#sync/contract/authoring.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useNavigate } from '../../ui/router.ts';
import { useOutlineAct } from '../outline/use-outline.ts';
import { type LessonForm, payloadOf } from './lesson-form.ts';
import { deleteDraft, readDraft } from './text-drafts.ts';

type GoneLessonProps = {
  lessonId: number;
  /** Undefined when the course is gone too. */
  course: Outline['course'] | undefined;
  modules?: readonly CourseModule[];
  form: Partial<LessonForm>;
};

/** What an author wrote in a lesson that someone else has deleted: to copy, or to make a new lesson of. */
export function GoneLesson({ lessonId, course, modules = [], form }: GoneLessonProps) {
  return (
    <section
      role="alert"
      aria-label="Your unsaved text"
      className="flex flex-col gap-3 rounded-lg border border-danger bg-surface p-4 sm:p-5"
    >
      <div>
        <h2 className="font-semibold text-lg">This lesson was deleted</h2>
        <p className="mt-1 text-ink-soft">
          What you wrote is kept on this device. Copy it{course && ', or make a new lesson of it'}.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {course && <NewLessonButton {...{ lessonId, course, modules, form }} />}
        <CopyButton text={textOf(form)} label="Copy my text" noun="Your text" />
      </div>
    </section>
  );
}

const textOf = ({ title, description, body }: Partial<LessonForm>) =>
  body?.trim() ? body : [title, description].filter(Boolean).join('\n\n');

function NewLessonButton({ lessonId, course, modules, form }: GoneLessonProps & { course: Outline['course'] }) {
  const { userId } = useActiveUser();
  const navigate = useNavigate();
  const { run, isRunning } = useOutlineAct(course.id, {
    send: (json: NewLesson) => call(server.admin.courses[':id'].lessons.$post({ ...byId(course.id), json })),
    successToast: ({ lesson }) => ({ title: 'Lesson created', description: lesson.title }),
    errorToast: { title: 'Error creating lesson', sentence: 'The lesson could not be created.' },
  });
  const make = async () => {
    const { title, moduleId, ...rest } = form;
    const isModuleHere = modules?.some(({ id }) => String(id) === moduleId);
    const written = payloadOf({ ...rest, ...(isModuleHere && moduleId !== undefined && { moduleId }) });
    const made = await run({ ...written, title: title?.trim() || 'Untitled lesson', isHidden: course.isPublished });
    if (!made) return;
    deleteDraft({ userId, lessonId });
    void navigate(paths.adminLesson(course.id, made.lesson.id), { replace: true });
  };
  return (
    <Button disabled={isRunning} onClick={() => void make()}>
      {isRunning ? 'Creating...' : 'Make a new lesson of it'}
    </Button>
  );
}

/** The same for a text of an earlier visit; nothing where this device has none. */
export function KeptText({ lessonId, outline }: { lessonId: number; outline: Outline | undefined }) {
  const { userId } = useActiveUser();
  const kept = readDraft({ userId, lessonId });
  if (!kept) return null;
  const form = { ...(kept.title !== undefined && { title: kept.title }), ...kept.changed };
  return (
    <div className="mx-auto w-full max-w-prose px-4">
      <GoneLesson lessonId={lessonId} course={outline?.course} modules={outline?.modules ?? []} form={form} />
    </div>
  );
}
