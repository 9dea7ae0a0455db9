import { ChevronLeft, ChevronRight, FileClock, type LucideIcon } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { type AdminLesson, type CourseModule, OTHER_GROUP_TITLE, type Outline } from '#sync/contract/authoring.ts';
import { type LessonKind, lessonKind } from '#sync/contract/lesson.ts';
import { useConnection } from '../../device/connection.ts';
import { paths } from '../../paths.ts';
import { useHeldPage } from '../../shell/use-held-page.ts';
import { Badge } from '../../ui/badge.tsx';
import { useBottomBar } from '../../ui/bottom-bar.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { momentWords } from '../../ui/labels.ts';
import { useLeaveGuard } from '../../ui/leave-guard.ts';
import { Link } from '../../ui/router.ts';
import { ConflictBox } from '../forms/conflict-box.tsx';
import { versionPairs } from '../forms/use-edited.ts';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { GoneLesson } from './gone-lesson.tsx';
import { FIELD_NAMES, type LessonForm } from './lesson-form.ts';
import { readingOf } from './reading-time.ts';
import { Settings } from './settings.tsx';
import type { Draft } from './text-drafts.ts';
import { useWriting, type Writing } from './use-writing.ts';
import { WritingArea } from './writing-area.tsx';

function Neighbours({ lessons, lessonId }: { lessons: readonly AdminLesson[]; lessonId: number }) {
  const inOrder = [...lessons].sort((a, b) => a.orderIndex - b.orderIndex || a.id - b.id);
  const place = inOrder.findIndex(({ id }) => id === lessonId);
  const [before, after] = place === -1 ? [] : [inOrder[place - 1], inOrder[place + 1]];
  if (!before && !after) return null;
  return (
    <nav aria-label="Neighbouring lessons" className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {before && <NeighbourLink lesson={before} label="Previous lesson" icon={ChevronLeft} />}
      {after && (
        <NeighbourLink
          lesson={after}
          label="Next lesson"
          icon={ChevronRight}
          className="flex-row-reverse text-end sm:col-start-2"
        />
      )}
    </nav>
  );
}

type LinkProps = { lesson: AdminLesson; label: string; icon: LucideIcon; className?: string };

function NeighbourLink({ lesson, label, icon: Icon, className = '' }: LinkProps) {
  return (
    <Link
      to={paths.adminLesson(lesson.courseId, lesson.id)}
      className={`flex min-h-action items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2 hover:bg-sunken sm:max-w-full ${className}`}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0">
        <span className="block text-ink-soft text-sm">{label}</span>
        <span className="block truncate font-medium">{lesson.title}</span>
      </span>
    </Link>
  );
}

/** The state of the text and the Save button, always in view. */
function SaveBar({ writing }: { writing: Writing }) {
  const { isOffline } = useConnection();
  const { isDirty, isSaving, isGone, theirs, offered } = writing;
  const bar = useBottomBar();
  return (
    <div
      {...bar}
      className="sticky bottom-0 in-data-has-upload-note:bottom-20 z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t bg-surface px-4 py-3 pb-[max(0.75rem,var(--safe-bottom))] lg:mx-0 lg:rounded-t-lg lg:border-x"
    >
      <p role="status" className="min-w-0 flex-1 basis-40 text-ink-soft text-sm">
        {words(writing, isOffline)}
      </p>
      <Button
        size="big"
        aria-keyshortcuts="Control+S"
        title="Save (Ctrl+S)"
        disabled={!isDirty || isSaving || isGone || theirs !== undefined || offered !== undefined}
        onClick={() => void writing.save()}
      >
        {isSaving ? 'Saving...' : 'Save Lesson'}
      </Button>
    </div>
  );
}

function words(writing: Writing, isOffline: boolean): string {
  const { isDirty, isSaving, isGone, isKept, errors, theirs, offered } = writing;
  if (offered) return 'Choose what to do with your unsaved text first.';
  if (theirs) return 'Two versions. Choose one above.';
  if (isSaving) return 'Saving...';
  if (isGone) return 'Not saved: this lesson was deleted. Choose what to do with your text above.';
  if (Object.values(errors).some(Boolean)) return 'Not saved: correct the fields marked in red first.';
  if (!isDirty) return isOffline ? 'Offline. You can keep writing.' : 'All changes saved';
  if (!isKept) return 'Not saved, and this device has no room to store it: save now, or copy your text.';
  return isOffline
    ? 'Offline: kept on this device. Save once the server can be reached.'
    : 'Not saved yet, kept on this device';
}

type DraftOfferProps = { kept: Draft; rev: number; onRestore: () => void; onDiscard: () => void };

/** Offers the unsaved text of an earlier visit. The fields are disabled until the author has decided. */
function DraftOffer({ kept, rev, onRestore, onDiscard }: DraftOfferProps) {
  const names = Object.keys(kept.changed) as (keyof LessonForm)[];
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-lg border border-accent bg-accent-soft p-4 sm:p-5">
      <p className="flex gap-3 font-semibold">
        <FileClock aria-hidden className="size-6 shrink-0 text-accent-text" />
        You have unsaved text from {momentWords(kept.at)}
      </p>
      <p className="text-sm">
        Changed: {names.map((name) => FIELD_NAMES[name]).join(', ')}.
        {kept.rev !== rev && ' The lesson was saved again since then; you can compare both before you save.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onRestore}>Restore</Button>
        <Button variant="secondary" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  );
}

function pairsOf(mine: LessonForm, theirs: LessonForm, modules: readonly CourseModule[]) {
  return versionPairs(FIELD_NAMES, [mine, theirs], (form, name) => {
    if (name === 'isPreview') return form.isPreview ? 'Yes' : 'No';
    if (name !== 'moduleId') return form[name];
    return modules.find(({ id }) => String(id) === form.moduleId)?.title ?? OTHER_GROUP_TITLE;
  });
}

const LONG = 20_000;
const SETTLED_MS = 350;

/** The text for the preview: a short one at once, a long one when typing pauses. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  const isLong = text.length > LONG;
  useEffect(() => {
    if (!isLong) return setSettled(text);
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text, isLong]);
  return useDeferredValue(isLong ? settled : text);
}

export function WritingView({ outline, lesson }: { outline: Outline; lesson: AdminLesson }) {
  const { course, modules, lessons } = outline;
  const writing = useWriting({ lesson, modules });
  const shown = useSettled(writing.form.body);
  const reading = useMemo(() => readingOf(shown), [shown]);
  useUnsavedText(writing.isDirty);
  useSaveKey(writing);
  useFocusFirstError(writing);
  return (
    <AdminFrame
      title={lesson.title}
      back={{ to: paths.adminCourse(course.id), label: 'Back to Lessons' }}
      description={<About lesson={lesson} courseTitle={course.title} />}
    >
      {writing.offered && (
        <DraftOffer kept={writing.offered} rev={lesson.rev} onRestore={writing.restore} onDiscard={writing.discard} />
      )}
      {writing.isGone && <GoneLesson lessonId={lesson.id} {...{ course, modules }} form={writing.form} />}
      {writing.theirs && (
        <ConflictBox
          noun="lesson"
          pairs={pairsOf(writing.mine, writing.theirs, modules)}
          isSaving={writing.isSaving}
          onKeepMine={() => void writing.keepMine()}
          onTakeTheirs={writing.takeTheirs}
        >
          <CopyButton text={writing.form.body} label="Copy my text" noun="Your text" />
        </ConflictBox>
      )}
      <WritingArea writing={writing} courseId={course.id} shown={shown} reading={reading} />
      <Settings
        writing={writing}
        modules={modules}
        hasVideo={lessonKind(lesson) === 'video' && lesson.videoUrl !== null}
        suggested={reading.minutes}
      />
      <Neighbours lessons={lessons} lessonId={lesson.id} />
      <SaveBar writing={writing} />
    </AdminFrame>
  );
}

const TEXT_PLACES: Record<LessonKind, string> = {
  text: 'Learners read this text.',
  capstone: 'Learners read this text and write their reflection below it.',
  video: 'Learners find this text below the video.',
  quiz: 'Learners read this text before the questions.',
  exam: 'Learners read this text before the questions.',
  document: 'Learners find this text below the document.',
  audio: 'Learners find this text below the recording: write down what is said, for people who cannot hear it.',
};

function About({ lesson, courseTitle }: { lesson: AdminLesson; courseTitle: string }) {
  return (
    <>
      <span className="block">{courseTitle}</span>
      <span className="mt-1 flex flex-wrap items-center gap-2">
        {TEXT_PLACES[lessonKind(lesson)]}
        {!lesson.isVisible && <Badge>Hidden from learners</Badge>}
      </span>
    </>
  );
}

/** Asks before a page with unsaved text is left: by a link, Back or Forward, closing or reloading. */
function useUnsavedText(isUnsaved: boolean): void {
  const confirm = useConfirm();
  useHeldPage(isUnsaved);
  useLeaveGuard(
    isUnsaved,
    (leave) =>
      void confirm({
        title: 'Leave without saving?',
        text: 'Your changes are not saved. They stay on this device and are offered to you when you open this lesson again.',
        action: 'Leave',
        run: leave,
      }),
  );
}

/** Focuses the first invalid field after a refused save, as it may be out of view. */
function useFocusFirstError({ refusals }: Writing): void {
  useEffect(() => {
    if (refusals > 0) document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus();
  }, [refusals]);
}

/** Saves on Ctrl+S, wherever the focus is. */
function useSaveKey({ save }: Writing): void {
  const newest = useRef(save);
  newest.current = save;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 's')
        return;
      event.preventDefault();
      void newest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
