import { useState } from 'react';
import {
  type AdminLesson,
  groupLessons,
  type NewLesson,
  OTHER_GROUP_ID,
  type Outline,
} from '#sync/contract/authoring.ts';
import { DESCRIPTION_LIMIT, TITLE_LIMIT } from '#sync/contract/course-draft.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm, FormDialog } from '../../ui/form/dialog-form.tsx';
import { Choice, Field, TextArea } from '../../ui/form/field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { counted } from '../../ui/labels.ts';
import { Link } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import { adminTexts } from '../forms/messages.ts';
import { useForm } from '../forms/use-form.ts';
import { focusLesson, panelId } from '../outline/lesson-place.ts';
import { checkCourse, mayPublish } from '../outline/publish-checklist.ts';
import { useConverts } from '../outline/use-converts.ts';
import { showOutline, useChangeLesson, useOutlineAct } from '../outline/use-outline.ts';
import { ModulesDialog } from './modules-dialog.tsx';
import { groupLabel } from './outline.ts';

const AT_THE_END = '';
const NOTHING = { title: '', description: '', moduleId: AT_THE_END, isShown: false };

/** `onClose` is called with the id of a lesson that was added. */
function AddLessonDialog({ outline, onClose }: { outline: Outline; onClose: (made?: number) => void }) {
  const { id: courseId, isPublished } = outline.course;
  const toast = useToast();
  const [draft, setDraft] = useState(NOTHING);
  const { run, isRunning, failure } = useOutlineAct(courseId, {
    send: (payload: NewLesson) => call(server.admin.courses[':id'].lessons.$post({ ...byId(courseId), json: payload })),
    successToast: ({ lesson }) => ({ title: 'Lesson created', description: lesson.title }),
    errorToast: { title: 'Error creating lesson', sentence: 'The lesson could not be created.' },
    fields: ['title', 'description', 'moduleId'],
  });
  const { place, text, choice, change, validate } = useForm(draft, setDraft, failure);
  const modules = groupLessons(outline).filter(({ module }) => module !== null);
  const add = async () => {
    const { moduleId, isShown } = draft;
    const title = draft.title.trim();
    if (!validate(title === '' ? { title: adminTexts.enterLessonTitle } : {})) {
      toast({ title: 'Title required', description: adminTexts.enterLessonTitle, variant: 'destructive' });
      return;
    }
    const made = await run({
      title,
      description: draft.description.trim(),
      ...(moduleId !== AT_THE_END && { moduleId: Number(moduleId) }),
      isHidden: isPublished && !isShown,
    });
    if (made) onClose(made.lesson.id);
  };
  return (
    <FormDialog
      ref={place}
      title="Add New Lesson"
      description='Include "quiz", "exam" or "assessment" in the title to add questions.'
      onSubmit={add}
      onClose={onClose}
      verb="Add Lesson"
      running="Adding..."
      isRunning={isRunning}
    >
      <Field label="Title" required autoComplete="off" maxLength={TITLE_LIMIT} {...text('title')} />
      <TextArea label="Description (optional)" maxLength={DESCRIPTION_LIMIT} {...text('description')} />
      {modules.length > 0 && (
        <Choice
          label="Module"
          options={[
            [AT_THE_END, 'None: at the end of the course'],
            ...modules.map((group) => [String(group.id), groupLabel(group)] as const),
          ]}
          {...choice('moduleId')}
        />
      )}
      {isPublished && (
        <SwitchField
          label="Show it at once"
          note={hiddenNote(outline.course)}
          checked={draft.isShown}
          onChange={(event) => change({ isShown: event.target.checked })}
        />
      )}
    </FormDialog>
  );
}

function hiddenNote(course: Outline['course']): string {
  const taken = takenBy(course);
  return `${taken}The lesson stays hidden from ${taken ? 'them' : 'learners'} until you show it.`;
}

/** Empty for a course that nobody takes. */
const takenBy = ({ enrollmentCount }: Outline['course']) =>
  enrollmentCount === 0 ? '' : `${counted(enrollmentCount, 'person takes', 'people take')} this course. `;

type ShowLessonDialogProps = { outline: Outline; lesson: AdminLesson; onClose: (isShown: boolean) => void };

/** Says what is still missing from a hidden lesson and whom it reaches, then shows it to learners. */
function ShowLessonDialog({ outline, lesson, onClose }: ShowLessonDialogProps) {
  const { course } = outline;
  const converts = useConverts();
  const { run } = useChangeLesson(lesson, {
    successToast: () => ({ title: 'Lesson shown', description: lesson.title }),
  });
  const missing = checkCourse(course, { lessons: [{ ...lesson, isVisible: true }] }, converts).items.filter(
    ({ severity, lessons }) => severity !== 'note' && lessons.length > 0,
  );
  // As on the server: in a draft it may be shown before it has questions.
  const isBlocked = course.isPublished && !mayPublish({ items: missing });
  return (
    <ConfirmDialog
      title={`Show “${lesson.title}” to learners?`}
      isBlocked={isBlocked}
      text={
        <>
          {isBlocked ? (
            <>
              Learners would see it at once, because the course is published.{' '}
              <Link
                to={`${paths.adminCourse(course.id)}#${panelId(lesson.id)}`}
                onClick={() => onClose(false)}
                className="font-medium text-accent-text underline"
              >
                Add questions
              </Link>
              , then show it.
            </>
          ) : (
            <>
              {lesson.isPlaceSeen === false
                ? 'Learners see no lessons at this place of the course. They see this one once its module is switched on, or you move it into another module.'
                : `${takenBy(course)}The lesson counts in everyone's progress from now on. No one who has completed the course loses that.`}{' '}
              You can't hide it again.
            </>
          )}
          {missing.map(({ key, sentence }) => (
            <span key={key} className="mt-2 block">
              {/* '1 lesson has', in a list of what is missing from all of them. */}
              {sentence.replace(/^1 /, 'This ')}
            </span>
          ))}
        </>
      }
      action="Show to learners"
      running="Showing..."
      variant="primary"
      run={() => run({ isHidden: false })}
      onClose={onClose}
    />
  );
}

type MoveLessonDialogProps = { outline: Outline; lesson: AdminLesson; onClose: () => void };

/** Moves a lesson to the end of another module, which may be empty (R-Z9). */
function MoveLessonDialog({ outline, lesson, onClose }: MoveLessonDialogProps) {
  const groups = groupLessons(outline);
  const present = groups.find(({ lessons }) => lessons.some(({ id }) => id === lesson.id));
  const others = groups.filter((group) => group !== present);
  const [chosen, setChosen] = useState(String(others[0]?.id ?? ''));
  const target = others.find(({ id }) => String(id) === chosen);
  const { run, isRunning } = useChangeLesson(lesson, {
    successToast: () => ({
      title: 'Lesson moved',
      description: `${lesson.title} is now in ${target?.title ?? ''}.`,
    }),
  });
  const move = async () => {
    if (target && (await run({ moduleId: target.id === OTHER_GROUP_ID ? null : target.id }))) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Move to module"
      description={`${lesson.title} is in ${present?.title ?? 'no module'}. It moves to the end of the module you choose.`}
    >
      {others.length === 0 ? (
        <p>This course has no modules yet. Make one under Modules first.</p>
      ) : (
        <DialogForm onSubmit={move} cancel={onClose} verb="Move" running="Moving..." isRunning={isRunning}>
          <Choice
            label="Module"
            value={chosen}
            options={others.map((group) => [String(group.id), groupLabel(group)])}
            onChange={setChosen}
          />
        </DialogForm>
      )}
    </Dialog>
  );
}

type DeleteLessonDialogProps = { outline: Outline; lesson: AdminLesson; onClose: () => void };

function DeleteLessonDialog({ outline, lesson, onClose }: DeleteLessonDialogProps) {
  const { run } = useOutlineAct(lesson.courseId, {
    send: () => call(server.admin.lessons[':id'].$delete(byId(lesson.id))),
    successToast: () => ({ title: 'Lesson deleted', description: 'The lesson has been successfully removed.' }),
    errorToast: { title: 'Error deleting lesson', sentence: 'Failed to delete lesson' },
    onSuccess: showOutline,
  });
  const remove = async () => {
    const place = outline.lessons.findIndex(({ id }) => id === lesson.id);
    const next = outline.lessons[place + 1] ?? outline.lessons[place - 1];
    const deleted = await run();
    if (deleted) focusLesson(next?.id, 'panel');
    return deleted;
  };
  return (
    <ConfirmDialog
      title="Delete Lesson"
      text={`Are you sure you want to delete "${lesson.title}"? This action cannot be undone.`}
      action="Delete"
      running="Deleting..."
      run={remove}
      onClose={onClose}
    />
  );
}

/** The dialog that is open, and the lesson it is about. */
export type Asking =
  | { about: 'adding' }
  | { about: 'modules' }
  | { about: 'moving' | 'showing' | 'deleting'; lesson: AdminLesson };

type OutlineDialogsProps = {
  outline: Outline;
  asking: Asking | undefined;
  ask: (asking: Asking | undefined) => void;
};

export function OutlineDialogs({ outline, asking, ask }: OutlineDialogsProps) {
  const close = () => ask(undefined);
  /** What opened the dialog is gone. */
  const closeAt = (lessonId: number, button: 'panel' | 'more') => {
    close();
    focusLesson(lessonId, button);
  };
  if (!asking) return null;
  if (asking.about === 'modules') return <ModulesDialog outline={outline} onClose={close} />;
  if (asking.about === 'adding') {
    const closeAfter = (made?: number) => (made === undefined ? close() : closeAt(made, 'panel'));
    return <AddLessonDialog outline={outline} onClose={closeAfter} />;
  }
  const { about, lesson } = asking;
  const shared = { outline, lesson };
  if (about === 'moving') return <MoveLessonDialog {...shared} onClose={() => closeAt(lesson.id, 'more')} />;
  if (about === 'deleting') return <DeleteLessonDialog {...shared} onClose={close} />;
  return <ShowLessonDialog {...shared} onClose={(isShown) => (isShown ? closeAt(lesson.id, 'panel') : close())} />;
}
